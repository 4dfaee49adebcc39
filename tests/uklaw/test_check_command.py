"""`lexgate uklaw check FILE`: a whole draft at a terminal, over a real socket."""

import zipfile
from pathlib import Path
from types import SimpleNamespace

import docx
import pytest
from click.testing import CliRunner, Result
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from invented_act import ITEM, document, section
from upstream import HTML, XML, Reply, Upstream

from lexgate_kit.adapter import AdapterContext
from lexgate_uklaw import adapter as new_adapter
from lexgate_uklaw.checking.manuscripts import UnreadableDraft, pieces, read_draft
from lexgate_uklaw.commands import commands
from lexgate_uklaw.settings import UkLawSettings

MISSING = Reply(404, b"<!DOCTYPE html><html></html>", HTML)
ROBOTS = Reply(404, b"", {"Content-Type": "text/plain"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "drafts").mkdir()
    return tmp_path / "drafts"


@pytest.fixture
def served(upstream: Upstream, tmp_path: Path) -> SimpleNamespace:
    """The adapter as the gateway builds it; its first two sections can be read."""
    upstream.on("/robots.txt", ROBOTS)
    for number in ("1", "2"):
        body = document(section(number), address=f"{ITEM}/section/{number}")
        upstream.on(f"/{ITEM}/section/{number}/data.xml", Reply(200, body, XML))
    where = {name: tmp_path / name for name in ("data_dir", "cache_dir", "state_dir", "vendor_dir")}
    settings = UkLawSettings(base_url=upstream.url, contact="desk@example.test", min_request_gap_ms=250)
    return SimpleNamespace(adapter=new_adapter(settings, AdapterContext("9.9", **where)))


def check(served: SimpleNamespace, path: Path, *options: str) -> Result:
    return CliRunner().invoke(commands, ["check", str(path), *options], obj=served)


def test_a_true_draft_ends_with_zero_and_names_the_line_of_each_citation(served: SimpleNamespace, folder: Path) -> None:
    draft = folder / "draft.md"
    draft.write_text("# Memo\n\nSee 2020 c. 5, s. 1(1): “A kite must have a tail”.\n", encoding="utf-8")
    done = check(served, draft)
    assert done.exit_code == 0, done.output
    assert "draft.md:3: quote_matches: s. 1(1) | ukpga/2020/5/section/1/1 | Kites Act 2020" in done.stdout
    assert "checked 2 of 2" in done.stderr
    assert "\x1b" not in done.stdout


def test_a_false_quotation_ends_with_one_and_shows_what_differs(served: SimpleNamespace, folder: Path) -> None:
    draft = folder / "draft.txt"
    draft.write_text("See 2020 c. 5, s. 1(1): “A kite may have a tail”.", encoding="utf-8")
    done = check(served, draft)
    assert done.exit_code == 1
    assert "~~must~~ **may**" in done.stdout
    assert "1 false as they stand" in done.stdout


def test_a_person_at_a_terminal_sees_colours(served: SimpleNamespace, folder: Path) -> None:
    draft = folder / "draft.txt"
    draft.write_text("See 2020 c. 5, s. 1.", encoding="utf-8")
    done = CliRunner().invoke(commands, ["check", str(draft)], obj=served, color=True)
    assert "\x1b[32mverified" in done.stdout


def test_offline_asks_nobody(served: SimpleNamespace, folder: Path, upstream: Upstream) -> None:
    draft = folder / "draft.txt"
    draft.write_text("See 2020 c. 5, s. 1.", encoding="utf-8")
    done = check(served, draft, "--offline")
    assert done.exit_code == 0
    assert "not_checked" in done.stdout
    assert upstream.paths == []


def test_it_goes_on_until_all_is_checked(served: SimpleNamespace, folder: Path, upstream: Upstream) -> None:
    for number in range(3, 7):
        body = document(section(str(number)), address=f"{ITEM}/section/{number}")
        upstream.on(f"/{ITEM}/section/{number}/data.xml", Reply(200, body, XML))
    draft = folder / "draft.txt"
    draft.write_text(" ".join(f"See 2020 c. 5, s. {number}." for number in range(1, 7)), encoding="utf-8")
    done = check(served, draft)
    assert done.exit_code == 0, done.output
    assert "12 citations: 12 verified" in done.stdout


def test_a_word_draft_is_read_with_its_tables_and_footnotes(served: SimpleNamespace, folder: Path) -> None:
    path = folder / "draft.docx"
    made = docx.Document()
    made.add_paragraph("See 2020 c. 5, s. 1.")
    made.add_table(1, 1).rows[0].cells[0].text = "2020 c. 5, s. 2"
    note = (
        '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">'
        "<w:p><w:r><w:t>2020 c. 5, s. 1(2)</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, note.encode(), made.part.package)
    made.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    made.save(str(path))
    done = check(served, path)
    assert done.exit_code == 0, done.output
    for cited in ("section/1 ", "section/2 ", "section/1/2 "):
        assert cited in done.stdout


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("a.docx", b"no zip", "is not a Word document"),  # a wrong name
        ("a.pdf", b"%PDF-1.7\x00\x00", "neither text nor Markdown"),  # another format
        ("a.odt", b"PK\x03\x04....", "neither text nor Markdown"),  # a zip of another kind
    ],
)
def test_what_cannot_be_read_is_said_and_ends_with_two(
    served: SimpleNamespace, folder: Path, name: str, body: bytes, said: str
) -> None:
    (folder / name).write_bytes(body)
    done = check(served, folder / name)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_word_file_that_unpacks_without_measure_is_refused(folder: Path) -> None:
    path = folder / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 101_000_000)
    with pytest.raises(UnreadableDraft):
        read_draft(path)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("\ufeffs. 1".encode(), "s. 1"),  # a byte order mark
        ("§ – s. 1".encode("cp1252"), "§ – s. 1"),  # Windows
    ],
)
def test_text_of_other_encodings_is_read(folder: Path, body: bytes, text: str) -> None:
    (folder / "a.txt").write_bytes(body)
    assert read_draft(folder / "a.txt") == text


def test_a_long_draft_is_cut_between_paragraphs_and_loses_nothing() -> None:
    text = "\n\n".join(f"Paragraph {n} of a long draft." for n in range(200))
    cut = list(pieces(text, 500))
    assert "".join(piece for _, piece in cut) == text
    assert all(text[start : start + len(piece)] == piece and len(piece) <= 500 for start, piece in cut)
    assert all(piece.startswith(("Paragraph", "\n")) for _, piece in cut)
