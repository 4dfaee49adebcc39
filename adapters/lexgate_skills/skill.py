"""One skill of a library as read from its file, and what was found while reading. It reads nothing itself."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

FindingKind = Literal["repaired", "skipped", "note"]


@dataclass(frozen=True)
class Finding:
    """Something that the owner of a library may want to mend.

    `path` is relative to the library; `line` counts from 1; `what` is a sentence of ours that quotes nothing from
    the file. "repaired": all was read after a small change; "skipped": some metadata could not be read;
    "note": read as it stands, but unusual.
    """

    path: str
    line: int | None
    what: str
    kind: FindingKind


@dataclass(frozen=True)
class Skill:
    """One skill. `id` is its path in the library without `/SKILL.md`; absent values are "" or ().

    Single-line values have their spaces collapsed, and codes (`jurisdiction`, `practice`, `language`) are in lower
    case. `body` is the text after the frontmatter with `\\n` as line break. All of it is data from outside.
    """

    id: str
    library: str
    name: str
    title: str
    description: str
    author: str
    license: str
    version: str
    jurisdiction: str
    practice: str
    language: str
    tags: tuple[str, ...]
    sources: tuple[str, ...]
    body: str
    findings: tuple[Finding, ...]


def skill_number(key: str, checksum: str) -> int:
    """Return the number, below 2**64, of a skill as its file is now; keyword index and vectors know it by this.

    A changed file has another number. `key` is `library:id`, `checksum` that of the file.
    """
    return int.from_bytes(blake2b(f"{key}\0{checksum}".encode(), digest_size=8).digest(), "little")
