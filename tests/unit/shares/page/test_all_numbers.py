"""Table of all figures: every workload and metric, configurations side by side."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.page.documents import a_document, a_measurement, a_phase, a_run, page_of

from storagelab.domain.loops import format_round_name
from storagelab.shares.page.model import PageTable

WRITE = {"description": "4K random write, 16T/16Q", "read_percent": 0.0, "outstanding_ios": 256}
ONLY_IOPS = dict.fromkeys(("bandwidth_bytes_per_s", "latency_mean_ns", "latency_p99_ns", "latency_p999_ns",
                           "latency_max_ns"))  # fmt: skip


def numbers(document: dict[str, Any]) -> PageTable:
    blocks = next(section for section in page_of(document).sections if section.id == "numbers").blocks
    return next(block for block in blocks if isinstance(block, PageTable))


def a_configuration(key: str, name: str) -> dict[str, Any]:
    return {"key": key, "name": name, "class_hash": key * 20, "instance_hash": key * 20, "rows": [],
            "measured_with": []}  # fmt: skip


def iops(value: float, **changes: Any) -> dict[str, Any]:
    return a_measurement(iops=value, **ONLY_IOPS, **changes)


def test_one_configuration_has_metrics_as_columns() -> None:
    table = numbers(a_document(runs=[a_run(phases=[a_phase(1), a_phase(2, name="Write", workload=WRITE)])]))
    assert [column.title for column in table.columns] == [
        "Workload", "IOPS", "Throughput", "Mean latency", "p99 latency", "p99.9 latency", "Maximum latency",
    ]  # fmt: skip
    assert [row[0].value for row in table.rows] == ["4K read 1", "Write"]
    assert [cell.value for cell in table.rows[0][1:]] == [
        231_456.4, 948_045_414.4, 1_104_000.0, 2_310_000.0, 4_400_000.0, 18_000_000.0,
    ]  # fmt: skip


def test_two_configurations_have_a_change_with_its_tone() -> None:
    latency = {**ONLY_IOPS, "latency_mean_ns": 1_832_000.0}
    before = a_run("r-7", phases=[a_phase(1, name="Write", measurement=a_measurement(iops=139_421.0, **latency))])
    latency["latency_mean_ns"] = 1_102_000.0
    after = a_run(
        "r-8",
        configuration="c2",
        phases=[a_phase(1, name="Write", measurement=a_measurement(iops=231_456.0, **latency))],
    )
    configurations = [a_configuration("c1", "Stock"), a_configuration("c2", "+20 % spare")]
    table = numbers(a_document(runs=[before, after], configurations=configurations))
    assert [column.title for column in table.columns] == ["Workload", "Metric", "Stock", "+20 % spare", "Change"]
    assert [[cell.value for cell in row[:4]] for row in table.rows] == [
        ["Write", "IOPS", 139_421.0, 231_456.0], ["Write", "Mean latency", 1_832_000.0, 1_102_000.0],
    ]  # fmt: skip
    # More requests and less latency are both better.
    assert [row[4].tone for row in table.rows] == ["good", "good"]
    assert [round(row[4].value) for row in table.rows] == [66, -40]  # type: ignore[arg-type]


def test_repeats_have_their_median_and_range() -> None:
    runs = [a_run(f"r-{index}", phases=[a_phase(1, measurement=iops(value))]) for index, value in enumerate((3, 1, 2))]
    table = numbers(a_document(runs=runs))
    (cell,) = table.rows[0][1:]
    assert (cell.value, cell.note) == (2, "1 IOPS to 3 IOPS, n = 3")
    assert table.hint is not None
    assert table.hint.startswith("Medians of 3 runs.")


def test_invalid_repeat_does_not_count_beside_valid_ones() -> None:
    phases = [a_phase(1, measurement=iops(100.0))]
    invalid = a_run("r-8", phases=[a_phase(1, measurement=iops(1.0))], invalid={"reason": "cable"})
    assert numbers(a_document(runs=[a_run(phases=phases), invalid])).rows[0][1].value == 100.0
    assert numbers(a_document(runs=[invalid])).rows[0][1].value == 1.0


def test_rounds_of_a_loop_are_merged_over_their_window() -> None:
    phases = [
        a_phase(index, name=format_round_name("Read", index), loop="Matrix", round=index, in_window=index > 1,
                measurement=iops(100.0 * index))
        for index in (1, 2, 3)
    ]  # fmt: skip
    table = numbers(a_document(runs=[a_run(phases=phases)]))
    assert [[cell.value for cell in row] for row in table.rows] == [["Read", 250.0]]
    assert "Loops: means over the 2 rounds of their window." in (table.hint or "")


def test_published_table_marks_values_of_no_print() -> None:
    def published(number: str, key: str, *names: str) -> dict[str, Any]:
        phases = [
            a_phase(index, name=name, kind="published", workload={}, measurement=iops(10.0 * index))
            for index, name in enumerate(names, 1)
        ]
        return a_run(number, origin="published", configuration=key, source={"title": "A review"}, phases=phases)

    configurations = [a_configuration(f"c{index}", f"Array {index}") for index in range(1, 6)]
    runs = [published(f"r-{index}", f"c{index}", "fio reads", *(["fio writes"] if index < 3 else []))
            for index in range(1, 6)]  # fmt: skip
    table = numbers(a_document(runs=runs, configurations=configurations))
    # A workload without settings is recognised by its name in one source; in a wide table the metric is under it.
    assert [(row[0].value, row[0].note) for row in table.rows] == [("fio reads", "IOPS"), ("fio writes", "IOPS")]
    assert [cell.note for cell in table.rows[1][1:]] == [None, None, *["not published"] * 3]


def test_doubtful_values_have_a_note() -> None:
    badge = {"code": "estimated_percentiles", "label": "", "level": "info"}
    table = numbers(a_document(runs=[a_run(phases=[a_phase(1, measurement=a_measurement(badges=[badge]))])]))
    assert [cell.note for cell in table.rows[0][1:]] == [None, None, None, "estimated", "estimated", None]
    bound = a_measurement(value_kind="lower_bound", **ONLY_IOPS)
    assert numbers(a_document(runs=[a_run(phases=[a_phase(1, measurement=bound)])])).rows[0][1].note == "lower bound"


def test_published_figures_quote_other_characters_of_their_source() -> None:
    def published(text: str | None, **changes: Any) -> PageTable:
        figure = {"metric": "iops", "value": 300_000.0, "value_kind": "exact", "text": text, **changes}
        measurement = iops(300_000.0, published_figures=[figure])
        return numbers(a_document(runs=[a_run(phases=[a_phase(1, measurement=measurement)])]))

    assert published("3x-5x万").rows[0][1].note == "published as “3x-5x万”"
    assert published("300.000").rows[0][1].note is None
    assert published(None, reconstructed=True).rows[0][1].note == "reconstructed"


def test_columns_of_a_comparison_have_the_names_of_its_findings() -> None:
    def entry(key: str, label: str, name: str) -> dict[str, Any]:
        return {"key": key, "label": label, "runs": [{"number": key}], "configuration": {"number": "c-1", "name": name}}

    entries = [entry("r-7", "RAID 5 (r-7)", "Review: stock"), entry("r-8", "RAID 5 (r-8)", "Review: spare")]
    phases = [a_phase(1, measurement=iops(10.0))]
    runs = [a_run("r-7", phases=phases), a_run("r-8", configuration="c2", phases=phases)]
    view = {"settings": {}, "answer": {"entries": entries, "baseline": "r-7"}}
    table = numbers(a_document("comparison", runs=runs, view=view))
    assert [column.title for column in table.columns] == ["Workload", "Metric", "stock", "spare", "Change"]


def test_workloads_of_one_name_have_their_settings() -> None:
    phases = [
        a_phase(index, name="random read", kind="published", workload={"description": words, **size},
                measurement=iops(10.0 * index))
        for index, (words, size) in enumerate([
            ("512 B random read", {"block_sizes": [{"bytes": 512, "percent": 100}]}),
            ("4K random read", {"block_sizes": [{"bytes": 4096, "percent": 100}]}),
            ("random", {}),
        ], 1)
    ]  # fmt: skip
    table = numbers(a_document(runs=[a_run(origin="published", source={"title": "A review"}, phases=phases)]))
    assert [row[0].value for row in table.rows] == ["512 B random read", "4K random read", "random read"]


def test_phase_that_differs_between_columns_names_no_row() -> None:
    def published(number: str, key: str, *names: str) -> dict[str, Any]:
        workload = {"description": "4K random write", "block_sizes": [{"bytes": 4096, "percent": 100}],
                    "read_percent": 0.0, "random_percent": 100.0, "threads": 16, "queue_depth": 16,
                    "outstanding_ios": 256}  # fmt: skip
        phases = [
            a_phase(index, name=name, kind="published", workload=workload, measurement=iops(10.0 * index))
            for index, name in enumerate(names, 1)
        ]
        return a_run(number, origin="published", configuration=key, source={"title": "A review"}, phases=phases)

    configurations = [a_configuration("c1", "Stock"), a_configuration("c2", "Spare")]
    runs = [published("r-1", "c1", "Preconditioning", "Steady"), published("r-2", "c2", "Steady", "Steady")]
    table = numbers(a_document(runs=runs, configurations=configurations))
    assert [row[0].value for row in table.rows] == ["4K random write", "4K random write, Steady"]


def test_many_configurations_have_a_table_for_each_load_generator() -> None:
    def published(number: str, key: str, *names: str) -> dict[str, Any]:
        phases = [
            a_phase(index, name=name, kind="published", workload={}, measurement=iops(10.0 * index))
            for index, name in enumerate(names, 1)
        ]
        return a_run(number, origin="published", configuration=key, source={"title": "A review"}, phases=phases)

    configurations = [a_configuration(f"c{index}", f"Array {index}") for index in range(1, 6)]
    runs = [published(f"r-{index}", f"c{index}", "fio reads", *(["Vdbench writes"] if index in (2, 4) else []))
            for index in range(1, 6)]  # fmt: skip
    document = a_document(runs=runs, configurations=configurations)
    section = next(section for section in page_of(document).sections if section.id == "numbers")
    first, second = [block for block in section.blocks if isinstance(block, PageTable)]
    assert (first.title, second.title) == ("fio", "Vdbench")
    assert [column.title for column in first.columns][1:] == [f"Array {index}" for index in range(1, 6)]
    # Without the others there is room for the metric, and two are compared.
    assert [column.title for column in second.columns] == ["Workload", "Metric", "Array 2", "Array 4", "Change"]
    assert [cell.note for row in second.rows for cell in row] == [None] * 5
