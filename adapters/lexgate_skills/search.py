"""One page of hits for a question, and what to say when there are none. It blocks: it is called in a thread."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import Any

from lexgate_kit.errors import UnusableInput
from lexgate_kit.inline import one_line
from lexgate_skills.catalogue import SKILL_FILE
from lexgate_skills.folded import exact_key
from lexgate_skills.folding import plain
from lexgate_skills.keyword_index import KeywordIndex
from lexgate_skills.language_names import language_name
from lexgate_skills.near_identical import Group, grouped
from lexgate_skills.question import Filters, Question, Ranked, Retriever
from lexgate_skills.snippet import needles, snippet

DEEPEST_PAGE = 500
_POOL_FACTOR = 2
_MOST_RETRIEVED = 1_200
_READ_FOR_SNIPPET = 16_000
_MOST_SIMILAR = 10
_SHOWN_TAGS = 12
_LONGEST_CODE = 3


Ranks = Callable[[KeywordIndex], Retriever]


def by_keyword(index: KeywordIndex) -> Retriever:
    """Let the keyword index itself rank."""
    return index


@dataclass(frozen=True)
class Page:
    """Hits `offset` to `offset + limit` of a question."""

    question: Question
    offset: int
    limit: int


@dataclass(frozen=True)
class Found:
    """The page's hits, the retriever's total, the next cursor, and guidance for no hits."""

    hits: list[dict[str, Any]]
    total: int
    next_cursor: str | None
    guidance: str


def search(index: KeywordIndex, page: Page, libraries: Mapping[str, Path], ranks: Ranks = by_keyword) -> Found:
    """Return one page of hits; `ranks` gives the retriever for the open index.

    Raises: Unusable (the index is damaged).
    """
    end = page.offset + page.limit
    groups, total, more = _groups(ranks(index), page.question, end)
    shown = groups[page.offset : end]
    following = page.offset + len(shown)
    cursor = make_cursor(page.question, following) if shown and more and following < DEEPEST_PAGE else None
    ids = _Ids(index, shown)
    looked_for = needles(page.question.text)
    roots = {name: os.path.realpath(root) for name, root in libraries.items()}
    hits = [
        _hit(group, page.offset + at, ids, _snippet(group.best, roots, looked_for)) for at, group in enumerate(shown, 1)
    ]
    return Found(hits, total, cursor, "" if hits else guidance(index, page))


def _groups(retriever: Retriever, question: Question, end: int) -> tuple[Sequence[Group], int, bool]:
    """Return more than `end` groups where there are so many, the total, and whether there are more than `end`.

    How many skills fold into so many groups shows when they are read: some titles have dozens of copies.
    """
    wanted = end * _POOL_FACTOR + 2
    while True:
        retrieved = retriever.retrieve(question, wanted)
        groups = grouped(retrieved.ranked)
        exhausted = len(retrieved.ranked) < wanted
        if len(groups) > end or exhausted or wanted >= _MOST_RETRIEVED:
            return groups, retrieved.total, len(groups) > end or not exhausted
        wanted = min(wanted * 3, _MOST_RETRIEVED)


class _Ids:
    """Gives ids their short form, and the long one where two libraries hold the same path."""

    def __init__(self, index: KeywordIndex, groups: Sequence[Group]) -> None:
        self._shared = index.shared([each.path for group in groups for each in (group.best, *group.similar)])

    def id(self, ranked: Ranked) -> str:
        return one_line(ranked.key if ranked.path in self._shared else ranked.path, 1_000)


def _hit(group: Group, rank: int, ids: _Ids, match: str) -> dict[str, Any]:
    card = group.best.card
    tags = card.get("tags")
    return {
        "rank": rank,
        "id": ids.id(group.best),
        "library": group.best.library,
        "title": one_line(str(card.get("title", "")), 200),
        "description": one_line(str(card.get("description", "")), 400),
        **{name: one_line(str(card.get(name, "")), 60) for name in ("jurisdiction", "language", "practice")},
        "tags": [one_line(str(tag), 60) for tag in tags[:_SHOWN_TAGS]] if isinstance(tags, list) else [],
        "license": one_line(str(card.get("license", "")), 80),
        "snippet": one_line(match, 300),
        "found_by": group.best.found_by,
        "similar": [ids.id(each) for each in group.similar[:_MOST_SIMILAR]],
    }


def _snippet(hit: Ranked, roots: Mapping[str, str], looked_for: Sequence[str]) -> str:
    """Return where the body matches; its text is read now, and a library that is gone gives none."""
    root = roots.get(hit.library)
    path = skill_path(root, hit) if root is not None else None
    if path is None:
        return ""
    try:
        with path.open("rb") as file:
            text = file.read(_READ_FOR_SNIPPET).decode("utf-8", "replace")
    except OSError:
        return ""
    return snippet(_body(text, str(hit.card.get("title", ""))), looked_for)


def _body(text: str, title: str) -> str:
    """Return the text after the frontmatter, without a heading that says the title again: the hit shows that."""
    if text.startswith("---"):
        end = text.find("\n---", 3)
        text = text[end + 4 :] if end >= 0 else text
    first, _, rest = text.lstrip().partition("\n")
    return rest if first.startswith("#") and exact_key(first) == exact_key(title) else text


def skill_path(real_root: str, skill: Ranked) -> Path | None:
    """Return the SKILL.md of a skill of the index; None when a symbolic link has come to stand in its way.

    `real_root` is the library's folder without symbolic links. A skill in that folder itself has its library's name
    as its path.
    """
    parts = [*skill.path.split("/"), SKILL_FILE]
    if skill.path == skill.library and not os.path.exists(os.path.join(real_root, *parts)):
        parts = [SKILL_FILE]
    file = os.path.join(real_root, *parts)
    return None if _is_led_away(real_root, parts, file) else Path(file)


def _is_led_away(real_root: str, parts: Sequence[str], file: str) -> bool:
    """Tell whether a link stands on the way. Looking at the parts below the root takes a quarter of a full look."""
    if os.name == "nt" or not {"", ".", ".."}.isdisjoint(parts):
        return os.path.realpath(file) != file  # junctions lead away, too, and are no links to Python 3.11
    return any(os.path.islink(f"{real_root}/{'/'.join(parts[:end])}") for end in range(1, len(parts) + 1))


def make_cursor(question: Question, offset: int) -> str:
    """Return the cursor for the hits from `offset` on; it holds for this question alone."""
    return f"{offset}-{_fingerprint(question)}"


def read_cursor(cursor: str, question: Question) -> int:
    """Return the offset of a cursor. Raises: UnusableInput."""
    offset, _, fingerprint = cursor.partition("-")
    if not cursor:
        return 0
    if fingerprint != _fingerprint(question) or not offset.isdecimal() or not 0 < int(offset) < DEEPEST_PAGE:
        raise UnusableInput(
            "The cursor belongs to another query, or to none.",
            reason="invalid_cursor",
            next_step="Repeat the query and filters unchanged with its next_cursor, or leave the cursor out.",
        )
    return int(offset)


def _fingerprint(question: Question) -> str:
    whole = "\0".join([question.text, *(f"{name}={value}" for name, value in question.filters.set().items())])
    return blake2b(whole.encode("utf-8", "replace"), digest_size=6).hexdigest()


def guidance(index: KeywordIndex, page: Page) -> str:
    """Return why nothing was found, and what to change: misspelt filters first, then filters that exclude."""
    question = page.question
    if page.offset:
        return "There are no more hits."
    if not index.skills:
        return "The library holds no skill at all. Run `lexgate skills sync`, or set adapters.skills.libraries."
    if not question.has_words:
        return "The query holds no word, so nothing was looked for. Give the words of the task."
    unknown = _unknown_values(index, question.filters)
    if unknown:
        return " ".join(unknown)
    without = [
        f"without {name}: {count}"
        for name in question.filters.set()
        if (count := index.count(Question(question.text, question.filters.without(name))))
    ]
    if without:
        return f"The filters leave no skill with these words. Skills with them, {', '.join(without)}. Relax a filter."
    if question.filters.set() and index.count(Question(question.text, Filters())):
        return "Only without all of the filters there are skills with these words. Relax the filters."
    return (
        "No skill has any of these words. Try broader words, or the language that the skills are written in; "
        "skills_list_facets shows the languages."
    )


def _unknown_values(index: KeywordIndex, filters: Filters) -> list[str]:
    known = index.facets(Filters())
    told = []
    for name, value in filters.set().items():
        values = known[name]
        if plain(value) in values or (name == "language" and any(each.startswith(plain(value)) for each in values)):
            continue
        near = _meant(name, plain(value), values) or list(values)[:4]
        told.append(f'No skill has {name} "{one_line(value, 40)}"; values in use: {_listed(near)}.')
    return told


def _meant(name: str, value: str, values: Iterable[str]) -> list[str]:
    """Return the values that a wrong one may stand for: by what it names, else by its letters where it has some."""
    if name == "language":
        named = [code for code in values if language_name(code).lower().startswith(value)]
    else:
        named = [code for code in values if name == "jurisdiction" and (value, code) == ("uk", "gb")]
    # Two letters are like any other two: "uk" is no misspelt "us".
    return named or (get_close_matches(value, values, n=4, cutoff=0.5) if len(value) > _LONGEST_CODE else [])


def _listed(values: Sequence[str]) -> str:
    return ", ".join(one_line(value, 40) for value in values) or "none"
