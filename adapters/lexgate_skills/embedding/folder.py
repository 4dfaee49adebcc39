"""A folder that holds a sentence-embedding model: which files it has, and how its texts are to be prepared.

It reads only small files and samples of the large ones; it never loads the model.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

WEIGHTS = "model.onnx"
SENTENCEPIECE = "sentencepiece.bpe.model"
TOKENIZERS = "tokenizer.json"
CONFIG = "config.json"
MANIFEST = "lexgate-model.json"
_SAMPLE = 65_536
_LARGEST_CONFIG = 1_000_000


class ModelUnusable(Exception):
    """The folder cannot serve: `reason` is a stable code, `mend` says what a person can do. Both are words of ours."""

    def __init__(self, reason: str, what: str, mend: str = "Run `lexgate model install`.") -> None:
        super().__init__(what)
        self.reason, self.what, self.mend = reason, what, mend


@dataclass(frozen=True)
class EmbeddingModel:
    """What the embedder must know of a model. `dimension` is the length of its vectors."""

    folder: Path
    tokenizer: Literal["sentencepiece", "tokenizers"]
    dimension: int
    max_tokens: int
    query_prefix: str
    passage_prefix: str
    pooling: Literal["mean", "cls"]
    padding_id: int

    @property
    def weights(self) -> Path:
        return self.folder / WEIGHTS

    @property
    def tokenizer_file(self) -> Path:
        return self.folder / (SENTENCEPIECE if self.tokenizer == "sentencepiece" else TOKENIZERS)

    def fingerprint(self) -> dict[str, str | int]:
        """Return what two sets of vectors must share to be comparable: model, tokeniser, prefixes, pooling, size.

        Files are told apart by their sizes and samples of their bytes, so this takes milliseconds.
        """
        return {
            "model": _sampled_digest([self.weights, *_side_files(self.weights)]),
            "tokenizer": f"{self.tokenizer}:{_sampled_digest([self.tokenizer_file])}",
            "query_prefix": self.query_prefix,
            "passage_prefix": self.passage_prefix,
            "pooling": self.pooling,
            "dimension": self.dimension,
            "max_tokens": self.max_tokens,
        }


def read_folder(folder: Path) -> EmbeddingModel:
    """Return the model in the folder.

    Raises ModelUnusable when a file is missing, shorter than it was installed, or cannot be read.
    """
    if not (folder / WEIGHTS).is_file():
        raise ModelUnusable("model_missing", "No embedding model is installed.")
    _check_sizes(folder)
    config = _read_config(folder / CONFIG)
    pooling = config.get("pooling", "mean")
    if pooling not in ("mean", "cls"):
        raise ModelUnusable("model_unknown", "The model's config.json names a pooling other than mean and cls.")
    return EmbeddingModel(
        folder=folder,
        tokenizer=_tokenizer_kind(folder),
        dimension=_number(config, ("embedding_dim", "hidden_size"), None),
        max_tokens=min(_number(config, ("max_position_embeddings",), 512), 512),
        query_prefix=_prefix(config, "query_prefix"),
        passage_prefix=_prefix(config, "passage_prefix"),
        pooling="cls" if pooling == "cls" else "mean",
        padding_id=_number(config, ("pad_token_id",), 0),
    )


def _tokenizer_kind(folder: Path) -> Literal["sentencepiece", "tokenizers"]:
    if (folder / SENTENCEPIECE).is_file():
        return "sentencepiece"
    if (folder / TOKENIZERS).is_file():
        return "tokenizers"
    raise ModelUnusable("model_incomplete", f"The model's folder has neither {SENTENCEPIECE} nor {TOKENIZERS}.")


def _read_config(path: Path) -> dict[str, Any]:
    # Read by hand: this module is imported by the helper, where pydantic would cost a tenth of a second.
    try:
        if path.stat().st_size > _LARGEST_CONFIG:
            raise ModelUnusable("model_unreadable", "The model's config.json is too large to be one.")
        config = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelUnusable("model_incomplete", "The model's folder has no config.json.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelUnusable("model_unreadable", "The model's config.json cannot be read.") from error
    if not isinstance(config, dict):
        raise ModelUnusable("model_unreadable", "The model's config.json is no object.")
    return config


def _number(config: dict[str, Any], names: tuple[str, ...], default: int | None) -> int:
    value = next((config[name] for name in names if config.get(name) is not None), default)
    if not isinstance(value, int) or not 0 <= value <= 100_000:
        raise ModelUnusable("model_unreadable", f"The model's config.json gives no usable {names[0]}.")
    return value


def _prefix(config: dict[str, Any], name: str) -> str:
    value = config.get(name) or ""
    if not isinstance(value, str) or len(value) > 1_000:
        raise ModelUnusable("model_unreadable", f"The model's config.json gives no usable {name}.")
    return value


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what the installer wrote about the files, or nothing where it was not the installer who put them there."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _check_sizes(folder: Path) -> None:
    files = read_manifest(folder).get("files")
    for name, facts in files.items() if isinstance(files, dict) else ():
        expected = facts.get("bytes") if isinstance(facts, dict) else None
        path = folder / Path(name).name
        if not path.is_file():
            raise ModelUnusable("model_incomplete", f"The model's file {path.name} is missing.")
        if expected is not None and path.stat().st_size != expected:
            raise ModelUnusable("model_damaged", f"The model's file {path.name} has another size than it should have.")


def _side_files(weights: Path) -> list[Path]:
    return sorted(path for path in weights.parent.glob(weights.name + "*") if path != weights and path.is_file())


def _sampled_digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        try:
            size = path.stat().st_size
            digest.update(f"{path.name}:{size}:".encode())
            with path.open("rb") as file:
                for start in (0, size // 3, size // 2, max(0, size - _SAMPLE)):
                    file.seek(start)
                    digest.update(file.read(_SAMPLE))
        except OSError as error:
            raise ModelUnusable("model_unreadable", f"The model's file {path.name} cannot be read.") from error
    return digest.hexdigest()[:32]
