"""What a glossary's editor should look at: doubled forms, forms of several concepts, missing languages.

It judges the form of the data, not whether a translation is right: that takes a lawyer.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from lexgate_skills.glossary import form_elements
from lexgate_skills.glossary_file import Concept

LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "tr", "zh")
"""The languages that a concept should have. A statute's name need not exist in each."""

Kind = Literal["duplicate", "ambiguous", "missing", "short"]
_SHORTEST = 3


@dataclass(frozen=True)
class Remark:
    """One thing to look at. `concepts` are those concerned; `detail` is the form, or the languages missing."""

    kind: Kind
    concepts: tuple[str, ...]
    language: str
    detail: str


def lint(concepts: Iterable[Concept]) -> tuple[Remark, ...]:
    """Return the remarks on a glossary, in the order of its concepts; ambiguous forms last."""
    holders: dict[str, dict[str, str]] = defaultdict(dict)
    remarks: list[Remark] = []
    for concept in concepts:
        remarks += _of_concept(concept)
        for language, forms in concept.forms.items():
            for each in forms:
                holders[" ".join(form_elements(each.text))].setdefault(concept.name, language)
    for key, found in holders.items():
        if len(found) > 1 and not _is_statute_of_its_subject(found):
            remarks.append(Remark("ambiguous", tuple(found), next(iter(found.values())), key))
    return tuple(remarks)


def _is_statute_of_its_subject(names: Collection[str]) -> bool:
    """Tell whether a form stands for a statute and the one subject it governs, which is meant: "UWG"."""
    return len(names) == 2 and sum(name.startswith("statute-") for name in names) == 1


def _of_concept(concept: Concept) -> Iterator[Remark]:
    missing = [language for language in LANGUAGES if language not in concept.forms]
    if missing and not concept.name.startswith("statute-"):
        yield Remark("missing", (concept.name,), "", ", ".join(missing))
    for language, forms in concept.forms.items():
        seen = set()
        for each in forms:
            key = " ".join(form_elements(each.text))
            if key in seen or not key:
                yield Remark("duplicate", (concept.name,), language, each.text)
            seen.add(key)
            if len(key) < _SHORTEST and key.isascii() and not each.capitals:
                yield Remark("short", (concept.name,), language, each.text)
