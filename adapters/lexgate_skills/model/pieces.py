"""The vocabulary as a SentencePiece model, so that no `tokenizers` is needed (290 MB resident against 58)."""

import io
from pathlib import Path
from typing import Any

from lexgate_skills.model.packed import Vocabulary

_NORMAL, _UNKNOWN, _CONTROL = 1, 2, 3
_UNIGRAM = 1
_SPECIAL = 4  # <s>, <pad>, </s>, <unk> come first in XLM-RoBERTa's numbering and have no piece of their own


def _proto() -> Any:
    # The generated module names its messages only at run time.
    from sentencepiece import sentencepiece_model_pb2

    return sentencepiece_model_pb2


def write_sentencepiece(vocabulary: Vocabulary, path: Path) -> None:
    """Write the model. A piece's id there is its id in the network less one (0 `<unk>`, 1 `<s>`, 2 `</s>`)."""
    model = _proto().ModelProto()
    for piece, kind in (("<unk>", _UNKNOWN), ("<s>", _CONTROL), ("</s>", _CONTROL)):
        model.pieces.add(piece=piece, score=0.0, type=kind)
    # What follows <mask> is padding of the table.
    end = vocabulary.pieces.index("<mask>") if "<mask>" in vocabulary.pieces else len(vocabulary.pieces)
    for at in range(_SPECIAL, end):
        model.pieces.add(piece=vocabulary.pieces[at], score=vocabulary.scores[at], type=_NORMAL)
    trainer, normalizer = model.trainer_spec, model.normalizer_spec
    trainer.model_type, trainer.unk_id, trainer.bos_id, trainer.eos_id, trainer.pad_id = _UNIGRAM, 0, 1, 2, -1
    normalizer.name, normalizer.precompiled_charsmap = "nmt_nfkc", stock_normalisation()
    normalizer.add_dummy_prefix = normalizer.remove_extra_whitespaces = normalizer.escape_whitespaces = True
    path.write_bytes(model.SerializeToString())


def stock_normalisation() -> bytes:
    """Return SentencePiece's own compiled `nmt_nfkc` table, out of a model trained on a few letters in memory.

    The installed release's table is newer than XLM-RoBERTa's: it differs in 174 code points, none of them a letter
    of a written language; of those in use, U+200D and U+061C are made spaces before the tokeniser sees them.
    """
    from sentencepiece import SentencePieceTrainer

    trained = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(["a b c d e f g h"] * 4),
        model_writer=trained,
        vocab_size=16,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=3,
    )
    model = _proto().ModelProto.FromString(trained.getvalue())
    return bytes(model.normalizer_spec.precompiled_charsmap)
