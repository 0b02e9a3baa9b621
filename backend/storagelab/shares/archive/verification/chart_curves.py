"""Curves of charts: drawn again from the series of their phases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from storagelab.analysis.downsample import Buckets, build_buckets
from storagelab.analysis.series_codec import OVERVIEW_FROM, OVERVIEW_POINTS, encode_overview, encode_series
from storagelab.db.models import Phase, Run, Series
from storagelab.domain.loops import parse_round_name
from storagelab.latency.distributions import TOTAL
from storagelab.results.packing import TELEMETRY
from storagelab.series.curve import compute_usual_length_ms, draw_curve, join_curves, round_significant
from storagelab.series.phase_buckets import PhaseBuckets, draw_phases, end_of
from storagelab.series.queries import AXIS_METRIC, draw_overview
from storagelab.series.sources import StoredCurves
from storagelab.series.views import describe_axis
from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.drawing import Drawing
from storagelab.shares.archive.verification.frozen import FrozenShare, Json
from storagelab.shares.archive.verification.verification_report import VerificationReport


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
    """Check one curve for each run."""
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
    """Check one curve as a chart draws it, from the series of its phases."""
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
    formula = formulas.BUCKETS
    computed = None
    if "resolution" in frozen:
        computed = _draw_curve(share, rows, metric, started)
    elif len(started) == 1:
        computed = _build_overview(share, rows, metric, started[0])
        if computed is not None and metric.startswith("lat_"):
            formula = formulas.OVERVIEW
    if computed is None:
        computed = _draw_in_equal_parts(share, rows, metric, started)
    axis = _build_axis(run, phases)
    verification.compare(
        place, {key: frozen[key] for key in axis}, axis, formula=formulas.COPY, source="the phases and the verdict"
    )
    compared = {key: frozen[key] for key in computed}
    source = f"runs/{run['number']}/series, {metric}"
    verification.compare(place, compared, computed, formula=formula, source=source)


def _is_of(phase: Json, of: str) -> bool:
    """Return whether a curve covers a phase: all phases, an ordinal, or the phases of a kind or name."""
    if of == "all" or of.isdecimal():
        return of in ("all", str(phase["ordinal"]))
    return of in (phase["kind"], phase["name"], parse_round_name(phase["name"], phase["round"]))


def _build_axis(run: Json, phases: Sequence[Json]) -> dict[str, Any]:
    """Return the marks on the axis of a curve."""
    ordered = sorted(phases, key=lambda phase: phase["ordinal"])
    names = ("ordinal", "name", "kind", "t0_ms", "t1_ms")
    items = [cast("Phase", SimpleNamespace(**{name: phase[name] for name in names})) for phase in ordered]
    return describe_axis(cast("Run", SimpleNamespace(verdict=run["verdict"])), items)


def _build_overview(share: FrozenShare, rows: Sequence[Json], metric: str, phase: Json) -> dict[str, Any] | None:
    """Return the overview of a long phase as it was drawn by documents that do not state their resolution."""
    own = [
        candidate
        for candidate in rows
        if candidate["phase_ordinal"] == phase["ordinal"] and candidate["direction"] == "total"
    ]
    stored = []
    for row in own:
        t_ms, integers = share.columns(row)
        weights = None
        if metric.startswith("lat_"):
            rate = next(
                (
                    candidate
                    for candidate in own
                    if (candidate["metric"], candidate["source"]) == ("iops", row["source"])
                ),
                None,
            )
            weights = _compute_weights(share, rate, t_ms) if rate is not None else None
        first, last = int(t_ms.min()), int(t_ms.max())
        overview = None
        if len(t_ms) > OVERVIEW_FROM:
            view = build_buckets(t_ms, integers, weights, t0_ms=first, t1_ms=last, max_points=OVERVIEW_POINTS)
            overview = encode_overview(view)
        stored.append(
            SimpleNamespace(
                metric=row["metric"], source=row["source"], factor=row["factor"], n=len(t_ms),
                overview=overview, t0_ms=first, t1_ms=last, estimated=row["estimated"],
            )
        )  # fmt: skip
    drawn = draw_overview(stored, metric=metric, t0_ms=phase["t0_ms"])
    return _describe_buckets(drawn.buckets, drawn.points, drawn.last_ms) if drawn is not None else None


def _compute_weights(share: FrozenShare, rate: Json, t_ms: Any) -> Any:
    """Return the I/Os of each interval, as far as a rate to a thousandth determines them."""
    times, integers = share.columns(rate)
    ios = np.rint(integers * rate["factor"] * np.diff(times, prepend=np.int64(0)) / 1000)
    return ios[np.minimum(np.searchsorted(times, t_ms), len(times) - 1)]


def _draw_curve(share: FrozenShare, rows: Iterable[Json], metric: str, started: Sequence[Json]) -> dict[str, Any]:
    """Return the buckets of a curve in which no two phases share a bucket.

    They are the stored samples where those are few enough.
    """
    drawn_phases = _list_phase_samples(share, rows, metric, started)
    begin = started[0]["t0_ms"] if started else 0
    drawn = draw_phases(
        drawn_phases, t0_ms=begin, t1_ms=end_of(drawn_phases, begin), max_points=OVERVIEW_POINTS, stored=True
    )
    intervals = drawn.intervals
    return {
        **_describe_buckets(drawn.buckets, drawn.points, drawn.last_ms),
        "intervals": None
        if intervals is None
        else {"start_ms": intervals.start_ms.tolist(), "end_ms": intervals.end_ms.tolist()},
        "resolution": drawn.resolution,
    }


def _draw_in_equal_parts(
    share: FrozenShare, rows: Iterable[Json], metric: str, started: Sequence[Json]
) -> dict[str, Any]:
    """Draw a curve of documents that do not state their resolution: in equal parts of all phases together."""
    phases = _list_phase_samples(share, rows, metric, started)
    curve, axis_curve = join_curves([phase.curve for phase in phases]), join_curves([phase.axis for phase in phases])
    begin = started[0]["t0_ms"] if started else 0
    end = int(axis_curve.end_ms[-1]) if len(axis_curve.end_ms) else begin
    seen = curve.select((curve.end_ms > begin) & (curve.start_ms < end))
    axis_seen = axis_curve.select((axis_curve.end_ms > begin) & (axis_curve.start_ms < end))
    points = len(seen.end_ms)
    drawn = draw_curve(
        seen,
        t0_ms=begin,
        t1_ms=end if points else begin,
        max_points=OVERVIEW_POINTS,
        usual_ms=compute_usual_length_ms(axis_seen),
    )
    return _describe_buckets(drawn, points, int(seen.end_ms[-1]) if points else None)


def _list_phase_samples(
    share: FrozenShare, rows: Iterable[Json], metric: str, started: Sequence[Json]
) -> list[PhaseBuckets]:
    """Return the samples of each phase that has any, beside its axis."""
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


def _describe_buckets(drawn: Buckets, points: int, last_ms: int | None) -> dict[str, Any]:
    return {
        "t0_ms": drawn.t0_ms,
        "step_ms": drawn.step_ms,
        "min": _round_numbers(drawn.minimum),
        "mean": _round_numbers(drawn.mean),
        "max": _round_numbers(drawn.maximum),
        "points": points,
        "last_ms": last_ms,
    }


def _round_numbers(values: Any) -> list[float | None]:
    return [None if np.isnan(value) else value for value in round_significant(values).tolist()]
