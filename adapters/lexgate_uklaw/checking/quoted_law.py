"""Compares a quotation with the provision that it is said to be from. Pure: documents in, a verdict out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexgate_uklaw.checking import evidence
from lexgate_uklaw.checking.claims import unit_of
from lexgate_uklaw.checking.evidence import Verdict
from lexgate_uklaw.checking.quotations import Quotation, difference, is_quoted_from
from lexgate_uklaw.clml.document import Document
from lexgate_uklaw.clml.tree import Provision
from lexgate_uklaw.identifiers.provisions import ProvisionPath


def judge_quotation(
    quotation: Quotation, documents: Sequence[tuple[Document, ProvisionPath]], found: Verdict
) -> Verdict:
    """Return whether the words stand in one of the provisions; each document holds its provision."""
    units = [(tree, path) for document, path in documents if (tree := _unit(document, path)) is not None]
    for tree, path in units:
        if any(is_quoted_from(quotation.text, text) for text in _readings(tree, str(path))):
            return _noted(found, "quote_matches", evidence.CURRENT_ONLY)
    for tree, _ in units:
        if is_quoted_from(quotation.text, tree.text):
            return _noted(found, "quote_differs", evidence.ELSEWHERE)
    if not units:
        return _noted(found, "could_not_check", "The text of the provision was not at hand for its quotation.")
    shown = difference(quotation.text, units[0][0].text).shown
    return replace(
        _noted(found, "quote_differs", evidence.CURRENT_ONLY if shown else evidence.NO_LIKE_WORDS), difference=shown
    )


def _unit(document: Document, path: ProvisionPath) -> Provision | None:
    found = document.provision(str(unit_of(path)))
    return None if found is None else document.tree(found)


def _readings(tree: Provision, path: str) -> Iterator[str]:
    """Yield the text of the provision, and the same after the opening words of what stands around it."""
    lineage = _lineage(tree, path)
    if not lineage:
        return
    text = lineage[-1].text
    yield text
    openings = [part for outer in lineage[:-1] for part in outer.content[:1] if isinstance(part, str)]
    if openings:
        yield " ".join((*openings, text))
        yield " ".join((*openings, text.removeprefix(f"{lineage[-1].number} ")))
    yield text.removeprefix(f"{lineage[-1].number} ")


def _lineage(tree: Provision, path: str) -> list[Provision]:
    if tree.path == path:
        return [tree]
    for inner in tree.children:
        found = _lineage(inner, path)
        if found:
            return [tree, *found]
    return []


def _noted(found: Verdict, status: evidence.Status, note: str) -> Verdict:
    return replace(found, status=status, note=f"{found.note} {note}".strip())
