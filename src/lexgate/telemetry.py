"""Sends the spans that the SDK makes of every message to where the OTEL_… variables say. Off unless configured.

A span holds the method, the tool's name, the protocol's version and times: neither arguments nor answers.
"""

from lexgate import __version__
from lexgate.configuration import ConfigProblem, Configuration


def send_spans(configuration: Configuration) -> None:
    """Send the spans of this process over OTLP from now on, in batches, from a thread of its own.

    Raises:
        ConfigProblem: the packages of the extra "telemetry" are not installed.
    """
    try:
        # Only here: they are an extra, and slow to import.
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        key = "server.telemetry"
        what = "the packages that send spans are not installed."
        mend = 'Install "lexgate[telemetry]", or set it to false.'
        raise ConfigProblem(configuration.source.of(key), key, what, mend) from None
    resource = Resource.create({"service.name": "lexgate", "service.version": __version__})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
