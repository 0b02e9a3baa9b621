"""Readers who arrive at once: each is either served whole or reported."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.speed.share_readers import Crowd, read_at_once

PAGE = b'<figure><img src="/s/t/charts/a.svg?theme=light&amp;size=wide" alt=""></figure>'


class Permalink(BaseHTTPRequestHandler):
    """A page with a picture; every third picture is not there."""

    protocol_version = "HTTP/1.1"
    requested: list[str]
    refuses = False

    def do_GET(self) -> None:
        type(self).requested.append(self.path)
        is_page = self.path == "/s/t"
        refused = self.refuses and not is_page and len(self.requested) % 3 == 0
        content = PAGE if is_page else b"<svg></svg>"
        self.send_response(503 if refused else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Suppress the log line of a request."""


@pytest.fixture
def url() -> Iterator[str]:
    """Provide the address of a permalink on a port of its own."""
    Permalink.requested, Permalink.refuses = [], False
    with ThreadingHTTPServer(("127.0.0.1", 0), Permalink) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/s/t"
        server.shutdown()


def test_each_reads_the_page_and_its_picture(url: str) -> None:
    crowd = read_at_once(url, 20)
    assert (len(crowd.waits), crowd.failures) == (20, [])
    assert sorted(set(Permalink.requested)) == ["/s/t", "/s/t/charts/a.svg?theme=light&size=wide"]
    assert len(Permalink.requested) == 40


def test_refused_reader_is_counted_as_failure(url: str) -> None:
    Permalink.refuses = True
    crowd = read_at_once(url, 20)
    assert crowd.failures
    assert len(crowd.waits) + len(crowd.failures) == 20
    assert all(failure == "RuntimeError: 503 for a.svg" for failure in crowd.failures)


def test_percentile_covers_its_share_of_readers() -> None:
    crowd = Crowd([number / 100 for number in range(1, 101)], [])
    assert crowd.percentile(95) == pytest.approx(0.95, abs=0.01)
    assert crowd.percentile(50) == pytest.approx(0.5, abs=0.01)
