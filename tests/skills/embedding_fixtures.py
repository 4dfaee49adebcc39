"""A tiny embedding model and helpers that misbehave, all made by the tests themselves."""

import io
import json
import sys
import textwrap
from pathlib import Path

DIMENSION = 8
WORDS = ["lease", "tenant", "rent", "notice", "court", "claim", "deadline", "contract"]


def write_tiny_model(
    folder: Path,
    *,
    dimension: int = DIMENSION,
    stated: int | None = None,
    value: float | None = None,
    token_types: bool = False,
) -> Path:
    """Write a model whose only layer looks up a table, with a SentencePiece model trained on eight words.

    `stated` is the dimension that config.json claims; `value` fills the whole table; `token_types` adds an input.
    """
    import numpy
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    folder.mkdir(parents=True, exist_ok=True)
    pieces = _tiny_sentencepiece()
    (folder / "sentencepiece.bpe.model").write_bytes(pieces)
    table = numpy.random.default_rng(7).normal(size=(200, dimension)).astype("float32")
    if value is not None:
        table[:] = value
    inputs = ["input_ids", "attention_mask", *(["token_type_ids"] if token_types else [])]
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"], axis=0)]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", dimension])],
        [numpy_helper.from_array(table, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "model.onnx"))
    config = {"hidden_size": stated or dimension, "query_prefix": "query: ", "passage_prefix": "passage: "}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def _tiny_sentencepiece() -> bytes:
    import sentencepiece

    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([f"query: passage: {a} {b}" for a in WORDS for b in WORDS]),
        model_writer=written,
        vocab_size=60,
        hard_vocab_limit=False,
        minloglevel=3,
    )
    return written.getvalue()


def scripted_helper(path: Path, body: str) -> list[str]:
    """Return the command of a helper of our own whose `answer(head)` is given; it speaks real frames."""
    source = """
        import os, sys, time
        from lexgate_skills.embedding.frames import Frame, read_frame, write_frame
        def good(head):
            rows = len(head["texts"])
            return Frame({"id": head["id"], "ok": True, "rows": rows, "dimension": 2}, b"\\0" * 8 * rows)
    """
    loop = """
        write_frame(sys.stdout.buffer, Frame({"ready": True, "dimension": 2}))
        while (frame := read_frame(sys.stdin.buffer)) is not None:
            write_frame(sys.stdout.buffer, answer(frame.head))
    """
    path.write_text("\n".join(textwrap.dedent(part) for part in (source, body, loop)), encoding="utf-8")
    return [sys.executable, str(path)]
