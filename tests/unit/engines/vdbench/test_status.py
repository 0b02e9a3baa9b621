"""Rows of a flat file that grows, and windows cut out of it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.engines.vdbench.recorded import DATA, first_run

from storagelab.analysis.latency import merge
from storagelab.domain.samples import IntervalSample
from storagelab.engines.base import ParseFailed
from storagelab.engines.vdbench import compute_interval, cut, parse, read_status
from storagelab.engines.vdbench.status import LONGEST_LINE

WHOLE = first_run()
HEADER = next(line for line in WHOLE.decode().splitlines() if line.split()[:1] == ["tod"])
ROWS = [line for line in WHOLE.decode().splitlines() if " phase_i1_w1 " in line]


def follow(pieces: Iterable[bytes]) -> list[IntervalSample]:
    """Return the samples that a polling worker sees.

    Bytes are new each time; the state goes through JSON between polls, as in the database.
    """
    pending, state = b"", None
    samples: list[IntervalSample] = []
    for piece in pieces:
        pending += piece
        batch = read_status(pending)
        pending = pending[batch.consumed_bytes :]
        for document in batch.documents:
            intervals, state = compute_interval(state, document)
            state = json.loads(json.dumps(state))
            samples += intervals
    return samples


def lines(*texts: str) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def row(number: str, **fields: str) -> str:
    """Return the second recorded row with some of its fields changed."""
    names, values = HEADER.split(), ROWS[1].split()
    changed = dict(zip(names, values, strict=True)) | {"Interval": number} | fields
    return " ".join(changed.values()) + " "


def test_every_interval_is_a_sample_per_direction() -> None:
    samples = follow([WHOLE])
    assert [(one.t_ms, one.dt_ms) for one in samples[::2]] == [(1000 * second, 1000) for second in range(1, 5)]
    assert [one.direction for one in samples] == ["read", "write"] * 4
    assert [one.ios for one in samples[:2]] == [13143, 5694]
    assert sum(one.ios for one in samples[:2]) == 18837
    assert all(one.bytes == one.ios * 8192 for one in samples)
    assert all(one.p99_ns is None and one.latency.min is None for one in samples)


def test_counted_intervals_add_up_to_the_average() -> None:
    (job,) = parse(WHOLE).jobs
    samples = [one for one in follow([WHOLE]) if one.t_ms > 1000]
    for direction, part in job.parts.items():
        mine = [one for one in samples if one.direction == direction]
        merged = merge(one.latency for one in mine)
        assert sum(one.ios for one in mine) == part.ios
        assert merged.mean == pytest.approx(part.latency.mean, rel=1e-3)
        assert merged.stddev == pytest.approx(part.latency.stddev, rel=1e-2)
        assert merged.max == part.latency.max


@given(st.lists(st.integers(0, len(WHOLE)), max_size=12))
def test_samples_do_not_depend_on_chunk_boundaries(places: list[int]) -> None:
    ends = [0, *sorted(places), len(WHOLE)]
    assert follow(WHOLE[one:other] for one, other in pairwise(ends)) == follow([WHOLE])


@given(st.binary(max_size=300), st.integers(0, len(WHOLE)))
def test_damaged_bytes_keep_samples_valid_and_ordered(damage: bytes, place: int) -> None:
    samples = follow([WHOLE[:place] + damage + WHOLE[place:]])
    ends = [one.t_ms for one in samples]
    assert ends == sorted(ends)
    assert all(one.ios >= 0 and one.bytes >= 0 for one in samples)


@pytest.mark.parametrize("size", range(0, len(WHOLE), 97))
def test_incomplete_line_remains_for_the_next_read(size: int) -> None:
    batch = read_status(WHOLE[:size])
    assert batch.consumed_bytes == WHOLE.rfind(b"\n", 0, size) + 1
    complete = [line for line in WHOLE[: batch.consumed_bytes].decode().splitlines() if line[0] not in "<*"]
    assert [next(iter(document.values())) for document in batch.documents] == [line.split() for line in complete]


def test_repeated_header_and_row_are_ignored() -> None:
    assert follow([lines(HEADER, ROWS[0], HEADER, ROWS[0], ROWS[1])]) == follow([lines(HEADER, ROWS[0], ROWS[1])])


def test_rows_are_read_by_column_name() -> None:
    names, values = HEADER.split(), ROWS[1].split()
    turned = lines(" ".join(reversed(names)), " ".join(reversed(values)))
    # The header of a flat file begins with tod.
    assert follow([turned]) == []
    places = [0, *range(len(names) - 1, 0, -1)]
    moved = lines(" ".join(names[place] for place in places), " ".join(values[place] for place in places))
    assert follow([moved]) == follow([lines(HEADER, ROWS[1])])


def test_old_layout_gives_directions_only_for_pure_loads() -> None:
    old = (
        (DATA / "old" / "flatfile.html")
        .read_text()
        .replace("max_write", "phase_i60_w0")
        .replace(" mixed ", " phase_i60_w0 ")
    )
    samples = follow([old.encode()])
    writes = samples[:3]
    assert [(one.t_ms, one.direction, one.ios) for one in writes] == [
        (60_000, "write", 120_000),
        (120_000, "write", 60_000),
        (180_000, "write", 72_000),
    ]
    assert [one.latency.max for one in writes] == [300e6, 200e6, 250.5e6]
    # Later runs of the file begin at its first interval again, and do not belong to the phase.
    assert samples[3:] == []
    begin = old.index("00:05:00.000")
    mixed = follow(
        [lines(next(line for line in old.splitlines() if line.split()[:1] == ["tod"])), old[begin:].encode()]
    )
    assert [(one.direction, one.ios) for one in mixed[:2]] == [("read", 21_000), ("write", 9_000)]
    assert all(one.latency.mean is None and one.latency.max is None for one in mixed)


def test_missing_and_unknown_columns() -> None:
    without = [place for place, name in enumerate(HEADER.split()) if not name.startswith(("read_", "write_"))]
    header, values = HEADER.split(), row("2", **{"read%": "100.0"}).split()
    samples = follow(
        [lines(" ".join(header[place] for place in without), " ".join(values[place] for place in without))]
    )
    assert [(one.direction, one.ios, one.latency.mean) for one in samples] == [("read", 53_054, 144_200.0)]
    for name in ("rate", "read%"):
        assert follow([lines(HEADER, row("2", **{name: "n/a"}))]) == []
        assert follow([lines(HEADER, row("2", **{name: "NaN"}))]) == []
    unknown = follow([lines(HEADER, row("2", read_resp="n/a", read_max="NaN"))])
    assert unknown[0].latency.mean is None
    assert unknown[0].latency.max is None
    assert unknown[1].latency.mean is not None


def test_a_pause_is_a_sample_without_latency() -> None:
    idle = row("3", rate="0.0", **{"MB/sec": "0.0", "read%": "NaN"})
    samples = follow([lines(HEADER, row("1"), row("2", rate="0.0", **{"MB/sec": "0.0", "read%": "0.0"}), idle)])
    assert [(one.t_ms, one.ios, one.bytes, one.latency.mean) for one in samples[2:]] == [
        (2000, 0, 0, None),
        (2000, 0, 0, None),
        (3000, 0, 0, None),
        (3000, 0, 0, None),
    ]
    assert follow([lines(HEADER, idle)]) == []


def test_rows_of_other_runs_are_ignored() -> None:
    prepared = [row(str(number), Run="SD_format") for number in range(1, 9)]
    assert follow([lines(HEADER, *prepared, ROWS[0])]) == follow([lines(HEADER, ROWS[0])])


def test_rows_without_a_header_are_ignored() -> None:
    assert follow([lines(*ROWS)]) == []


def test_nul_bytes_never_reach_the_state() -> None:
    _, state = compute_interval(None, read_status(lines(HEADER)).documents[0])
    assert read_status(b"tod \x00\x00 Run\n" + b"\x00" * 50 + b"\n").documents == ()
    assert "\x00" not in json.dumps(state)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_overlong_line_is_refused(end: bytes) -> None:
    with pytest.raises(ParseFailed, match="byte 11: expected a line of a Vdbench flat file"):
        read_status(b"* comment \n" + b"1" * (LONGEST_LINE + 1) + end)


def test_long_flat_file_is_read_completely() -> None:
    rows = [row(str(number)) for number in range(1, 8641)]
    samples = follow([lines(HEADER, *rows)])
    assert len(samples) == 2 * 8640
    assert samples[-1].t_ms == 8_640_000


def test_a_window_holds_the_intervals_within_it() -> None:
    documents = read_status(WHOLE).documents
    parts = cut(documents, 2000, 4000)
    assert {direction: part.ios for direction, part in parts.items()} == {"read": 83_721, "write": 36_058}
    assert sum(part.ios for part in parts.values()) == 59_273 + 60_506
    assert {part.runtime_s for part in parts.values()} == {2.0}
    assert parts["read"].iops == parts["read"].ios / 2
    assert parts["read"].bins is None
    assert cut(documents, 2500, 3400) == {}


def test_a_warm_up_is_in_no_window() -> None:
    whole = cut(read_status(WHOLE).documents, 0, math.inf)
    (job,) = parse(WHOLE).jobs
    assert {direction: part.ios for direction, part in whole.items()} == {
        direction: part.ios for direction, part in job.parts.items()
    }
    cold = cut(read_status(first_run("phase_i1_w0")).documents, 0, math.inf)
    assert sum(part.ios for part in cold.values()) == 3 * 57_611 + 18_837
