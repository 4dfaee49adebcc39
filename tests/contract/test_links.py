"""No page points to a file, or names a test or script, that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")
NAMED = re.compile(r"`((?:docs|tests|scripts|packaging|config|src|adapters|benchmarks|\.ci)/[\w./-]+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_points_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    linked = [target for target in LINK.findall(text) if not (page.parent / target).exists()]
    named = [name for name in NAMED.findall(text) if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()]
    assert linked == []
    assert named == []
