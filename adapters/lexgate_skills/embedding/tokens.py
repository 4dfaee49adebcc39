"""Texts into token ids, with sentencepiece or with tokenizers. Each library is loaded only when it is the one used."""

from collections.abc import Sequence
from typing import Protocol

from lexgate_skills.embedding.folder import EmbeddingModel, ModelUnusable

_LONGEST_TEXT = 12_000
"""Characters that are looked at: 512 tokens hold fewer, and a text of megabytes must not be tokenised whole."""


class Tokenizer(Protocol):
    """Gives each text its ids, special tokens included, at most as many as the model takes."""

    def ids(self, texts: Sequence[str]) -> list[list[int]]: ...


def open_tokenizer(model: EmbeddingModel) -> Tokenizer:
    """Load the model's tokeniser. Raises ModelUnusable when its file is none."""
    try:
        return _SentencePiece(model) if model.tokenizer == "sentencepiece" else _Tokenizers(model)
    except ModelUnusable:
        raise
    except Exception as error:  # tokenizers raises bare Exception, sentencepiece RuntimeError, OSError or TypeError
        raise ModelUnusable("model_unreadable", f"{model.tokenizer_file.name} cannot be read.") from error


# XLM-RoBERTa's table makes them spaces; the newer tables of SentencePiece keep the one and drop the other.
_SPACES = {0x200D: " ", 0x061C: " "}


def _readable(text: str) -> str:
    """Lone surrogates end both libraries; they become question marks."""
    return text[:_LONGEST_TEXT].translate(_SPACES).encode("utf-8", "replace").decode("utf-8")


class _SentencePiece:
    """XLM-RoBERTa's numbering: id = piece + 1, unknown 3, `<s>` 0, `</s>` 2 (fairseq's order of special tokens)."""

    _START, _END, _UNKNOWN = 0, 2, 3

    def __init__(self, model: EmbeddingModel) -> None:
        from sentencepiece import SentencePieceProcessor

        self._pieces = SentencePieceProcessor(model_file=str(model.tokenizer_file))
        if (self._pieces.unk_id(), self._pieces.bos_id(), self._pieces.eos_id()) != (0, 1, 2):
            raise ModelUnusable("model_unknown", f"{model.tokenizer_file.name} numbers its special tokens otherwise.")
        self._room = model.max_tokens - 2

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        encoded: list[list[int]] = self._pieces.encode([_readable(text) for text in texts])
        return [
            [self._START, *(piece + 1 if piece else self._UNKNOWN for piece in pieces[: self._room]), self._END]
            for pieces in encoded
        ]


class _Tokenizers:
    def __init__(self, model: EmbeddingModel) -> None:
        from tokenizers import Tokenizer as Loaded

        self._loaded = Loaded.from_file(str(model.tokenizer_file))
        self._loaded.no_padding()
        self._loaded.enable_truncation(model.max_tokens)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        return [list(each.ids) for each in self._loaded.encode_batch([_readable(text) for text in texts])]
