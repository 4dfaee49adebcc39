"""Which texts of a skill become vectors. Pure: it reads no file and embeds nothing.

Three texts: the title; title, description and tags; title and the beginning of the body. Passages of bodies that
stand in many skills say nothing of one of them, and are left out. (Measured: leaving them out of descriptions too
makes results worse.)
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Literal

from lexgate_skills.skill import Skill

TEXTS_VERSION = 1
"""Raised with every change of the texts: vectors of another version are not mixed with these."""

Kind = Literal["title", "short", "body"]
KINDS: tuple[Kind, ...] = ("title", "short", "body")

BODY_CHARACTERS = 900
_BODY_LOOKED_AT = 6_000
_DESCRIPTION_CHARACTERS = 2_000

_MARKUP = re.compile(r"\[([^\]\n]{0,300})\]\([^)\s]{0,500}\)|https?://\S+|[#*`>|_=~]+|^\s*[-+•]\s+", re.MULTILINE)
_PASSAGE_END = re.compile(r"(?<=[.:;!?。；！？])\s+|\n+|(?<=[。；！？])")
_NOT_WORD = re.compile(r"\W+")
_WORD = re.compile(r"\w")
_SPACES = re.compile(r"\s+")


def passages(text: str) -> Iterator[str]:
    """Yield the sentences and lines of a Markdown text that have words, without markup and addresses."""
    plain = _MARKUP.sub(lambda match: match.group(1) or " ", text)
    for part in _PASSAGE_END.split(plain):
        passage = _SPACES.sub(" ", part).strip()
        if _WORD.search(passage):
            yield passage


def mark(passage: str) -> int:
    """Return a number that is the same for passages with the same letters and digits."""
    letters = _NOT_WORD.sub("", passage.lower())
    return int.from_bytes(blake2b(letters.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def marks(skill: Skill) -> set[int]:
    """Return the marks of all passages that could go into the text of the skill's body."""
    return {mark(passage) for passage in _of_body(skill)}


def common_from(skills: int) -> int:
    """Return in how many of so many skills a passage must stand to be left out.

    Variants of one skill share passages too: in a large library more copies are needed to call one a template.
    """
    return max(4, skills // 1000)


def text(skill: Skill, kind: Kind, common: frozenset[int]) -> str:
    """Return the text of that kind without the passages whose marks are common."""
    if kind == "title":
        return skill.title
    if kind == "short":
        described = skill.description[:_DESCRIPTION_CHARACTERS]
        return ". ".join(part for part in (skill.title, described, ", ".join(skill.tags)) if part)
    return f"{skill.title}. {_own(_of_body(skill), common | {mark(skill.title)}, BODY_CHARACTERS)}"


def _of_body(skill: Skill) -> Iterator[str]:
    return passages(skill.body[:_BODY_LOOKED_AT])


def _own(parts: Iterable[str], common: frozenset[int], room: int) -> str:
    kept: list[str] = []
    length = 0
    for passage in parts:
        if mark(passage) in common:
            continue
        kept.append(passage)
        length += len(passage) + 1
        if length >= room:
            break
    return " ".join(kept)[:room]
