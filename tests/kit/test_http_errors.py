import inspect
import ssl

import httpx
import pytest

from lexgate_kit.errors import NO_EVIDENCE, NotConfigured, UpstreamChanged, UpstreamUnavailable
from lexgate_kit.http import Limits, Source, failure, our_errors

SOURCE = Source("the law service", "http://law.example:3000", "adapters.law.api_url")
LIMITS = Limits(30, "adapters.law.timeout_s")
FAULTS_OF_OURS = (httpx.StreamError, httpx.CookieConflict)
EXCEPTIONS = [
    kind
    for _, kind in sorted(vars(httpx).items())
    if inspect.isclass(kind) and issubclass(kind, Exception) and not kind.__subclasses__()
]


def raised(kind: type[Exception]) -> Exception:
    if issubclass(kind, httpx.HTTPStatusError):
        request = httpx.Request("GET", "http://law.example")
        return kind("upstream words", request=request, response=httpx.Response(500, request=request))
    return kind() if issubclass(kind, httpx.StreamError) else kind("upstream words")


@pytest.mark.parametrize("kind", EXCEPTIONS)
def test_every_exception_of_httpx_is_ours_or_a_known_fault(kind: type[Exception]) -> None:
    mapped = failure(raised(kind), SOURCE, LIMITS)
    assert (mapped is None) == issubclass(kind, FAULTS_OF_OURS)
    if mapped is not None:
        assert NO_EVIDENCE in mapped.text
        assert "upstream words" not in mapped.text


def test_the_list_of_exceptions_is_not_empty() -> None:
    assert {httpx.ConnectError, httpx.DecodingError, httpx.InvalidURL, httpx.StreamClosed} <= set(EXCEPTIONS)


@pytest.mark.parametrize(
    ("kind", "ours", "reason", "words"),
    [
        (httpx.ConnectError, UpstreamUnavailable, "not_reachable", "http://law.example:3000; nothing was sent"),
        (httpx.ConnectTimeout, UpstreamUnavailable, "not_reachable", "adapters.law.api_url"),
        (httpx.ReadTimeout, UpstreamUnavailable, "timed_out", "within 30 s"),
        (httpx.WriteTimeout, UpstreamUnavailable, "timed_out", "adapters.law.timeout_s"),
        (TimeoutError, UpstreamUnavailable, "timed_out", "asked once"),  # the limit for the whole exchange
        (httpx.PoolTimeout, UpstreamUnavailable, "busy", "nothing was sent"),
        (httpx.ReadError, UpstreamUnavailable, "connection_broke", "asked once"),
        (httpx.RemoteProtocolError, UpstreamUnavailable, "connection_broke", "asked once"),
        (httpx.ProxyError, UpstreamUnavailable, "proxy_failed", "HTTPS_PROXY"),
        (httpx.DecodingError, UpstreamChanged, "upstream_changed", "not encoded as it says"),
        (httpx.LocalProtocolError, NotConfigured, "not_configured", "nothing was sent"),
        (httpx.InvalidURL, NotConfigured, "not_configured", "adapters.law.api_url"),
    ],
)
def test_a_failure_says_what_happened(kind: type[Exception], ours: type, reason: str, words: str) -> None:
    with pytest.raises(ours) as caught, our_errors(SOURCE, LIMITS):
        raise raised(kind)
    assert caught.value.reason == reason
    assert words in caught.value.text


def test_a_refused_certificate_names_the_variable_for_authorities() -> None:
    problem = httpx.ConnectError("upstream words")
    problem.__cause__ = ssl.SSLCertVerificationError("self-signed")
    mapped = failure(problem, SOURCE, LIMITS)
    assert mapped is not None
    assert "certificate" in mapped.text
    assert "SSL_CERT_FILE" in mapped.text


def test_a_fault_of_ours_is_not_dressed_as_the_source_failing() -> None:
    with pytest.raises(httpx.StreamClosed), our_errors(SOURCE, LIMITS):
        raise httpx.StreamClosed
