"""Hundreds of viewers: most follow a job's events as a browser does, others poll lists and curves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Sequence

#: The number of viewers out of ten that follow events; the product holds 500 streams at most.
_FOLLOWERS_OF_TEN = 8
_MAX_POLL_PAUSE_SECONDS = 5.0
_PATIENCE_SECONDS = 40.0
#: A viewer that saw the end of a job reads its result, which is there already.
_LOOKS_AT_THE_RESULT_SECONDS = 60.0
#: The end of a body of unknown length (RFC 9112, 7.1).
_LAST_CHUNK = b"0\r\n\r\n"


class Viewers:
    """An event loop in a thread of its own with all viewers; as a context, they look as long as it lasts."""

    def __init__(self, port: int, tokens: Sequence[str], jobs: Sequence[str]) -> None:
        self._port, self._tokens, self._jobs = port, tokens, jobs
        self.answers = 0
        self.wrong = 0
        self.example = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._look, name="viewers", daemon=True)

    def __enter__(self) -> Viewers:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._all.cancel)
        self._thread.join(20)

    def _look(self) -> None:
        follows = [number % 10 < _FOLLOWERS_OF_TEN for number in range(len(self._tokens))]
        work = [
            self._follow(number, token) if follows[number] else self._poll(token)
            for number, token in enumerate(self._tokens)
        ]
        self._all = asyncio.gather(*(self._loop.create_task(coroutine) for coroutine in work))
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._all)
        self._loop.close()

    async def _follow(self, number: int, token: str) -> None:
        await asyncio.sleep(random.uniform(0, 3))
        while True:
            ended = await self._get(f"/jobs/{self._jobs[number % len(self._jobs)]}/events", token)
            # The stream of a job that is over ends by itself, and no page requests it again; a broken one is requested
            # again.
            await asyncio.sleep(_LOOKS_AT_THE_RESULT_SECONDS if ended else random.uniform(1, 10))

    async def _poll(self, token: str) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, _MAX_POLL_PAUSE_SECONDS))
            await self._get(random.choice(["/jobs?limit=20", "/servers", f"/jobs/{random.choice(self._jobs)}"]), token)

    async def _get(self, path: str, token: str) -> bool:
        """Read a request to its end or until the viewer's patience is over; return whether the lab itself ended it."""
        writer, tail = None, b""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            head = f"GET /api/v1{path} HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n"
            writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode("ascii"))
            line = await reader.readline()
            if line:
                self._count_answer(line.decode("latin-1").strip(), path)
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while block := await reader.read(1 << 16):
                    tail = (tail + block)[-len(_LAST_CHUNK) :]
        except (OSError, TimeoutError):
            return False
        finally:
            if writer is not None:
                writer.transport.abort()
        return tail == _LAST_CHUNK

    def _count_answer(self, line: str, path: str) -> None:
        self.answers += 1
        status = int(line.split()[1])
        if status >= 500 and status != 503:
            self.wrong += 1
            self.example = f"{line} for {path}"
