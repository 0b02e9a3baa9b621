"""Time until a permalink answers: page and pictures, first and later, its PDF, and a crowd of readers."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.e2e.lab import Lab
from tests.speed.share_readers import Answer, read_at_once
from tests.speed.subjects import Subjects

from storagelab.bench.report import BenchmarkFigure

FIRST_BYTE_COLD_GOAL_SECONDS = 0.15
FIRST_BYTE_WARM_GOAL_SECONDS = 0.01
WEIGHT_GOAL_KIB = 60.0
PICTURE_GOAL_SECONDS = 0.4
PDF_GOAL_SECONDS = 3.0
CROWD_GOAL_SECONDS = 3.0
PDF_CHARTS = 12
READERS = 500
#: Permalinks of one subject that nobody has read.
_COLD_READS = 5
_WARM_READS = 40
#: A comparison has no more runs than these.
_MAX_COMPARED = 12
_PATIENCE_SECONDS = 120
_PICTURE = re.compile(r'<img src="([^"]+)"')
_SCRIPT = re.compile(r'<script [^>]*src="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Timed:
    """An answer, and the seconds until its first byte and until its last."""

    answer: Answer
    first_byte_seconds: float
    whole_seconds: float


def share_figures(lab: Lab, subjects: Subjects) -> list[BenchmarkFigure]:
    """Return every figure of permalinks except those of Lighthouse.

    Raises RuntimeError where a reader was not served.
    """
    # Of each share nothing was read before, and of the first no other page since the lab was started.
    runs = [{"kind": "run", "run_id": run, "title": f"Measured {run}"} for run in subjects.runs]
    articles = [subjects.article | {"title": f"Compared {number}"} for number in range(_COLD_READS)]
    return [
        *_page_figures(lab, "share", runs, subjects.note),
        *_page_figures(lab, "article", articles, subjects.article_note),
        _pdf_figure(lab, subjects),
    ]


def _page_figures(lab: Lab, name: str, bodies: Sequence[dict[str, Any]], subject: str) -> Iterator[BenchmarkFigure]:
    """Yield the figures of permalinks of alike subjects, `name` is the beginning of their names."""
    pages, pictures = [], []
    for body in bodies:
        url = _freeze(lab, body)
        pages.append(fetch(url))
        pictures.append(fetch(_beside(url, _PICTURE, pages[-1])))
    warm = [fetch(url) for _ in range(_WARM_READS)]
    cached = [fetch(_beside(url, _PICTURE, warm[-1])) for _ in range(_WARM_READS)]
    cold = sorted(_first_bytes(pages))
    yield BenchmarkFigure(
        f"{name}_first_byte_cold", cold[-1], "s", "lower", FIRST_BYTE_COLD_GOAL_SECONDS,
        f"the longest of {len(cold)} pages that nobody had read; shortest {cold[0]:.3g}, "
        f"median {statistics.median(cold):.3g}; {subject}",
    )  # fmt: skip
    yield _median_figure(f"{name}_first_byte_warm", _first_bytes(warm), FIRST_BYTE_WARM_GOAL_SECONDS, subject)
    script = fetch(_beside(url, _SCRIPT, warm[-1]))
    weight = len(warm[-1].answer.content) + len(script.answer.content)
    yield BenchmarkFigure(
        f"{name}_weight",
        weight / 1024,
        "KiB gz",
        "lower",
        WEIGHT_GOAL_KIB,
        f"page and script, before charts; {subject}",
    )
    yield BenchmarkFigure(
        f"{name}_picture_first", max(picture.whole_seconds for picture in pictures), "s", "lower", PICTURE_GOAL_SECONDS,
        f"the longest of {len(pictures)} pictures that nobody had seen; {subject}",
    )  # fmt: skip
    waits = [picture.whole_seconds for picture in cached]
    yield _median_figure(f"{name}_picture_cached", waits, PICTURE_GOAL_SECONDS, subject)
    crowd = read_at_once(url, READERS)
    if crowd.failures:
        raise RuntimeError(f"{len(crowd.failures)} of {READERS} readers were not served: {crowd.failures[0]}")
    yield BenchmarkFigure(
        f"{name}_crowd_p95", crowd.percentile(95), "s", "lower", CROWD_GOAL_SECONDS,
        f"{READERS} readers at the same moment, each the page and its first picture; none was refused; "
        f"median {statistics.median(crowd.waits):.3g}, longest {max(crowd.waits):.3g}; {subject}",
    )  # fmt: skip


def _pdf_figure(lab: Lab, subjects: Subjects) -> BenchmarkFigure:
    printed = fetch(f"{_many_charts(lab, subjects)}.pdf")
    return BenchmarkFigure(
        "share_pdf", printed.whole_seconds, "s", "lower", PDF_GOAL_SECONDS,
        f"{PDF_CHARTS} charts of {_MAX_COMPARED} runs, nothing drawn before",
    )  # fmt: skip


def _median_figure(name: str, seconds: Iterable[float], goal: float, subject: str) -> BenchmarkFigure:
    values = sorted(seconds)
    note = f"median of {len(values)}; shortest {values[0]:.3g}, longest {values[-1]:.3g}; {subject}"
    return BenchmarkFigure(name, statistics.median(values), "s", "lower", goal, note)


def fetch(url: str) -> Timed:
    """Read an address on a connection of its own. Raises RuntimeError where it is not given."""
    address = urlsplit(url)
    connection = HTTPConnection(address.netloc, timeout=_PATIENCE_SECONDS)
    path = address.path + (f"?{address.query}" if address.query else "")
    began = time.perf_counter()
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        first_byte = time.perf_counter() - began
        content = response.read()
        whole = time.perf_counter() - began
    finally:
        connection.close()
    if response.status != 200:
        raise RuntimeError(f"{response.status} for {path}: {content[:200]!r}")
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Timed(Answer(response.status, headers, content), first_byte, whole)


def _first_bytes(timed: Iterable[Timed]) -> list[float]:
    return [answer.first_byte_seconds for answer in timed]


def _beside(url: str, pattern: re.Pattern[str], page: Timed) -> str:
    """Return the address of the first thing that a page loads and that matches `pattern`."""
    match = pattern.search(page.answer.text)
    if match is None:
        raise RuntimeError(f"The page {url} has nothing like {pattern.pattern}.")
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc}{unescape(match[1])}"


def _many_charts(lab: Lab, subjects: Subjects) -> str:
    """Freeze a comparison with `PDF_CHARTS` charts and return its address."""
    subject: dict[str, Any] = {"kind": "comparison", "run_ids": [*subjects.others, *subjects.runs][:_MAX_COMPARED]}
    offered = [chart["key"] for chart in lab.call("POST", "/shares/options", json=subject)["charts"]]
    if len(offered) < PDF_CHARTS:
        raise RuntimeError(f"Only {len(offered)} charts are offered.")
    body = [{"chart": key} for key in offered[:PDF_CHARTS]]
    return _freeze(lab, subject | {"title": "Nights", "body": body})


def _freeze(lab: Lab, body: dict[str, Any]) -> str:
    # The article shows the figures of a review, which names its source.
    share = lab.call("POST", "/shares", json={**body, "publish": True, "confirm_new_author": True})
    return str(share["url"])
