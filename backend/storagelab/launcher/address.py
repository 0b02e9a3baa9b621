"""Addresses at which the API listens and is reached."""

from __future__ import annotations

import socket

from storagelab.config import Settings
from storagelab.errors import Conflict


def build_local_url(settings: Settings) -> str:
    """Return the address of the API on this machine, which a proxy may publish under another (`base_url`)."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - compared, not bound.
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def sign_in_address(token: str, base_url: str) -> str:
    """Return the address that signs its visitor in: the part after # is never sent to a server or logged by one."""
    return f"{base_url}/sign-in#{token}"


def require_free_port(settings: Settings) -> None:
    """Raise Conflict when the API cannot listen on its configured port, before anything is started."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # As the server itself does: connections of an earlier start that linger are no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise Conflict(
                f"Storage Lab cannot listen on {settings.host} port {settings.port} ({error.strerror}): "
                "stop the program that uses it, or choose another port with --port (make: PORT=)."
            ) from error
