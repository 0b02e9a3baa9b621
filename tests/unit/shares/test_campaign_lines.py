"""Result set by position: names, the content of each position, and spreads of repeats."""

from __future__ import annotations

import pytest
from tests.unit.shares.campaigns import JBOD, RAID5, RAID6, figures_of, line_of, lines_of
from tests.unit.shares.completed import complete

from storagelab.shares.campaign_lines import RepeatSpread, compute_percent_difference, spread_of
from storagelab.shares.document.answers import FrozenCellFigures

WORK = ("write", "4K write")


def test_lines_return_figures_and_reasons_by_configuration() -> None:
    lines = lines_of(JBOD, RAID5, RAID6)
    assert lines.configurations == {(0, 1): "JBOD", (1, 1): "RAID 5", (2, 1): "RAID 6"}
    assert lines.works == {WORK: "write"}
    assert lines.value((1, 1), WORK, "optimal") == 400.0
    assert lines.value((1, 1), WORK, "rebuilding", "latency_mean_ns") is not None
    assert lines.value((0, 1), WORK, "rebuilding") is None
    missing = lines.figures((2, 1), WORK, "optimal")
    assert missing is not None
    assert missing.reason == "It broke."
    assert lines.figures((2, 1), WORK, "degraded") is None
    assert [(place, figures.state) for place, _, figures in lines.missing()] == [
        ((0, 1), "rebuilding"), ((2, 1), "optimal"), ((2, 1), "rebuilding"),
    ]  # fmt: skip


def test_baseline_is_first_configuration_measured_optimal() -> None:
    failed = line_of(0, "JBOD", figures_of(), phase=None)
    assert lines_of(failed, RAID5).baseline == (1, 1)
    assert lines_of(failed).baseline is None


def test_equal_names_are_disambiguated() -> None:
    other = line_of(0, "JBOD", figures_of([1.0]), generation=2)
    names = lines_of(JBOD, other).configurations
    assert list(names.values()) == ["JBOD, generation 1", "JBOD, generation 2"]
    elsewhere = line_of(1, "JBOD", figures_of([1.0]), server={"number": "s-2", "name": "server 2"})
    assert list(lines_of(JBOD, elsewhere).configurations.values()) == [
        "JBOD, on server 1",
        "JBOD, on server 2",
    ]
    reads = line_of(0, "JBOD", figures_of([1.0]), phase="4K read")
    assert list(lines_of(JBOD, reads).works.values()) == ["write, 4K write", "write, 4K read"]


def test_large_requests_are_compared_by_throughput() -> None:
    large = line_of(0, "JBOD", figures_of([10.0]), phase="1M write", figure="bytes_per_s")
    lines = lines_of(JBOD, large)
    assert lines.list_works("bytes_per_s") == [("write", "1M write")]
    assert lines.list_works("iops") == [WORK]
    assert lines.value((0, 1), ("write", "1M write"), "optimal") == 40960.0


def repeated(values: list[float]) -> FrozenCellFigures:
    return complete(FrozenCellFigures, figures_of(values))


def test_a_spread_needs_two_repeats() -> None:
    assert spread_of(repeated([100.0, 120.0, 80.0]), "iops") == RepeatSpread(
        3,
        80.0,
        120.0,
        pytest.approx(40.0),
        pytest.approx(100 - 49.683, abs=1e-3),
        pytest.approx(100 + 49.683, abs=1e-3),
    )
    assert spread_of(repeated([100.0]), "iops") == RepeatSpread(1)
    assert spread_of(None, "iops") == RepeatSpread(0)
    # A document frozen before repeats were stored has none.
    assert spread_of(complete(FrozenCellFigures, {"iops": 5.0}), "iops") == RepeatSpread(0)


def test_percent_difference_from_zero_or_missing_is_unknown() -> None:
    assert compute_percent_difference(30.0, 40.0) == -25.0
    assert (
        compute_percent_difference(30.0, 0.0)
        is compute_percent_difference(None, 1.0)
        is compute_percent_difference(1.0, None)
        is None
    )
