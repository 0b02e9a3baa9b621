"""The runner on this machine: a child process that speaks over its pipes."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence

from storagelab.domain.json_values import JsonObject
from storagelab_workers.transports.base import VERB_SECONDS, ServerUnreachable
from storagelab_workers.transports.messages import MAX_LINE_BYTES, decode_response, encode_request

#: How long a runner gets to end by itself once its standard input is closed.
_GOODBYE_SECONDS = 2.0


class LocalTransport:
    """One `serve` process. It ends with its standard input, so it never outlives this process for long."""

    def __init__(self, argv: Sequence[str], *, server: str) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._next_id = 0
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(list(argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as problem:
            raise ServerUnreachable(f"The runner of {server} could not be started: {problem.strerror}.") from problem
        # Reading in a thread is what gives a call its time limit: a pipe has none.
        threading.Thread(target=self._read_lines, name="runner-lines", daemon=True).start()

    @property
    def is_open(self) -> bool:
        """See `Transport.is_open`."""
        return self._process.poll() is None

    def call(self, verb: str, args: Mapping[str, object], *, timeout_seconds: float = VERB_SECONDS) -> JsonObject:
        """See `Transport.call`."""
        with self._lock:
            self._next_id += 1
            deadline = time.monotonic() + timeout_seconds
            self._send(encode_request(self._next_id, verb, args))
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
            except queue.Empty:
                self.close()
                raise ServerUnreachable(
                    f"The runner of {self._server} did not answer {verb!r} within {timeout_seconds:g} s."
                ) from None
            if line is None:
                self.close()
                raise ServerUnreachable(f"The runner of {self._server} ended before it answered {verb!r}.")
            return decode_response(line, self._next_id, server=self._server)

    def close(self) -> None:
        """See `Transport.close`."""
        assert self._process.stdin is not None  # noqa: S101 - it was opened as a pipe.
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, request: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was opened as a pipe.
        view = memoryview(request)
        try:
            while view:
                view = view[self._process.stdin.write(view) :]
        except (OSError, ValueError) as problem:
            self.close()
            raise ServerUnreachable(f"The runner of {self._server} has ended.") from problem

    def _read_lines(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it was opened as a pipe.
        buffered = b""
        with self._process.stdout as stdout:
            while (block := stdout.read(1 << 16)) and len(buffered) <= MAX_LINE_BYTES:
                buffered += block
                *lines, buffered = buffered.split(b"\n")
                for line in lines:
                    self._lines.put(line)
        self._lines.put(None)
