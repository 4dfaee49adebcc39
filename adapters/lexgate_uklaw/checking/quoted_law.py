"""Compares a quotation with the provision that it is said to be from. Pure: documents in, a verdict out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lexgate_uklaw.checking import evidence
from lexgate_uklaw.checking.claims import unit_of
from lexgate_uklaw.checking.evidence import Verdict
from lexgate_uklaw.checking.quotations import Quotation, difference, is_quoted_from
from lexgate_uklaw.clml.document import Document
from lexgate_uklaw.clml.tree import Provision
from lexgate_uklaw.identifiers.provisions import ProvisionPath


def judge_quotations(
    quotations: Sequence[Quotation], documents: Sequence[tuple[Document, ProvisionPath]], found: Verdict
) -> Verdict:
    """Return the worst of what is said of each quotation: a claim is as good as its worst one."""
    verdicts = [_judged(quotation, documents, found) for quotation in quotations]
    worst = next((each for each in verdicts if each.status != "quote_matches"), verdicts[0])
    shown = " / ".join(each.difference for each in verdicts if each.difference)
    return replace(worst, difference=shown)


@dataclass(frozen=True)
class _Law:
    """The provision that was fetched, with its texts for other extents, and what kind of text it is."""

    tree: Provision
    others: tuple[Provision, ...]
    path: str
    note: str


def _judged(quotation: Quotation, documents: Sequence[tuple[Document, ProvisionPath]], found: Verdict) -> Verdict:
    laws = [law for document, path in documents if (law := _law(document, path)) is not None]
    for law in laws:
        if any(is_quoted_from(quotation.text, text) for text in _readings(law.tree, law.path)):
            return _noted(found, "quote_matches", law.note)
        if any(is_quoted_from(quotation.text, other.text) for other in law.others):
            return _noted(found, "quote_matches", f"{law.note} {evidence.OTHER_EXTENT}")
    if not laws:
        return _noted(found, "could_not_check", evidence.NO_TEXT)
    if any(is_quoted_from(quotation.text, law.tree.text) for law in laws):
        return _noted(found, "quote_differs", evidence.ELSEWHERE)
    shown = difference(quotation.text, laws[0].tree.text).shown
    said = laws[0].note if shown else f"{laws[0].note} {evidence.NO_LIKE_WORDS}"
    return replace(_noted(found, "quote_differs", said), difference=shown)


def _law(document: Document, path: ProvisionPath) -> _Law | None:
    found = document.provision(str(unit_of(path)))
    if found is None:
        return None
    others = tuple(document.tree(replace(found, element=each, versions=())) for each in found.versions)
    revised = document.metadata.document_status != "final"
    note = evidence.CURRENT_ONLY if revised else evidence.AS_MADE
    return _Law(document.tree(found), others, str(path), note)


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
