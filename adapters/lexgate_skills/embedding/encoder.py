"""Token ids into unit vectors with onnxruntime. The only module that loads the model; it runs in the helper process."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from lexgate_skills.embedding.folder import EmbeddingModel, ModelUnusable
from lexgate_skills.embedding.tokens import Tokenizer

Vectors = NDArray[np.float32]

# Measured: batches of eight long texts leave the cache and cost twice the processor time of one by one.
_BATCH_TOKENS = 256
_KNOWN_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_SMALLEST_NORM = 1e-6


class VectorUnusable(Exception):
    """The model gave a vector that is zero, not finite, or of another length than its config says."""


class Encoder:
    """A loaded model. Texts of a query and of a passage go through two functions, for their prefixes differ.

    One thread works on a batch: for a question two take longer, since they wake each other (measured: 5.8 for 4.0 ms).
    `workers` work on as many batches at a time.
    """

    def __init__(self, model: EmbeddingModel, tokenizer: Callable[[], Tokenizer], *, workers: int = 1) -> None:
        self._model = model
        self._session = _open_session(model)
        self._workers = workers
        self._inputs = [each.name for each in self._session.get_inputs()]
        if not set(self._inputs) <= _KNOWN_INPUTS or "input_ids" not in self._inputs:
            raise ModelUnusable("model_unknown", "The model wants inputs that a text encoder does not have.")
        self._tokenizer = tokenizer()

    def embed_query(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, in order; the query prefix is put before each."""
        return self._embed([self._model.query_prefix + text for text in texts])

    def embed_passage(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, in order; the passage prefix is put before each."""
        return self._embed([self._model.passage_prefix + text for text in texts])

    def _embed(self, texts: Sequence[str]) -> Vectors:
        rows = self._tokenizer.ids(texts)
        vectors = np.zeros((len(rows), self._model.dimension), np.float32)
        together = batches([len(row) for row in rows])

        def fill(batch: list[int]) -> None:
            vectors[batch] = self._unit_vectors([rows[row] for row in batch])

        if self._workers == 1 or len(together) <= 1:
            for batch in together:
                fill(batch)
        else:
            with ThreadPoolExecutor(self._workers) as pool:
                list(pool.map(fill, together))
        return vectors

    def _unit_vectors(self, rows: list[list[int]]) -> Vectors:
        length = max(len(row) for row in rows)
        ids = np.full((len(rows), length), self._model.padding_id, np.int64)
        mask = np.zeros((len(rows), length), np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        return unit_rows(pooled(hidden, mask, self._model.pooling), self._model.dimension)


def batches(lengths: Sequence[int]) -> list[list[int]]:
    """Return the places of texts to embed together: sorted by length, so that little is padding, longest first."""
    found: list[list[int]] = []
    for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if found and (len(found[-1]) + 1) * lengths[found[-1][0]] <= _BATCH_TOKENS:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def pooled(hidden: Any, mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Return one vector a row: the mean over the tokens that the mask keeps, or the first token's."""
    if hidden.ndim == 2:  # Some exports pool inside the graph.
        return np.asarray(hidden, np.float32)
    if pooling == "cls":
        return np.asarray(hidden[:, 0], np.float32)
    weights = mask[:, :, None].astype(np.float32)
    return np.asarray((hidden * weights).sum(axis=1) / weights.sum(axis=1), np.float32)


def unit_rows(vectors: Vectors, dimension: int) -> Vectors:
    """Return the rows at length one. Raises VectorUnusable for a zero, non-finite or wrongly sized row."""
    if vectors.ndim != 2 or vectors.shape[1] != dimension:
        raise VectorUnusable("The model's vectors have another length than its config.json says.")
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or bool((norms < _SMALLEST_NORM).any()):
        raise VectorUnusable("The model gave a vector that is zero or not finite.")
    return np.asarray(vectors / norms, np.float32)


def _open_session(model: EmbeddingModel) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # The arena keeps the memory of the longest batch for ever.
    options.log_severity_level = 4
    # Threads that spin between two queries take a core from whoever works beside us.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(model.weights), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no base class below Exception
        raise ModelUnusable("model_unreadable", "The model's weights cannot be loaded.") from error
