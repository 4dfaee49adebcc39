"""The bytes of a text file as text with `\\n` line breaks, whatever its encoding. It judges no content."""

import codecs
import re
from collections.abc import Iterator

_MARKED = (
    (codecs.BOM_UTF8, "utf-8", "starts with a byte order mark"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "is UTF-32, not UTF-8"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "is UTF-32, not UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "is UTF-16, not UTF-8"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "is UTF-16, not UTF-8"),
)
_PROBE = 400
_BREAKS = re.compile("\r\n?")


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text, and what was unusual about its encoding as a predicate of ours, "" for plain UTF-8.

    What no encoding explains is read as Windows-1252, with U+FFFD for bytes that it does not know.
    """
    for encoding, strictly, said in _attempts(data):
        try:
            text = data.decode(encoding, "strict" if strictly else "replace")
        except UnicodeDecodeError:
            continue
        return _BREAKS.sub("\n", text.removeprefix("\ufeff")), said
    raise AssertionError("the last attempt always succeeds")


def _attempts(data: bytes) -> Iterator[tuple[str, bool, str]]:
    """Yield (encoding, strict, said), likeliest first."""
    for mark, encoding, said in _MARKED:
        if data.startswith(mark):
            yield encoding, True, said
            if encoding != "utf-8":
                yield encoding, False, f"{said}, and damaged"
    guess = _unmarked_utf16(data)
    if guess:
        yield guess, True, "is UTF-16 without a mark, not UTF-8"
    yield "utf-8", True, ""
    yield "cp1252", False, "is not UTF-8; read as Windows-1252, so some characters may be wrong"


def _unmarked_utf16(data: bytes) -> str:
    """Return the UTF-16 flavour of text whose every other byte is mostly zero, as Latin text in UTF-16 is."""
    probe = data[:_PROBE]
    if len(data) % 2 or b"\0" not in probe:
        return ""
    half = len(probe) // 2
    if probe[1::2].count(0) * 2 > half and probe[0::2].count(0) * 10 < half:
        return "utf-16-le"
    if probe[0::2].count(0) * 2 > half and probe[1::2].count(0) * 10 < half:
        return "utf-16-be"
    return ""
