"""Filing of a run of another lab as an imported run, with every number as in the document."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass

import msgspec
from msgspec import structs
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.analysis import bins as histograms
from storagelab.analysis.downsample import IntArray
from storagelab.analysis.packing import TELEMETRY, PhaseSeriesKey, build_series_columns
from storagelab.db import models
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.json_values import RowValues
from storagelab.domain.received import RECEIVED, format_sender_label
from storagelab.imports.filing import insert_rows
from storagelab.imports.storable import make_storable
from storagelab.shares.archive.reading import ShareZip
from storagelab.shares.document.run import FrozenMeasurement, FrozenPhase, FrozenRun, FrozenSeries, JsonObject
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.freezing.document_names import PHASE_NAMES
from storagelab.shares.receiving.configurations import format_sender, get_sender_lab, snapshot_of
from storagelab.shares.receiving.consistency import parse_moment
from storagelab.shares.receiving.reading import read_counts, read_points

_TITLE_CHARACTERS = 200
#: What was measured in another lab was not measured here.
_ORIGINS = {"measured": "imported", "imported": "imported", "published": "published"}
_RATE = "iops"
#: The fields of a run that tell it from another one: they never change, or a run would be filed again.
_FINGERPRINTED = (
    "number", "title", "origin", "state", "data", "scale", "engine", "engine_version", "profile", "started_at",
    "finished_at", "verdict", "badges", "failure", "source", "invalid", "phases", "series", "bins",
)  # fmt: skip
#: Of the lineage of a measurement what is filed: the load that it records itself.
_LINEAGE = ("read_percent", "random_percent")
_MEASUREMENT_COLUMNS = [
    name
    for name in FrozenMeasurement.__struct_fields__
    if name not in ("badges", "lineage", "parts", "published_figures")
]


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of a zip: its document, and the address that it claims to come from."""

    opened: ShareZip
    document: ShareDocument
    address: str | None

    @property
    def badge(self) -> JsonObject:
        """Return the badge of every figure that comes from this sender."""
        sender_name = format_sender(self.document, self.address)
        where = f" at {self.address}" if self.address is not None else ""
        return {
            "code": RECEIVED,
            "label": format_sender_label(sender_name),
            "level": "info",
            "detail": (
                f"Copied from the share “{self.document.share.title}”{where}. This lab did not measure it and "
                "cannot check how it was measured."
            ),
        }

    @property
    def source_title(self) -> str:
        """Return title, author and address of the sent share in one line, as the source of a run."""
        share = self.document.share
        words = [f"“{share.title}”", share.author, self.address or f"lineage {share.lineage_id}"]
        return ", ".join(word for word in words if word)


def compute_run_fingerprint(run: FrozenRun, sender: Sender) -> str:
    """Return a hash of the content of a received run, by which the lab files each run only once.

    The same run can come in several shares.
    """
    document = sender.document
    lab = get_sender_lab(document, sender.address)
    configuration = next(
        (candidate for candidate in document.configurations if candidate.key == run.configuration), None
    )
    content = _describe_content(run)
    for curve in (*content["series"], *content["bins"]):
        curve["part"] = document.parts[curve["part"]].sha256
    snapshot = (
        snapshot_of(configuration, lab=lab, blind=document.share.redaction.aliases)
        if configuration is not None
        else None
    )
    return hashlib.sha256(encode_canonical_json(["received", lab, content, snapshot])).hexdigest()


def _describe_content(run: FrozenRun) -> JsonObject:
    """Return the fields of a run that its fingerprint covers, as a filed run has them."""
    content: JsonObject = msgspec.to_builtins(run)
    filed = {name: content[name] for name in _FINGERPRINTED}
    filed["badges"] = [badge.to_json() for badge in run.badges]
    for part, name in (("profile", "title"), ("failure", "who")):
        if filed[part] is not None:
            del filed[part][name]
    for bins in filed["bins"]:
        del bins["of"]
    for phase, described in zip(run.phases, filed["phases"], strict=True):
        if phase.measurement is not None:
            figures = described["measurement"]
            figures["badges"] = [badge.to_json() for badge in phase.measurement.badges]
            # Documents of earlier releases lack them, and the values that they are the texts of are covered.
            figures.pop("published_figures", None)
            if phase.measurement.lineage is not None:
                figures["lineage"] = {name: getattr(phase.measurement.lineage, name) for name in _LINEAGE}
    return filed


