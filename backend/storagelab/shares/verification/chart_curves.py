"""Curves of charts: drawn again from the series of their phases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from storagelab.analysis.series_codec import OVERVIEW_POINTS, encode_series
from storagelab.db.models import Phase, Run, Series
from storagelab.domain.loops import parse_round_name
from storagelab.latency.distributions import TOTAL
from storagelab.results.packing import TELEMETRY
from storagelab.series.curve import round_significant
from storagelab.series.phase_buckets import PhaseBuckets, draw_phases, end_of
from storagelab.series.queries import AXIS_METRIC
from storagelab.series.sources import StoredCurves
from storagelab.series.views import describe_axis
from storagelab.shares.verification import formulas
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.verification_report import VerificationReport

_WITHOUT_RESOLUTION = "it was frozen before curves stated their resolution"


def check_over_time(drawing: Drawing, *, telemetry: bool = False) -> set[str]:
    """Check all curves of one run over its phases. Returns the fields of the data that were checked."""
    run = drawing.run(drawing.chart["runs"][0])
    for number, curve in enumerate(drawing.data["series"]):
        place = f"{drawing.place}/series/{number}"
        check_curve(drawing.share, run, curve, place, drawing.verification, telemetry=telemetry)
    if "verdict" in drawing.data:
        sentence = (run["verdict"] or {}).get("sentence")
        drawing.verification.compare(
            f"{drawing.place}/verdict",
            drawing.data["verdict"],
            sentence,
            formula=formulas.COPY,
            source="the verdict of the run",
        )
    return {"series", "verdict"}


def check_telemetry(drawing: Drawing) -> set[str]:
    """Check the curves of the runner's own readings. Returns the fields of the data that were checked."""
    return check_over_time(drawing, telemetry=True)


def check_overlay(drawing: Drawing) -> set[str]:
    """Check an overlay chart, which has one curve for each run.

    Returns the fields of the data that were checked.
    """
    for number, (name, drawn) in enumerate(zip(drawing.chart["runs"], drawing.data["runs"], strict=True)):
        check_curve(
            drawing.share,
            drawing.run(name),
            drawn["series"],
            f"{drawing.place}/runs/{number}/series",
            drawing.verification,
            telemetry=False,
        )
    return {"runs"}


def check_curve(
    share: FrozenShare, run: Json, frozen: Json, place: str, verification: VerificationReport, *, telemetry: bool
) -> None:
    """Compare the frozen curve of a chart with the curve drawn from the series of its phases.

    Differences go to `verification`. `telemetry` is for the runner's own readings.
    """
    of = frozen["phase"]
    phases = [phase for phase in run["phases"] if _is_of(phase, of)]
    started = [phase for phase in phases if phase["t0_ms"] is not None]
    metric = frozen["metric"]
    rows = [
        series
        for series in run["series"]
        if (series["source"] == TELEMETRY) is telemetry
        and series["metric"] in (metric, AXIS_METRIC)
        and series["job"] == 0
    ]
    axis = _build_axis(run, phases)
    verification.compare(
        place, {key: frozen[key] for key in axis}, axis, formula=formulas.COPY, source="the phases and the verdict"
    )
    if "resolution" not in frozen:
        verification.add_unverified(place, {key: frozen[key] for key in ("min", "mean", "max")}, _WITHOUT_RESOLUTION)
        return
    computed = _draw_curve(share, rows, metric, started)
    compared = {key: frozen[key] for key in computed}
    source = f"runs/{run['number']}/series, {metric}"
    verification.compare(place, compared, computed, formula=formulas.BUCKETS, source=source)


def _is_of(phase: Json, of: str) -> bool:
    """Return whether a curve named `of` covers a phase.

    `of` is `all`, the ordinal of a phase, or the kind or name of phases.
    """
    if of == "all" or of.isdecimal():
        return of in ("all", str(phase["ordinal"]))
    return of in (phase["kind"], phase["name"], parse_round_name(phase["name"], phase["round"]))


def _build_axis(run: Json, phases: Sequence[Json]) -> dict[str, Any]:
    """Return the marks on the axis of a curve: its phases, and the measurement window of the verdict."""
    ordered = sorted(phases, key=lambda phase: phase["ordinal"])
    names = ("ordinal", "name", "kind", "t0_ms", "t1_ms")
    items = [cast("Phase", SimpleNamespace(**{name: phase[name] for name in names})) for phase in ordered]
    return describe_axis(cast("Run", SimpleNamespace(verdict=run["verdict"])), items)


def _draw_curve(share: FrozenShare, rows: Iterable[Json], metric: str, started: Sequence[Json]) -> dict[str, Any]:
    """Return the buckets of a curve in which no two phases share a bucket.

    The buckets are the stored samples where the samples are few enough.
    """
    drawn_phases = _list_phase_samples(share, rows, metric, started)
    begin = started[0]["t0_ms"] if started else 0
    drawn = draw_phases(
        drawn_phases, t0_ms=begin, t1_ms=end_of(drawn_phases, begin), max_points=OVERVIEW_POINTS, stored=True
    )
    intervals = drawn.intervals
    return {
        "t0_ms": drawn.buckets.t0_ms,
        "step_ms": drawn.buckets.step_ms,
        "min": _round_numbers(drawn.buckets.minimum),
        "mean": _round_numbers(drawn.buckets.mean),
        "max": _round_numbers(drawn.buckets.maximum),
        "points": drawn.points,
        "last_ms": drawn.last_ms,
        "intervals": None
        if intervals is None
        else {"start_ms": intervals.start_ms.tolist(), "end_ms": intervals.end_ms.tolist()},
        "resolution": drawn.resolution,
    }


def _list_phase_samples(
    share: FrozenShare, rows: Iterable[Json], metric: str, started: Sequence[Json]
) -> list[PhaseBuckets]:
    """Return the samples of each phase that has any, together with the axis of the phase."""
    stored = StoredCurves([cast("Series", _make_stored_series(share, row)) for row in rows])
    phase_curves = []
    for phase in started:
        chosen = stored.choose(phase["ordinal"], metric=metric, direction=TOTAL)
        if chosen is not None:
            curve = chosen.curve(t0_ms=phase["t0_ms"])
            axis = stored.choose(phase["ordinal"], metric=AXIS_METRIC, direction=TOTAL)
            phase_curves.append(PhaseBuckets(curve, axis.curve(t0_ms=phase["t0_ms"]) if axis is not None else curve))
    return phase_curves


def _make_stored_series(share: FrozenShare, row: Json) -> SimpleNamespace:
    t_ms, integers = share.columns(row)
    return SimpleNamespace(
        phase_id=row["phase_ordinal"], source=row["source"], metric=row["metric"], direction=row["direction"],
        factor=row["factor"], estimated=row["estimated"], data=encode_series(t_ms, integers),
    )  # fmt: skip


def _round_numbers(values: Any) -> list[float | None]:
    return [None if np.isnan(value) else value for value in round_significant(values).tolist()]
