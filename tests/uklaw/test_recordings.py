"""The invented recordings, replayed through httpx itself: what each document gives when the tool reads it."""

import tomllib
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import respx
from client_desk import Desk
from clml_desk import FIXTURES

from lexgate_kit.adapter import Call
from lexgate_uklaw.client import UkClient
from lexgate_uklaw.identifiers.addresses import parse_address
from lexgate_uklaw.settings import SERVICE
from lexgate_uklaw.tools.get_document import GetDocumentArguments, GetDocumentResult, get_document_tool

RECORDINGS: list[dict[str, Any]] = tomllib.loads((FIXTURES / "recordings.toml").read_text(encoding="utf-8"))[
    "recording"
]
PROVISIONS = [each["url"] for each in RECORDINGS if parse_address(each["url"]).provision]


def replayed(router: respx.MockRouter) -> None:
    for each in RECORDINGS:
        body = (FIXTURES / each["body"]).read_bytes()
        router.get(each["url"]).mock(httpx.Response(each["status"], headers=each["headers"], content=body))


def read(folder: Path, item: str) -> GetDocumentResult:
    async def work(client: UkClient) -> GetDocumentResult:
        call = Call("r", anyio.current_time() + 20)
        return await get_document_tool(lambda: client).handler(GetDocumentArguments(item=item), call)

    with respx.mock(assert_all_called=False) as router:
        replayed(router)
        return Desk(SERVICE, folder).run(work)


@pytest.mark.parametrize("address", PROVISIONS)
def test_every_recorded_provision_is_read_with_its_text(tmp_path: Path, address: str) -> None:
    result = read(tmp_path, address)
    assert result.kind == "full"
    assert result.text
    assert result.links["xml"] == address


def test_a_request_that_is_not_recorded_fails_by_name(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ukpga/2031/7/section/99"):
        read(tmp_path, f"{SERVICE}/ukpga/2031/7/section/99")
