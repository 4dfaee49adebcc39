"""The span of a request to a source: who was asked and how it ended, never what was asked."""

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from lexgate_kit import http
from lexgate_kit.errors import ToolFailure

pytestmark = pytest.mark.anyio
LIMITS = http.Limits(3, "adapters.law.timeout_s")
SOURCE = http.Source("the law service", "http://law.example", "adapters.law.api_url")


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(http, "_TRACER", provider.get_tracer("test"))
    return kept


async def asked(spans: InMemorySpanExporter, answer: httpx.MockTransport) -> ReadableSpan:
    client = http.new_client(SOURCE, headers={}, transport=answer)
    request = http.Request("GET", "http://law.example/search?text=the+matter+of+Smith", {"X-Matter": "Smith"})
    try:
        await http.send(client, request, SOURCE, LIMITS)
    except ToolFailure:
        pass
    finally:
        await http.close(client)
    [span] = spans.get_finished_spans()
    return span


async def test_a_request_is_a_span_with_the_source_and_the_status(spans: InMemorySpanExporter) -> None:
    span = await asked(spans, httpx.MockTransport(lambda request: httpx.Response(429)))
    assert span.name == "GET the law service"
    assert dict(span.attributes or {}) == {
        "http.request.method": "GET",
        "server.address": "law.example",
        "http.response.status_code": 429,
    }


async def test_a_request_that_fails_is_a_span_with_the_reason(spans: InMemorySpanExporter) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("the matter of Smith")

    span = await asked(spans, httpx.MockTransport(refuse))
    assert (span.attributes or {})["error.type"] == http.NOT_REACHED
    assert not span.status.is_ok


async def test_no_span_holds_what_was_asked(spans: InMemorySpanExporter) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadError("the matter of Smith")

    assert "Smith" not in (await asked(spans, httpx.MockTransport(refuse))).to_json()
