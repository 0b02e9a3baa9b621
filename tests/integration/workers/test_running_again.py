"""Repeating one lab's run on another target from its permalink.

It goes over recipe, command line and real fio to the comparison.
"""

from __future__ import annotations

import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from tests.integration.workers.lab import Lab

from storagelab.auth.service import create_token
from storagelab.db.session import session_scope

STARTS_WITHIN_SECONDS = 60.0


@contextmanager
def api(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the API of the lab, and set what the command needs to find it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    monkeypatch.setenv("STORAGELAB_BASE_URL", url)
    with session_scope() as session:
        monkeypatch.setenv("STORAGELAB_TOKEN", create_token(session, name="cli", role="operator"))
    argv = ["uvicorn", "storagelab.app:create_app", "--factory", f"--port={port}"]
    process = lab.processes.start("api", argv)
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx2.get(f"{url}/healthz").status_code == 200:
                break
        except httpx2.HTTPError:
            time.sleep(0.1)
    else:
        pytest.fail("The API did not start.")
    yield
    lab.processes.kill(process)


@contextmanager
def sharing(document: bytes) -> Iterator[str]:
    """Serve a permalink of another lab, of which only the document exists."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            exists = self.path == "/s/token.json"
            self.send_response(200 if exists else 404)
            self.send_header("Content-Length", str(len(document) if exists else 0))
            self.end_headers()
            self.wfile.write(document if exists else b"")

        def log_message(self, *_: Any) -> None:
            """Suppress the log line of a request."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/s/token"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def storagelab(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "storagelab.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=dict(os.environ),
    )


@pytest.mark.evidence
def test_permalink_recipe_reruns_on_a_larger_file(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.add_local_server("lab-7")
    lab.start_worker()
    lab.start_reconciler()
    with api(lab, monkeypatch):
        first = storagelab("submit", "quick-4k", "--server", "lab-7", "--size", "64M", "--smoke", "--wait", "--json")
        assert first.returncode == 0, first.stderr
        run = json.loads(first.stdout)["runs"][0]
        url, token = (os.environ[f"STORAGELAB_{name}"] for name in ("BASE_URL", "TOKEN"))
        answer = httpx2.get(f"{url}/api/v1/runs/{run['number']}/recipe", headers={"Authorization": f"Bearer {token}"})
        recipe = answer.json()["recipe"]
        fill = next(step for step in recipe["conditioning"] if step["kind"] == "fill")
        assert (fill["planned_multiple"], fill["written_multiple"]) == (1.0, 1.0)
        assert [figure["value"] for figure in recipe["expected"]["headline"]] == [
            figure["value"] for figure in run["headline"]
        ]
        assert "lab-7" not in json.dumps(recipe)

        # Keys sorted, as the canonical form of a document has them.
        document = json.dumps({"schema": "storagelab.share/2", "recipe": recipe}, sort_keys=True).encode()
        with sharing(document) as permalink:
            bound = ("submit", "--from", permalink, "--bind", "server=lab-7,size=128M")
            refused = storagelab(*bound, "--sha256", "0" * 64)
            assert (refused.returncode, refused.stdout) == (1, "")
            assert f"not {'0' * 64}" in refused.stderr
            dry = storagelab(*bound, "--dry-run")
            assert dry.returncode == 0, dry.stderr
            assert "The source target had 64M, this one has 128M." in dry.stdout
            assert "About" in dry.stdout
            again = storagelab(*bound, "--name", "again", "--wait")
        assert again.returncode == 0, again.stderr
        assert again.stdout.startswith("The document has the SHA-256 ")
        table = again.stdout[again.stdout.index("Figure") :]
        assert all(step["label"] in table for step in run["headline"])
        assert " %" in table
        assert "Both are short tests: seconds per phase, not a measurement." in table

        jobs = json.loads(_get("/jobs"))["items"]
        assert [job["name"] for job in jobs] == ["again", ""]
        assert set(jobs[0]["labels"]) == {"recipe"}
        assert f"of {run['number']}" in jobs[0]["note"]
        assert jobs[0]["target"]["size_bytes"] == 128 << 20
        assert jobs[0]["profile"] == jobs[1]["profile"]
        wrong = storagelab("submit", "--from", "/nowhere.json", "--bind", "server=lab-7,drives=NO-SUCH-SERIAL")
        assert (wrong.returncode, "cannot be read" in wrong.stderr) == (1, True)


def _get(path: str) -> str:
    url, token = (os.environ[f"STORAGELAB_{name}"] for name in ("BASE_URL", "TOKEN"))
    return httpx2.get(f"{url}/api/v1{path}", headers={"Authorization": f"Bearer {token}"}).text
