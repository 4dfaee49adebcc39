"""What a monitoring system reads at `/metrics`, in Prometheus' text format. Names no caller and no content."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from lexgate import __version__
from lexgate.gateway import AnsweredCall, Gateway
from lexgate.http.front import Page
from lexgate.status import adapter_health

_SECONDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 45.0)


class Metrics:
    """An observer of the gateway, a tally of the front, and the page of both."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._calls = Counter("lexgate_calls", "Tool calls answered.", ("tool", "outcome"), registry=self._registry)
        self._seconds = Histogram(
            "lexgate_call_seconds", "How long calls took.", ("tool",), buckets=_SECONDS, registry=self._registry
        )
        self._refused = Counter(
            "lexgate_refused_requests", "HTTP requests refused before any tool.", ("reason",), registry=self._registry
        )
        self._working = Gauge("lexgate_requests_in_progress", "Requests worked on now.", registry=self._registry)
        self._ready = Gauge(
            "lexgate_adapter_ready", "1: the adapter can answer.", ("adapter",), registry=self._registry
        )
        version = Gauge("lexgate_build_info", "Always 1.", ("version",), registry=self._registry)
        version.labels(__version__).set(1)

    def __call__(self, call: AnsweredCall) -> None:
        self._calls.labels(call.tool, call.reason or "ok").inc()
        self._seconds.labels(call.tool).observe(call.seconds)

    def refused(self, reason: str) -> None:
        self._refused.labels(reason).inc()

    def working(self, requests: int) -> None:
        self._working.set(requests)

    async def page(self) -> Page:
        """Return the page; the adapters are asked for their state, without network."""
        for mount in self._gateway.mounts:
            if mount.enabled:
                health = await adapter_health(mount, probe=False)
                self._ready.labels(mount.namespace).set(health.ready)
        return Page(CONTENT_TYPE_PLAIN_0_0_4, generate_latest(self._registry))
