"""Command `storagelab verify` of a permalink, against a real server and against misbehaving servers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket
from typing import Any

import httpx2
import pytest
from tests.command_line import serving
from tests.factories import Factory
from tests.result_factories import make_measurement
from typer.testing import CliRunner

from storagelab.auth.service import create_token
from storagelab.cli.main import app
from storagelab.config import Settings, get_settings
from storagelab.db.session import session_scope
from storagelab.errors import LabUnavailable, RequestRefused, StorageLabError


@dataclass(frozen=True)
class Api:
    """Lab that answers at `url`, with a token for it."""

    url: str
    token: str

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a POST request and return the answer."""
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = httpx2.post(f"{self.url}/api/v1{path}", json=body, headers=headers, timeout=60)
        assert answer.is_success, answer.text
        return dict(answer.json())


@pytest.fixture
def api(services: Settings, own_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """Provide a lab with one run."""
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    monkeypatch.setenv("STORAGELAB_BROKER_URL", services.broker_url)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path))
    get_settings.cache_clear()
    with session_scope() as session:
        token = create_token(session, name="cli", role="admin")
        make = Factory(session)
        phase = make.phase(
            make.run(make.job(), state="finished", completeness="complete"), name="Read", state="finished"
        )
        make_measurement(make, phase, iops=4000.0, latency_mean_ns=1e6, outstanding_ios=4, value_kind="exact")
    with serving(monkeypatch) as url:
        yield Api(url, token)


@contextmanager
def answering(content: bytes, *, announced_bytes: int) -> Iterator[str]:
    """Yield the address of a server that sends these bytes, announces `announced_bytes`, and hangs up."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(announced_bytes))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Discard the log, which is not read."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def refusal(source: str, kind: type[StorageLabError]) -> str:
    """Return the sentence with which the command refuses a permalink."""
    ended = CliRunner().invoke(app, ["verify", source])
    assert isinstance(ended.exception, kind), ended.output
    return ended.exception.message


@pytest.mark.in_turn
def test_a_permalink_is_fetched_and_checked(api: Api) -> None:
    body = {"kind": "run", "run_id": "r-1", "title": "A result", "body": [], "publish": True}
    share = api.post("/shares", {**body, "confirm_new_author": True})
    good = CliRunner().invoke(app, ["verify", share["url"], "--sha256", share["document_sha256"]])
    assert good.exit_code == 0, good.output
    assert "none differs" in good.output
    content = httpx2.get(f"{share['url']}.zip").content

    other = share["url"][:-4] + ("aaaa" if share["url"][-4:] != "aaaa" else "bbbb")
    assert "There is no open share at" in refusal(other, RequestRefused)

    # Bound, so that no other process listens there.
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{silent.getsockname()[1]}/s/TOKEN"
        assert "cannot be reached" in refusal(nowhere, LabUnavailable)
    assert "cannot be reached" in refusal("http://nowhere.invalid/s/TOKEN", LabUnavailable)

    half = content[: len(content) // 2]
    with answering(half, announced_bytes=len(content)) as url:
        message = refusal(f"{url}/s/TOKEN", LabUnavailable)
    assert f"broke off after {len(half):,} bytes" in message
    # A server may also cut it and be sure that this was all.
    with answering(half, announced_bytes=len(half)) as url:
        assert "end is missing" in refusal(f"{url}/s/TOKEN", StorageLabError)

    api.post(f"/shares/{share['number']}/revoke", {})
    assert "was withdrawn or has expired" in refusal(share["url"], RequestRefused)
