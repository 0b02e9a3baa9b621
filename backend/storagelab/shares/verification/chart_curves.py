"""Curves of charts: drawn again from the series of their phases."""

from __future__ import annotations

from collections.abc import Sequence

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
from storagelab.shares.verification.frozen import FrozenShare

#: Fields of a curve that are drawn from its samples.
_DRAWN = ("t0_ms", "step_ms", "min", "mean", "max", "intervals", "resolution", "points", "last_ms")


def read_axis(share: FrozenShare, number: str, of: str) -> dict[str, object]:
    """Return the marks on the axis of a curve of a run: its phases, and the measurement window of the verdict.

    `of` is `all`, the ordinal of a phase, or the kind or name of phases.
    """
    axis: dict[str, object] = msgspec.to_builtins(
        describe_axis(_list_phases(share, number, of), share.result(number).verdict)
    )
    return axis


def read_curve(share: FrozenShare, number: str, metric: str, *, of: str, telemetry: bool) -> dict[str, object]:
    """Return the buckets of a curve of a run, drawn from the series of the phases that `of` names.

    `telemetry` is for the runner's own readings.
    """
    stored = share.stored_curves(
        number,
        lambda series: (
            (series.source == TELEMETRY) is telemetry and series.metric in (metric, AXIS_METRIC) and series.job == 0
        ),
    )
    curve = describe_drawn(_draw_curve(stored, _list_phases(share, number, of), metric))
    described = orjson.loads(orjson.dumps(curve, default=structs.asdict, option=orjson.OPT_SERIALIZE_NUMPY))
    return {key: described[key] for key in _DRAWN}


def _list_phases(share: FrozenShare, number: str, of: str) -> list[PhaseResult]:
    return [phase for phase in share.result(number).phases if is_phase_of(phase, of)]


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
