"""The health check of a container, against a server that answers as the API does."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from storagelab.config import CHECKOUT


class Answer(BaseHTTPRequestHandler):
    """200 for /healthz, 503 with its reasons for /readyz, nonsense for the rest."""

    def do_GET(self) -> None:
        ready = json.dumps({"ready": False, "checks": {"worker": {"ok": True}, "reconciler": {"ok": False}}})
        status, text = {"/healthz": (200, "{}"), "/readyz": (503, ready)}.get(self.path, (500, "<html>"))
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "parts", "healthy"),
    [
        ("/healthz", [], True),
        ("/readyz", [], False),
        ("/readyz", ["worker"], True),
        ("/readyz", ["worker", "reconciler"], False),
        ("/readyz", ["unknown"], False),
        ("/else", ["worker"], False),
    ],
)
def test_probe_reports_the_health_of_the_service(address: str, path: str, parts: list[str], healthy: bool) -> None:
    assert ends_well(f"{address}{path}", *parts) is healthy


def test_unreachable_service_is_not_healthy() -> None:
    assert not ends_well("http://127.0.0.1:9/healthz")


def ends_well(*arguments: str) -> bool:
    argv = [sys.executable, "-S", str(CHECKOUT / "deploy" / "probe.py"), *arguments]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode == 0
