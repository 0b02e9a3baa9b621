"""The command line in the test's own process, against an API that listens on a port.

A process for each of them takes longer than most commands do. What the process itself adds, its status and its two
outputs, is held by `cli/test_main.py`.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from socket import create_server
from unittest import mock

import pytest
import structlog
import uvicorn
from tests.applications import get_app

from storagelab.config import get_settings

STARTS_WITHIN_SECONDS = 60.0


@contextlib.contextmanager
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the API with the settings of the environment; yields its address, which the settings name from now on."""
    with create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        monkeypatch.setenv("STORAGELAB_BASE_URL", url)
        get_settings.cache_clear()
        server = uvicorn.Server(uvicorn.Config(get_app(get_settings()), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        # Its log would be read as what a command prints.
        before = structlog.get_config()
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(io.StringIO()))
        thread.start()
        try:
            _wait_for(server)
            yield url
        finally:
            server.should_exit = True
            thread.join(STARTS_WITHIN_SECONDS)
            structlog.configure(**before)
            get_settings.cache_clear()


def _wait_for(server: uvicorn.Server) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while not server.started:
        if time.monotonic() > deadline:
            pytest.fail("The API did not start.")
        time.sleep(0.01)


def storagelab(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command without a terminal for questions."""
    from storagelab.cli.main import main

    argv = ["storagelab", *arguments]
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(3)]
    status = 0
    with (
        mock.patch.object(sys, "argv", argv),
        mock.patch.object(sys, "stdin", streams[0]),
        mock.patch.object(sys, "stdout", streams[1]),
        mock.patch.object(sys, "stderr", streams[2]),
    ):
        try:
            main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    printed = [stream.buffer.getvalue().decode() for stream in streams[1:]]
    return subprocess.CompletedProcess(argv, status, *printed)
