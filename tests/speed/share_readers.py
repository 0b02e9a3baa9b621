"""Readers of one permalink at the same time: each requests the page and then its first picture."""

from __future__ import annotations

import asyncio
import gzip
import re
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlsplit

#: A reader who waits longer than this has given up.
PATIENCE_SECONDS = 120.0
_PICTURE = re.compile(r'<img src="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Crowd:
    """Waiting times of the served readers for page and picture in seconds, and the failures of the others."""

    waits: list[float]
    failures: list[str]

    def percentile(self, share: float) -> float:
        """Return the wait that `share` percent of the readers did not exceed."""
        return statistics.quantiles(self.waits, n=100, method="inclusive")[round(share) - 1]


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a server: status, head in lower case, and the bytes as they were sent."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The bytes as text, unpacked."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.content) if packed else self.content).decode()


def read_at_once(url: str, readers: int) -> Crowd:
    """Open a permalink at the same moment as `readers` readers, each with connections of its own."""
    return asyncio.run(_crowd(url, readers))


async def _crowd(url: str, readers: int) -> Crowd:
    results = await asyncio.gather(*(_read(url) for _ in range(readers)), return_exceptions=True)
    waits = [result for result in results if isinstance(result, float)]
    failures = [f"{type(result).__name__}: {result}" for result in results if isinstance(result, BaseException)]
    return Crowd(waits, failures)


async def _read(url: str) -> float:
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE_SECONDS):
        address = urlsplit(url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        try:
            page = await _get(reader, writer, address.netloc, address.path)
            match = _PICTURE.search(page.text)
            if match is None:
                raise RuntimeError("the page has no picture")
            picture = await _get(reader, writer, address.netloc, unescape(match[1]))
            if "</svg>" not in picture.text:
                raise RuntimeError("the picture is none")
        finally:
            writer.close()
    return time.monotonic() - began


async def _get(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, path: str) -> Answer:
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n".encode("ascii"))
    head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    content = await reader.readexactly(int(headers["content-length"]))
    answer = Answer(int(head.split()[1]), headers, content)
    if answer.status != 200:
        raise RuntimeError(f"{answer.status} for {path.partition('?')[0].rpartition('/')[2]}")
    return answer
