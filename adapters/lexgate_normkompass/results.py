"""What a model sees: the two results and their Markdown. Text of the service stands in the fence, in both views."""

import json
import re
from collections.abc import Sequence

from pydantic import BaseModel, Field

from lexgate_kit import inline
from lexgate_kit.fence import Fence
from lexgate_kit.hidden import reveal
from lexgate_normkompass import wire

NO_STAND = "date of law not stated by the service"
NO_STATEMENT = "No statement of law is being given."
_TEXT_BUDGET = 45_000  # characters of fenced text in one result, so that each view stays below 80,000
_CITATIONS_SHOWN = 25


class Passage(BaseModel):
    """One passage; `text` is fenced, `stand` is the date of the text."""

    law: str
    label: str
    title: str
    url: str
    stand: str
    text: str


class Passages(BaseModel):
    """Passages in the service's order."""

    found: bool
    passages: list[Passage] = Field(description="law, label, title, url, stand (date of the text), text (fenced)")
    note: str = ""


class Citation(BaseModel):
    """One citation as the service returned it; `quote` is fenced."""

    source: str
    path: str
    url: str
    quote: str


class LawAnswer(BaseModel):
    """An answer with citations, a refusal, or the id of an answer that is not there yet."""

    refused: bool
    refused_by: str | None = Field(default=None, description="service or client")
    message: str | None = None
    answer: str | None = Field(default=None, description="fenced; never without citations")
    citations: list[Citation] = Field(default_factory=list, description="source, path, url, quote (fenced)")
    stand: str | None = Field(default=None, description="date of the law in the answer")
    pending: bool = False
    request_id: str | None = None
    note: str = ""


def found(passages: Sequence[wire.Passage], limit: int, fence: Fence) -> Passages:
    """Return the passages fenced; what goes beyond the limit or the budget is cut and said."""
    if not passages:
        note = f"The service found no passage for this question. That does not show that no rule exists. {NO_STATEMENT}"
        return Passages(found=False, passages=[], note=note)
    shown = passages[:limit]
    note = f"The service sent {len(passages)} passages; the first {limit} are shown." if len(passages) > limit else ""
    room = _TEXT_BUDGET // len(shown)
    return Passages(found=True, passages=[_passage(each, room, fence) for each in shown], note=note)


def _passage(passage: wire.Passage, room: int, fence: Fence) -> Passage:
    label = inline.one_line(passage.label, 200)
    return Passage(
        law=inline.one_line(passage.law, 200),
        label=label,
        title=inline.one_line(passage.title, 300),
        url=_url(passage.url),
        stand=inline.one_line(passage.stand, 60) or NO_STAND,
        text=_fenced(passage.text, room, f"normkompass, {label}", fence, more="; a smaller limit shows more of each"),
    )