def file_run(
    session: Session, run: FrozenRun, sender: Sender, configuration: models.Configuration | None
) -> models.Run:
    """Return the run of this lab for a received run, created unless it was received before.

    Raises InvalidInput for parts that do not match the document.
    """
    fingerprint = compute_run_fingerprint(run, sender)
    existing = session.scalars(select(models.Run).where(models.Run.source_sha256 == fingerprint)).one_or_none()
    if existing is not None:
        return existing
    source = f": {run.source.title}" if run.source is not None else ""
    filed = models.Run(
        id=generate_uuid7(),
        configuration_id=configuration.id if configuration is not None else None,
        title=run.title[:_TITLE_CHARACTERS] or f"{run.number} of another lab",
        origin=_ORIGINS[run.origin],
        engine=run.engine,
        engine_version=run.engine_version,
        state=run.state,
        completeness=run.data,
        scale=run.scale,
        verdict=make_storable(msgspec.to_builtins(run.verdict)) if run.verdict is not None else None,
        badges=[sender.badge, *(badge.to_json() for badge in run.badges), *_list_scale_badges(run)],
        failure_kind=run.failure.kind if run.failure is not None else None,
        failure_message=run.failure.message if run.failure is not None else None,
        failure_kept=run.failure.preserved if run.failure is not None else None,
        source_title=make_storable(f"{sender.source_title}{source}"),
        source_note=_describe_extra_facts(run),
        source_sha256=fingerprint,
        result_id=run.result_id,
        rankable=False,
        started_at=parse_moment(run.started_at),
        finished_at=parse_moment(run.finished_at),
        invalid_at=parse_moment(run.invalid.at) if run.invalid is not None else None,
        invalid_reason=run.invalid.reason if run.invalid is not None else None,
        # The clock, not the start of the transaction: lists show runs in the reverse order of their filing.
        created_at=func.clock_timestamp(),
    )
    session.add(filed)
    session.flush()
    _file_phases(session, filed, run, sender)
    session.refresh(filed)
    return filed


def _list_scale_badges(run: FrozenRun) -> list[JsonObject]:
    if run.scale == "full":
        return []
    detail = "Short test: seconds per phase, not a measurement."
    return [{"code": "smoke_scale", "label": "Short test", "level": "warn", "detail": detail}]


def _describe_extra_facts(run: FrozenRun) -> str:
    """Return in words the facts of a received run that have no column in `run`."""
    words = [f"There it is {run.number}."]
    if run.profile is not None:
        words.append(f"Profile {run.profile.name}, version {run.profile.version}.")
    if run.source is not None and run.source.note:
        words.append(run.source.note)
    return " ".join(words)


def _file_phases(session: Session, filed: models.Run, run: FrozenRun, sender: Sender) -> None:
    now = read_clock(session)
    ids = {phase.ordinal: generate_uuid7() for phase in run.phases}
    drawn = {series.phase_ordinal for series in run.series if series.source != TELEMETRY}
    rows = [_build_phase(filed.id, ids[phase.ordinal], phase) for phase in run.phases]
    for row in rows:
        row["folded_at"] = now if row["ordinal"] in drawn else None
    insert_rows(session, models.Phase, rows)
    figures, parts = [], []
    for phase in run.phases:
        if phase.measurement is not None:
            measurement_id = generate_uuid7()
            figures.append(
                {"id": measurement_id, **_build_measurement(filed.id, ids[phase.ordinal], phase, sender.badge)}
            )
            parts += _build_measurement_parts(measurement_id, phase, run, sender)
    insert_rows(session, models.Measurement, figures)
    insert_rows(session, models.MeasurementPart, parts)
    for ordinal in sorted({series.phase_ordinal for series in run.series}):
        _file_curves(session, filed.id, ids[ordinal], [s for s in run.series if s.phase_ordinal == ordinal], sender)


