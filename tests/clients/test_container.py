"""The container files were written without an engine at hand, so what can be checked without one is checked here."""

import re
from pathlib import Path

import yaml

from lexgate.configuration import load
from lexgate.environment import OLDER_NAMES
from lexgate.http.assembly import verifier_of

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
DOCKERFILE = (PACKAGING / "Dockerfile").read_text(encoding="utf-8")


def variables() -> dict[str, str]:
    block = re.search(r"^ENV (.*?)\nVOLUME", DOCKERFILE, re.MULTILINE | re.DOTALL)
    assert block
    return dict(pair.split("=", 1) for pair in block.group(1).replace("\\\n", " ").split())


def test_the_settings_of_the_image_are_accepted_and_let_nobody_in_without_a_token() -> None:
    service = yaml.safe_load((PACKAGING / "compose.yaml").read_text(encoding="utf-8"))["services"]["lexgate"]
    written = service["environment"]
    assert all(name in OLDER_NAMES or name.startswith("LEXGATE__") for name in written)
    defaults = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in written.items()}
    server = load(None, {**variables(), **defaults}).server
    assert (server.transport, server.host, server.port, server.authentication) == ("http", "0.0.0.0", 3010, "tokens")
    assert service["ports"] == ["127.0.0.1:3010:3010"]
    assert service["read_only"] is True
    assert verifier_of(load(None, {**variables(), **defaults})) is not None


def test_the_lock_becomes_constraints_that_pip_reads() -> None:
    pattern = re.compile(r"^([A-Za-z0-9].*[^ \\]) *\\?$")
    lock = (PACKAGING.parent / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    kept = [found.group(1) for line in lock if (found := pattern.match(line))]
    assert len(kept) > 50
    assert all(re.fullmatch(r"[\w.-]+==[\w.+-]+( ; .*)?", line) for line in kept)
