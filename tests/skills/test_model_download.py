"""One file over real sockets: resumed, refused, never half in place."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from model_host import ModelHost, serving

from lexgate_skills.model.download import Wanted, download
from lexgate_skills.model.reports import InstallFailed

BODY = random.Random(3).randbytes(300_000)
PATH = "/owner/name/resolve/abc/model.onnx"


def silent(what: str, done: int, total: int | None) -> None:
    """Nobody watches."""


@pytest.fixture
def host() -> Iterator[ModelHost]:
    with serving(ModelHost({PATH: BODY})) as running:
        yield running


def wanted(host: ModelHost, path: str = PATH) -> Wanted:
    return Wanted(host.address + path, len(BODY), hashlib.sha256(BODY).hexdigest())


def test_the_file_arrives_whole_and_its_progress_is_told(host: ModelHost, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    download(wanted(host), tmp_path / "model.onnx", lambda what, done, total: told.append((done, total)))
    assert (tmp_path / "model.onnx").read_bytes() == BODY
    assert (len(BODY), len(BODY)) in told
    assert [path.name for path in tmp_path.iterdir()] == ["model.onnx"]


def test_a_transfer_that_breaks_off_goes_on_where_it_stopped(host: ModelHost, tmp_path: Path) -> None:
    host.cut_after = [100_000, 50_000]
    download(wanted(host), tmp_path / "model.onnx", silent)
    assert (tmp_path / "model.onnx").read_bytes() == BODY
    assert [asked for _, asked in host.requests] == [None, "bytes=100000-", "bytes=150000-"]


def test_a_part_left_by_an_earlier_process_is_used(host: ModelHost, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(BODY[:200_000])
    download(wanted(host), tmp_path / "model.onnx", silent)
    assert (tmp_path / "model.onnx").read_bytes() == BODY
    assert host.requests == [(PATH, "bytes=200000-")]


def test_a_host_without_ranges_is_read_from_the_start_again(host: ModelHost, tmp_path: Path) -> None:
    host.ignores_ranges = True
    (tmp_path / "model.onnx.part").write_bytes(BODY[:200_000])
    download(wanted(host), tmp_path / "model.onnx", silent)
    assert (tmp_path / "model.onnx").read_bytes() == BODY


def test_a_file_that_is_there_and_right_is_not_fetched(host: ModelHost, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(BODY)
    download(wanted(host), tmp_path / "model.onnx", silent)
    assert host.requests == []


def test_a_host_that_always_breaks_off_is_told_and_what_came_is_kept(host: ModelHost, tmp_path: Path) -> None:
    host.cut_after = [1_000] * 9
    with pytest.raises(InstallFailed) as failed:
        download(wanted(host), tmp_path / "model.onnx", silent)
    assert failed.value.reason == "model_interrupted"
    assert (tmp_path / "model.onnx.part").stat().st_size == 4_000
    assert not (tmp_path / "model.onnx").exists()


def test_a_part_with_wrong_bytes_is_found_out_and_thrown_away(host: ModelHost, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(b"\0" * 200_000)
    with pytest.raises(InstallFailed) as failed:
        download(wanted(host), tmp_path / "model.onnx", silent)
    assert failed.value.reason == "model_wrong"
    assert list(tmp_path.iterdir()) == []


WRONG = [
    # another file of the same length
    (BODY[::-1], "application/octet-stream", "model_wrong"),
    # longer than it should be
    (BODY + b"more", "application/octet-stream", "model_wrong"),
    # the page of a proxy in place of the model
    (b"<!doctype html><title>Sign in</title>", "text/html; charset=utf-8", "model_wrong"),
    # the same page under a wrong type: it is too short, again and again
    (b"<!doctype html><title>Sign in</title>", "application/octet-stream", "model_interrupted"),
]


@pytest.mark.parametrize(("body", "content_type", "reason"), WRONG)
def test_what_is_not_the_file_is_never_put_in_place(
    host: ModelHost, tmp_path: Path, body: bytes, content_type: str, reason: str
) -> None:
    host.files[PATH], host.content_type = body, content_type
    with pytest.raises(InstallFailed) as failed:
        download(wanted(host), tmp_path / "model.onnx", silent)
    assert failed.value.reason == reason
    assert not (tmp_path / "model.onnx").exists()
    assert "Sign in" not in str(failed.value)


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500])
def test_a_status_that_is_no_success_is_named(host: ModelHost, tmp_path: Path, status: int) -> None:
    host.statuses[PATH] = status
    with pytest.raises(InstallFailed, match=str(status)) as failed:
        download(wanted(host), tmp_path / "model.onnx", silent)
    assert failed.value.reason == "model_refused"


def test_a_redirect_on_the_same_host_is_followed(host: ModelHost, tmp_path: Path) -> None:
    host.moved["/from"] = PATH
    download(wanted(host, "/from"), tmp_path / "model.onnx", silent)
    assert (tmp_path / "model.onnx").read_bytes() == BODY


UNSAFE = [
    "http://example.invalid/model.onnx",  # another host without TLS
    "file:///etc/hostname",
    "https://user:secret@example.invalid/",  # a name and a password in the address
    "",
]


@pytest.mark.parametrize("target", UNSAFE)
def test_a_redirect_to_an_unsafe_place_is_refused(host: ModelHost, tmp_path: Path, target: str) -> None:
    host.moved["/from"] = target
    with pytest.raises(InstallFailed) as failed:
        download(wanted(host, "/from"), tmp_path / "model.onnx", silent)
    assert failed.value.reason == "model_refused"
    assert "secret" not in str(failed.value)


def test_redirects_without_end_are_left(host: ModelHost, tmp_path: Path) -> None:
    host.moved["/from"] = "/from"
    with pytest.raises(InstallFailed, match="without end"):
        download(wanted(host, "/from"), tmp_path / "model.onnx", silent)


def test_a_host_that_is_not_there_is_told(tmp_path: Path) -> None:
    with serving(ModelHost({})) as gone:
        address = gone.address
    with pytest.raises(InstallFailed) as failed:
        download(Wanted(address + PATH, 5, "0" * 64), tmp_path / "model.onnx", silent)
    assert failed.value.reason == "model_unreachable"
    assert "the law" not in str(failed.value)
