"""Divisions and numbered provisions: their headings, numbers, levels and status."""

from typing import Final

from lxml import etree

from lexgate_uklaw.clml.parsing import child, local, names
from lexgate_uklaw.clml.provision_status import status_of, status_words
from lexgate_uklaw.clml.rendering import numbers
from lexgate_uklaw.clml.rendering.emission import INDENT
from lexgate_uklaw.clml.rendering.flow import LEFT_OUT, Flow
from lexgate_uklaw.clml.rendering.marks import STRONG, Ours, Run, note

_LEVELS: Final = {"P1": 0, "P2": 0, "P3": 1, "P4": 2, "P5": 3, "P6": 4, "P7": 5}
_HEADING_PARTS: Final = names("Number Title TitleBlock Subtitle")


class Divisions(Flow):
    """Walks what has a heading or a number. `enter` and `leave` are for a walker that keeps account of them."""

    outdent = 0

    def start_at(self, element: etree._Element) -> None:
        """Count the levels from this provision, so that a paragraph read alone stands at the margin."""
        self.outdent = _LEVELS.get(local(element.tag), 0)

    def division(self, element: etree._Element) -> None:
        """Walk anything with a heading: a Part, a Schedule, a group, a table's frame."""
        self.enter(element)
        self.flush_number()
        self.heading_level += 1
        self._mark(element)
        runs, rest = self._headed(element)
        if local(element.tag) == "Division" and child(element, "Title") is None:
            self.wait(runs)
        else:
            self.heading(runs)
        for part in rest:
            self.block(part)
            self.notes()
        self.notes()
        self.heading_level -= 1
        self.leave(element)

    def group_heading(self, group: etree._Element) -> None:
        """Emit the heading of a group without the provisions in it."""
        self.heading_level += 1
        self._mark(group)
        self.heading(self._headed(group)[0])

    def provision(self, element: etree._Element) -> None:
        """Walk a numbered provision of any level."""
        name = local(element.tag)
        saved = self.prefix
        self.enter(element)
        if name == "P1":
            self.flush_number()
        self.prefix = self.base + INDENT * max(_LEVELS[name] - (0 if self.base else self.outdent), 0)
        self._mark(element)
        for part in element:
            if local(part.tag) == "Pnumber":
                self.number(name, part)
            else:
                self.block(part)
        self.flush()
        if name == "P1" and not self.base:
            self.notes()
        self.leave(element)
        self.prefix = saved

    def frame(self, element: etree._Element) -> None:
        """Walk a table, form or figure with its number and title, which are no headings of the law."""
        self.flush_number()
        runs, rest = self._headed(element)
        self.paragraph_of_text([(text, stack if STRONG in stack else (*stack, STRONG)) for text, stack in runs])
        for part in rest:
            self.block(part)

    def preliminaries(self, element: etree._Element) -> None:
        """Walk the title and what stands before the body; its title is the document's."""
        self.enter(element)
        self._mark(element)
        for part in element:
            if local(part.tag) == "Title":
                self.heading(self.collector.content(part))
            else:
                self.block(part)
        self.notes()
        self.leave(element)

    def noted(self, element: etree._Element) -> None:
        """Walk a part of the document whose footnotes stand at its end."""
        self.enter(element)
        self._mark(element)
        self.mixed(element)
        self.notes()
        self.leave(element)

    def unnumbered(self, element: etree._Element) -> None:
        """Walk what has neither heading nor number but may have a status: a paragraph of an old Act, all Schedules."""
        if status_of(element, self.valid):
            self.flush_number()
            self._mark(element)
        self.mixed(element)

    def number(self, level: str, pnumber: etree._Element) -> None:
        """Take a provision's number: it waits for the text."""
        runs = self.collector.content(pnumber)
        labels = 0
        while labels < len(runs) and (isinstance(runs[labels][0], Ours) or not runs[labels][0].strip()):
            labels += 1
        stacks = {stack for text, stack in runs[labels:] if text.strip()}
        stack = stacks.pop() if len(stacks) == 1 else ()
        before, after = numbers.punctuation(level, pnumber)
        inner = [(text if isinstance(text, Ours) else text.strip(), each) for text, each in runs[labels:]]
        number: list[Run] = [(before, stack), *inner, (after, stack)]
        if level == "P1" and not self.in_cell:
            number = [(text, (*each, STRONG)) for text, each in number]
        self.wait([*runs[:labels], *number])

    def enter(self, element: etree._Element) -> None:
        """Called before a division or provision."""

    def leave(self, element: etree._Element) -> None:
        """Called after it."""

    def _headed(self, element: etree._Element) -> tuple[list[Run], list[etree._Element]]:
        """Return the heading that an element begins with, and the parts after it."""
        runs: list[Run] = []
        parts = list(element)
        for index, part in enumerate(parts):
            name = local(part.tag)
            if name in _HEADING_PARTS:
                self._heading_part(part, runs)
            elif name == "CommentaryRef":
                self.collector.node(part, (), runs)
            elif name not in LEFT_OUT:
                return runs, parts[index:]
        return runs, []

    def _heading_part(self, part: etree._Element, runs: list[Run]) -> None:
        if runs:
            runs.append((" ", ()))
        if local(part.tag) == "TitleBlock":
            for inner in part:
                self._heading_part(inner, runs)
        elif any(local(inner.tag) == "MultilineTitle" for inner in part):
            for line in part.iter("{*}Text"):
                runs.extend([(" ", ()), *self.collector.content(line)])
        else:
            runs.extend(self.collector.content(part))

    def _mark(self, element: etree._Element) -> None:
        status = status_of(element, self.valid)
        parent = element.getparent()
        if status and not (local(element.tag) == "P1" and parent is not None and status_of(parent, self.valid)):
            self.wait([(note(status_words(status)), ())])
