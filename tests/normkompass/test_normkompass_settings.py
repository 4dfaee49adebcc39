import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from lexgate_normkompass import adapter
from lexgate_normkompass.settings import NormkompassSettings

ROOT = Path(__file__).resolve().parents[2]


def test_the_config_file_documents_every_setting_with_its_default() -> None:
    text = (ROOT / "config" / "lexgate.toml").read_text(encoding="utf-8")
    section = tomllib.loads(text)["adapters"]["normkompass"]
    assert NormkompassSettings(**section) == NormkompassSettings()
    assert set(section) == set(NormkompassSettings.model_fields)


def test_the_contract_page_names_every_setting_and_every_field() -> None:
    page = (ROOT / "docs" / "normkompass-contract.md").read_text(encoding="utf-8")
    from lexgate_normkompass.wire import NAMES

    expected = [*NormkompassSettings.model_fields, *NAMES, *(each for names in NAMES.values() for each in names)]
    assert [each for each in expected if f"`{each}`" not in page and each != "enabled"] == []


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("search", "/search"),
        (" /v2/search/ ", "/v2/search"),
        ("/such-en/~a.b_c", "/such-en/~a.b_c"),
    ],
)
def test_paths_are_made_uniform(given: str, used: str) -> None:
    assert NormkompassSettings(search_path=given).search_path == used


@pytest.mark.parametrize(
    "wrong",
    [
        {"api_url": "${NORMKOMPASS_API_URL}"},
        {"api_url": "localhost:3000"},
        {"api_url": ""},
        {"search_path": ""},  # the base address itself answers no search
        {"search_path": "/../admin"},
        {"ask_path": "https://elsewhere.example/ask"},
        {"ask_path": "/ask?x=1"},
        {"token_env": "abc.DEF"},  # a token where its variable's name belongs
        {"token_env": "${TOKEN}"},
        {"names": {"stnd": ["x"]}},  # a field that does not exist
        {"ask_wait_s": 60},  # clients cut calls at 60 s
        {"serach_path": "/search"},  # an unknown key
    ],
)
def test_a_setting_that_cannot_work_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refusal:
        NormkompassSettings(**wrong)
    assert next(iter(wrong)) in str(refusal.value)


def test_the_entry_point_is_the_adapter() -> None:
    assert adapter.namespace == "normkompass"
    assert adapter.settings_model is NormkompassSettings


def test_listing_the_tools_imports_no_http_library() -> None:
    code = (
        "import sys; from pathlib import Path; from lexgate_kit.adapter import AdapterContext; p = Path('x')\n"
        "from lexgate_normkompass import adapter\n"
        "one = adapter(adapter.settings_model(), AdapterContext('0', p, p, p, p))\n"
        "assert [each.name for each in one.tools()] == ['search_law', 'ask_law']\n"
        "print(sorted({'httpx', 'httpcore', 'ssl', 'http.server'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=True)
    assert done.stdout.strip() == "[]"