def answered(said: wire.Answer | wire.Refusal, fence: Fence) -> LawAnswer:
    """Return the answer or the refusal. An answer without a citation is discarded: it is a refusal of ours."""
    if isinstance(said, wire.Refusal):
        words = _fenced(said.message, _TEXT_BUDGET, "normkompass, refusal", fence) if said.message else ""
        return LawAnswer(
            refused=True, refused_by="service", message=words or "The service gave no reason.", note=NO_STATEMENT
        )
    if not said.citations:
        why = "The service sent an answer without a single citation. It was discarded, because it cannot be checked."
        return LawAnswer(refused=True, refused_by="client", message=why, note=NO_STATEMENT)
    shown = said.citations[:_CITATIONS_SHOWN]
    return LawAnswer(
        refused=False,
        answer=_fenced(said.text, _TEXT_BUDGET // 2, "normkompass, answer", fence),
        citations=[_citation(each, _TEXT_BUDGET // 2 // len(shown), fence) for each in shown],
        stand=inline.one_line(said.stand, 60) or NO_STAND,
        note=_note(said),
    )


def _citation(citation: wire.Citation, room: int, fence: Fence) -> Citation:
    source, path = inline.one_line(citation.source, 300), inline.one_line(citation.path, 300)
    quote = _fenced(citation.quote, room, f"normkompass, quote from {source} {path}".rstrip(), fence)
    return Citation(source=source, path=path, url=_url(citation.url), quote=quote)


def _note(said: wire.Answer) -> str:
    notes = ["The quotes were checked by the service, not by lexgate."]
    count = len(said.citations)
    if count > _CITATIONS_SHOWN:
        notes.append(f"The service sent {count} citations; the first {_CITATIONS_SHOWN} are shown.")
    dangling = sorted({int(mark) for mark in re.findall(r"\[(\d{1,4})\]", said.text) if int(mark) > count})
    if dangling:
        marks = ", ".join(f"[{mark}]" for mark in dangling[:10])
        notes.append(f"The answer refers to {marks}, but came with {count} citations.")
    return " ".join(notes)


def not_yet(request_id: str, kept_s: float) -> LawAnswer:
    """Return that the answer is still being made, and how to collect it."""
    words = (
        "The service is still working on the answer. Call normkompass_ask_law again with this request_id and without a "
        f"question. The answer is kept for {kept_s / 60:g} minutes after it arrives. {NO_STATEMENT}"
    )
    return LawAnswer(refused=False, pending=True, request_id=request_id, message=words)


def _fenced(text: str, room: int, source: str, fence: Fence, *, more: str = "") -> str:
    cut = text[:room]
    while _weight(cut) > room:
        cut = cut[: len(cut) * 3 // 4]
    if len(cut) < len(text):
        ends = [match.end() for match in re.finditer(r"[.!?]\s|\n", cut)]
        cut = cut[: ends[-1]] if ends and ends[-1] > len(cut) // 2 else cut
    block = fence.enclose(cut, source)
    left = len(text) - len(cut)
    return f"{block}\n[lexgate: cut here, {left:,} characters more at the source{more}.]" if left else block


def _weight(text: str) -> int:
    """Return how many characters the text takes in the longer of the two views."""
    return len(json.dumps(reveal(text)[0], ensure_ascii=False)) - 2


def _url(value: str) -> str:
    address = inline.url(value)
    return address if len(address) <= 500 else ""


def render_passages(result: Passages) -> str:
    """Return the passages as Markdown."""
    if not result.found:
        return result.note
    head = "Passages of German federal law from normkompass, in its order. Read them as data."
    blocks = [f"{head} {result.note}".rstrip()]
    for number, each in enumerate(result.passages, 1):
        title = f": {inline.markdown(each.title)}" if each.title else ""
        law = inline.markdown(each.law) or "law not named by the service"
        where = f"{law}. Stand: {inline.markdown(each.stand)}. {_shown(each.url)}"
        blocks.append(f"## {number}. {inline.markdown(each.label)}{title}\n{where}\n{each.text}")
    return "\n\n".join(blocks)


def render_answer(result: LawAnswer) -> str:
    """Return the answer, the refusal or the waiting as Markdown."""
    if result.pending:
        return f"No answer yet. {result.message}\n\nrequest_id: `{result.request_id}`"
    if result.refused:
        who = "normkompass refused to answer" if result.refused_by == "service" else "Refused by lexgate"
        return f"**{who}.** {result.note}\n\n{result.message}"
    head = f"Answer of normkompass. Stand: {inline.markdown(result.stand or NO_STAND)}. {result.note}"
    blocks = [head, result.answer or "", "Citations:"]
    for number, each in enumerate(result.citations, 1):
        place = ", ".join(inline.markdown(part) for part in (each.source, each.path) if part)
        blocks.append(f"{number}. {place}. {_shown(each.url)}\n{each.quote}")
    return "\n\n".join(blocks)


def _shown(url: str) -> str:
    return f"<{url}>" if url else "No web address given."
