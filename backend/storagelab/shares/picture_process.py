"""Process that draws charts: started on demand, and replaced after a failure or a timeout."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from storagelab.errors import StorageLabError
from storagelab.shares.picture_child import LENGTH

SECONDS = 10.0
MEMORY_BYTES = 256 << 20
#: The number of answers after which a new process replaces the old one, so that memory of V8 does not grow without end.
ANSWERS = 500
#: V8 stops itself after its time; a process that does not even do that is killed this much later.
GRACE_SECONDS = 1.0
#: The place before the message of V8, and how many characters of a message are shown.
_PLACE = re.compile(r"^\S*:\d+: ")
_MAX_FAILURE = 300
#: What a process may take to start, beside its first drawing.
START_SECONDS = 10.0


class ChartImagesUnavailable(StorageLabError):
    """The failure of a chart drawing, which is a fault of this program. Frozen data are not affected."""

    status = 503
    code = "chart_images_unavailable"


class ChartFailed(ChartImagesUnavailable):
    """The failure to draw one particular chart, which would fail again on a repeated request."""


class PictureProcess:
    """One process with the chart bundle, under limits of time and memory. Safe with threads: it draws one at a time."""

    def __init__(
        self,
        bundle: Path,
        *,
        seconds: float = SECONDS,
        memory_bytes: int = MEMORY_BYTES,
        answers: int = ANSWERS,
    ) -> None:
        self._arguments = [str(bundle), str(seconds), str(memory_bytes)]
        self._seconds = seconds
        self._answers = answers
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._answered = 0
        self._end_child: weakref.finalize[..., Any] | None = None

    def call(self, function: str, *arguments: object) -> str:
        """Return the result of a function of the bundle. Raises ChartImagesUnavailable with the reason."""
        # A caller that has waited longer than one drawing may take does better to retry later.
        if not self._lock.acquire(timeout=self._seconds + GRACE_SECONDS):
            raise ChartImagesUnavailable("Many charts are being drawn at this moment: try again in a minute.")
        try:
            answer = self._call_child(json.dumps([function, arguments], allow_nan=False).encode())
        finally:
            self._lock.release()
        if "text" not in answer:
            raise ChartFailed(f"The chart could not be drawn: {_format_failure(answer.get('error'))}.")
        return str(answer["text"])

    def close(self) -> None:
        """End the process; the next call starts another."""
        with self._lock:
            self._end()

    def _call_child(self, request: bytes) -> dict[str, object]:
        if self._child is not None and (self._child.poll() is not None or self._answered >= self._answers):
            self._end()
        deadline = time.monotonic() + self._seconds + GRACE_SECONDS
        child = self._child
        if child is None:
            child = self._start()
            deadline += START_SECONDS
        try:
            answer = _exchange(child, request, deadline)
        except BaseException:
            self._end()
            raise
        self._answered += 1
        if answer.get("ends"):
            self._end()
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(
            # Isolated and without an environment: it needs neither our settings nor our secrets.
            [sys.executable, "-I", "-m", "storagelab.shares.picture_child", *self._arguments],
            env={},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )
        # A process that does not read must not block the writer.
        os.set_blocking(_stream(child.stdin).fileno(), False)
        self._child, self._answered = child, 0
        self._end_child = weakref.finalize(self, _kill, child)
        return child

    def _end(self) -> None:
        if self._end_child is not None:
            self._end_child()
        self._child = self._end_child = None


def _format_failure(error: object) -> str:
    """Return the message of an error of V8, without its place, its line of source and its stack."""
    first = next(iter(str(error).strip().splitlines()), "")
    return _PLACE.sub("", first)[:_MAX_FAILURE].strip().rstrip(".") or "no reason is known"


def _kill(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    child.wait()


def _exchange(child: subprocess.Popen[bytes], request: bytes, deadline: float) -> dict[str, object]:
    """Send a request to a child process, and return its answer.

    Raises ChartImagesUnavailable when no answer arrives by `deadline`.
    """
    _write(_stream(child.stdin), LENGTH.pack(len(request)) + request, deadline)
    (length,) = LENGTH.unpack(_read(_stream(child.stdout), LENGTH.size, deadline))
    answer: dict[str, object] = json.loads(_read(_stream(child.stdout), length, deadline))
    return answer


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise ValueError("the process was started without this stream")
    return stream


def _write(stream: IO[bytes], content: bytes, deadline: float) -> None:
    left = memoryview(content)
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_WRITE)
        while left:
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise _make_timeout_error()
            try:
                left = left[os.write(stream.fileno(), left) :]
            except BrokenPipeError as error:
                raise _make_exit_error() from error


def _read(stream: IO[bytes], size: int, deadline: float) -> bytes:
    """Read exactly `size` bytes of a pipe until `deadline`. Raises ChartImagesUnavailable."""
    content = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while len(content) < size:
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise _make_timeout_error()
            piece = os.read(stream.fileno(), size - len(content))
            if not piece:
                raise _make_exit_error()
            content += piece
    return bytes(content)


def _make_timeout_error() -> ChartImagesUnavailable:
    return ChartFailed("The chart took too long to draw, and drawing it was stopped.")


def _make_exit_error() -> ChartImagesUnavailable:
    return ChartFailed("The process that draws charts ended while it drew this one. Try again.")
