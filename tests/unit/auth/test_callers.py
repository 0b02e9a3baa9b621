"""Callers that a limit on tries counts: one reader behind any number of trusted proxies.

Claims of the reader do not count.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from storagelab.auth.rate_limit import build_caller_key
from storagelab.config import Settings


def caller(peer: str, forwarded: str | None, trusted: str) -> str:
    """Return the caller of a request, as uvicorn passes it on with our settings."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(build_caller_key(HTTPConnection(scope)))

    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope: Any = {"type": "http", "client": (peer, 4711), "headers": headers, "scheme": "http"}
    nothing: Any = None
    asyncio.run(ProxyHeadersMiddleware(app, trusted)(scope, nothing, nothing))
    return seen[0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "expected"),
    [
        ("198.51.100.7", None, "127.0.0.1,::1", "198.51.100.7"),
        ("198.51.100.7", "203.0.113.9", "127.0.0.1,::1", "198.51.100.7"),
        ("127.0.0.1", "203.0.113.9", "127.0.0.1,::1", "203.0.113.9"),
        ("127.0.0.1", "1.2.3.4, 203.0.113.9", "127.0.0.1,::1", "203.0.113.9"),
        ("127.0.0.1", "203.0.113.9, 10.0.0.2", "127.0.0.1,10.0.0.0/24", "203.0.113.9"),
        ("127.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", "127.0.0.1, 10.0.0.0/24", "203.0.113.9"),
        ("2001:db8::1", None, "127.0.0.1", "2001:db8::/64"),
        ("2001:db8::ffff:2", None, "127.0.0.1", "2001:db8::/64"),
        ("::ffff:203.0.113.9", None, "127.0.0.1", "203.0.113.9"),
        ("fe80::1%eth0", None, "127.0.0.1", "fe80::/64"),
        ("testclient", None, "127.0.0.1", "testclient"),
    ],
)
def test_readers_are_distinguished_behind_proxies(
    peer: str, forwarded: str | None, trusted: str, expected: str
) -> None:
    assert caller(peer, forwarded, trusted) == expected


def test_only_this_machine_is_trusted_by_default() -> None:
    assert Settings().trusted_proxies == "127.0.0.1,::1"
