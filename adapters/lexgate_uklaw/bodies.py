"""A cheap look at the two ends of a body, before it is read, kept or shown. Well-formedness is the reader's to say."""

import re

from lexgate_uklaw.addressing import Kind

_ROOTS = {
    Kind.DOCUMENT: b"Legislation",
    Kind.CONTENTS: b"Legislation",
    Kind.METADATA: b"Legislation",
    Kind.SEARCH: b"feed",
    Kind.CHANGES: b"feed",
    Kind.LOG: b"feed",
}
_PROLOG_BYTES = 65_536
_TAIL_BYTES = 4_096
_DECLARATION = re.compile(rb"<\?xml\s[^<>]{0,200}\?>")
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_ENCODINGS = (b"utf-8", b"us-ascii", b"ascii")
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,50}:)?([A-Za-z_][\w.-]{0,100})[\s/>]")
_END = re.compile(rb"</(?:[A-Za-z_][\w.-]{0,50}:)?([A-Za-z_][\w.-]{0,100})\s*>\s*\Z")
_AFTER_THE_END = re.compile(rb"(?:<!--(?:(?!-->).){0,2000}-->|<\?(?:(?!\?>).){0,2000}\?>)\s*\Z", re.DOTALL)


class HtmlInstead(Exception):
    """A web page stands where XML was asked for: an error page or a check for robots."""


class NotWhatWasAsked(Exception):
    """The body is neither a web page nor a document of the kind asked for."""


class CutShort(Exception):
    """The body begins as it should and does not end."""


def check(kind: Kind, body: bytes) -> None:
    """Raise HtmlInstead, NotWhatWasAsked or CutShort unless the body has the right root and ends with it.

    A DOCTYPE is refused always: the service's XML never has one, and entities need one.
    """
    root = _ROOTS.get(kind)
    if root is None:
        return
    found = _root(body)
    if found.lower() == b"html":
        raise HtmlInstead
    if found != root:
        raise NotWhatWasAsked
    if _last_element(body) != root:
        raise CutShort


def _root(body: bytes) -> bytes:
    """Return the local name of the root element; `html` also for a page that only declares itself one."""
    rest = body[:_PROLOG_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not rest:
        raise CutShort
    declaration = _DECLARATION.match(rest)
    if declaration:
        encoding = _ENCODING.search(declaration.group())
        if encoding and encoding.group(1).lower() not in _ENCODINGS:
            raise NotWhatWasAsked
        rest = rest[declaration.end() :].lstrip()
    while rest.startswith((b"<!--", b"<?")):
        end = b"-->" if rest.startswith(b"<!--") else b"?>"
        _, found, rest = rest.partition(end)
        if not found:
            raise CutShort
        rest = rest.lstrip()
    if rest[:9].upper() == b"<!DOCTYPE":
        if rest[9:40].split()[:1] and rest[9:40].split()[0].lower().startswith(b"html"):
            raise HtmlInstead
        raise NotWhatWasAsked
    root = _ROOT.match(rest)
    if root is None:
        raise NotWhatWasAsked
    return root.group(1)


def _last_element(body: bytes) -> bytes:
    tail = body[-_TAIL_BYTES:].rstrip()
    while after := _AFTER_THE_END.search(tail):
        tail = tail[: after.start()].rstrip()
    end = _END.search(tail)
    return end.group(1) if end else b""
