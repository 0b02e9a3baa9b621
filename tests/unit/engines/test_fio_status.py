"""Intervals from cumulative documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.analysis.bins import merge_bins
from storagelab.analysis.latency import merge
from storagelab.domain.samples import IntervalSample
from storagelab.engines.fio.output import parse
from storagelab.engines.fio.status import compute_interval, cut, read_status


def replay(documents: list[dict[str, Any]]) -> list[IntervalSample]:
    """Return all samples, with the state converted to JSON and back between the calls as in the database."""
    samples: list[IntervalSample] = []
    state = None
    for document in documents:
        intervals, state = compute_interval(state, document)
        state = json.loads(json.dumps(state))
        samples += intervals
    return samples


def document(
    ios: int, runtime: int, *, stamp: int | None = None, n: int | None = None, **read: object
) -> dict[str, Any]:
    part = {
        "io_bytes": ios * 4096,
        "io_kbytes": ios * 4,
        "iops": 0.0,
        "runtime": runtime,
        "total_ios": ios,
        "lat_ns": {"N": ios if n is None else n, "mean": 10.0 if ios else 0.0, "stddev": 1.0, "min": 9, "max": 12},
    }
    value: dict[str, Any] = {"fio version": "fio-3.33", "jobs": [{"jobname": "phase", "read": part | read}]}
    return value if stamp is None else value | {"timestamp_ms": stamp}


@pytest.mark.parametrize(
    "name", ["status-mixed-3.33.json", "status-ramp-3.33.json", "killed-status-interval-3.33.json"]
)
def test_intervals_add_up_to_the_final_result(recorded, name: str) -> None:
    data = recorded(name)
    samples = replay(list(read_status(data).documents))
    (job,) = parse(data).jobs
    for direction, part in job.parts.items():
        mine = [sample for sample in samples if sample.direction == direction and sample.latency.n]
        merged = merge(sample.latency for sample in mine)
        assert sum(sample.ios for sample in mine) == part.ios
        assert merged.n == part.latency.n
        assert merged.mean == pytest.approx(part.latency.mean, rel=1e-6)
        assert merged.stddev == pytest.approx(part.latency.stddev, rel=1e-6)
        assert sum(sample.dt_ms for sample in mine) == pytest.approx(1000 * part.runtime_s, abs=100)


def test_intervals_follow_each_other_without_gaps(recorded) -> None:
    samples = replay(list(read_status(recorded("status-mixed-3.33.json")).documents))
    reads = [sample for sample in samples if sample.direction == "read"]
    assert reads[0].t_ms == reads[0].dt_ms
    assert [later.t_ms - later.dt_ms for later in reads[1:]] == [earlier.t_ms for earlier in reads[:-1]]
    assert all(sample.p99_ns <= sample.p999_ns <= sample.latency.max * 1.01 for sample in reads)


def test_the_highest_estimate_is_the_true_maximum(recorded) -> None:
    data = recorded("status-mixed-3.33.json")
    samples = replay(list(read_status(data).documents))
    for direction, part in parse(data).jobs[0].parts.items():
        assert max(sample.latency.max for sample in samples if sample.direction == direction) == part.latency.max


def test_ramp_samples_have_no_latency_but_advance_time(recorded) -> None:
    samples = replay(list(read_status(recorded("status-ramp-3.33.json")).documents))
    reads = [sample for sample in samples if sample.direction == "read"]
    assert [bool(sample.latency.n) for sample in reads] == [False, False, True, True, True]
    assert [round(sample.t_ms, -2) for sample in reads] == [900, 1900, 3000, 4000, 5000]


def test_the_repeated_last_document_makes_no_interval() -> None:
    last = document(20, 2000, stamp=12_000)
    samples = replay([document(10, 1000, stamp=11_000), last, last | {"timestamp_ms": 12_060}])
    assert [(sample.t_ms, sample.dt_ms, sample.ios) for sample in samples] == [(1000, 1000, 10), (2000, 1000, 10)]


def test_idle_time_belongs_to_the_next_interval() -> None:
    samples = replay([document(10, 1000), document(10, 1040), document(30, 2000)])
    assert [(sample.t_ms, sample.dt_ms, sample.ios) for sample in samples] == [(1000, 1000, 10), (2000, 1000, 20)]


def test_stall_is_a_sample_with_zero_ios() -> None:
    stall = replay([document(10, 1000), document(10, 2000)])[1]
    assert (stall.ios, stall.dt_ms, stall.latency.n) == (0, 1000, 0)
    assert (stall.latency.mean, stall.latency.max, stall.p99_ns) == (None, None, None)


def test_idle_direction_has_no_samples() -> None:
    assert replay([document(0, 0, stamp=11_000), document(0, 0, stamp=12_000)]) == []


def test_time_stamps_decide_when_run_time_stops() -> None:
    samples = replay([document(10, 1000, stamp=11_000), document(25, 1000, stamp=11_500)])
    assert [(sample.dt_ms, sample.ios) for sample in samples] == [(1000, 10), (500, 15)]
    assert replay([document(10, 1000), document(25, 1000)])[1].dt_ms == 1


def test_counters_that_fall_are_a_new_beginning() -> None:
    samples = replay([document(100, 2000, stamp=12_000), document(30, 900, stamp=13_000)])
    assert [(sample.t_ms, sample.dt_ms, sample.ios) for sample in samples] == [(2000, 2000, 100), (3000, 900, 30)]


def test_ramp_end_is_detected_by_run_time() -> None:
    ramp = document(50, 900, stamp=11_000, n=0)
    assert [sample.ios for sample in replay([ramp, document(60, 950, stamp=12_000)])] == [50, 60]
    assert [sample.ios for sample in replay([ramp, document(60, 1900, stamp=12_000)])] == [50, 10]


def test_jobs_without_group_reporting_are_one_part() -> None:
    both = document(10, 1000)
    both["jobs"].append(document(30, 990)["jobs"][0])
    (sample,) = replay([both])
    assert (sample.ios, sample.dt_ms, sample.latency.n, sample.bytes) == (40, 1000, 40, 40 * 4096)


def test_missing_histogram_leaves_percentiles_and_maximum_unknown() -> None:
    (sample,) = replay([document(10, 1000)])
    assert (sample.latency.mean, sample.latency.max, sample.p99_ns) == (10.0, None, None)


def test_contradictory_histogram_is_not_used() -> None:
    def with_bins(ios: int, runtime: int, bins: dict[str, int]) -> dict[str, Any]:
        lat = {"N": ios, "mean": 10.0, "stddev": 1.0, "min": 9, "max": 12, "bins": bins}
        return document(ios, runtime, lat_ns=lat)

    samples = replay([with_bins(10, 1000, {"10": 6, "12": 4}), with_bins(20, 2000, {"10": 5, "12": 15})])
    assert (samples[0].p99_ns, samples[0].latency.max, samples[0].bins) == (12, 12, {10: 6, 12: 4})
    assert (samples[1].ios, samples[1].p99_ns, samples[1].latency.max, samples[1].bins) == (10, None, None, None)


def binned(ios: int, runtime: int, bins: dict[str, int], **values: Any) -> dict[str, Any]:
    lat = {"N": sum(bins.values()), "mean": 10.0, "stddev": 1.0, "min": 9, "max": 12, "bins": bins}
    return document(ios, runtime, lat_ns=lat, **values)


def test_interval_histograms_count_new_requests_only() -> None:
    samples = replay([binned(10, 1000, {"10": 6, "12": 4}), binned(13, 2000, {"10": 8, "12": 4, "90": 1})])
    assert [sample.bins for sample in samples] == [{10: 6, 12: 4}, {10: 2, 90: 1}]


def test_counter_reset_starts_a_new_histogram() -> None:
    samples = replay([binned(10, 2000, {"10": 6, "12": 4}), binned(3, 900, {"10": 3})])
    assert [sample.bins for sample in samples] == [{10: 6, 12: 4}, {10: 3}]


def test_stall_has_an_empty_histogram() -> None:
    assert replay([binned(10, 1000, {"10": 10}), binned(10, 2000, {"10": 10})])[1].bins == {}
    assert replay([document(10, 1000)])[0].bins is None


def test_one_job_without_histogram_makes_the_total_unknown() -> None:
    both = binned(10, 1000, {"10": 10})
    idle = document(30, 1000, n=0)["jobs"][0]
    assert replay([both | {"jobs": [*both["jobs"], idle]}])[0].bins == {10: 10}
    timed = document(30, 1000)["jobs"][0]
    assert replay([both | {"jobs": [*both["jobs"], timed]}])[0].bins is None
    assert replay([both | {"jobs": [*both["jobs"], *both["jobs"]]}])[0].bins == {10: 20}


@pytest.mark.parametrize("name", ["status-mixed-3.33.json", "status-ramp-3.33.json"])
def test_interval_histograms_add_up_to_the_result(recorded, name: str) -> None:
    data = recorded(name)
    samples = replay(list(read_status(data).documents))
    for direction, part in parse(data).jobs[0].parts.items():
        mine = [sample.bins or {} for sample in samples if sample.direction == direction]
        assert merge_bins(mine) == part.bins


def test_largest_latency_so_far_replaces_an_open_bin() -> None:
    lat = {"N": 1, "mean": 3e10, "stddev": 0.0, "min": 3 * 10**10, "max": 3 * 10**10, "bins": {"17112760320": 1}}
    (sample,) = replay([document(1, 1000, lat_ns=lat)])
    assert sample.latency.max == 3 * 10**10


def test_stream_is_read_in_chunks_of_any_size(recorded) -> None:
    data = recorded("killed-status-interval-3.33.json")
    whole = read_status(data)
    assert len(whole.documents) == 5
    documents: list[dict[str, Any]] = []
    consumed = 0
    for end in (*range(0, len(data), 1777), len(data)):
        batch = read_status(data[consumed:end])
        documents += batch.documents
        consumed += batch.consumed_bytes
    assert documents == list(whole.documents)
    assert consumed == whole.consumed_bytes


def test_consumed_bytes_are_exact_around_foreign_text() -> None:
    first = json.dumps(document(1, 1)).encode()
    data = b"\xff\xc3 fio: terminating on signal 2\n" + first + b"\n\xe2\x82"
    batch = read_status(data)
    assert len(batch.documents) == 1
    assert data[batch.consumed_bytes :] == b"\n\xe2\x82"


def test_two_cuts_of_a_phase_add_up(recorded) -> None:
    data = recorded("status-mixed-3.33.json")
    documents = read_status(data).documents
    ends = sorted({sample.t_ms for sample in replay(list(documents))})
    middle = ends[len(ends) // 2]
    first, second = cut(documents, 0, middle), cut(documents, middle, ends[-1])
    for direction, whole in parse(data).jobs[0].parts.items():
        parts = [first[direction], second[direction]]
        assert sum(part.ios for part in parts) == whole.ios
        assert sum(part.bytes for part in parts) == whole.bytes
        assert sum(part.runtime_s for part in parts) == pytest.approx(whole.runtime_s)
        merged = merge(part.latency for part in parts)
        assert merged.mean == pytest.approx(whole.latency.mean, rel=1e-6)
        assert merge_bins(part.bins for part in parts) == whole.bins
        assert parts[1].iops == pytest.approx(parts[1].ios / parts[1].runtime_s)


def test_a_part_begins_behind_the_ramp(recorded) -> None:
    data = recorded("status-ramp-3.33.json")
    whole = parse(data).jobs[0].parts["read"]
    part = cut(read_status(data).documents, 1, 10**9)["read"]
    assert 0 < part.ios < whole.ios
    # The printing thread reads while the workers count.
    assert part.latency.n == pytest.approx(part.ios, abs=2)


def test_a_part_without_two_documents_is_unknown() -> None:
    documents = [document(100, 1000, stamp=1000), document(200, 2000, stamp=2000), document(300, 3000, stamp=3000)]
    assert cut(documents, 1100, 1900) == {}
    assert cut(documents, 1100, 2900) == {}
    assert cut(documents, 900, 2100)["read"].ios == 100
    assert cut(documents, 0, 2100)["read"].ios == 200
    assert cut([], 0, 1000) == {}


def test_cut_over_reset_counters_is_unknown() -> None:
    documents = [document(500, 1000, stamp=1000), document(100, 2000, stamp=2000)]
    assert cut(documents, 900, 2100) == {}


def test_reset_of_one_direction_makes_the_cut_unknown() -> None:
    documents = [document(ios, stamp, stamp=stamp) for ios, stamp in ((100, 1000), (200, 2000))]
    for status_document, ios in zip(documents, (500, 300), strict=True):
        job = status_document["jobs"][0]
        job["write"] = document(ios, status_document["timestamp_ms"])["jobs"][0]["read"]
    assert cut(documents, 900, 2100) == {}
