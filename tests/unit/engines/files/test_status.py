"""Status lines of the file tool: results, intervals that add up, parts, and what is damaged."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from storagelab.engines import files
from storagelab.engines.base import ParseFailed

MS = 1_000_000


def line(at_ms: float, elapsed_ms: float, count: int, moved: int, **more: Any) -> dict[str, Any]:
    times = {"mean": 2.0 * MS, "stddev": 0.5 * MS, "min": 1.0 * MS, "max": 4.0 * MS} if count else {}
    return {
        "storagelab_files": 1,
        "since_start_ns": int(at_ms * MS),
        "elapsed_ns": int(elapsed_ms * MS),
        "direction": "write",
        "files": count,
        "bytes": moved,
        "ended": False,
        **times,
        **more,
    }


LINES = [
    line(3000.5, 1000.25, 0, 500),
    line(4000.5, 2000.25, 40, 10_000),
    line(4000.6, 2000.35, 40, 10_000),
    line(4600.5, 2600.25, 100, 26_000, ended=True),
]


def stream(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_rates_use_the_time_of_the_last_line() -> None:
    output = files.parse(stream(*LINES))
    assert output.warnings == ()
    part = output.jobs[0].parts["write"]
    assert (part.ios, part.bytes, part.runtime_s) == (100, 26_000, 2.6)
    assert part.bandwidth_bytes_per_s == pytest.approx(26_000 / 2.60025)
    assert part.iops == pytest.approx(100 / 2.60025)
    assert (part.latency.n, part.latency.mean, part.latency.min, part.latency.max) == (100, 2 * MS, MS, 4 * MS)
    # The end of a stream makes the same result: its lines are cumulative.
    assert files.parse(stream(*LINES)[40:]).jobs == output.jobs


def test_unfinished_stream_has_a_warning() -> None:
    cut = stream(*LINES)[:-10]
    output = files.parse(cut)
    assert output.jobs[0].parts["write"].ios == 40
    assert output.warnings[0].startswith("truncated")
    nothing = files.parse(stream(LINES[0]))
    assert nothing.jobs[0].parts == {}


def test_intervals_add_up_and_start_with_the_files() -> None:
    state, samples = None, []
    for document in files.read_status(stream(*LINES)).documents:
        intervals, state = files.compute_interval(state, document)
        samples += intervals
    assert json.loads(json.dumps(state)) == state
    assert [(sample.t_ms, sample.dt_ms, sample.ios, sample.bytes) for sample in samples] == [
        (3000, 1000, 0, 500),
        (4000, 1000, 40, 9500),
        (4600, 600, 60, 16_000),
    ]
    assert samples[0].latency.mean is None
    assert [sample.latency.n for sample in samples] == [0, 40, 60]
    assert samples[1].latency.max == 4 * MS


def test_status_reader_consumes_only_complete_lines() -> None:
    data = stream(*LINES)
    whole = files.read_status(data)
    for cut in range(len(data) + 1):
        first = files.read_status(data[:cut])
        rest = files.read_status(data[first.consumed_bytes :])
        assert (*first.documents, *rest.documents) == whole.documents


def test_cut_contains_only_intervals_within_its_bounds() -> None:
    documents = files.read_status(stream(*LINES)).documents
    assert files.cut(documents, 0, 10_000)["write"].ios == 100
    part = files.cut(documents, 3900, 5000)["write"]
    assert (part.ios, part.bytes, part.runtime_s) == (60, 16_000, 0.6)
    assert part.latency.n == 60
    assert files.cut(documents, 4100, 5000) == {}
    assert files.cut(documents, 9000, 9999) == {}
    assert files.cut([], 0, 10_000) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"files": -1},
        {"files": True},
        {"bytes": 2**63},
        {"elapsed_ns": 1.5},
        {"storagelab_files": 2},
        {"since_start_ns": None},
    ],
)
def test_damaged_line_yields_no_document(wrong: dict[str, Any]) -> None:
    assert files.read_status(stream({**LINES[1], **wrong})).documents == ()


def test_a_line_without_a_direction_is_refused() -> None:
    with pytest.raises(ParseFailed, match="a direction and an end"):
        files.read_status(stream({**LINES[1], "direction": "trim"}))


def test_unknown_times_stay_unknown() -> None:
    part = files.parse(stream({**LINES[3], "mean": math.inf, "stddev": "x", "min": None})).jobs[0].parts["write"]
    assert (part.latency.mean, part.latency.stddev, part.latency.min) == (None, None, None)


@pytest.mark.parametrize("data", [b"", b"hello\n", b"[1]\n", b"\xff\xfe\n", b"{" * 2000 + b"\n"])
def test_foreign_stream_is_refused(data: bytes) -> None:
    with pytest.raises(ParseFailed):
        files.parse(data)


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(ParseFailed, match="has 70000 bytes"):
        files.read_status(b"x" * 70_000)
