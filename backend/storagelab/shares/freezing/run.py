"""Frozen run: phases and measurements, series at full rate, bins, job files and raw files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis import bins
from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Measurement, MeasurementPart, Run, Series
from storagelab.shares import figures
from storagelab.shares.document.run import FrozenBins, FrozenFact, FrozenRun, FrozenSeries
from storagelab.shares.freezing.document_names import FAILURE_NAMES, PHASE_NAMES, RUN_NAMES, rename_fields
from storagelab.shares.freezing.lineage import add_lineage, describe_run_lineage
from storagelab.shares.freezing.raw_files import list_raw_files
from storagelab.shares.freezing.statements import list_statements
from storagelab.shares.freezing.subject import remove_ids
from storagelab.shares.parts import Parts

_TARGETS = {"file": "File", "devices": "Raw devices"}


def freeze_run(
    session: Session,
    run: Run,
    described: Mapping[str, Any],
    parts: Parts,
    *,
    configuration: str | None,
    raw_files: bool,
    curves: bool = True,
) -> FrozenRun:
    """Return a run in the form of a share document; its series, bins and raw files become parts.

    Without `curves` it has no series, bins, raw files and lineage, which suffices for the head of a page.
    `described` is the run as the API describes it. A field that FrozenRun does not have stays private.
    """
    ordinals = {phase["id"]: phase["ordinal"] for phase in described["phases"]}
    folder = f"runs/{described['number']}"
    phases = [_describe_phase(phase) for phase in described["phases"]]
    failure = described["failure"]
    listed, histograms = _freeze_bins(session, run, ordinals, parts, folder=folder) if curves else ([], {})
    if curves:
        add_lineage(session, run, phases, histograms)
    frozen = {
        **rename_fields(described, RUN_NAMES),
        "failure": rename_fields(failure, FAILURE_NAMES) if failure is not None else None,
        "phases": phases,
        "lineage": describe_run_lineage(session, run) if curves else None,
        "target": run.job.target["kind"] if run.job is not None else None,
        "method": _describe_method(run, described),
        "job_files": run.job.plan.get("job_files", []) if run.job is not None else [],
        "artifacts": list_raw_files(session, run, parts, is_requested=raw_files) if curves else [],
        "series": _freeze_series(session, run, ordinals, parts, folder=folder) if curves else [],
        "bins": listed,
        "configuration": configuration,
    }
    if run.origin != "measured" and (statements := list_statements(session, run)):
        frozen["statements"] = statements
    return msgspec.convert(frozen, FrozenRun)


def _describe_phase(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return a phase of the API in the fields of a document; a measurement of a lab has no published figures."""
    phase = rename_fields(remove_ids(described), PHASE_NAMES)
    if phase["measurement"] is not None and not phase["measurement"]["published_figures"]:
        del phase["measurement"]["published_figures"]
    return phase


def _describe_method(run: Run, described: Mapping[str, Any]) -> list[FrozenFact]:
    rows: list[tuple[str, str]] = []
    if described["profile"]:
        rows.append(("Profile", f"{described['profile']['name']}, version {described['profile']['version']}"))
    if described["scale"] != "full":
        rows.append(("Scale", "shortened to seconds"))
    if described["engine"]:
        rows.append(("Engine", described["engine_version"] or described["engine"]))
    if run.job is not None:
        kind = run.job.target["kind"]
        rows.append(("Target", _TARGETS.get(kind, kind)))
    if described["started_at"]:
        rows.append(("Started", figures.format_time(described["started_at"])))
    if described["duration_seconds"] is not None:
        rows.append(("Duration", figures.format_duration(described["duration_seconds"])))
    if described["verdict"] and described["verdict"]["round_seconds"]:
        verdict = described["verdict"]
        rows.append(("Rounds", f"{len(verdict['rounds'])} of {verdict['round_seconds']:g} s"))
    if described["source"]:
        rows.append(("Source", described["source"]["title"]))
        if described["source"]["note"]:
            rows.append(("Note", described["source"]["note"]))
    return [FrozenFact(label=label, value=value) for label, value in rows]


def _freeze_series(
    session: Session, run: Run, ordinals: Mapping[str, int], parts: Parts, *, folder: str
) -> list[FrozenSeries]:
    """Return every stored series of a run at full rate, and add their points to `parts`.

    Logs of single jobs are raw files of the run, named by their hashes.
    """
    frozen = []
    rows = session.scalars(select(Series).where(Series.run_id == run.id, Series.job == 0)).all()
    for row in sorted(rows, key=lambda item: (ordinals[str(item.phase_id)], item.source, item.metric, item.direction)):
        t_ms, integers = decode_series(row.data)
        place = f"{ordinals[str(row.phase_id)]}/{row.source}/{row.metric}/{row.direction}"
        frozen.append(
            FrozenSeries(
                phase_ordinal=ordinals[str(row.phase_id)],
                source=row.source,
                metric=row.metric,
                direction=row.direction,
                job=row.job,
                unit=row.unit,
                factor=row.factor,
                estimated=row.estimated,
                points=len(t_ms),
                part=parts.add_json(f"{folder}/series/{place}", {"t_ms": t_ms, "integers": integers}),
            )
        )
        session.expunge(row)
    return frozen


def _freeze_bins(
    session: Session, run: Run, ordinals: Mapping[str, int], parts: Parts, *, folder: str
) -> tuple[list[FrozenBins], dict[tuple[int, str, int], dict[int, int]]]:
    """Return the latency bins of a run: their entries in the document, and their contents.

    The bins of every direction and group of every phase become parts. The contents are by ordinal, direction and group.
    """
    rows = session.execute(
        select(Measurement.phase_id, MeasurementPart)
        .join(MeasurementPart, MeasurementPart.measurement_id == Measurement.id)
        .where(Measurement.run_id == run.id, MeasurementPart.bins.is_not(None))
    )
    frozen = []
    histograms: dict[tuple[int, str, int], dict[int, int]] = {}
    for phase_id, part in rows:
        ordinal = ordinals[str(phase_id)]
        histogram = histograms[ordinal, part.direction, part.group] = dict(bins.unpack(part.bins or b""))
        counts = {str(value): count for value, count in histogram.items()}
        name = f"{folder}/bins/{ordinal}/{part.direction}/{part.group}"
        frozen.append(
            FrozenBins(
                phase_ordinal=ordinal,
                direction=part.direction,
                group=part.group,
                of=part.percentiles_of,
                part=parts.add_json(name, {"counts": counts}),
            )
        )
    return sorted(frozen, key=lambda item: (item.phase_ordinal, item.direction, item.group)), histograms
