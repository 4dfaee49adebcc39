"""What vectors must share to be compared: the model's fingerprint and the version of the texts. Pure."""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from lexgate_skills.embedding.folder import EmbeddingModel
from lexgate_skills.vectors.texts import TEXTS_VERSION

_WORDS = {
    "model": "another model",
    "tokenizer": "another tokeniser",
    "dimension": "vectors of another length",
    "query_prefix": "another query prefix",
    "passage_prefix": "another passage prefix",
    "pooling": "another pooling",
    "max_tokens": "another text length",
    "texts": "another version of lexgate",
}


def stamp_of(model: EmbeddingModel) -> dict[str, Any]:
    return {**model.fingerprint(), "texts": TEXTS_VERSION}


def differences(made_with: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return in our words what the vectors were made with instead; nothing when they can be used."""
    return [words for name, words in _WORDS.items() if made_with.get(name) != now.get(name)]


def journal_name(stamp: Mapping[str, Any]) -> str:
    """Return the file name for vectors of this stamp: those of another model are never mixed in."""
    canonical = json.dumps(stamp, sort_keys=True).encode()
    return f"journal-{blake2b(canonical, digest_size=8).hexdigest()}.bin"
