"""Middleware of every response: security headers, one line of access log, counters."""

from __future__ import annotations

import time

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
log = structlog.get_logger("storagelab.access")
#: Names of the routes that health checks call.
_HEALTH_CHECKS = frozenset({"get_health", "get_readiness"})


class SecurityHeaders:
    """ASGI middleware: adds each header that the response does not set itself. API answers are not cached."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add the missing security headers to its response."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class HeadAsGet:
    """ASGI middleware: HEAD on the API is answered as GET is; the server leaves the body out. Streams have no HEAD."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle HEAD requests to the API as GET, except event streams; pass all other requests on unchanged."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and scope["path"].startswith("/api/"):
            scope = scope if scope["path"].endswith("/events") else {**scope, "method": "GET"}
        await self.app(scope, receive, send)


class HTTPMetrics:
    """Counters of one process's requests, by the endpoint's name and never by address."""

    def __init__(self, registry: CollectorRegistry) -> None:
        labels = ("method", "route", "status")
        self.requests = Counter("storagelab_http_requests", "Requests answered", labels, registry=registry)
        self.seconds = Histogram(
            "storagelab_http_request_seconds", "Time to the first byte of the answer", ("route",), registry=registry
        )


class AccessLog:
    """ASGI middleware: logs and counts each answer by the name of its endpoint.

    Neither path nor query: addresses of shares carry their token, queries carry user text.
    """

    def __init__(self, app: ASGIApp, metrics: HTTPMetrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and record its method, route, status and duration in log and metrics."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.monotonic()

        async def send_and_record(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._record(scope, message["status"], time.monotonic() - began)
            await send(message)

        await self.app(scope, receive, send_and_record)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "name", "none")
        self.metrics.requests.labels(scope["method"], route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        # Health checks come every few seconds: successful ones would hide everything else.
        write = log.debug if route in _HEALTH_CHECKS and status == 200 else log.info
        write("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))
