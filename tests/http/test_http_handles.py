"""What one lawyer's call hands out is worth nothing to another: a late answer of the German law service, over HTTP."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from invented import configuration
from web import Web, bearer, tokens_of, verifier_of, with_settings

from lexgate.gateway import Gateway
from lexgate.mounting import Mount, adapter_context
from lexgate_normkompass import adapter
from lexgate_normkompass.stub import Stub


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as running:
        yield running


def gateway(folder: Path, stub: Stub) -> Gateway:
    where = configuration(folder)
    settings = adapter.settings_model(api_url=stub.address, ask_wait_s=0.1)
    return Gateway(where, [Mount("normkompass", True, adapter(settings, adapter_context(where)))])


def test_the_id_of_a_late_answer_is_refused_with_another_token_as_if_it_never_was(tmp_path: Path, stub: Stub) -> None:
    tokens = tokens_of(tmp_path)
    anna, bert = bearer(tokens.add("anna", 0)), bearer(tokens.add("bert", 0))
    with Web(with_settings(gateway(tmp_path, stub)), verifier_of(tmp_path)) as server:

        def ask(who: dict[str, str], **arguments: Any) -> Any:
            return server.call("normkompass_ask_law", arguments, **who).json()["result"]["structuredContent"]

        handle = ask(anna, question="!slow Wann ist ein Leihrad neu?")["request_id"]
        stub.goes_on.set()
        stolen, made_up = ask(bert, request_id=handle), ask(bert, request_id="made-up")
        own = ask(anna, request_id=handle)
        while own.get("pending"):
            own = ask(anna, request_id=handle)
    gc.collect()  # here, where the warning is expected, and not in another test
    assert stolen["error"]["reason"] == made_up["error"]["reason"] == "answer_gone"
    assert stolen["error"]["message"] == made_up["error"]["message"]
    assert own["citations"]
