"""A parsed result becomes a run that reads like any other: phases, merged figures, curves, statements."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.query_count import counted_queries

from storagelab.db.models import Measurement, MeasurementPart, Phase, Run, Series, StoredFinding
from storagelab.domain.finding import Finding
from storagelab.domain.published import PublishedFigure
from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ObservedWorkload, ParsedResult, Statement
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.domain.workload import BlockSize
from storagelab.imports.filing import file_result

READS = ObservedWorkload((BlockSize(4096),), read_percent=100.0, random_percent=100.0, queue_depth=16, threads=1)
BEGAN = dt.datetime(2026, 1, 1, 12, 0, tzinfo=dt.UTC)


def part(iops: float, mean: float, *, bins: dict[int, int] | None = None) -> ObservedPart:
    """Build an observation of ten seconds of reads."""
    ios = round(iops * 10)
    return ObservedPart(
        ios=ios,
        bytes=ios * 4096,
        iops=iops,
        bandwidth_bytes_per_s=iops * 4096,
        runtime_s=10.0,
        latency=LatencyStatistics(n=ios, mean=mean, stddev=0.0, min=mean, max=mean),
        percentiles_ns={99.0: mean},
        percentiles_of="clat",
        bins=bins,
    )


def job(name: str, phase: int, *, iops: float = 1000, mean: float = 100.0, **values: object) -> ObservedMeasurement:
    """Return one job that only read."""
    one = part(iops, mean, bins={round(mean): round(iops * 10)})
    defaults = {"workload": READS, "runtime_s": 10.0, "parts": {"read": one}, "total": one}
    return ObservedMeasurement(name=name, phase=phase, **(defaults | values))  # type: ignore[arg-type]


def result(*measurements: ObservedMeasurement, **values: object) -> ParsedResult:
    """Return a result of fio."""
    defaults = {"format": "fio", "version": "fio-3.33", "title": "a sweep", "members": ("a.json",)}
    return ParsedResult(measurements=measurements, **(defaults | values))  # type: ignore[arg-type]


def measurements_of(session: Session, run: Run) -> list[Measurement]:
    query = select(Measurement).join(Phase).where(Measurement.run_id == run.id).order_by(Phase.ordinal)
    return list(session.scalars(query))


def test_phase_jobs_are_merged_and_phases_are_consecutive(session: Session) -> None:
    run = file_result(session, result(job("a", 0, mean=100.0), job("b", 0, mean=300.0), job("c", 1)), origin="imported")

    first, second = measurements_of(session, run)
    assert (first.iops, first.ios, first.latency_mean_ns) == (2000, 20_000, 200.0)
    assert first.latency_stddev_ns == pytest.approx(100.0, rel=1e-4), "pooled about the common mean"
    assert (first.latency_p50_ns, first.latency_p99_ns) == (100, 300), "of the merged bins"
    assert (first.threads, first.queue_depth, first.outstanding_ios) == (2, 16, 32)
    assert (second.iops, second.outstanding_ios) == (1000, 16)
    phases = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert [(phase.name, phase.kind, phase.t0_ms, phase.t1_ms) for phase in phases] == [
        ("a, b", "measure", 0, 10_000),
        ("c", "measure", 10_000, 20_000),
    ]
    parts = session.scalars(select(MeasurementPart).where(MeasurementPart.measurement_id == first.id)).all()
    assert sorted((stored.name, stored.group, stored.direction) for stored in parts) == [
        ("a", 0, "read"),
        ("b", 1, "read"),
    ]


def test_percentiles_without_bins_are_unknown_for_merged_jobs(session: Session) -> None:
    plain = part(1000, 100.0)
    one = job("one", 0, parts={"read": plain}, total=plain)
    run = file_result(session, result(one, *(job("x", 1, parts={"read": plain}, total=plain) for _ in range(2))),
                      origin="imported")  # fmt: skip

    alone, several = measurements_of(session, run)
    assert (alone.latency_p99_ns, alone.latency_p50_ns, alone.percentiles_of) == (100.0, None, "clat")
    assert (several.latency_p99_ns, several.percentiles_of) == (None, None)


def test_unknown_stays_unknown(session: Session) -> None:
    total = ObservedPart(iops=5000.0)
    figure = PublishedFigure(metric="iops", value=5000.0, value_kind="lower_bound", text=">= 5 k", place="paragraph 3")
    entry = ObservedMeasurement(
        name="4K random read", total=total, value_kind="lower_bound", printed=">= 5 k", published=(figure,)
    )
    run = file_result(session, result(entry, format="table", version=None), origin="published")

    (only,) = measurements_of(session, run)
    assert (only.iops, only.ios, only.bytes, only.threads, only.outstanding_ios) == (5000.0, None, None, None, None)
    assert (only.value_kind, only.source_note) == ("lower_bound", None)
    assert only.published_figures == [
        {"metric": "iops", "value": 5000.0, "value_kind": "lower_bound", "text": ">= 5 k", "place": "paragraph 3"}
    ]
    assert (run.engine, run.configuration_id, run.started_at, run.rankable) == (None, None, None, False)
    assert [badge["code"] for badge in run.badges] == ["published"]


def test_idle_jobs_are_unmeasured_and_errors_are_reported(session: Session) -> None:
    idle = job("idle", 0, parts={}, total=ObservedPart())
    run = file_result(session, result(idle, job("full", 1, error="28 (No space left)")), origin="imported")

    (only,) = measurements_of(session, run)
    phases = session.scalars(select(Phase).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert [phase.state for phase in phases] == ["finished", "failed"]
    assert (only.phase_id, phases[1].message) == (phases[1].id, "28 (No space left)")
    assert {badge["code"] for badge in run.badges} == {"imported", "engine_error"}


def test_phases_lie_where_their_clocks_put_them(session: Session) -> None:
    entries = [job(str(number), number, started_at=BEGAN + dt.timedelta(seconds=9 * number)) for number in range(2)]
    entries.append(job("2", 2, started_at=BEGAN + dt.timedelta(seconds=60)))
    run = file_result(session, result(*entries), origin="imported")

    starts = session.scalars(select(Phase.t0_ms).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert starts == [0, 10_000, 60_000], "the second is late: phases never overlap"
    assert (run.started_at, run.finished_at) == (BEGAN, BEGAN + dt.timedelta(seconds=70))


def test_adjusted_clock_does_not_place_phases(session: Session) -> None:
    unset = dt.datetime(1970, 1, 1, 0, 5, tzinfo=dt.UTC)
    run = file_result(session, result(job("a", 0, started_at=unset), job("b", 1, started_at=BEGAN)), origin="imported")

    starts = session.scalars(select(Phase.t0_ms).where(Phase.run_id == run.id).order_by(Phase.ordinal)).all()
    assert starts == [0, 10_000], "end to end, not fifty-six years apart"
    assert "clock_in_doubt" in {badge["code"] for badge in run.badges}


@pytest.mark.parametrize(
    ("began", "words"),
    [
        (dt.datetime(1970, 1, 2, tzinfo=dt.UTC), "date the run to 2 Jan 1970, which is older than the tool itself"),
        (dt.datetime(2999, 1, 1, tzinfo=dt.UTC), "date the run to 1 Jan 2999, which is still to come"),
        (BEGAN, None),
        (None, None),
    ],
)
def test_impossible_date_is_stored_with_a_badge(session: Session, began: dt.datetime | None, words: str | None) -> None:
    run = file_result(session, result(job("a", 0, started_at=began)), origin="imported")

    assert run.started_at == began
    details = [badge["detail"] for badge in run.badges if badge["code"] == "clock_in_doubt"]
    assert len(details) == (words is not None)
    assert words is None or words in details[0]


def test_report_intervals_become_the_curve(session: Session, viewer: TestClient) -> None:
    times = np.arange(1, 11, dtype=np.int64) * 1000
    curves = tuple(
        ObservedSeries(metric, "total", times, np.arange(10, dtype=np.int64) + 100, factor=factor)
        for metric, factor in (("iops", 1.0), ("lat", 1000.0), ("lat_max", 1000.0))
    )
    run = file_result(session, result(job("rd1", 0), format="vdbench", series=curves), origin="imported")

    rows = session.scalars(select(Series).where(Series.run_id == run.id, Series.job == 0)).all()
    assert {(row.source, row.metric) for row in rows} == {
        ("intervals", "iops"), ("intervals", "lat_mean"), ("intervals", "lat_max"),
    }  # fmt: skip
    shown = viewer.get(f"/api/v1/runs/{run.id}").json()
    assert (shown["origin"], shown["state"], shown["phases"][0]["has_series"]) == ("imported", "finished", True)


def test_statements_are_filed_as_findings_beside_the_measurements(session: Session) -> None:
    statement = Statement(
        "PERC 12, writes", "latency gain", "up to 13x", value=13.0, unit="x", value_kind="ratio",
        conditions={"block_size": "4k", "rw_mix": "0/100", "raid_level": "RAID5", "os": "RHEL 9"}, note="Odd",
    )  # fmt: skip
    run = file_result(
        session, result(job("a", 0), statements=(statement,)), origin="published", source_title="A review"
    )

    [row] = session.scalars(select(StoredFinding).where(StoredFinding.run_id == run.id))
    assert (row.relation, row.subject, row.object, row.raid_level) == ("states", "PERC 12, writes", None, "RAID5")
    assert (row.value, row.unit, row.value_kind, row.printed) == (13.0, "x", "ratio", "up to 13x")
    assert row.workload == {"block": "4k", "read": "0", "metric": "latency gain"}
    assert (row.note, row.source_title, row.ordinal) == ("Odd. os RHEL 9", "A review", 1)


def test_findings_of_a_table_are_filed_with_their_run(session: Session) -> None:
    finding = Finding(
        origin="published", relation="leads", subject="A\0", test="Reads", workload={"qd": "4", "block": "8k"}
    )
    run = file_result(session, result(findings=(finding, finding)), origin="published")

    rows = session.scalars(select(StoredFinding).where(StoredFinding.run_id == run.id)).all()
    assert [(row.subject, row.ordinal, list(row.workload)) for row in rows] == [
        ("A\ufffd", 1, ["qd", "block"]),
        ("A\ufffd", 2, ["qd", "block"]),
    ]


def test_configuration_is_filed_once_per_source(session: Session) -> None:
    facts = {"name": "RAID 5, 8 drives", "array": {"level": "5"}}
    runs = [
        file_result(session, result(job("a", 0), configuration=facts, source=source), origin="published")
        for source in ("one review", "one review", "another review")
    ]

    ids = [run.configuration_id for run in runs]
    assert ids[0] == ids[1] != ids[2]


def test_sweep_of_a_hundred_phases_needs_few_queries(session: Session, connection: Connection) -> None:
    with counted_queries(connection) as queries:
        file_result(session, result(*(job(str(number), number) for number in range(100))), origin="imported")

    assert len(queries) < 15


@pytest.mark.parametrize(
    ("values", "contradicts"),
    [
        ({}, False),
        ({"bandwidth_bytes_per_s": 40_960.0, "bytes": 409_600}, True),
        ({"bandwidth_bytes_per_s": None, "bytes": None}, False),
    ],
)
def test_throughput_that_contradicts_iops_is_a_badge(
    session: Session, values: dict[str, object], contradicts: bool
) -> None:
    one = replace(part(1000, 100.0), **values)  # type: ignore[arg-type]
    run = file_result(session, result(job("read", 0, parts={"read": one}, total=one)), origin="imported")
    (measurement,) = measurements_of(session, run)
    labels = {badge["code"]: badge["label"] for badge in measurement.badges}
    assert ("rates_contradict" in labels) is contradicts
    assert labels.get("rates_contradict") == ("IOPS and throughput contradict each other" if contradicts else None)


def test_approximate_figures_are_not_compared(session: Session) -> None:
    one = replace(part(1000, 100.0), bandwidth_bytes_per_s=40_960.0)
    entry = job("read", 0, parts={"read": one}, total=one, value_kind="approximate")
    run = file_result(session, result(entry), origin="published")
    (measurement,) = measurements_of(session, run)
    assert "rates_contradict" not in {badge["code"] for badge in measurement.badges}
