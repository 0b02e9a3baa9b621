"""Filing of one parsed result as a run: phases, parts, measurements, findings, curves, verdict."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence

from msgspec import convert, to_builtins
from sqlalchemy import delete, func, insert
from sqlalchemy.orm import Session

from storagelab.analysis.parts import merge_parts
from storagelab.db.base import Base, generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Configuration, Measurement, MeasurementPart, Phase, Run, Series, StoredFinding
from storagelab.domain.json_values import RowValues
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.domain.samples import ObservedPart
from storagelab.findings.filing import file_findings
from storagelab.imports.badges import (
    TRUNCATED,
    build_clock_badges,
    build_entry_badges,
    build_figure_badges,
    build_origin_badges,
    build_reading_badges,
    run_badges,
)
from storagelab.imports.conditions import describe_workload, load_columns, load_percent_of
from storagelab.imports.configurations import find_or_create_configuration
from storagelab.imports.curve_rows import build_curve_rows, get_curve_source, merge_job_curves
from storagelab.imports.statements import convert_statement
from storagelab.imports.storable import make_storable
from storagelab.imports.timeline import Stage, build_stages
from storagelab.imports.verdict import find_longest_curve, judge_curves
from storagelab.results.bottlenecks import list_bottleneck_badges
from storagelab.results.contradictions import rate_badges
from storagelab.results.derivation import build_part_columns, convert_to_milliseconds, derive, merge_entry
from storagelab.results.offered_load import load_badges

#: Load generators; a table of published figures comes from another party's generator.
ENGINES = frozenset({"fio", "vdbench", "iometer", "crystaldiskmark"})
_PHASE_KINDS = {"published": "published", "imported": "measure"}
_TOTAL = "total"


def file_result(
    session: Session,
    result: ParsedResult,
    *,
    origin: str,
    configuration: Configuration | None = None,
    title: str | None = None,
    engine: str | None = None,
    source_title: str | None = None,
    source_note: str | None = None,
    import_id: uuid.UUID | None = None,
    import_index: int | None = None,
    source_sha256: str | None = None,
) -> Run:
    """Store a result as an ended run and return it, in bulk and in the transaction of `session`.

    `origin` is `imported` or `published`. Without `configuration` one is found or made from what the files state;
    where they state nothing the run has none.
    """
    run = Run(
        id=generate_uuid7(),
        origin=origin,
        state=RunState.FINISHED,
        import_id=import_id,
        import_index=import_index,
        source_sha256=source_sha256,
        rankable=False,
        # The clock, not the start of the transaction: lists show runs in the reverse order of their filing.
        created_at=func.clock_timestamp(),
    )
    _describe_run(
        session, run, result, configuration=configuration, title=title, engine=engine, source_title=source_title,
        source_note=source_note,
    )  # fmt: skip
    session.add(run)
    session.flush()
    _store_content(session, run, result)
    return run


def refile_result(
    session: Session,
    run: Run,
    result: ParsedResult,
    *,
    engine: str | None = None,
    source_title: str | None = None,
    source_note: str | None = None,
) -> None:
    """Replace the content of a run that was filed from a result by another reading of the same result.

    Its number, its notes and its shares stay. Its configuration is found or made anew.
    """
    session.execute(delete(Phase).where(Phase.run_id == run.id))
    session.execute(delete(StoredFinding).where(StoredFinding.run_id == run.id))
    _describe_run(
        session, run, result, configuration=None, title=None, engine=engine, source_title=source_title,
        source_note=source_note,
    )  # fmt: skip
    session.flush()
    _store_content(session, run, result)
    session.expire(run)


def _describe_run(
    session: Session,
    run: Run,
    result: ParsedResult,
    *,
    configuration: Configuration | None,
    title: str | None,
    engine: str | None,
    source_title: str | None,
    source_note: str | None,
) -> None:
    """Set the columns of a run that follow from its result, and its configuration."""
    if configuration is None and result.configuration is not None:
        configuration = find_or_create_configuration(
            session,
            name=str(result.configuration.get("name") or title or result.title),
            origin=run.origin,
            facts=result.configuration,
            source=result.source,
        )
    stages = build_stages(result)
    began = next((stage.started_at for stage in stages if stage.started_at is not None), None)
    run.configuration = configuration
    run.title = title or result.title
    run.engine = engine or (result.format if result.format in ENGINES else None)
    run.engine_version = result.version
    run.completeness = "partial" if is_truncated(result) else "complete"
    run.source_title = source_title or result.source
    run.source_note = source_note
    run.started_at = began
    run.finished_at = _add_milliseconds(
        began, max((stage.t1_ms for stage in stages if stage.t1_ms is not None), default=None)
    )


def _store_content(session: Session, run: Run, result: ParsedResult) -> None:
    """Store the phases, figures, curves and statements of a result, and the badges of its run."""
    _store_phases(session, run, build_stages(result), source=get_curve_source(result.format))
    _store_findings(session, run, result)
    marks = [*build_origin_badges(run.origin), *([TRUNCATED] if is_truncated(result) else [])]
    marks += [*build_clock_badges(run.started_at, now=read_clock(session)), *run_badges(result.measurements)]
    marks += build_reading_badges(result.warnings)
    run.badges = list({badge["code"]: badge for badge in marks}.values())
    session.flush()


def is_truncated(result: ParsedResult) -> bool:
    """Return whether a file of the result was cut off before its end."""
    marked = any("truncated" in entry.badges for entry in result.measurements)
    return marked or any(warning.startswith("truncated") for warning in result.warnings)


def _store_phases(session: Session, run: Run, stages: Sequence[Stage], *, source: str) -> None:
    now = read_clock(session)
    ids = [generate_uuid7() for _ in stages]
    insert_rows(
        session,
        Phase,
        [_build_phase_row(run, ids[place], place + 1, stage, now) for place, stage in enumerate(stages)],
    )
    verdict: dict[str, object] | None = None
    judged = find_longest_curve(stages)
    for place, stage in enumerate(stages):
        if not stage.series:
            continue
        curves = merge_job_curves(stage.series, source=source)
        if place == judged:
            verdict = judge_curves(curves, t0_ms=stage.t0_ms, phase_ordinal=place + 1)
        insert_rows(
            session, Series, build_curve_rows(stage.series, curves, run_id=run.id, phase_id=ids[place], source=source)
        )
    run.verdict = verdict
    measured = [
        (phase_id, stage, _select_active_entries(stage.entries)) for phase_id, stage in zip(ids, stages, strict=True)
    ]
    rows, parts = [], []
    for place, (phase_id, stage, active) in enumerate(measured):
        if not active:
            continue
        steady = verdict["status"] == "steady" if verdict is not None and place == judged else None
        measurement_id = generate_uuid7()
        rows.append(_build_measurement_row(run, measurement_id, phase_id, stage.entries, active, steady=steady))
        parts += _build_part_rows(measurement_id, active)
    insert_rows(session, Measurement, rows)
    insert_rows(session, MeasurementPart, parts)


def _build_phase_row(run: Run, phase_id: uuid.UUID, ordinal: int, stage: Stage, now: dt.datetime) -> RowValues:
    errors = list(dict.fromkeys(entry.error for entry in stage.entries if entry.error is not None))
    return {
        "id": phase_id,
        "run_id": run.id,
        "ordinal": ordinal,
        "name": stage.name,
        "kind": _PHASE_KINDS[run.origin],
        "workload": describe_workload(stage.name, stage.entries),
        **load_columns(stage.entries),
        "stop": {},
        "state": PhaseState.FAILED if errors else PhaseState.FINISHED,
        "message": "; ".join(errors) or None,
        "started_at": stage.started_at,
        "t0_ms": stage.t0_ms,
        "t1_ms": stage.t1_ms,
        "folded_at": now if stage.series else None,
    }


def _select_active_entries(entries: Sequence[ObservedMeasurement]) -> list[ObservedMeasurement]:
    """Select the entries that did I/O; entries of idle jobs are left out."""
    return [entry for entry in entries if entry.parts or entry.total != ObservedPart()]


def _build_measurement_row(
    run: Run,
    measurement_id: uuid.UUID,
    phase_id: uuid.UUID,
    entries: Sequence[ObservedMeasurement],
    active: Sequence[ObservedMeasurement],
    *,
    steady: bool | None,
) -> RowValues:
    load = load_columns(entries)
    total = merge_parts([merge_entry(entry) for entry in active])
    figures = derive(total, outstanding_ios=load["outstanding_ios"], offered_iops=load["offered_iops"])
    if figures["runtime_ms"] is None:
        figures["runtime_ms"] = convert_to_milliseconds(
            max((e.runtime_s for e in active if e.runtime_s is not None), default=None)
        )
    estimated = total.percentiles_estimated and figures["percentiles_of"] is not None
    kinds = [entry.value_kind for entry in active if entry.value_kind != "exact"]
    marks = [*build_origin_badges(run.origin), *build_entry_badges(entries)]
    marks += build_figure_badges(little_ratio=figures["little_ratio"], percentiles_estimated=estimated)
    marks += list_bottleneck_badges((entry.cpu for entry in active), little_ratio=figures["little_ratio"])
    if not kinds:
        marks += load_badges(load_percent_of(entries), load["offered_iops"], figures["iops"])
        marks += rate_badges(figures, _block_bytes(active), outstanding_ios=load["outstanding_ios"])
    notes = [entry.note for entry in active if entry.note]
    return {
        "id": measurement_id,
        "run_id": run.id,
        "phase_id": phase_id,
        "engine": run.engine,
        **load,
        **figures,
        "steady": steady,
        "estimated": estimated,
        "value_kind": kinds[0] if kinds else "exact",
        "badges": marks,
        "source_note": ". ".join(dict.fromkeys(notes)) or None,
        "published_figures": [to_builtins(figure) for entry in active for figure in entry.published],
    }


def _block_bytes(entries: Sequence[ObservedMeasurement]) -> list[int]:
    """Return the block sizes in bytes of all entries; empty where one entry does not state its own."""
    sizes = [entry.workload.block_sizes for entry in entries]
    return [] if None in sizes else [size.bytes for entry_sizes in sizes for size in entry_sizes or ()]


def _build_part_rows(measurement_id: uuid.UUID, active: Sequence[ObservedMeasurement]) -> list[RowValues]:
    return [
        {
            "measurement_id": measurement_id,
            "direction": direction,
            "group": group,
            "name": entry.name,
            "host": entry.host,
            **build_part_columns(part),
        }
        for group, entry in enumerate(active)
        for direction, part in _list_entry_parts(entry)
    ]


def _list_entry_parts(entry: ObservedMeasurement) -> list[tuple[str, ObservedPart]]:
    """Return the (direction, figures) pairs of an entry; only its total where it has no directions."""
    return [*entry.parts.items()] or [(_TOTAL, entry.total)]


def _store_findings(session: Session, run: Run, result: ParsedResult) -> None:
    findings = [*map(convert_statement, result.statements), *result.findings]
    storable = [convert(make_storable(to_builtins(finding)), type(finding)) for finding in findings]
    file_findings(session, storable, run_id=run.id, source_title=run.source_title)


def insert_rows(session: Session, table: type[Base], rows: Sequence[RowValues]) -> None:
    """Insert all rows in one statement; values that the database cannot store become NULL."""
    if rows:
        session.execute(insert(table), [{key: make_storable(value) for key, value in row.items()} for row in rows])


def _add_milliseconds(began: dt.datetime | None, milliseconds: int | None) -> dt.datetime | None:
    return began + dt.timedelta(milliseconds=milliseconds) if began is not None and milliseconds is not None else None
