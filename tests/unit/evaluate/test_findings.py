"""Findings of comparisons: what leads, what is supported, and what is never compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from tests.unit.evaluate.finding_samples import (
    MIXED,
    READ,
    WRITE,
    make_entry,
    make_phase,
    make_published,
    make_repeats,
    make_run,
)

from storagelab.domain.published import PublishedFigure
from storagelab.domain.result import RunResult
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.evaluate.finding_pairs import FindingEntry
from storagelab.evaluate.findings import find_comparison_findings

PRINTED = {"block_sizes": [{"bytes": 4096, "percent": 100.0}], "read_percent": 0.0, "random_percent": 100.0}


def find(*entries: FindingEntry) -> list[ComputedFinding]:
    return find_comparison_findings(entries, baseline=0)


def sentences(*entries: FindingEntry) -> list[str]:
    return [finding.sentence for finding in find(*entries)]


def printed(number: str, value: float, value_kind: str = "exact", name: str = "fio 4 KB random writes") -> RunResult:
    return make_published(number, make_phase(PRINTED, name=name, kind="published", value_kind=value_kind, iops=value))


def test_tested_repeats_lead_with_their_workload() -> None:
    (finding,) = find(
        make_entry("A", *make_repeats(1, 100_000.0, 101_000.0, 99_000.0)),
        make_entry("B", *make_repeats(4, 166_000.0, 165_000.0, 167_000.0)),
    )
    assert finding.sentence == "B writes 66 % more than A: 166k against 100k IOPS, 4K random write, QD 256."
    assert finding.short == "B: +66 % IOPS, 4K random write, QD 256"
    assert (finding.basis.support, finding.basis.verdict, finding.basis.ratio) == ("tested", "different", 1.66)
    assert finding.basis.baseline is not None
    assert (finding.basis.entry.runs, finding.basis.baseline.values) == (
        ["r-4", "r-5", "r-6"],
        [100_000.0, 101_000.0, 99_000.0],
    )
    assert (finding.finding.relation, finding.finding.unit, finding.finding.strength) == ("ahead_of", "%", "tested")
    assert finding.finding.workload == {
        "pattern": "random", "block": "4096", "read": "0", "qd": "256", "threads": "16", "metric": "iops"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((326.0, 326.1), "B writes 3.3 times as much as A: 326 against 100 IOPS, 4K random write, QD 256."),
        ((200.0, 200.1), "B writes twice as much as A: 200 against 100 IOPS, 4K random write, QD 256."),
        ((50.0, 50.1), "B writes 50 % less than A: 50.0 against 100 IOPS, 4K random write, QD 256."),
        ((0.21, 0.211), "B writes over 99 % less than A: 0.21 against 100 IOPS, 4K random write, QD 256."),
    ],
)
def test_size_of_a_difference_is_in_plain_words(values: tuple[float, ...], expected: str) -> None:
    listed = sentences(make_entry("A", *make_repeats(1, 100.0, 100.1)), make_entry("B", *make_repeats(3, *values)))
    assert listed == [expected]


def test_latency_and_mixes_have_their_own_verbs() -> None:
    def runs(first: int, iops: float, p99: float) -> list[RunResult]:
        return [
            make_run(f"r-{first + place}", make_phase(MIXED, iops=iops + place, lat_p99=p99 + place))
            for place in range(2)
        ]

    assert sentences(make_entry("A", *runs(1, 1e5, 2e6)), make_entry("2 cards", *runs(3, 1.5e5, 1.2e6))) == [
        "2 cards reach 50 % more IOPS than A: 150k against 100k IOPS, 8K random 70/30 read/write, QD 16.",
        "2 cards have 40 % lower p99 latency than A: 1.20 ms against 2.00 ms, 8K random 70/30 read/write, QD 16.",
    ]


def test_single_measured_runs_state_values_without_a_difference() -> None:
    (finding,) = find(make_entry("A", *make_repeats(1, 100.0)), make_entry("B", *make_repeats(2, 900.0)))
    assert finding.sentence == "B reaches 900 IOPS and A 100 IOPS: 4K random write, QD 256."
    assert (finding.basis.support, finding.basis.ratio, finding.finding.strength) == ("statement", None, "untested")


def test_two_runs_that_scatter_support_nothing() -> None:
    listed = find(make_entry("A", *make_repeats(1, 100.0, 160.0)), make_entry("B", *make_repeats(3, 120.0, 170.0)))
    assert [finding.basis.support for finding in listed] == ["statement"]


@pytest.mark.parametrize(
    ("baseline", "entry", "expected"),
    [
        ((3_473_446, "exact"), (11_323_633, "exact"), "3.3 times as much"),
        ((150_000, "approximate"), (240_000, "approximate"), "about 60 % more"),
        ((150_000, "approximate"), (300_000, "lower_bound"), "at least twice as much"),
        ((150_000, "exact"), (100_000, "upper_bound"), "at least 33 % less"),
        ((300_000, "exact"), (200_000, "lower_bound"), None),
        ((150_000, "exact"), (151_000, "exact"), None),
        # Rounded to one digit both may be 149,999.
        ((100_000, "exact"), (145_000, "exact"), None),
    ],
)
def test_printed_figures_support_no_more_than_their_print(
    baseline: tuple[float, str], entry: tuple[float, str], expected: str | None
) -> None:
    (finding,) = find(make_entry("A", printed("r-1", *baseline)), make_entry("B", printed("r-2", *entry)))
    if expected is None:
        assert finding.basis.support == "statement"
    else:
        assert f"B writes {expected} " in finding.sentence


def test_load_generators_are_never_compared() -> None:
    fio = make_repeats(1, 100.0, 101.0)
    vdbench = [structs.replace(run, engine="vdbench") for run in make_repeats(3, 300.0, 301.0)]
    assert find(make_entry("A", *fio), make_entry("B", *vdbench)) == []


def test_sentences_name_the_load_generator_where_a_review_used_two() -> None:
    def both(number: str, fio: float, vdbench: float) -> RunResult:
        return make_published(
            number,
            make_phase(PRINTED, 1, name="fio 4 KB random writes", kind="published", iops=fio),
            make_phase(PRINTED, 2, name="Vdbench 4K random write", kind="published", iops=vdbench),
            engine=None,
        )

    listed = sentences(make_entry("A", both("r-1", 101.0, 201.0)), make_entry("B", both("r-2", 303.0, 301.0)))
    assert [sentence.rpartition(", ")[2] for sentence in listed] == ["fio.", "Vdbench."]


def test_burst_is_not_compared_with_steady_state() -> None:
    def runs(first: int, value: float, *, steady: bool) -> list[RunResult]:
        return [
            make_run(f"r-{first + place}", make_phase(WRITE, iops=value + place, steady=steady)) for place in range(2)
        ]

    listed = find(make_entry("A", *runs(1, 100.0, steady=True)), make_entry("B", *runs(3, 400.0, steady=False)))
    assert [finding.basis.support for finding in listed] == ["statement"]


def test_invalid_runs_are_no_part_of_a_finding() -> None:
    broken = [structs.replace(run, invalid_reason="wrong drive") for run in make_repeats(3, 300.0, 301.0)]
    assert find(make_entry("A", *make_repeats(1, 100.0, 101.0)), make_entry("B", *broken)) == []


def test_offered_load_has_no_finding_about_its_rate() -> None:
    offered = replace(READ, offered_iops=1000)
    listed = find(
        make_entry("A", *make_repeats(1, 1000.0, 1000.1, workload=offered)),
        make_entry("B", *make_repeats(3, 500.0, 500.1, workload=offered)),
    )
    assert listed == []


def test_win_leads_and_largest_loss_follows() -> None:
    def entry(label: str, first: int, write: float, read: float) -> FindingEntry:
        return make_entry(
            label,
            *(
                make_run(f"r-{first + place}", make_phase(WRITE, 1, iops=write + place), make_phase(READ, 2, iops=read))
                for place in range(2)
            ),
        )

    listed = sentences(entry("A", 1, 1000.0, 1000.0), entry("B", 3, 3000.0, 990.0), entry("C", 5, 900.0, 500.0))
    assert listed[0].startswith("B writes 3 times as much as A")
    assert listed[1].startswith("C reads 50 % less than A")


def test_large_loss_leads_over_a_small_win() -> None:
    def entry(label: str, first: int, write: float, read: float) -> FindingEntry:
        return make_entry(
            label,
            *(
                make_run(f"r-{first + place}", make_phase(WRITE, 1, iops=write + place), make_phase(READ, 2, iops=read))
                for place in range(2)
            ),
        )

    listed = sentences(entry("A", 1, 1000.0, 1000.0), entry("B", 3, 200.0, 1050.0))
    assert [sentence.partition(" than")[0] for sentence in listed] == ["B writes 80 % less", "B reads 5 % more"]


def test_sweep_has_one_finding_for_each_direction_of_change() -> None:
    depths = [replace(READ, queue_depth=depth) for depth in (1, 2, 4)]

    def entry(label: str, first: int, values: tuple[float, ...]) -> FindingEntry:
        return make_entry(
            label,
            *(
                make_run(
                    f"r-{first + place}",
                    *(
                        make_phase(workload, ordinal, iops=value)
                        for ordinal, (workload, value) in enumerate(zip(depths, values, strict=True), 1)
                    ),
                )
                for place in range(2)
            ),
        )

    listed = sentences(entry("A", 1, (100.0, 200.0, 300.0)), entry("B", 3, (90.0, 260.0, 600.0)))
    assert listed == [
        "B reads twice as much as A: 600 against 300 IOPS, 4K random read, QD 4.",
        "B reads 10 % less than A: 90 against 100 IOPS, 4K random read, QD 1.",
    ]


def test_odd_figure_does_not_lead() -> None:
    def entry(label: str, number: str, write: float, odd: float) -> FindingEntry:
        phases = (
            make_phase(PRINTED, 1, name="fio 4 KB random writes", kind="published", iops=write),
            make_phase(
                PRINTED | {"read_percent": 70.0}, 2, name="fio mix", kind="published", iops=odd, badges=("as_printed",)
            ),
        )
        return make_entry(label, make_published(number, *phases))

    listed = sentences(entry("A", "r-1", 1001.0, 1001.0), entry("B", "r-2", 1723.0, 2871.0))
    assert listed[0].startswith("B writes 72 % more")


def make_printed(
    number: str, value: float, *, place: str = "Results, table 1, row 1", name: str = "fio Max reads", **fields: Any
) -> RunResult:
    """Return a published run with one throughput whose block size the source does not print."""
    workload = {"description": "sequential read", "read_percent": 100.0, "random_percent": 0.0}
    phase = make_phase(workload, name=name, bandwidth=value)
    assert phase.measurement is not None
    printed = PublishedFigure(metric="bandwidth", value=value, value_kind="exact", place=place)
    figures = (printed, structs.replace(printed, place="Summary", restated=True))
    measurement = structs.replace(phase.measurement, published_figures=figures)
    run = make_published(number, structs.replace(phase, measurement=measurement))
    return structs.replace(run, **{"joins_rows": True, **fields})


def test_figures_of_one_table_row_are_compared_without_a_block_size() -> None:
    (finding,) = find(make_entry("A", make_printed("r-1", 54.396e9)), make_entry("B", make_printed("r-2", 28.076e9)))
    assert finding.sentence == "B reads 48 % less than A: 28.1 GB/s against 54.4 GB/s, Max reads."


@pytest.mark.parametrize(
    "other",
    [
        {"source_title": "Another review"},
        {"place": "Results, table 2, row 1"},
        {"place": "Results, paragraph 3"},
        {"name": "Vdbench Max reads"},
        {"joins_rows": False},
    ],
    ids=["source", "row", "text", "label", "earlier documents"],
)
def test_unknown_block_sizes_are_compared_nowhere_else(other: dict[str, Any]) -> None:
    printed = make_printed("r-2", 28.076e9, **other)
    assert find(make_entry("A", make_printed("r-1", 54.396e9)), make_entry("B", printed)) == []
