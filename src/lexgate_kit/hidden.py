"""Characters that a reader does not see: found, shown, and told apart from the ones that scripts need.

It judges nothing else: what a text says is no concern of this module.
"""

import re

# ZWNJ and ZWJ shape Arabic, Indic and emoji sequences, so they count as hidden only between other characters.
_JOINERS = "\u200c\u200d"
_SHAPED = re.compile(
    r"[\u0600-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1780-\u17ff\u200d\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
)
# A black flag followed by tag letters and the cancel tag is a flag of a region (Scotland, Wales), not hidden text.
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{1,6}\U000e007f")
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)


def reveal(text: str) -> tuple[str, int]:
    """Return the text with every hidden character written as `⟨U+XXXX⟩`, and how many there were.

    Line separators become line breaks and directional marks around right-to-left text stay visible as
    marks too: a reader of law should see all that is there. Tag characters are shown as the letters they hide.
    """
    if _HIDDEN.search(text) is None:
        return text, 0
    flags = {position for match in _FLAG.finditer(text) for position in range(*match.span())}
    shown = 0
    parts: list[str] = []
    end = 0
    for match in _HIDDEN.finditer(text):
        at = match.start()
        if at in flags or _is_shaping(text, at):
            continue
        parts.append(text[end:at])
        parts.append(_visible(match.group()))
        end = match.end()
        shown += 1
    parts.append(text[end:])
    return "".join(parts), shown


def _is_shaping(text: str, at: int) -> bool:
    if text[at] not in _JOINERS or at == 0 or at + 1 >= len(text):
        return False
    return bool(_SHAPED.match(text[at - 1]) and _SHAPED.match(text[at + 1]))


def _visible(character: str) -> str:
    code = ord(character)
    if 0xE0020 <= code <= 0xE007E:
        return f"⟨tag {chr(code - 0xE0000)}⟩"
    return f"⟨U+{code:04X}⟩"
