"""Figures of Lighthouse's reports, compared with the budgets of a page."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from storagelab.bench.report import BenchmarkFigure

#: Core figures of a report: what they are called here, the audit they are in, and what turns its value into our unit.
_AUDITS = {
    "lcp": ("largest-contentful-paint", 1e-3),
    "tbt": ("total-blocking-time", 1.0),
    "cls": ("cumulative-layout-shift", 1.0),
}
_SCORES = {"score": "performance", "accessibility": "accessibility"}


@dataclass(frozen=True, slots=True)
class Budget:
    """Budget of a page. Times of paint in seconds, blocked time in ms, scores of 100."""

    lcp_desktop: float = 1.0
    lcp_mobile: float = 2.5
    score_desktop: float = 98
    score_mobile: float = 90
    accessibility: float = 100
    tbt_mobile: float = 250
    cls: float = 0.02


def read_report(report: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of one report. Raises RuntimeError for a report on another page or with a figure missing."""
    requested, shown = report["requestedUrl"], report["finalDisplayedUrl"]
    if report.get("runtimeError"):
        raise RuntimeError(f"Lighthouse could not measure {requested}: {report['runtimeError'].get('message')}")
    if urlsplit(requested).path != urlsplit(shown).path:
        raise RuntimeError(f"Lighthouse asked for {requested} and was shown {shown}.")
    values = {
        name: _require_figure(report["audits"].get(audit, {}).get("numericValue"), audit, requested) * factor
        for name, (audit, factor) in _AUDITS.items()
    }
    scores = {
        name: _require_figure(report["categories"].get(category, {}).get("score"), category, requested) * 100
        for name, category in _SCORES.items()
    }
    return values | scores


def medians(readings: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the median of each figure over several readings of one page."""
    return {name: statistics.median(reading[name] for reading in readings) for name in readings[0]}


def page_figures(
    page: str,
    desktop: Sequence[Mapping[str, float]],
    mobile: Sequence[Mapping[str, float]],
    budget: Budget,
    note: str,
) -> list[BenchmarkFigure]:
    """Return the figures of a page from its readings on a desk and as a phone.

    For a figure with a single limit it is the worse of both.
    """
    desk, phone = medians(desktop), medians(mobile)
    repeats = f"{note}; median of {len(desktop)}"
    accessible = min(desk["accessibility"], phone["accessibility"])
    shift = max(desk["cls"], phone["cls"])
    return [
        BenchmarkFigure(f"{page}_desktop_lcp", desk["lcp"], "s", "lower", budget.lcp_desktop, repeats),
        BenchmarkFigure(f"{page}_mobile_lcp", phone["lcp"], "s", "lower", budget.lcp_mobile, repeats),
        BenchmarkFigure(f"{page}_desktop_score", desk["score"], "of 100", "higher", budget.score_desktop, repeats),
        BenchmarkFigure(f"{page}_mobile_score", phone["score"], "of 100", "higher", budget.score_mobile, repeats),
        BenchmarkFigure(f"{page}_mobile_tbt", phone["tbt"], "ms", "lower", budget.tbt_mobile, repeats),
        BenchmarkFigure(f"{page}_cls", shift, "score", "lower", budget.cls, f"{repeats}; the worse of both screens"),
        BenchmarkFigure(
            f"{page}_accessibility", accessible, "of 100", "higher", budget.accessibility,
            f"{repeats}; the worse of both screens",
        ),
    ]  # fmt: skip


def _require_figure(value: Any, name: str, url: str) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise RuntimeError(f"Lighthouse's report on {url} has no figure for {name}.")
    return float(value)
