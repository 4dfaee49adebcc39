"""A SKILL.md file read as a skill, whatever is wrong with it: no skill is lost and no file stops a build.

It opens no file and follows no link; the same reader serves the index, `skills_get` and `skills doctor`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lexgate_skills.file_text import decoded
from lexgate_skills.simple_lines import simple_block, simple_line
from lexgate_skills.skill import Finding, FindingKind, Skill

if TYPE_CHECKING:
    from lexgate_skills.plain_yaml import Document, Node

MAX_FRONTMATTER_BYTES = 64 * 1024
MAX_DESCRIPTION_FROM_BODY = 1000
FIELDS = (
    "name", "title", "description", "author", "license", "version",
    "jurisdiction", "practice", "language", "tags", "sources",
)  # fmt: skip
_CODES = frozenset({"jurisdiction", "practice", "language"})
_LISTS = frozenset({"tags", "sources"})

_OPENING = re.compile(r"\n*---[ \t]*\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_CODE_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_NOT_PROSE = re.compile(r"[ \t]*(?:#|\||<|>|(?:[-*_=][ \t]*){3,}$)")
_TAG_SEPARATOR = re.compile(r"[,;、，；]")
_LAYOUT = re.compile(r"(?P<jurisdiction>[A-Za-z][\w-]*)/(?P<practice>[A-Za-z][\w-]*)/skills/[^/]+")
_SURROGATE = re.compile("[\ud800-\udfff]")

Values = Mapping[str, tuple[str, ...]]
"""What a block says about a skill: each field that has a value, as its parts (one for all but lists)."""


@dataclass
class _Findings:
    """Collects what is found in one file."""

    path: str
    rows: list[Finding] = field(default_factory=list)

    def add(self, kind: FindingKind, what: str, line: int | None = None) -> None:
        self.rows.append(Finding(self.path, line, what, kind))


class _Split(NamedTuple):
    """A text cut at its fences: the block, the line in the file where it begins, and the text after it."""

    block: str
    line: int
    body: str
    closed: bool


def read_skill(data: bytes, *, id: str, library: str) -> Skill:
    """Read the bytes of one SKILL.md. Never raises, whatever they are.

    What the frontmatter does not say is taken from the folder layout `{country}/{practice}/skills/{slug}`
    (jurisdiction and practice), from the first heading (title) and the first paragraph (description).
    """
    findings = _Findings(f"{id}/SKILL.md")
    text, unusual = decoded(data)
    if unusual:
        findings.add("note" if "byte order mark" in unusual else "repaired", f"The file {unusual}.")
    values, body = _metadata(text, findings)
    _compare_with_folder(values, id, findings)
    name = _one(values, "name") or id.rpartition("/")[2]
    return Skill(
        id=id,
        library=library,
        name=name,
        title=_one(values, "title") or first_heading(body) or name,
        description=_one(values, "description") or first_paragraph(body),
        author=_one(values, "author"),
        license=_one(values, "license"),
        version=_one(values, "version"),
        **_codes(values, id, findings),
        tags=values.get("tags", ()),
        sources=values.get("sources", ()),
        body=body,
        findings=tuple(findings.rows),
    )


def _metadata(text: str, findings: _Findings) -> tuple[Values, str]:
    """Return what the frontmatter says, and the body. The body is the whole text where there is none."""
    split = _split(text)
    if split is None:
        findings.add("note", "The file has no frontmatter.", 1)
        return {}, text
    values = _block_values(split, findings)
    if values is None:
        findings.add("note", "The file begins with a rule and has no frontmatter.", 1)
        return {}, text
    again = _split(split.body)
    if again is not None and again.closed:
        more = _block_values(again._replace(line=text.count("\n") - again.body.count("\n")), _Findings(findings.path))
        if more:
            findings.add("note", "A second frontmatter block follows; it fills what the first one leaves open.")
            values = {**more, **values}
    return values, split.body


def _split(text: str) -> _Split | None:
    """Cut the text at its fences; None when its first line with content is not `---`.

    An opening fence without a closing one is followed by as many simple lines as there are.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    line = text.count("\n", 0, opening.end()) + 1
    closing = _CLOSING.search(text, opening.end())
    if closing is not None:
        return _Split(text[opening.end() : closing.start()], line, text[closing.end() + 1 :], True)
    rest = text[opening.end() :].split("\n")
    count = next((at for at, each in enumerate(rest) if simple_line(each) is None), len(rest))
    return _Split("\n".join(rest[:count]), line, "\n".join(rest[count:]), False)


def _block_values(split: _Split, findings: _Findings) -> Values | None:
    """Return what the block says; None when it is no frontmatter, but text between two rules."""
    if len(split.block.encode("utf-8", "replace")) > MAX_FRONTMATTER_BYTES:
        findings.add("skipped", "The frontmatter is over 64 KB and was not read.", split.line)
        return {}
    if not split.closed:
        if not split.block:
            return None
        findings.add("repaired", "The frontmatter has no closing line; its simple lines were read.", split.line)
    simple = simple_block(split.block)
    if simple is not None:
        return dict(_simple_values(simple))
    return _yaml_values(split, findings)


