"""Figures of results in short: key figure, change since the run before, thumbnail."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Row, and_, case, or_, select, true
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session, aliased

from storagelab.analysis.change_points import judge_newest
from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.series_codec import decode_overview, decode_series
from storagelab.db.models import Job, Measurement, Phase, Run, Series
from storagelab.db.references import format_number
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.result import RESULT_KINDS
from storagelab.domain.samples import TOTAL
from storagelab.domain.series_key import get_target_role
from storagelab.evaluate.headline import Best, choose_headline
from storagelab.evaluate.stored_curves import rank_source
from storagelab.overview.result_schemas import FigureChange, Thumbnail
from storagelab.overview.thumbnails import PhaseSamples, ResultPoint, draw_thumbnail
from storagelab.runs.headline import read_best
from storagelab.runs.schemas import Headline

#: Number of earlier runs that are read for the change of a result.
MAX_EARLIER = 10
_STEADY = "IOPS at steady state"
#: Fields of a point by the metric of a figure.
_FIELDS = {"iops": "iops", "bandwidth": "throughput_bytes_per_s", "lat_mean": "latency_mean_ns"}


class ResultFigures:
    """Figures, changes and thumbnails of a few runs, read with as many queries for one as for all."""

    def __init__(
        self,
        session: Session,
        run_ids: Sequence[uuid.UUID],
        *,
        with_changes: bool = True,
        max_earlier: int = MAX_EARLIER,
    ) -> None:
        self._points = _read_points(session, run_ids)
        self._verdicts = _read_verdicts(session, run_ids)
        self._samples, self._judged = _read_samples(session, run_ids)
        self._earlier = _read_earlier(session, run_ids, limit=max_earlier) if with_changes else {}
        earlier_ids = [row.id for rows in self._earlier.values() for row in rows]
        self._best = read_best(session, run_ids=[*run_ids, *earlier_ids])

    def best(self, run_id: uuid.UUID) -> dict[str, Best | None]:
        """Return the best figure of each kind of a run."""
        return self._best.get(run_id, {})

    def figure(self, run_id: uuid.UUID) -> Headline | None:
        """Return the steady-state figure of a run, else the first of its headline; None without figures."""
        verdict = self._verdicts.get(run_id)
        headline = choose_headline(self.best(run_id), verdict)
        chosen = next((entry for entry in headline if entry["label"] == _STEADY), headline[0] if headline else None)
        if chosen is None:
            return None
        return Headline(**{**chosen, "workload": chosen["workload"] or self._find_workload(run_id, chosen)})

    def change(self, run_id: uuid.UUID, figure: Headline | None) -> FigureChange | None:
        """Return the change of a figure since the previous run in percent, with that run.

        None without a previous figure, and where the previous figure is 0.
        """
        values = self.earlier(run_id, figure) if figure is not None else []
        if figure is None or not values or values[0][0] == 0:
            return None
        before, run = values[0]
        judged = judge_newest(
            [value for value, _ in reversed(values)], figure.value, higher_is_better=figure.better == "higher"
        )
        return FigureChange(
            percent=100.0 * (figure.value - before) / before,
            value=before,
            run_number=format_number(Run, run.number),
            run_title=run.title,
            unusual="regression" if judged.regression else "improvement" if judged.improvement else None,
        )

    def earlier(self, run_id: uuid.UUID, figure: Headline) -> list[tuple[float, Row[Any]]]:
        """Return the same figure of the runs before a run, the newest first, each with its run."""
        values: list[tuple[float, Row[Any]]] = []
        for row in self._earlier.get(run_id, ()):
            headline = choose_headline(self.best(row.id), row.verdict)
            same = next((entry["value"] for entry in headline if entry["label"] == figure.label), None)
            if same is not None:
                values.append((same, row))
        return values

    def thumbnail(self, run_id: uuid.UUID) -> Thumbnail | None:
        """Return the thumbnail chart of a run; None without results."""
        return draw_thumbnail(self._verdicts.get(run_id), self._points.get(run_id, ()), self._samples.get(run_id))

    def _find_workload(self, run_id: uuid.UUID, figure: Mapping[str, Any]) -> str | None:
        if figure["label"] == _STEADY and self._judged.get(run_id) is not None:
            return self._judged[run_id]
        name = _FIELDS[figure["metric"]]
        points = [point for point in self._points.get(run_id, ()) if getattr(point, name) is not None]
        # A cell of a loop has the mean of its rounds, which no single one of them need have.
        nearest = min(points, key=lambda point: abs(getattr(point, name) - figure["value"]), default=None)
        return nearest.workload if nearest is not None else None


def draw_thumbnails(session: Session, run_ids: Sequence[uuid.UUID]) -> list[Thumbnail | None]:
    """Return the thumbnail charts of runs in this order, None for a run without results.

    The number of queries is constant.
    """
    points, verdicts = _read_points(session, run_ids), _read_verdicts(session, run_ids)
    samples, _ = _read_samples(session, run_ids)
    return [draw_thumbnail(verdicts.get(run_id), points.get(run_id, ()), samples.get(run_id)) for run_id in run_ids]


def _read_points(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[ResultPoint]]:
    rows = session.execute(
        select(
            Measurement.run_id,
            Phase.ordinal,
            Phase.workload["description"].astext.label("workload"),
            *(Measurement.block_bytes, Measurement.read_percent, Measurement.random_percent),
            *(Measurement.outstanding_ios, Measurement.iops, Measurement.bandwidth_bytes_per_s),
            Measurement.latency_mean_ns,
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(
            Measurement.run_id.in_(run_ids),
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True)),
        )
        .order_by(Measurement.run_id, Phase.ordinal)
    )
    points: dict[uuid.UUID, list[ResultPoint]] = defaultdict(list)
    for run_id, *values in rows:
        points[run_id].append(ResultPoint(*values))
    return points


def _read_verdicts(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, object] | None]:
    return {row.id: row.verdict for row in session.execute(select(Run.id, Run.verdict).where(Run.id.in_(run_ids)))}


def _read_samples(
    session: Session, run_ids: Sequence[uuid.UUID]
) -> tuple[dict[uuid.UUID, PhaseSamples], dict[uuid.UUID, str | None]]:
    """Return by run id the IOPS samples of one phase, and by run id the workload of the judged phase.

    The phase is the judged one, else the longest.
    """
    is_judged = Phase.ordinal == Run.verdict["phase_ordinal"].as_integer()
    phases = session.execute(
        select(
            Phase.run_id, Phase.id, Phase.t0_ms, Phase.workload["description"].astext.label("workload"),
            case((is_judged, true())).label("is_judged"),
        )
        .join(Run, Run.id == Phase.run_id)
        .where(Phase.run_id.in_(run_ids), or_(Phase.t1_ms.is_not(None), is_judged))
        .ext(distinct_on(Phase.run_id))
        .order_by(Phase.run_id, case((is_judged, 0), else_=1), (Phase.t1_ms - Phase.t0_ms).desc().nulls_last())
    ).all()  # fmt: skip
    series = session.execute(
        select(
            *(Series.run_id, Series.direction, Series.source, Series.factor, Series.value_mean, Series.overview),
            # The whole of a long series is not needed.
            case((Series.overview.is_(None), Series.data)).label("data"),
        ).where(
            Series.phase_id.in_([phase.id for phase in phases]),
            Series.metric == "iops",
            Series.job == 0,
            Series.source != TELEMETRY,
        )
    )
    best: dict[uuid.UUID, Row[Any]] = {}
    for row in sorted(series, key=_compute_series_rank):
        best.setdefault(row.run_id, row)
    began = {phase.run_id: phase.t0_ms or 0 for phase in phases}
    return (
        {run_id: _decode(row, began[run_id]) for run_id, row in best.items()},
        {phase.run_id: phase.workload for phase in phases if phase.is_judged},
    )


def _compute_series_rank(row: Row[Any]) -> tuple[bool, int, float]:
    """Return a sort key of a series: totals first, then the best source, then the highest mean IOPS."""
    return row.direction != TOTAL, rank_source("iops", row.source), -(row.value_mean or 0.0)


def _decode(row: Row[Any], t0_ms: int) -> PhaseSamples:
    if row.overview is None:
        t_ms, numbers = decode_series(row.data)
        return PhaseSamples(t_ms + t0_ms, np.asarray(numbers * row.factor, dtype=np.float64))
    view = decode_overview(row.overview)
    t_ms = t0_ms + view.t0_ms + np.arange(view.mean.size, dtype=np.int64) * view.step_ms
    return PhaseSamples(t_ms, view.mean * row.factor)


def _read_earlier(session: Session, run_ids: Sequence[uuid.UUID], *, limit: int) -> dict[uuid.UUID, list[Row[Any]]]:
    """Return by run the earlier runs of the same profile on the same target of its server, the newest first.

    Repeats of its own job do not count as earlier runs.
    """
    before, own, job = aliased(Run), aliased(Job), aliased(Job)
    candidates = (
        select(before.id, before.number, before.title, before.verdict, before.started_at, job.target)
        .join(job, job.id == before.job_id)
        .where(
            before.server_id == Run.server_id,
            before.profile_id == Run.profile_id,
            before.job_id != Run.job_id,
            before.scale == Run.scale,
            before.state == RunState.FINISHED,
            before.started_at < Run.started_at,
            and_(before.invalid_at.is_(None), before.trashed_at.is_(None)),
        )
        .order_by(before.started_at.desc())
        .limit(2 * limit)
        .lateral()
    )
    rows = session.execute(
        select(Run.id.label("of_run"), own.target.label("own_target"), candidates)
        .join(own, own.id == Run.job_id)
        .join(candidates, true())
        .where(Run.id.in_(run_ids))
        .order_by(Run.id, candidates.c.started_at.desc())
    )
    earlier: dict[uuid.UUID, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        if get_target_role(row.target) == get_target_role(row.own_target) and len(earlier[row.of_run]) < limit:
            earlier[row.of_run].append(row)
    return earlier
