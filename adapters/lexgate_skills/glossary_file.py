"""The files of the legal glossary: concepts with their forms in several languages, read from YAML.

One line per language in our own files makes them quick to read; a user's file may be any YAML of that structure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lexgate_skills.plain_yaml import Node

MAX_BYTES = 4_000_000
MAX_FORM = 120
_CONCEPT = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})?")
_OUR_CONCEPT = re.compile(r"  ([a-z0-9][a-z0-9-]*):")
# A form holds no character that means something to YAML, and does not end with a space.
_OUR_FORM = r"=?[^\W_](?:[^\[\]{}\"#:\\,\s]| (?=[^\s,]))*"
_OUR_FORMS = re.compile(rf"    ([a-z]{{2,3}}): \[({_OUR_FORM}(?:, {_OUR_FORM})*)\]")


class Form(NamedTuple):
    """A word or phrase for a concept. `capitals`: only as written, since in small letters it is another word.

    `parts` are those of a compound, none else.
    """

    text: str
    capitals: bool = False
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Concept:
    """A legal concept: its name, and its forms by language code."""

    name: str
    forms: Mapping[str, tuple[Form, ...]]


class GlossaryUnreadable(Exception):
    """A glossary file that cannot be used; the message names the file, the line and what is wrong, in our words."""

    def __init__(self, file: str, line: int | None, what: str) -> None:
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {what}")
        self.line = line
        self.what = what


def form(written: str) -> Form:
    """Read one form: a leading `=` asks for capitals, `+` marks the joints of a compound."""
    if "+" not in written and not written.startswith("="):
        return Form(written)
    bare = written.removeprefix("=").strip()
    pieces = bare.split("+") if "+" in bare.strip("+") else []
    return Form(bare.replace("+", "") if pieces else bare, written.startswith("="), tuple(filter(None, pieces)))


def read_glossary(path: Path) -> tuple[Concept, ...]:
    """Read one file.

    Raises:
        GlossaryUnreadable: it is missing, too large, not UTF-8, not YAML, or of another structure.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise GlossaryUnreadable(path.name, None, "is over 4 MB")
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise GlossaryUnreadable(path.name, None, "is not UTF-8") from error
    except OSError as error:
        raise GlossaryUnreadable(path.name, None, f"cannot be read ({error.strerror})") from error
    return parse_glossary(text, path.name)


def parse_glossary(text: str, file: str) -> tuple[Concept, ...]:
    """Read the text of a file; `file` is its name, for messages.

    Raises:
        GlossaryUnreadable: not YAML, or of another structure.
    """
    quick = quick_glossary(text)
    return quick if quick is not None else yaml_glossary(text, file)


def quick_glossary(text: str) -> tuple[Concept, ...] | None:
    """Read a file whose lines all have the shape of our own ones; None for any other."""
    concepts: dict[str, dict[str, tuple[Form, ...]]] = {}
    lines = text.split("\n")
    try:
        start = lines.index("concepts:") + 1
    except ValueError:
        return None
    if not all(line.startswith("#") or line in ("", "reviewed: no") for line in lines[: start - 1]):
        return None
    current: dict[str, tuple[Form, ...]] | None = None
    for line in lines[start:]:
        if not line or line.startswith("#"):
            continue
        forms = _OUR_FORMS.fullmatch(line)
        if forms is None:
            concept = _OUR_CONCEPT.fullmatch(line)
            if concept is None or concept.group(1) in concepts or current == {}:
                return None
            current = concepts[concept.group(1)] = {}
            continue
        if current is None or forms.group(1) in current:
            return None
        listed = forms.group(2).split(", ")
        if any(each != each.strip() for each in listed):
            return None  # YAML would take the space away
        current[forms.group(1)] = tuple(map(form, listed))
    return tuple(Concept(name, each) for name, each in concepts.items() if each)


def yaml_glossary(text: str, file: str) -> tuple[Concept, ...]:
    """Read any YAML of the right structure.

    Raises:
        GlossaryUnreadable: not YAML, or of another structure.
    """
    from lexgate_skills.plain_yaml import Unreadable, read

    try:
        document = read(text)
    except Unreadable as error:
        raise GlossaryUnreadable(file, next(iter(error.lines), None), error.what) from error
    for key, line in document.duplicates:
        if _CONCEPT.fullmatch(key):
            raise GlossaryUnreadable(file, line, f"{key} stands here for the second time")
    root = document.root
    if root is None or not isinstance(root.value, dict) or "concepts" not in root.value:
        raise GlossaryUnreadable(file, None, "has no key `concepts`")
    concepts = root.value["concepts"]
    if not isinstance(concepts.value, dict):
        raise GlossaryUnreadable(file, concepts.line, "`concepts` must hold names with their languages")
    return tuple(_concept(name, node, file) for name, node in concepts.value.items())


def _concept(name: str, node: "Node", file: str) -> Concept:
    if not _CONCEPT.fullmatch(name):
        raise GlossaryUnreadable(file, node.line, "a concept's name has small letters, digits and hyphens")
    if not isinstance(node.value, dict) or not node.value:
        raise GlossaryUnreadable(file, node.line, f"{name} must hold languages with their forms")
    forms = {}
    for language, listed in node.value.items():
        if not _LANGUAGE.fullmatch(language):
            raise GlossaryUnreadable(file, listed.line, f"{name}: a language is a code such as de or pt")
        forms[language] = tuple(_forms(name, listed, file))
    return Concept(name, forms)


def _forms(name: str, node: "Node", file: str) -> Iterator[Form]:
    listed = node.value if isinstance(node.value, list) else [node]
    for each in listed:
        if not isinstance(each.value, str) or not each.value.strip("=+ ") or len(each.value) > MAX_FORM:
            raise GlossaryUnreadable(file, each.line, f"{name}: a form is a text of 1 to {MAX_FORM} characters")
        yield form(" ".join(each.value.split()))


def merged(files: Iterable[Iterable[Concept]]) -> tuple[Concept, ...]:
    """Put files together: a concept that several name has the forms of all, in their order."""
    together: dict[str, dict[str, tuple[Form, ...]]] = {}
    for concepts in files:
        for concept in concepts:
            known = together.setdefault(concept.name, {})
            for language, forms in concept.forms.items():
                known[language] = tuple(dict.fromkeys((*known.get(language, ()), *forms)))
    return tuple(Concept(name, forms) for name, forms in together.items())
