"""Telemetry that cannot be sent is said at the start, by its key."""

import sys
from pathlib import Path

import pytest
from invented import configuration

from lexgate.configuration import ConfigProblem
from lexgate.telemetry import send_spans


def test_without_the_extra_the_start_is_refused_with_the_way_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigProblem, match=r"lexgate\[telemetry\]") as problem:
        send_spans(configuration(tmp_path))
    assert problem.value.key == "server.telemetry"
