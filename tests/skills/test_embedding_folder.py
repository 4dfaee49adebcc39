"""What is read of a model's folder, and what two sets of vectors must share."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from embedding_fixtures import DIMENSION, write_tiny_model

from lexgate_skills.embedding.folder import MANIFEST, ModelUnusable, read_folder


def test_the_config_gives_prefixes_dimension_and_pooling(tmp_path: Path) -> None:
    model = read_folder(write_tiny_model(tmp_path))
    assert (model.query_prefix, model.passage_prefix) == ("query: ", "passage: ")
    assert (model.dimension, model.pooling, model.tokenizer) == (DIMENSION, "mean", "sentencepiece")


BREAKAGES: list[tuple[Callable[[Path], object], str]] = [
    # no weights
    (lambda folder: (folder / "model.onnx").unlink(), "model_missing"),
    # no tokeniser of either kind
    (lambda folder: (folder / "sentencepiece.bpe.model").unlink(), "model_incomplete"),
    # no config
    (lambda folder: (folder / "config.json").unlink(), "model_incomplete"),
    # an HTML page as config
    (lambda folder: (folder / "config.json").write_text("<html>"), "model_unreadable"),
    # a list as config
    (lambda folder: (folder / "config.json").write_text("[]"), "model_unreadable"),
    # no dimension
    (lambda folder: (folder / "config.json").write_text("{}"), "model_unreadable"),
    # a pooling that we do not know
    (lambda folder: (folder / "config.json").write_text('{"hidden_size": 8, "pooling": "max"}'), "model_unknown"),
    # shorter than it was when it was installed
    (lambda folder: manifest(folder, "model.onnx", 10**9), "model_damaged"),
    # a side file with the weights that is no longer there
    (lambda folder: manifest(folder, "model.onnx_data", 5), "model_incomplete"),
]


def manifest(folder: Path, name: str, size: int) -> None:
    (folder / MANIFEST).write_text(json.dumps({"files": {name: {"bytes": size}}}))


@pytest.mark.parametrize(("damage", "reason"), BREAKAGES)
def test_a_damaged_folder_is_told_by_its_reason(tmp_path: Path, damage: Callable[[Path], object], reason: str) -> None:
    damage(write_tiny_model(tmp_path))
    with pytest.raises(ModelUnusable) as refused:
        read_folder(tmp_path)
    assert refused.value.reason == reason


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def edit_config(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


CHANGES: list[Callable[[Path], object]] = [
    lambda folder: edit_config(folder, query_prefix=""),
    lambda folder: edit_config(folder, passage_prefix="text: "),
    lambda folder: edit_config(folder, pooling="cls"),
    lambda folder: append(folder / "sentencepiece.bpe.model"),
    lambda folder: write_tiny_model(folder, value=1.0),
    lambda folder: (folder / "model.onnx_data").write_bytes(b"weights beside the graph"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_that_changes_vectors_changes_the_fingerprint(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    before = read_folder(write_tiny_model(tmp_path)).fingerprint()
    change(tmp_path)
    assert read_folder(tmp_path).fingerprint() != before


def test_the_fingerprint_of_the_same_files_elsewhere_is_the_same(tmp_path: Path) -> None:
    one, other = write_tiny_model(tmp_path / "one"), write_tiny_model(tmp_path / "other")
    for path in one.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    assert read_folder(one).fingerprint() == read_folder(other).fingerprint()
