"""The steady-state verdicts of the runs with the numbers they rest on (SNIA PTS)."""

from __future__ import annotations

from storagelab.domain.metrics import METRICS
from storagelab.shares.document.run import FrozenRun, FrozenTrackedVerdict, FrozenVerdict
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import Block, PageCell, PageColumn, PageTable, Unit
from storagelab.shares.page.verdicts import run_verdict

STATUS = {"steady": "steady", "not_steady": "not steady", "insufficient_rounds": "too short"}
_FIGURES = (
    PageColumn("Mean in the window"),
    PageColumn("Range", "percent"),
    PageColumn("Slope", "percent"),
)
_HINT = "Range: highest minus lowest. Slope: rise of the best fit line over the window. Both in percent of the mean."


def format_rule(run: FrozenRun) -> str | None:
    """Return the steady-state rule of a run in words; None where nothing was judged."""
    verdict = run.verdict
    if not verdict or verdict.range_limit_pct is None or verdict.slope_limit_pct is None:
        return None
    metric = METRICS.get(verdict.metric)
    label = metric.label if metric else verdict.metric
    return (
        f"{label} by rounds: range at most {verdict.range_limit_pct:g} %, slope at most "
        f"{verdict.slope_limit_pct:g} % over the window"
    )


def build_steadiness(document: ShareDocument) -> list[Block]:
    """Return the blocks on the steady state of the runs with a verdict.

    A single run has a sentence before the table of verdicts. Tracked loops have a table of their own.
    """
    judged = [(run, run.verdict) for run in document.runs if run.verdict]
    blocks: list[Block] = []
    if judged and len(document.runs) == 1:
        blocks.append(run_verdict(document.runs[0]))
    if judged:
        rows = tuple(_build_row(run, verdict) for run, verdict in judged)
        columns = (PageColumn("Run"), PageColumn("Verdict"), PageColumn("Rounds"), PageColumn("Window"), *_FIGURES)
        blocks.append(PageTable(columns, rows, title="Steady state", hint=_HINT))
    tracked = tuple(row for run, verdict in judged for row in _build_tracked_rows(run, verdict))
    if tracked:
        columns = (PageColumn("Loop"), PageColumn("Phase"), PageColumn("Metric"), PageColumn("Window"), *_FIGURES)
        blocks.append(PageTable(columns, tracked, title="Tracked variables of the loops", folded=len(tracked) > 8))
    return blocks


def _build_row(run: FrozenRun, verdict: FrozenVerdict) -> tuple[PageCell, ...]:
    seconds = verdict.round_seconds
    return (
        PageCell(run.number),
        PageCell(STATUS.get(verdict.status, verdict.status)),
        PageCell(len(verdict.rounds) or None, note=f"of {seconds:g} s" if seconds else None),
        PageCell(_format_window(verdict.window)),
        *_build_figure_cells(verdict),
    )


def _build_tracked_rows(run: FrozenRun, verdict: FrozenVerdict) -> list[tuple[PageCell, ...]]:
    return [
        (
            PageCell(f"{run.number}, {loop.name}"),
            PageCell(tracked.phase),
            PageCell(METRICS[tracked.metric].label if tracked.metric in METRICS else tracked.metric),
            PageCell(_format_window(loop.window)),
            *_build_figure_cells(tracked),
        )
        for loop in verdict.loops or []
        for tracked in loop.tracked
    ]


def _build_figure_cells(verdict: FrozenVerdict | FrozenTrackedVerdict) -> tuple[PageCell, PageCell, PageCell]:
    metric = METRICS.get(verdict.metric)
    unit: Unit = metric.unit if metric is not None else "count"  # type: ignore[assignment]
    limits = verdict if isinstance(verdict, FrozenVerdict) else None
    return (
        PageCell(verdict.average, unit=unit),
        PageCell(verdict.range_pct, note=_limit(limits.range_limit_pct) if limits else None),
        PageCell(verdict.slope_pct, note=_limit(limits.slope_limit_pct) if limits else None),
    )


def _limit(percent: float | None) -> str | None:
    return f"limit {percent:g} %" if percent is not None else None


def _format_window(window: tuple[int, int] | None) -> str | None:
    return f"{window[0]} to {window[1]}" if window else None
