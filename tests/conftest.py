"""What every test shares: a clean environment, folders of its own, and where the shared corpus lies."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from lexgate.environment import OLDER_NAMES

ROOT = Path(__file__).resolve().parents[1]


# A property is judged by what it finds, not by how fast this machine is at the moment.
settings.register_profile("lexgate", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lexgate")


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the person who runs the tests reaches them, and nothing that they write stays."""
    for name in [*OLDER_NAMES, *(n for n in os.environ if n.upper().startswith("LEXGATE_"))]:
        if name not in ("LEXGATE_SHARED", "LEXGATE_VENV"):
            monkeypatch.delenv(name, raising=False)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    home = tmp_path / "home"
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the recorded corpus and the judged queries, which are not part of this project."""
    folder = Path(os.environ.get("LEXGATE_SHARED", ROOT.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip("the shared corpus is not here: set LEXGATE_SHARED to its folder")
    return folder
