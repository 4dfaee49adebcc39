"""The model itself: prefixes, pooling, unit length, and what is refused. A tiny model of our own stands in."""

from pathlib import Path

import numpy as np
import pytest
from embedding_fixtures import DIMENSION, write_tiny_model

from lexgate_skills.embedding.encoder import Encoder, VectorUnusable, batches, pooled, unit_rows
from lexgate_skills.embedding.folder import ModelUnusable, read_folder
from lexgate_skills.embedding.tokens import Tokenizer, open_tokenizer


def encoder(folder: Path) -> Encoder:
    model = read_folder(folder)
    return Encoder(model, lambda: open_tokenizer(model))


class Listening:
    """A tokeniser that keeps the strings which it was given."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def ids(self, texts: list[str]) -> list[list[int]]:
        self.heard.extend(texts)
        return [[0, 5, 2] for _ in texts]


@pytest.mark.parametrize(
    ("function", "heard"),
    [
        # a query is marked as one
        ("embed_query", "query: rent"),
        # and a passage as a passage: mixing the two costs more than leaving both out
        ("embed_passage", "passage: rent"),
    ],
)
def test_the_exact_string_that_reaches_the_tokeniser(tmp_path: Path, function: str, heard: str) -> None:
    listening = Listening()
    opened: Tokenizer = listening
    getattr(Encoder(read_folder(write_tiny_model(tmp_path)), lambda: opened), function)(["rent"])
    assert listening.heard == [heard]


def test_vectors_have_length_one_and_the_order_of_their_texts(tmp_path: Path) -> None:
    loaded = encoder(write_tiny_model(tmp_path))
    texts = ["contract " * 30, "rent", "tenant notice court", "", " "]
    together = loaded.embed_passage(texts)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
    alone = np.concatenate([loaded.embed_passage([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)


def test_several_workers_give_the_same_vectors(tmp_path: Path) -> None:
    model = read_folder(write_tiny_model(tmp_path))
    texts = [f"{'tenant ' * (number % 90)} rent" for number in range(70)]
    one, three = (
        Encoder(model, lambda: open_tokenizer(model), workers=workers).embed_passage(texts) for workers in (1, 3)
    )
    assert np.allclose(one, three, atol=1e-6)


def test_batches_hold_few_tokens_and_texts_of_like_length() -> None:
    # one longer than a batch stands alone; short ones are put together; nobody is lost
    assert batches([3, 400, 100, 128, 5, 120]) == [[1], [3, 5], [2, 4], [0]]
    assert batches([]) == []


def test_a_model_that_wants_token_types_gets_them(tmp_path: Path) -> None:
    assert encoder(write_tiny_model(tmp_path, token_types=True)).embed_query(["rent"]).shape == (1, DIMENSION)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 500_000,  # much longer than any model reads
        "rent \ud83d tenant",  # a lone surrogate, as a broken JSON string brings it
        "nul \x00 inside",
    ],
)
def test_a_text_that_breaks_tokenisers_still_gets_a_vector(tmp_path: Path, text: str) -> None:
    assert encoder(write_tiny_model(tmp_path)).embed_query([text]).shape == (1, DIMENSION)


@pytest.mark.parametrize(
    "value",
    [
        0.0,  # larger e5 models gave all-zero vectors
        float("nan"),
        float("inf"),
    ],
)
def test_a_degenerate_vector_is_refused(tmp_path: Path, value: float) -> None:
    with pytest.raises(VectorUnusable):
        encoder(write_tiny_model(tmp_path, value=value)).embed_query(["rent"])


def test_a_model_of_another_dimension_than_it_says_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VectorUnusable):
        encoder(write_tiny_model(tmp_path, stated=DIMENSION * 2)).embed_query(["rent"])


def test_a_truncated_model_file_is_refused(tmp_path: Path) -> None:
    weights = write_tiny_model(tmp_path) / "model.onnx"
    weights.write_bytes(weights.read_bytes()[:-300])
    with pytest.raises(ModelUnusable) as refused:
        encoder(tmp_path)
    assert refused.value.reason == "model_unreadable"


def test_a_tokeniser_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (write_tiny_model(tmp_path) / "sentencepiece.bpe.model").write_bytes(b"<html>Not here</html>")
    with pytest.raises(ModelUnusable) as refused:
        encoder(tmp_path)
    assert refused.value.reason == "model_unreadable"


def test_a_tokenizer_json_serves_where_there_is_no_sentencepiece_model(tmp_path: Path) -> None:
    from tokenizers import Tokenizer as Loaded
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    folder = write_tiny_model(tmp_path)
    (folder / "sentencepiece.bpe.model").unlink()
    built = Loaded(WordLevel({"[UNK]": 0, "rent": 1, "tenant": 2}, unk_token="[UNK]"))
    built.pre_tokenizer = Whitespace()
    built.save(str(folder / "tokenizer.json"))
    model = read_folder(folder)
    assert open_tokenizer(model).ids(["rent tenant boat"]) == [[1, 2, 0]]
    assert encoder(folder).embed_query(["rent"]).shape == (1, DIMENSION)


def test_the_mean_leaves_out_what_the_mask_leaves_out() -> None:
    hidden = np.array([[[1.0, 1.0], [3.0, 5.0], [100.0, 100.0]]], np.float32)
    assert pooled(hidden, np.array([[1, 1, 0]]), "mean").tolist() == [[2.0, 3.0]]


def test_cls_pooling_takes_the_first_token() -> None:
    hidden = np.array([[[1.0, 1.0], [3.0, 5.0]]], np.float32)
    assert pooled(hidden, np.array([[1, 1]]), "cls").tolist() == [[1.0, 1.0]]


def test_one_bad_row_refuses_the_batch() -> None:
    with pytest.raises(VectorUnusable):
        unit_rows(np.array([[1.0, 0.0], [0.0, 0.0]], np.float32), 2)
