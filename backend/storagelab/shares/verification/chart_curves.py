"""Curves of charts: drawn again from the series of their phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import orjson
from msgspec import structs

from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.domain.result import PhaseResult
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.series import (
    AXIS_METRIC,
    Drawn,
    TimeWindow,
    describe_axis,
    describe_drawn,
    draw_samples,
    find_samples,
    is_phase_of,
)
from storagelab.evaluate.stored_curves import StoredCurves
from storagelab.shares.verification import formulas
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.verification_report import VerificationReport

#: Fields of a curve that are drawn from its samples.
_DRAWN = ("t0_ms", "step_ms", "min", "mean", "max", "intervals", "resolution", "points", "last_ms")
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
    result, metric = share.result(run["number"]), frozen["metric"]
    phases = [phase for phase in result.phases if is_phase_of(phase, frozen["phase"])]
    axis: dict[str, Any] = msgspec.to_builtins(describe_axis(phases, result.verdict))
    verification.compare(
        place, {key: frozen[key] for key in axis}, axis, formula=formulas.COPY, source="the phases and the verdict"
    )
    if "resolution" not in frozen:
        verification.add_unverified(place, {key: frozen[key] for key in ("min", "mean", "max")}, _WITHOUT_RESOLUTION)
        return
    stored = share.stored_curves(
        result.number,
        lambda series: (
            (series.source == TELEMETRY) is telemetry and series.metric in (metric, AXIS_METRIC) and series.job == 0
        ),
    )
    curve = describe_drawn(_draw_curve(stored, phases, metric))
    described = orjson.loads(orjson.dumps(curve, default=structs.asdict, option=orjson.OPT_SERIALIZE_NUMPY))
    computed = {key: described[key] for key in _DRAWN}
    compared = {key: frozen[key] for key in computed}
    source = f"runs/{run['number']}/series, {metric}"
    verification.compare(place, compared, computed, formula=formulas.BUCKETS, source=source)


def _draw_curve(stored: StoredCurves, phases: Sequence[PhaseResult], metric: str) -> Drawn:
    """Return the buckets of a curve in which no two phases share a bucket.

    The buckets are the stored samples where the samples are few enough.
    """
    begins = {phase.ordinal: phase.t0_ms for phase in phases if phase.t0_ms is not None}
    samples = (
        find_samples(stored, ordinal, t0_ms=t0_ms, metric=metric, direction=TOTAL) for ordinal, t0_ms in begins.items()
    )
    return draw_samples(
        [part for part in samples if part is not None], TimeWindow(),
        begin_ms=next(iter(begins.values()), 0), max_points=OVERVIEW_POINTS, stored=True,
    )  # fmt: skip
