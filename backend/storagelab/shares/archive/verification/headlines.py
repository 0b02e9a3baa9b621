"""Checks of headlines: of runs by measurements and verdicts, of the share by its runs or answer."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable
from typing import Any

from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import parse_round_name
from storagelab.errors import StorageLabError
from storagelab.runs.headline import BEST_IOPS, HEADLINE_KINDS, RESULT_KINDS, Best, choose_headline
from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.archive.verification.verification_report import MALFORMED, VerificationReport
from storagelab.shares.freezing.headlines import list_headlines

_FIGURES = {"iops": "iops", "bandwidth": "bandwidth_bytes_per_s", "latency": "latency_mean_ns"}


def check_run_headline(run: Json, verification: VerificationReport) -> None:
    """Check the headline figures of a run against its measurements and its verdict."""
    verification.attempt(
        f"{format_place(run)}/headline",
        run["headline"],
        lambda: _find_headline(run),
        formula=formulas.BEST,
        source="the measurements and the verdict of the run",
    )


def check_duration(run: Json, verification: VerificationReport) -> None:
    """Check the duration of a run against its start and its end."""
    if run["duration_s"] is None or run["started_at"] is None or run["finished_at"] is None:
        return
    verification.attempt(
        f"{format_place(run)}/duration_s",
        run["duration_s"],
        lambda: (
            dt.datetime.fromisoformat(run["finished_at"]) - dt.datetime.fromisoformat(run["started_at"])
        ).total_seconds(),
        formula=formulas.COUNTED,
        source="its start and its end",
    )


def check_headline(share: FrozenShare, verification: VerificationReport) -> None:
    """Check the headline of the share against its runs and its view."""
    document = share.document
    try:
        computed = list_headlines(document["share"]["kind"], document["runs"], document["view"])
    except (*MALFORMED, StorageLabError) as error:
        verification.add_malformed("headline", error, formula=formulas.COPY, source="runs and view")
        return
    verification.compare("headline", document["headline"], computed, formula=formulas.COPY, source="runs and view")


def _find_headline(run: Json) -> list[dict[str, Any]]:
    """Return the headline figures of a run, computed by today's rule.

    Without IOPS of mixed loads where the frozen headline has no IOPS, because it is older than these figures.
    """
    has_iops = any(figure["metric"] == "iops" for figure in run["headline"])
    computed = choose_headline(_find_best(run), run["verdict"])
    return [figure for figure in computed if has_iops or not figure["label"].startswith(BEST_IOPS)]


def _find_best(run: Json) -> dict[str, Best | None]:
    cells = _list_cells(run)
    wanted: dict[str, tuple[str, Callable[..., float], Callable[[Json], bool]]] = {
        "random_read_iops": ("iops", max, lambda cell: cell["random"] == 100 and cell["reads"] == 100),
        "random_write_iops": ("iops", max, lambda cell: cell["random"] == 100 and cell["reads"] == 0),
        "mixed_iops": ("iops", max, lambda cell: cell["random"] is None or cell["random"] > 0),
        "bandwidth": ("bandwidth", max, lambda _: True),
        "latency_at_one": ("latency", min, lambda cell: cell["outstanding"] == 1),
    }
    best: dict[str, Best | None] = {}
    for name, (figure, better, holds) in wanted.items():
        measured = [cell for cell in cells if holds(cell) and cell[figure] is not None]
        counting = [cell[figure] for cell in measured if cell["value_kind"] in HEADLINE_KINDS]
        exact = [cell[figure] for cell in measured if cell["value_kind"] == "exact"]
        if not counting:
            best[name] = None
            continue
        value = better(counting)
        best[name] = Best(value, exact=bool(exact) and value == better(exact))
    return best


def _list_cells(run: Json) -> list[dict[str, Any]]:
    """Return every finished result of a run in the form that `jobs.headline` uses.

    Results of a loop are averages over the rounds that count.
    """
    groups: dict[tuple[Any, ...], list[Json]] = {}
    for phase in run["phases"]:
        measurement, loop = phase["measurement"], phase["loop"]
        if measurement is None or phase["kind"] not in RESULT_KINDS or (loop is not None and not phase["in_window"]):
            continue
        if phase["state"] != PhaseState.FINISHED:
            continue
        lineage = measurement.get("lineage") or phase["workload"]
        own = phase["ordinal"] if loop is None else parse_round_name(phase["name"], phase["round"])
        key = (
            loop, own, lineage.get("random_percent"), lineage.get("read_percent"), measurement["outstanding_ios"],
            measurement["value_kind"],
        )  # fmt: skip
        groups.setdefault(key, []).append(measurement)
    return [
        {
            "random": key[2],
            "reads": key[3],
            "outstanding": key[4],
            "value_kind": key[5],
            **{name: _compute_mean([row[column] for row in rows]) for name, column in _FIGURES.items()},
        }
        for key, rows in groups.items()
    ]


def _compute_mean(values: list[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None
