"""Measures the citation grammar on the editors' own citations, which lie beside the checkout (or LEXGATE_SHARED).

usage: python benchmarks/citations.py [--show single|missed|false|provisions]   It goes nowhere online.
"""

import json
import os
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexgate_uklaw.citations import extract, parse_citation
from lexgate_uklaw.citations.model import Citation, Instrument

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("LEXGATE_SHARED", ROOT.parent / "shared"))
_YEAR = re.compile(r"1[2-9][0-9]{2}|20[0-9]{2}|[0-9]{2}/[0-9]+/E")


@dataclass
class Score:
    """Right, all, and what was not right."""

    right: int = 0
    total: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, good: bool, what: str) -> None:
        self.total += 1
        self.right += good
        if not good:
            self.wrong.append(what)

    @property
    def rate(self) -> float:
        return self.right / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{self.right} of {self.total} ({self.rate:.2%})"


def rows(name: str) -> list[dict[str, Any]]:
    """Read one file of the evaluation folder."""
    with (SHARED / "eval" / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def numbers(paths: Iterable[str]) -> set[str]:
    """Item paths without their type, which the written form does not always decide."""
    return {path.split("/", 1)[1] for path in paths}


_FULL_NUMBER = re.compile(
    r"\(?S\.?\s?(?:S\.?\s?)?[IR]\.?\s?(?:& O\.?\)? )?(?:No\.? )?[0-9]{4}(?:/\s?| No\.? )[0-9]+"  # S.I. 2019/419
    r"|[0-9]{4} c\. ?[0-9]+"  # 2018 c. 12
    r"|Regulation \(E[CU]\) No\.? [0-9]+/[0-9]{4}"
)
_TITLE_AND_NUMBER = re.compile(
    r"(?:[Aa]ct|Order|Regulations) (?:\([A-Z][A-Za-z ]+\) )?[0-9]{4} \((?:c\.|S\.?)[^()]*(?:\([^()]*\))?"
)
_ELIDED = re.compile(r"(?:[0-9]{4}/)?[0-9]+")


def why_unmarked(text: str, found: Citation) -> str:
    """Say by which rule a citation that the editors left unmarked is one all the same; blank when by none.

    The rules are checked with patterns of their own, not with the grammar: a number written out in full, a title
    with its number in brackets, and a number in a list that begins with the letters of a family.
    """
    written = " ".join(found.text.split())
    if _FULL_NUMBER.fullmatch(written) or _FULL_NUMBER.fullmatch(written.split(" (")[0].rstrip(")")):
        return "a number written out"
    if _TITLE_AND_NUMBER.search(written):
        return "a title with its number"
    before = text[max(0, found.start - 120) : found.start]
    if _ELIDED.fullmatch(written) and re.search(r"S\.?I\.? ?[0-9]{4}/[0-9]+[0-9/, ;and]*$", before):
        return "a list whose letters stand at its head"
    return ""


def item_path(path: str) -> str:
    """The item's part of an editors' path; regnal paths have one segment more."""
    segments = path.split("/")
    return "/".join(segments[: 4 if not segments[1][0].isdigit() else 3])


def single(given: list[dict[str, Any]]) -> dict[str, Score]:
    """Score the file of single citations: those with a year in them."""
    scores = {name: Score() for name in ("year and number", "type where decided", "as written")}
    for row in given:
        if row["citation"].isdigit() or not _YEAR.search(row["citation"]):
            continue
        parsed = parse_citation(row["citation"])
        named = parsed.instrument
        wanted = item_path(row["item"])
        got = [str(item) for item in named.items] if named else []
        what = f"{row['citation']!r}: {wanted}, read as {got[:3]}"
        good = bool(got) and numbers(got[:1]) == numbers([wanted])
        by_series = named is not None and bool(named.series) and not got and str(named.year) == wanted.split("/")[1]
        scores["year and number"].add(good, what)
        scores["as written"].add(good or by_series, what)
        if good and named is not None and named.type_decided:
            scores["type where decided"].add(got[0] == wanted, what)
    return scores


def items_of(found: Iterable[Citation]) -> Iterator[Instrument]:
    """The instruments that stand in the text with a number."""
    return (each.instrument for each in found if each.binding == "own" and each.instrument and each.instrument.item)


def in_text(given: list[dict[str, Any]]) -> dict[str, Score]:
    """Score the file of texts, items and provisions apart."""
    names = ("item recall", "item type where decided", "item precision", "unmarked but citations", "provision recall")
    scores = {name: Score() for name in names}
    for row in given:
        found = extract(row["text"])
        mine = list(items_of(found))
        got = {str(item) for named in mine for item in named.items}
        firm = {str(named.item): named for named in mine}
        wanted = {item_path(each["path"]) for each in row["citations"]}
        marked = numbers(wanted)
        for path in sorted(firm):
            known = numbers([path]) <= marked
            scores["item precision"].add(known, f"{path} in: {row['text']}")
            if not known:
                cited = next(each for each in found if each.binding == "own" and each.instrument is firm[path])
                reason = why_unmarked(row["text"], cited)
                scores["unmarked but citations"].add(bool(reason), f"{path} as {cited.text!r} in: {row['text']}")
        provisions = set(provision_paths(found))
        for each in row["citations"]:
            what = f"{each['path']} ({each['text']}) in: {row['text']}"
            if each["level"] == "item":
                scores["item recall"].add(numbers([each["path"]]) <= numbers(got), what)
                decided = [named for named in mine if numbers([str(named.item)]) == numbers([each["path"]])]
                if decided and decided[0].type_decided:
                    scores["item type where decided"].add(str(decided[0].item) == each["path"], what)
            else:
                scores["provision recall"].add(each["path"] in provisions, what)
    return scores


def provision_paths(found: Iterable[Citation]) -> Iterator[str]:
    """Every item and provision that the citations name together, in every reading of the type."""
    for each in found:
        if each.provisions is not None and each.instrument is not None:
            for item in each.instrument.items:
                yield from (f"{item}/{path}" for path in each.provisions.paths)


def hostile(size: int) -> dict[str, str]:
    """Texts made to be slow, of the given size."""
    patterns = {
        "capitals then !": "A" * 24 + "! ",
        "open brackets": "(",
        "closed brackets": ")",
        "nested brackets": "(" * (size // 2) + ")" * (size // 2),
        "s and spaces": "s" + " " * size + "1",
        "levels": "s. 1" + "(1)" * size,
        "levels apart": "(1)",
        "ranges": "ss. 1-9999, ",
        "letters": "s. 1(a)(b)(i)(ii), ",
        "title words": "Companies and ",
        "title groups": "Act 2006 (Group) ",
        "acts": "The Data Protection Act 2018 and ",
        "that Act": "section 5 of that Act; ",
        "acts and pointers": "the Ivory Act 2018; s 5 of that Act; ",
        "acts and sections": "the Ivory Act 2018; then s 5 x. ",
        "short acts": "A Act 2018, s 1. ",
        "numbers and pointers": "2018 c. 1; s 5 of the Act; ",
        "names and uses": 'Ivory Act 2018 ("the Act"). s 5 of the Act. ',
        "names in brackets": "('PACE ",
        "nouns": "Order ",
        "amending": "2018 c. 1; s 5 of the amending Act; ",
        "of chain": "paragraph 1 of Schedule 2 to ",
        "si list": "S.I. 1972/1434, 1987/585, ",
        "digits": "1" * size,
        "years": "2018 ",
        "quotes": "\u201c",
        "definitions": 'Act 2018 ("the Act") ',
        "addresses": "legislation.gov.uk/",
        "eu": "Regulation (EU) No 1/2, ",
        "regnal": "52 & 53 Vict. ",
        "dots": "S.I.",
        "sentences": "A. ",
        "look-alikes": "с\u00a01\u2044\uff12 ",
    }
    texts = {name: (text * (size // len(text) + 1))[:size] for name, text in patterns.items()}
    shuffled = random.Random(5)  # a fixed order of pieces, nothing secret
    pieces = [text[:12] for text in texts.values()]
    texts["shuffled"] = "".join(shuffled.choice(pieces) for _ in range(size // 6))[:size]
    return texts


def seconds(text: str, runs: int = 3) -> float:
    """The best of some runs of the extraction, in seconds of processor time: other programs do not count."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        extract(text)
        best = min(best, time.process_time() - start)
    return best


def report_speed(texts: list[str]) -> None:
    """Print times: the whole file, the slowest hostile text of 300 and of 20,000 characters, and real prose."""
    start = time.process_time()
    for text in texts:
        extract(text)
    print(f"whole file: {time.process_time() - start:.2f} s for {len(texts)} texts")
    for size in (300, 20_000):
        cases = {**hostile(size), "real": " ".join(texts)[:size]}
        timed = sorted(((seconds(text), name) for name, text in cases.items()), reverse=True)
        print(f"{size} characters: " + ", ".join(f"{name} {took * 1000:.1f} ms" for took, name in timed[:5]))


def main() -> int:
    if not (SHARED / "eval").is_dir():
        print("no evaluation folder beside the checkout; set LEXGATE_SHARED", file=sys.stderr)
        return 2
    texts = rows("uk-citations-in-text.jsonl")
    scores = {f"single: {name}": score for name, score in single(rows("uk-citations.jsonl")).items()}
    scores.update({f"in text: {name}": score for name, score in in_text(texts).items()})
    for name, score in scores.items():
        print(f"{name}: {score}")
    if "--show" in sys.argv:
        wanted = sys.argv[sys.argv.index("--show") + 1]
        for name, score in scores.items():
            if wanted in name:
                print("\n".join(f"{name} | {what}" for what in score.wrong))
        return 0
    report_speed([row["text"] for row in texts])
    return 0


if __name__ == "__main__":
    sys.exit(main())