def _build_phase(run_id: uuid.UUID, phase_id: uuid.UUID, phase: FrozenPhase) -> RowValues:
    columns = (
        "ordinal", "name", "kind", "group", "loop", "round", "planned_seconds", "ramp_seconds", "t0_ms", "t1_ms",
        "stop_reason", "message",
    )  # fmt: skip
    return {
        "id": phase_id,
        "run_id": run_id,
        **{name: getattr(phase, name) for name in columns},
        **{column: getattr(phase, name) for name, column in PHASE_NAMES.items()},
        "state": phase.state,
        "workload": phase.workload,
        **_load(phase),
        "stop": phase.stop or {},
    }


def _load(phase: FrozenPhase) -> RowValues:
    """Return the columns that describe the load, in `phase` and in `measurement`."""
    load = phase.load
    return {
        "block_bytes": load.block_bytes,
        "read_percent": load.read_percent,
        "random_percent": load.random_percent,
        "threads": load.threads,
        "queue_depth": load.queue_depth,
        "outstanding_ios": load.outstanding_ios,
        "offered_iops": load.offered_iops,
    }


def _build_measurement(run_id: uuid.UUID, phase_id: uuid.UUID, phase: FrozenPhase, mark: JsonObject) -> RowValues:
    figures = phase.measurement
    if figures is None:
        raise ValueError("a phase without figures has no measurement")
    return {
        "run_id": run_id,
        "phase_id": phase_id,
        **_load(phase),
        **{name: value for name in _LINEAGE if (value := getattr(figures.lineage, name, None)) is not None},
        **{name: getattr(figures, name) for name in _MEASUREMENT_COLUMNS},
        "badges": [mark, *(badge.to_json() for badge in figures.badges)],
        "published_figures": [msgspec.to_builtins(figure) for figure in figures.list_published()],
    }


def _build_measurement_parts(
    measurement_id: uuid.UUID, phase: FrozenPhase, run: FrozenRun, sender: Sender
) -> list[RowValues]:
    counted = {
        (entry.direction, entry.group): histograms.pack(read_counts(sender.opened, sender.document, entry))
        for entry in run.bins
        if entry.phase_ordinal == phase.ordinal
    }
    return [
        {
            "measurement_id": measurement_id,
            **structs.asdict(part),
            # A document does not contain the duration of a part of a measurement.
            "runtime_ms": None,
            "bins": counted.get((part.direction, part.group)),
        }
        for part in (phase.measurement.parts if phase.measurement is not None else ())
    ]


def _file_curves(
    session: Session, run_id: uuid.UUID, phase_id: uuid.UUID, curves: list[FrozenSeries], sender: Sender
) -> None:
    """Store the series of one phase in the database, rates first.

    The mean of a latency is over the I/Os of the rate of the same moments.
    """
    rates: dict[tuple[str, str, int], tuple[IntArray, IntArray]] = {}
    rows = []
    for curve in sorted(curves, key=lambda curve: curve.metric != _RATE):
        t_ms, integers = read_points(sender.opened, sender.document, curve)
        place = (curve.source, curve.direction, curve.job)
        if curve.metric == _RATE:
            rates[place] = (t_ms, integers)
        key = PhaseSeriesKey(run_id, phase_id, curve.source, curve.metric, curve.direction, curve.job)
        rows.append(
            build_series_columns(
                key,
                t_ms,
                integers,
                factor=curve.factor,
                unit=curve.unit,
                estimated=curve.estimated,
                weights=_compute_weights(curve, t_ms, rates.get(place)),
                rate_t_ms=rates[place][0] if curve.unit == "ns" and place in rates else None,
                drawn=curve.job == 0,
            )
        )
    insert_rows(session, models.Series, rows)


def _compute_weights(series: FrozenSeries, t_ms: IntArray, rate: tuple[IntArray, IntArray] | None) -> IntArray | None:
    """Return the I/Os behind each value of a latency, from the rate at the same moments.

    None if the series is a rate, or the times do not match.
    """
    if series.unit != "ns" or rate is None:
        return None
    times, values = rate
    place = times.searchsorted(t_ms).clip(max=len(times) - 1)
    here = values[place]
    return here if bool((times[place] == t_ms).all()) and bool((here >= 0).all()) else None