def _simple_values(simple: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key in FIELDS:
        value = simple.get(key)
        if value is not None:
            parts = _tags((value,)) if key == "tags" else _lines((value,))
            if parts:
                yield key, parts


def _yaml_values(split: _Split, findings: _Findings) -> Values | None:
    from lexgate_skills.frontmatter_repair import repaired
    from lexgate_skills.plain_yaml import Unreadable, read

    try:
        document = read(split.block)
    except Unreadable:
        try:
            document, changed = repaired(split.block)
        except Unreadable as error:
            return _salvaged(split, error.what, error.lines[:1], findings)
        for at in changed:
            findings.add("repaired", "A value broke the frontmatter and was read as text.", split.line + at - 1)
    return _document_values(document, split, findings)


def _document_values(document: "Document", split: _Split, findings: _Findings) -> Values | None:
    root = document.root
    if root is None or root.value == "":
        findings.add("note", "The frontmatter is empty.", split.line)
        return {}
    if not isinstance(root.value, dict):
        return None
    for _, at in document.duplicates:
        findings.add("note", "A key stands twice in the frontmatter; the last one holds.", split.line + at - 1)
    nested = root.value.get("metadata")
    values = dict(_node_values(nested.value)) if nested is not None and isinstance(nested.value, dict) else {}
    values.update(_node_values(root.value))
    return values


def _salvaged(split: _Split, what: str, lines: tuple[int, ...], findings: _Findings) -> Values | None:
    """Take the lines that stand alone from a block that YAML refuses."""
    entries = dict(entry for entry in map(simple_line, split.block.split("\n")) if entry is not None)
    if not entries and not re.search(r"^[A-Za-z_][\w-]*:", split.block, re.MULTILINE):
        return None
    at = split.line + lines[0] - 1 if lines else split.line
    findings.add("skipped", f"The frontmatter {what}; only its simple lines were read.", at)
    return dict(_simple_values(entries))


def _node_values(nodes: "Mapping[str, Node]") -> Iterator[tuple[str, tuple[str, ...]]]:
    for key in FIELDS:
        node = nodes.get(key)
        if node is not None:
            texts = tuple(_texts(node))
            if key not in _LISTS:
                texts = (", ".join(texts),)
            parts = _tags(texts) if key == "tags" and isinstance(node.value, str) else _lines(texts)
            if parts:
                yield key, parts


def _texts(node: "Node") -> Iterator[str]:
    """Yield the texts in a value: one for a text, one for each member of a list, a mapping's texts as one."""
    if isinstance(node.value, str):
        yield node.value
    elif isinstance(node.value, list):
        for each in node.value:
            yield " ".join(_texts(each))
    else:
        yield " ".join(text for each in node.value.values() for text in _texts(each))


def _lines(texts: tuple[str, ...]) -> tuple[str, ...]:
    lines = (" ".join(_SURROGATE.sub("\ufffd", text).split()) for text in texts)
    return tuple(dict.fromkeys(line for line in lines if line))


def _tags(texts: tuple[str, ...]) -> tuple[str, ...]:
    return _lines(tuple(part.strip(" []'\"") for text in texts for part in _TAG_SEPARATOR.split(text)))


def _one(values: Values, key: str) -> str:
    return values.get(key, ("",))[0]


def _codes(values: Values, id: str, findings: _Findings) -> dict[str, str]:
    layout = _LAYOUT.fullmatch(id)
    from_path = layout.groupdict() if layout else {}
    codes = {}
    for key in sorted(_CODES):
        code = _one(values, key)
        if not code and from_path.get(key):
            code = from_path[key]
            findings.add("note", f"The frontmatter gives no {key}; it was taken from the folder.")
        codes[key] = code.lower().replace("_", "-")
    return codes


def _compare_with_folder(values: Values, id: str, findings: _Findings) -> None:
    name = _one(values, "name")
    if name and name != id.rpartition("/")[2]:
        findings.add("note", "The name differs from the folder's name.")


def first_heading(body: str) -> str:
    """Return the text of the first Markdown heading outside code blocks, "" where there is none."""
    for line in _prose_lines(body):
        match = _HEADING.fullmatch(line)
        if match and match.group(1).strip(" *_`"):
            return " ".join(match.group(1).strip(" *_`").split())
    return ""


def first_paragraph(body: str) -> str:
    """Return the first paragraph that is prose, on one line, at most 1,000 characters of it."""
    found: list[str] = []
    for line in _prose_lines(body):
        if not line.strip() or _NOT_PROSE.match(line):
            if found:
                break
            continue
        found.append(line)
    paragraph = " ".join(" ".join(found).split())
    return paragraph[:MAX_DESCRIPTION_FROM_BODY]


def _prose_lines(body: str) -> Iterator[str]:
    in_code = False
    for line in body.split("\n"):
        if _CODE_FENCE.match(line):
            in_code = not in_code
            yield ""
        elif not in_code:
            yield line
