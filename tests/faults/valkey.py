"""Speaks to the broker past everybody else: what an operator would type into its command line."""

from __future__ import annotations

import socket
from pathlib import Path


def send_command(path: Path, *words: str | bytes) -> bytes:
    """Send one command; returns the beginning of the answer."""
    parts = [word.encode("ascii") if isinstance(word, str) else word for word in words]
    request = b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(5)
        connection.connect(str(path))
        connection.sendall(request)
        return connection.recv(4096)
