"""Reading of the API's answers by the command line."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest
from pydantic import SecretStr
from tests.command_line import storagelab

from storagelab.cli.client import AnsweredWithProblem, call, connect, format_problem, iterate_job_events, parse_events
from storagelab.config import Settings, get_settings
from storagelab.errors import LabUnavailable, NotSignedIn
from storagelab.launcher.running import record_supervisor

REQUEST = httpx2.Request("POST", "http://lab/api/v1/jobs")


def test_events_preserve_ids_and_drop_comments() -> None:
    lines = [
        ": keep-alive",
        "event: state",
        "id: 7",
        'data: {"job_state": "running"}',
        "",
        "",
        'data: {"a":',
        "data: 1}",
        "",
        'data: {"cut": "off"}',
    ]
    assert list(parse_events(iter(lines))) == [("state", "7", {"job_state": "running"}), ("message", "", {"a": 1})]


def test_problem_has_its_fields_and_preserved_data() -> None:
    problem = {
        "detail": "The job cannot run.",
        "errors": [{"path": "target.size_bytes", "message": "at least 64 MiB"}],
        "preserved": "Nothing was stored.",
    }
    answer = httpx2.Response(422, json=problem, request=REQUEST)
    assert format_problem(answer) == "The job cannot run.\ntarget.size_bytes: at least 64 MiB\nNothing was stored."


def test_invalid_query_characters_are_underlined() -> None:
    problem = {
        "detail": "The field iop is unknown. Did you mean iops?", "code": "invalid_query", "start": 4, "end": 7,
        "errors": [{"path": "q", "message": "The field iop is unknown. Did you mean iops?"}],
    }  # fmt: skip
    request = httpx2.Request("GET", "http://lab/api/v1/runs", params={"q": "fio iop>500k"})
    assert format_problem(httpx2.Response(422, json=problem, request=request)).splitlines() == [
        "The field iop is unknown. Did you mean iops?",
        "  fio iop>500k",
        "      ^^^",
    ]


def test_answer_without_problem_document_shows_its_status() -> None:
    answer = httpx2.Response(502, text="<html>", request=REQUEST)
    assert format_problem(answer) == "Storage Lab answered 502 to POST http://lab/api/v1/jobs."


def test_refused_request_raises_the_api_detail() -> None:
    def refuse(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(404, json={"detail": "There is no job j-9."})

    with (
        httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(refuse)) as client,
        pytest.raises(AnsweredWithProblem, match="There is no job j-9"),
    ):
        call(client, "GET", "/jobs/j-9")


def test_broken_stream_resumes_after_the_last_event() -> None:
    streams = iter(['id: 1\nevent: state\ndata: {"n": 1}\n\n', 'id: 2\nevent: state\ndata: {"n": 2}\n\n'])
    states = iter(["running", "finished"])
    resumed_from: list[str | None] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/events"):
            resumed_from.append(request.headers.get("Last-Event-ID"))
            return httpx2.Response(200, text=next(streams))
        return httpx2.Response(200, json={"state": next(states)})

    with httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(answer)) as client:
        assert [data["n"] for _, data in iterate_job_events(client, "j-1")] == [1, 2]
    assert resumed_from == [None, "1"]


def test_lab_that_does_not_run_is_reported(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STORAGELAB_BASE_URL", raising=False)
    with pytest.raises(LabUnavailable, match="does not run on"):
        connect(Settings(data_dir=tmp_path))


def test_missing_token_is_reported(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STORAGELAB_TOKEN", raising=False)
    _run_lab(tmp_path, "http://lab")
    with pytest.raises(NotSignedIn, match=r"cannot be read .* set STORAGELAB_TOKEN"):
        connect(Settings(data_dir=tmp_path, base_url="http://lab"))


@pytest.mark.parametrize("address", [None, "http://lab:8000", "http://LAB:8000/"])
def test_own_lab_receives_the_local_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str | None) -> None:
    monkeypatch.delenv("STORAGELAB_TOKEN", raising=False)
    monkeypatch.delenv("STORAGELAB_BASE_URL", raising=False)
    _run_lab(tmp_path, "http://lab:8000", token="local-secret")
    settings = Settings(data_dir=tmp_path) if address is None else Settings(data_dir=tmp_path, base_url=address)
    with connect(settings) as client:
        assert client.headers["Authorization"] == "Bearer local-secret"


@pytest.mark.parametrize(
    "address",
    ["http://lab:8001", "https://lab:8000", "http://lab.example:8000", "http://lab:8000@other.example", "http://lab"],
)
@pytest.mark.parametrize("runs", [True, False])
def test_other_lab_never_receives_the_local_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, runs: bool
) -> None:
    monkeypatch.delenv("STORAGELAB_TOKEN", raising=False)
    _run_lab(tmp_path, "http://lab:8000" if runs else None, token="local-secret")
    with pytest.raises(NotSignedIn, match=r"only for the lab that runs on this folder\. .* set STORAGELAB_TOKEN"):
        connect(Settings(data_dir=tmp_path, base_url=address))
    with connect(Settings(data_dir=tmp_path, base_url=address, token=SecretStr("theirs"))) as client:
        assert client.headers["Authorization"] == "Bearer theirs"


@pytest.mark.parametrize("command", ["import", "receive"])
def test_command_without_token_sends_no_foreign_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.delenv("STORAGELAB_TOKEN", raising=False)
    monkeypatch.setenv("STORAGELAB_BASE_URL", "")
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path))
    _run_lab(tmp_path, "http://127.0.0.1:9", token="local-secret")
    file = tmp_path / "results.zip"
    file.write_bytes(b"PK")
    received: list[str | None] = []
    with _other_lab(received) as address:
        refused = storagelab(command, str(file), f"--lab={address}")
    get_settings.cache_clear()
    assert received == []
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"{address} needs a token: the one in {tmp_path} is only for the lab that runs on this folder. "
        "Create a token on that lab and set STORAGELAB_TOKEN to it.\nNothing was sent.\n"
    )


@contextmanager
def _other_lab(received: list[str | None]) -> Iterator[str]:
    """Yield the address of a lab that refuses everything; `received` gets the token of each request."""

    class Refusal(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.headers["Authorization"])
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_error(503)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Refusal) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def _run_lab(data: Path, url: str | None, *, token: str | None = None) -> None:
    """Make a data folder that this process runs a lab on, or that only holds the token of one."""
    if url is not None:
        (data / "state").mkdir()
        record_supervisor(data, url=url, ready=True)
    if token is not None:
        (data / "cli-token").write_text(f"{token}\n", encoding="ascii")
