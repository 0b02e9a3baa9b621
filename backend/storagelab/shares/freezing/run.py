"""Frozen run: phases and measurements, series at full rate, bins, job files and raw files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis import bins
from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import Measurement, MeasurementPart, Run, Series
from storagelab.shares import figures
from storagelab.shares.freezing.document_names import FAILURE_NAMES, PHASE_NAMES, RUN_NAMES, pick_fields
from storagelab.shares.freezing.lineage import add_lineage, describe_run_lineage
from storagelab.shares.freezing.raw_files import list_raw_files
from storagelab.shares.freezing.subject import remove_ids
from storagelab.shares.parts import Parts

#: Fields of a run that a reader may see. What is added to runs later stays private until it is named here.
_RUN_FIELDS = (
    "number", "title", "origin", "state", "data", "scale", "engine", "engine_version", "profile", "started_at",
    "finished_at", "duration_s", "verdict", "headline", "badges", "failure", "source", "report", "link_limit",
)  # fmt: skip
_PHASE_FIELDS = (
    "ordinal", "name", "kind", "group", "loop", "round", "in_window", "state", "workload", "planned_seconds", "t0_ms",
    "t1_ms", "stop", "stop_reason", "message", "measurement",
)  # fmt: skip
_FAILURE_FIELDS = ("kind", "message", "who", "kept")
_TARGETS = {"file": "File", "devices": "Raw devices"}


def freeze_run(
    session: Session, run: Run, described: Mapping[str, Any], parts: Parts, *, raw_files: bool
) -> dict[str, Any]:
    """Return a run in the form of a share document; its series, bins and raw files become parts.

    `described` is the run as the API describes it. The caller adds `configuration`.
    """
    ordinals = {phase["id"]: phase["ordinal"] for phase in described["phases"]}
    number = described["number"]
    frozen = pick_fields(described, _RUN_FIELDS, RUN_NAMES)
    if frozen["failure"] is not None:
        frozen["failure"] = pick_fields(frozen["failure"], _FAILURE_FIELDS, FAILURE_NAMES)
    frozen["phases"] = [pick_fields(phase, _PHASE_FIELDS, PHASE_NAMES) for phase in described["phases"]]
    frozen = remove_ids(frozen)
    listed, histograms = _freeze_bins(session, run, ordinals, parts, folder=f"runs/{number}")
    add_lineage(session, run, frozen["phases"], histograms)
    return {
        **frozen,
        "invalid": _describe_invalidation(described["invalid"]),
        "lineage": describe_run_lineage(session, run),
        "target": run.job.target["kind"] if run.job is not None else None,
        "method": _describe_method(run, described),
        "job_files": _list_job_files(run),
        "artifacts": list_raw_files(session, run, parts, is_requested=raw_files),
        "series": _freeze_series(session, run, ordinals, parts, folder=f"runs/{number}"),
        "bins": listed,
    }


def _describe_invalidation(decision: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return when and why a run was marked invalid, without the person, who is not named outside of the lab."""
    return {"at": decision["at"], "reason": decision["reason"]} if decision is not None else None


def _describe_method(run: Run, described: Mapping[str, Any]) -> list[dict[str, str]]:
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
    return [{"label": label, "value": value} for label, value in rows]


def _list_job_files(run: Run) -> list[dict[str, Any]]:
    plan = run.job.plan if run.job else {}
    return [{key: file[key] for key in ("ordinal", "name", "text")} for file in plan.get("job_files", [])]


def _freeze_series(
    session: Session, run: Run, ordinals: Mapping[str, int], parts: Parts, *, folder: str
) -> list[dict[str, Any]]:
    """Return every stored series of a run at full rate, and add their points to `parts`.

    Logs of single jobs are raw files of the run, named by their hashes.
    """
    frozen = []
    rows = session.scalars(select(Series).where(Series.run_id == run.id, Series.job == 0)).all()
    for row in sorted(rows, key=lambda item: (ordinals[str(item.phase_id)], item.source, item.metric, item.direction)):
        t_ms, integers = decode_series(row.data)
        place = f"{ordinals[str(row.phase_id)]}/{row.source}/{row.metric}/{row.direction}"
        frozen.append(
            {
                "phase_ordinal": ordinals[str(row.phase_id)],
                "source": row.source,
                "metric": row.metric,
                "direction": row.direction,
                "job": row.job,
                "unit": row.unit,
                "factor": row.factor,
                "estimated": row.estimated,
                "points": len(t_ms),
                "part": parts.add_json(f"{folder}/series/{place}", {"t_ms": t_ms, "integers": integers}),
            }
        )
        session.expunge(row)
    return frozen


def _freeze_bins(
    session: Session, run: Run, ordinals: Mapping[str, int], parts: Parts, *, folder: str
) -> tuple[list[dict[str, Any]], dict[tuple[int, str, int], dict[int, int]]]:
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
            {
                "phase_ordinal": ordinal,
                "direction": part.direction,
                "group": part.group,
                "of": part.percentiles_of,
                "part": parts.add_json(name, {"counts": counts}),
            }
        )
    return sorted(frozen, key=lambda item: (item["phase_ordinal"], item["direction"], item["group"])), histograms
