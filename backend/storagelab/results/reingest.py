"""Second reading of the stored raw files of a run, with a report of the figures that change.

Phases, their times and the findings about drives and arrays come from the runner's records and remain. Curves,
measurements and verdicts follow from the engine's output, and are made by the code that made them first. Permalinks are
frozen: their content does not change.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, delete, func, select
from sqlalchemy.orm import Session

from storagelab.analysis.latency_slices import pack_histograms
from storagelab.analysis.packing import LOGS
from storagelab.auth import audit
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Artifact,
    Job,
    LatencyOverTime,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Phase,
    Run,
    Series,
)
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RUN_TERMINAL
from storagelab.domain.loops import LoopRule
from storagelab.domain.result import BadgeValues
from storagelab.domain.samples import IntervalSample
from storagelab.engines.base import Engine
from storagelab.engines.fio.latency_maxima import LATENCY_LOG
from storagelab.engines.registry import get_engine
from storagelab.errors import Conflict
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.clock_jumps import CLOCK_SET
from storagelab.results.compaction import SOURCE, fold_phase
from storagelab.results.conditions import CONDITION_UNKNOWN, NOT_OPTIMAL, read_conditions
from storagelab.results.log_refinement import refine_phase
from storagelab.results.measure import judge_steady_state, measure_phase, measure_window, run_badges, settle_loops
from storagelab.results.skipped_phases import find_left_out
from storagelab.results.status_digest import StatusDigest, sample_as_json

#: Bytes of output whose samples are packed together.
_CHUNK_BYTES = 8 << 20
#: What the arrays under a run were found in, and that a clock was set, is not in the engine's output.
_OBSERVED = frozenset({NOT_OPTIMAL["code"], CONDITION_UNKNOWN["code"], CLOCK_SET["code"]})
_NOT_COMPARED = frozenset({"id", "created_at", "updated_at", "run_id", "phase_id", "measurement_id", "of_phase"})


@dataclass(frozen=True, slots=True)
class ReingestDifference:
    """A figure that is another one now: `place` as in `phase 3: latency_p99_ns`. None is unknown, or not there."""

    place: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Reingested:
    """Result of reading a run again. `phases` is the number of phases read.

    Phases in `without_files` have no output here and stay as they are. `stored` is true if the differences were stored.
    """

    run: str
    phases: int
    without_files: tuple[int, ...]
    differences: tuple[ReingestDifference, ...]
    stored: bool


class _TakenBack(Exception):
    """Signal that the figures read are not to be stored."""


def reingest_run(session: Session, *, run: Run, user_id: uuid.UUID | None, store: bool) -> Reingested:
    """Compute the figures of a run again from its raw files, and return the differences.

    With `store` the new figures replace the stored ones: all of them or, on an error, none. Raises Conflict for a run
    that was not measured here or has not ended.
    """
    session.refresh(run, with_for_update=True)
    number = format_row_number(run)
    if run.origin != "measured":
        raise Conflict(f"{number} is {run.origin}: import its files again instead.")
    if run.state not in RUN_TERMINAL:
        raise Conflict(f"{number} is {run.state}: wait until it has ended.")
    before = _collect_figures(session, run)
    read, is_stored = 0, False
    without: tuple[int, ...] = ()
    differences: tuple[ReingestDifference, ...] = ()
    with suppress(_TakenBack), session.begin_nested():
        read, without = _Reader(session, run).read()
        session.flush()
        differences = tuple(_iterate_differences(before, _collect_figures(session, run)))
        is_stored = store and bool(differences)
        if not is_stored:
            raise _TakenBack
    if is_stored:
        audit.record_event(
            session, user_id=user_id, action="run_reingested", subject=number, differences=len(differences)
        )
    session.expire_all()
    return Reingested(number, read, without, differences, is_stored)


class _Reader:
    """Reads one run, phase after phase, as it was read while it ran."""

    def __init__(self, session: Session, run: Run) -> None:
        self._session, self._run = session, run
        self._job = session.get_one(Job, run.job_id)
        self._engine: Engine = get_engine(run.engine or "fio")
        self._now: dt.datetime = read_clock(session)
        self._rules = [LoopRule.from_json(rule) for rule in (self._job.plan or {}).get("loops") or []]
        self._conditions = read_conditions(session, run_id=run.id)

    def read(self) -> tuple[int, tuple[int, ...]]:
        """Compute the figures of all phases again from their raw files.

        Returns the number of phases read, and the ordinals of measured phases whose output is not stored here. With
        such phases nothing is computed, because verdicts follow from all phases together.
        """
        session, run = self._session, self._run
        phases = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
        sources = [(phase, artifact) for phase in phases if (artifact := self._find_output(phase)) is not None]
        with_output = {phase.id for phase, _ in sources}
        measured = set(session.scalars(select(Measurement.phase_id).where(Measurement.run_id == run.id)))
        without = tuple(phase.ordinal for phase in phases if phase.id in measured - with_output)
        if without:
            # Verdicts follow from all phases together.
            return 0, without
        seen = self._load_observed_badges()
        run_seen = [badge for badge in run.badges if badge["code"] in _OBSERVED]
        run.verdict = _exclude_unread_files(run.verdict, {phase.ordinal for phase, _ in sources})
        for phase in phases:
            if phase.loop is not None:
                phase.in_measurement_window = None
        for phase, artifact in sources:
            self._read_phase(phase, artifact)
        settle_loops(session, run=run, rules=self._rules, over=True)
        for phase, artifact in sources:
            self._cut(phase, artifact)
        session.flush()
        for measurement in session.scalars(select(Measurement).where(Measurement.run_id == run.id)):
            measurement.badges = [*measurement.badges, *seen.get(measurement.phase_id, [])]
        left_out = find_left_out(session, run_id=run.id)
        kind = self._job.target["kind"]
        run.badges = [*run_badges(run, target_kind=kind, left_out=left_out), *run_seen]
        return len(sources), ()

    def _find_output(self, phase: Phase) -> Artifact | None:
        """Return the stored status stream of a phase from the last attempt that ran it; None without one."""
        return self._file(phase, self._engine.stream)

    def _file(self, phase: Phase, name: str) -> Artifact | None:
        return self._session.scalars(
            select(Artifact)
            .where(
                Artifact.phase_id == phase.id,
                Artifact.name == f"phases/{phase.ordinal:02d}/{name}",
                Artifact.storage_key.is_not(None),
            )
            .order_by(Artifact.attempt_id.desc())
            .limit(1)
        ).one_or_none()

    def _read_phase(self, phase: Phase, artifact: Artifact) -> None:
        session, run, attempt_id = self._session, self._run, artifact.attempt_id
        if attempt_id is None:
            return
        if phase.loop is None:
            settle_loops(session, run=run, rules=self._rules)
        session.execute(delete(Series).where(Series.phase_id == phase.id, Series.source == SOURCE))
        session.execute(delete(LatencyOverTime).where(LatencyOverTime.phase_id == phase.id))
        tail_offset = self._store_samples(phase, artifact, attempt_id)
        curve = fold_phase(session, phase=phase, attempt_id=attempt_id, now=self._now)
        session.flush()
        verdict = judge_steady_state(phase, curve, engine=self._engine.name)
        if verdict is not None:
            loops = (run.verdict or {}).get("loops")
            run.verdict = {**verdict, "loops": loops} if loops else verdict
        output = _read_content(artifact, 0 if self._engine.needs_whole_stream else tail_offset)
        page = self._engine.histogram_page
        histogram = self._file(phase, page) if page is not None else None
        measured = measure_phase(
            session, run=run, phase=phase, output=output, histogram=_read_content(histogram) if histogram else b""
        )
        if measured is None:
            session.execute(delete(Measurement).where(Measurement.phase_id == phase.id))
        self._refine(phase, attempt_id)
        if phase.loop is not None:
            settle_loops(session, run=run, rules=self._rules)

    def _store_samples(self, phase: Phase, artifact: Artifact, attempt_id: uuid.UUID) -> int:
        """Store every sample of a status stream, as the polls of a live run do.

        Returns the begin of the last document in the stream.
        """
        digest = StatusDigest(self._engine)
        samples: list[IntervalSample] = []
        begin = 0

        def keep() -> None:
            if samples:
                chunk = LiveChunk(
                    attempt_id=attempt_id,
                    phase_id=phase.id,
                    stream=artifact.name,
                    start_offset=begin,
                    end_offset=digest.offset,
                    samples=[sample_as_json(sample) for sample in samples],
                    histograms=pack_histograms([sample.bins for sample in samples]),
                )
                self._session.add(chunk)

        try:
            for block in get_artifact_store().read_blocks(artifact.storage_key or ""):
                samples += digest.feed(block)
                if digest.offset - begin >= _CHUNK_BYTES:
                    keep()
                    samples, begin = [], digest.offset
                if len(digest.pending) >= _CHUNK_BYTES:
                    break
        except ValueError:
            # As while it ran: the curve of this phase ends here.
            pass
        keep()
        self._session.flush()
        return int(digest.state["tail_offset"])

    def _refine(self, phase: Phase, attempt_id: uuid.UUID) -> None:
        logs = self._session.scalars(
            select(Artifact)
            .where(
                Artifact.attempt_id == attempt_id,
                Artifact.phase_id == phase.id,
                Artifact.name.regexp_match(LATENCY_LOG),
                Artifact.storage_key.is_not(None),
            )
            .order_by(Artifact.name)
        ).all()
        if logs:
            refine_phase(self._session, phase=phase, logs=(_read_content(log) for log in logs))

    def _cut(self, phase: Phase, artifact: Artifact) -> None:
        """Measure a phase again over the part in one array condition, if its array changed during it."""
        window = self._conditions.get(phase.ordinal, {}).get("measured")
        if window is None or phase.t0_ms is None:
            return
        blocks = get_artifact_store().read_blocks(artifact.storage_key or "")
        begin, end = window["t0_ms"] - phase.t0_ms, window["t1_ms"] - phase.t0_ms
        measure_window(self._session, run=self._run, phase=phase, blocks=blocks, t0_ms=begin, t1_ms=end)

    def _load_observed_badges(self) -> dict[uuid.UUID, list[BadgeValues]]:
        rows = self._session.execute(
            select(Measurement.phase_id, Measurement.badges).where(Measurement.run_id == self._run.id)
        )
        return {row.phase_id: [badge for badge in row.badges if badge["code"] in _OBSERVED] for row in rows}


def _exclude_unread_files(verdict: dict[str, Any] | None, read: set[int]) -> dict[str, Any] | None:
    """Return the part of a run's verdict that comes from a phase whose output is not stored here.

    The verdicts on loops are removed. Returns None where the output of the phase was read.
    """
    ordinal = (verdict or {}).get("phase_ordinal")
    if verdict is None or ordinal is None or ordinal in read:
        return None
    return {key: value for key, value in verdict.items() if key != "loops"}


def _read_content(artifact: Artifact, offset: int = 0) -> bytes:
    with get_artifact_store().open(artifact.storage_key or "") as file:
        file.seek(offset)
        return file.read()


def _collect_figures(session: Session, run: Run) -> dict[str, object]:
    """Return every stored figure of a run by its path, such as `phase 3: iops`.

    Bins and curves are represented by their hashes. Two such dictionaries show what a second reading changed.
    """
    run_id = run.id
    session.flush()
    session.expire_all()
    figures: dict[str, object] = {}
    verdict = session.scalars(select(Run.verdict).where(Run.id == run_id)).one()
    figures |= _flatten_value("verdict", verdict)
    # Rows and no objects: the session must not hold what is deleted under it.
    rows = session.execute(
        select(Measurement.__table__, Phase.ordinal.label("of_phase"))
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == run_id)
    ).mappings()
    for row in rows:
        figures |= _describe_columns(f"phase {row['of_phase']}: ", row)
    parts = session.execute(
        select(MeasurementPart.__table__, Phase.ordinal.label("of_phase"))
        .join(Measurement, Measurement.id == MeasurementPart.measurement_id)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == run_id)
    ).mappings()
    for row in parts:
        figures |= _describe_columns(f"phase {row['of_phase']}, {row['direction']} {row['group']}: ", row)
    curves = session.execute(
        select(
            Phase.ordinal,
            Series.source,
            Series.metric,
            Series.direction,
            Series.job,
            Series.factor,
            Series.n,
            Series.data,
        )
        .join(Phase, Phase.id == Series.phase_id)
        .where(Series.run_id == run_id, Series.source.in_((SOURCE, LOGS)))
    )
    for curve in curves:
        place = f"phase {curve.ordinal}: curve of {curve.metric} {curve.direction} ({curve.source})"
        figures[place] = f"{curve.n} samples, {hashlib.sha256(curve.data).hexdigest()[:12]}, x {curve.factor:g}"
    for ordinal, counts in session.execute(
        select(Phase.ordinal, Phase.in_measurement_window).where(
            Phase.run_id == run_id, Phase.in_measurement_window.is_not(None)
        )
    ):
        figures[f"phase {ordinal}: in_measurement_window"] = counts
    figures["phases with figures"] = session.scalar(
        select(func.count()).select_from(Measurement).where(Measurement.run_id == run_id)
    )
    return figures


def _describe_columns(before: str, row: RowMapping) -> dict[str, object]:
    return {
        f"{before}{name}": hashlib.sha256(value).hexdigest()[:12]
        if isinstance(value, bytes)
        else _simplify_value(name, value)
        for name, value in row.items()
        if name not in _NOT_COMPARED
    }


def _simplify_value(name: str, value: Any) -> Any:
    return sorted(badge["code"] for badge in value) if name == "badges" else value


def _flatten_value(place: str, value: object) -> dict[str, object]:
    if isinstance(value, Mapping):
        return {key: leaf for name in value for key, leaf in _flatten_value(f"{place}.{name}", value[name]).items()}
    return {place: value}


def _iterate_differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[ReingestDifference]:
    for place in {**before, **after}:
        if before.get(place) != after.get(place):
            yield ReingestDifference(place, before.get(place), after.get(place))
