"""Connecting to a server, at the judged address only.

Every port that is not a server's gets one and the same sentence.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from storagelab_workers.transports.base import ServerUnreachable
from storagelab_workers.transports.ssh import fetch_host_key


@contextmanager
def listening(answer: bytes | None) -> Iterator[int]:
    """Yield a port of this machine that answers with these bytes and closes; None closes without a byte."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.sendall(answer or b"")

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def sentence(address: str, port: int) -> str:
    """Return the error message about an address, without its name."""
    with pytest.raises(ServerUnreachable) as refused:
        fetch_host_key(address, port)
    assert refused.value.code == "server_unreachable"
    return refused.value.message.replace(f"{address}:{port}", "PLACE")


def test_answers_hide_closed_ports() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = taken.getsockname()[1]
    sentences = {sentence("127.0.0.1", closed), sentence("nowhere.invalid", 22)}
    for answer in (None, b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00" * 100, b"SSH-1.0-old\r\n", b"220 mail\r\n"):
        with listening(answer) as port:
            sentences.add(sentence("127.0.0.1", port))
    assert len(sentences) == 1
    assert "PLACE does not answer over SSH" in sentences.pop()


def test_log_names_the_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = taken.getsockname()[1]
    with capture_logs() as logs:
        sentence("127.0.0.1", closed)
    assert [entry["reason"] for entry in logs if entry["event"] == "server_gave_no_answer"] == [
        f"ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', {closed})"
    ]


def test_changed_dns_answer_is_validated_before_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the judged address is the connected one.

    The name server answers differently at every query.
    """
    with listening(b"220 mail\r\n") as port:
        answers = ["127.0.0.1", "169.254.169.254", "::ffff:169.254.1.1", "0.0.0.0"]
        hosts: list[str] = []

        def look(host: str, number: int, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
            hosts.append(host)
            ip = answers[len(hosts) - 1]
            family = socket.AF_INET6 if ":" in ip else socket.AF_INET
            place = (ip, number, 0, 0) if ":" in ip else (ip, number)
            return [(family, socket.SOCK_STREAM, 6, "", place)]

        monkeypatch.setattr(socket, "getaddrinfo", look)
        assert "does not answer over SSH" in sentence("changing.example.org", port)
        assert hosts == ["changing.example.org"]
        for _ in answers[1:]:
            assert "leads to no server that can be tested" in sentence("changing.example.org", port)
        assert len(hosts) == len(answers)


def test_one_forbidden_place_among_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 22)) for ip in ("192.0.2.1", "169.254.1.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
    assert "leads to no server that can be tested" in sentence("both.example.org", 22)
