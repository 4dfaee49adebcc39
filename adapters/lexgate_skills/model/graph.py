"""The network as an ONNX graph: a 4-bit word table and int8 matrix products, weights beside the graph.

A plain BERT encoder (post-norm, exact GELU); the word table stays packed, which keeps 71 MB where 384 would stand.
"""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from lexgate_skills.model.packed import BLOCK, PackedModel

_FUSED = "com.microsoft"  # onnxruntime's own operators: fused attention, packed tables
_SIDE_FILE_FROM = 100_000  # bytes from which a tensor is stored beside the graph, where it can be memory-mapped
_MASKED = -1e4


def write_graph(packed: PackedModel, target: Path) -> None:
    """Write `target` (a folder's model.onnx) and its weights beside it."""
    whole, small = target.with_name("float.onnx"), target.with_name("int8.onnx")
    try:
        onnx.save(_Graph(packed).model(), str(whole))
        logging.getLogger().addFilter(_without_advice)
        quantize_dynamic(
            whole,
            small,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul"],
            extra_options={"DefaultTensorType": TensorProto.FLOAT},
        )
        onnx.save_model(
            onnx.load(str(small)),
            str(target),
            save_as_external_data=True,
            location=target.name + "_data",
            size_threshold=_SIDE_FILE_FROM,
        )
    finally:
        logging.getLogger().removeFilter(_without_advice)
        whole.unlink(missing_ok=True)
        small.unlink(missing_ok=True)


def _without_advice(record: logging.LogRecord) -> bool:
    """onnxruntime advises on the root logger to prepare the graph first; ours needs none."""
    return "pre-processing" not in record.getMessage()


class _Graph:
    def __init__(self, packed: PackedModel) -> None:
        self._packed, self._sizes = packed, packed.sizes
        self._nodes: list[Any] = []
        self._tensors: list[Any] = []

    def model(self) -> Any:
        hidden = self._embeddings()
        for layer in range(self._sizes.layers):
            last = layer == self._sizes.layers - 1
            hidden = self._layer(hidden, f"l{layer}.", "last_hidden_state" if last else f"l{layer}.out")
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ]
        shape: list[str | int | None] = ["batch", "length", self._sizes.hidden]
        outputs = [helper.make_tensor_value_info(hidden, TensorProto.FLOAT, shape)]
        graph = helper.make_graph(self._nodes, "multilingual-e5-small", inputs, outputs, self._tensors)
        domains = [helper.make_opsetid("", 21), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=domains, ir_version=10, producer_name="lexgate")

    def _embeddings(self) -> str:
        self._word_table()
        hidden = self._sizes.hidden
        positions = self._packed.numbers("emb.pos").reshape(-1, hidden)
        kinds = self._packed.numbers("emb.type").reshape(-1, hidden)
        self._tensor(positions + kinds[0], "positions")
        for name, value in (("one", 1), ("two", 2), ("zero", 0)):
            self._tensor(np.array([value], np.int64), name)
        self._tensor(np.array([hidden] * 3, np.int64), "thirds")
        self._node("Shape", ["input_ids"], "shape")
        self._node("Slice", ["shape", "one", "two"], "length")
        self._node("Slice", ["positions", "zero", "length"], "used_positions")
        self._node("Add", ["words", "used_positions"], "summed")
        self._node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        return self._normed("summed", "emb.ln", "embedded")

    def _word_table(self) -> None:
        values, scales = self._packed.halves("emb.word", self._sizes.hidden)
        signed = (values.astype(np.int16) - 8).astype(np.uint8) & 15
        halves = (signed[:, 0::2] | (signed[:, 1::2] << 4)).astype(np.uint8).tobytes()
        self._tensors.append(
            helper.make_tensor("word_table", TensorProto.INT4, [len(values), self._sizes.hidden], halves, raw=True)
        )
        self._tensor(scales.astype(np.float16), "word_scales")
        inputs, layout = ["word_table", "input_ids", "word_scales"], {"gather_axis": 0, "quantize_axis": 1}
        self._node("GatherBlockQuantized", inputs, "words16", _FUSED, block_size=BLOCK, **layout)
        self._node("Cast", ["words16"], "words", to=TensorProto.FLOAT)

    def _layer(self, hidden: str, name: str, output: str) -> str:
        size = self._sizes.hidden
        self._linear(hidden, [name + "q", name + "k", name + "v"], size, name + "qkv")
        parts = [name + part for part in ("query", "key", "value")]
        self._nodes.append(helper.make_node("Split", [name + "qkv", "thirds"], parts, axis=-1))
        heads = {"num_heads": self._sizes.heads, "mask_filter_value": _MASKED}
        self._node("MultiHeadAttention", [*parts, "", "mask"], name + "seen", _FUSED, **heads)
        self._linear(name + "seen", [name + "ao"], size, name + "ao.out")
        self._node("Add", [hidden, name + "ao.out"], name + "attended")
        middle = self._normed(name + "attended", name + "aln", name + "middle")
        self._linear(middle, [name + "fi"], size, name + "fi.out")
        self._node("Gelu", [name + "fi.out"], name + "active", _FUSED)
        self._linear(name + "active", [name + "fo"], self._sizes.feed_forward, name + "fo.out")
        self._node("Add", [middle, name + "fo.out"], name + "fed")
        return self._normed(name + "fed", name + "oln", output)

    def _linear(self, given: str, names: list[str], width: int, output: str) -> None:
        weights = np.concatenate([self._packed.unpacked(name + ".w", width) for name in names])
        self._tensor(weights.T, output + ".weights")
        self._tensor(np.concatenate([self._packed.numbers(name + ".b") for name in names]), output + ".bias")
        self._node("MatMul", [given, output + ".weights"], output + ".product")
        self._node("Add", [output + ".product", output + ".bias"], output)

    def _normed(self, given: str, name: str, output: str) -> str:
        for part in (".w", ".b"):
            self._tensor(self._packed.numbers(name + part), name + part)
        inputs = [given, name + ".w", name + ".b"]
        self._node("LayerNormalization", inputs, output, axis=-1, epsilon=self._sizes.epsilon)
        return output

    def _tensor(self, values: Any, name: str) -> None:
        self._tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))

    def _node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> None:
        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
