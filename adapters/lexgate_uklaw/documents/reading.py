"""One call of `uklaw_get_document`: what to fetch, and in which form the text fits the model's context."""

from functools import partial

from anyio import to_thread

from lexgate_kit.adapter import Call
from lexgate_kit.errors import ToolFailure, UnusableInput
from lexgate_uklaw.answers import Budget
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.clml.outline import OutlineEntry, leaves
from lexgate_uklaw.clml.rendering.rendered import Rendering
from lexgate_uklaw.documents.asking import Wanted, wanted
from lexgate_uklaw.documents.finding import Finder, Text
from lexgate_uklaw.documents.report import Outline, report, report_outline, report_pdf
from lexgate_uklaw.tools.get_document import GetDocumentArguments, GetDocumentResult

MOST_CHARACTERS = 20_000
"""Longer text comes as an outline, so that one read does not fill a model's context."""
MOST_CHARACTERS_UNDIVIDED = 40_000
"""A provision with nothing smaller inside comes whole up to here."""
MOST_LEAVES = 25
_RENDER_IN_A_THREAD = 200_000
_LONG = "The item is long: read one provision at a time."
_UNMARKED = "A list of contents does not mark everything that is not in force: read a provision for its status."


async def read(client: UkClient, arguments: GetDocumentArguments, call: Call) -> GetDocumentResult:
    """Answer one call. Raises UnusableInput, NotFound, and what the client raises."""
    asked = wanted(arguments.item, arguments.provision or "", arguments.version or "", arguments.language or "")
    reader = _Reader(Finder(client, Budget(call.deadline)), call, arguments.outline_offset)
    if arguments.match_text and asked.provision:
        raise UnusableInput(
            "match_text lists the provisions of an item; it cannot be used with a provision.",
            reason="match_text_needs_item_level",
            next_step="Leave the provision out, or leave match_text out to read the provision.",
        )
    if arguments.match_text:
        return await reader.matching(asked, arguments.match_text)
    return await (reader.provision(asked) if asked.provision else reader.item(asked))


class _Reader:
    def __init__(self, finder: Finder, call: Call, offset: int) -> None:
        self._finder, self._call, self._offset = finder, call, offset

    async def provision(self, asked: Wanted) -> GetDocumentResult:
        text = await self._finder.text(asked)
        rendering = await _rendered(text)
        entries = text.document.outline(text.found)
        if len(rendering.text) > MOST_CHARACTERS and any(entry.provision for entry in entries):
            return self._outline(asked, text, entries, "The provision is long: read its parts one by one.")
        return report(asked, text, rendering, self._call.fence, MOST_CHARACTERS_UNDIVIDED)

    async def item(self, asked: Wanted) -> GetDocumentResult:
        contents = await self._finder.contents(asked)
        if contents.document.pdf_only:
            return report_pdf(asked, contents)
        entries, why = contents.document.outline(), _LONG
        if leaves(entries) <= MOST_LEAVES and not self._offset:
            try:
                whole = await self._whole(asked)
            except ToolFailure:
                whole, why = None, "The text of the whole item could not be fetched: read one provision at a time."
            if whole is not None:
                return whole
        return self._outline(asked, contents, entries, f"{why} {_UNMARKED}")

    async def matching(self, asked: Wanted, words: str) -> GetDocumentResult:
        contents = await self._finder.contents(asked, words)
        if contents.document.pdf_only:
            return report_pdf(asked, contents)
        entries = tuple(entry for entry in contents.document.outline() if entry.matches_text)
        said = (
            f"Only provisions that contain the words are listed. {_UNMARKED}"
            if entries
            else ("The service marks no provision of this version as containing the words. Try fewer or other words.")
        )
        return self._outline(asked, contents, entries, said)

    async def _whole(self, asked: Wanted) -> GetDocumentResult | None:
        """Return a short item whole; None when it turns out long."""
        text = await self._finder.text(asked)
        rendering = await _rendered(text)
        if not rendering.text or len(rendering.text) > MOST_CHARACTERS:
            return None
        return report(asked, text, rendering, self._call.fence, MOST_CHARACTERS)

    def _outline(self, asked: Wanted, text: Text, entries: tuple[OutlineEntry, ...], said: str) -> GetDocumentResult:
        return report_outline(asked, text, Outline(entries, self._offset, said))


async def _rendered(text: Text) -> Rendering:
    render = partial(text.document.render, text.found)
    if text.served.size < _RENDER_IN_A_THREAD:
        return render()
    return await to_thread.run_sync(render, abandon_on_cancel=True)
