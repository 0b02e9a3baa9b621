"""The packaged results are those of their sources, row by row; nothing is added and nothing is lost."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

import pytest

from storagelab.demo.published import find_engine, read_hardware, read_set
from storagelab.demo.sets import PERC12, SETS
from storagelab.domain.results import ParsedResult

REVIEWS = Path(__file__).parents[4] / "shared" / "reviews_data"
#: Packaged file and the file it was taken from.
COPIES = {
    "lsi_megaraid.csv": "seed_000_lsi_megaraid_16x_ssd.csv",
    "perc_h730p.csv": "seed_001_perc_h730p.csv",
    "iodrive2_duo.csv": "seed_002_iodrive2_duo.csv",
    "six_controllers.csv": "seed_004_sas_raid_six_controllers.csv",
    "hardware.csv": "hardware_inventory.csv",
    "hardware_notes.csv": "hardware_notes.csv",
    "pts_toshiba_hg6.csv": "real_pts_rounds_toshiba_hg6.csv",
}
RESULTS = {demo_set.name: read_set(demo_set) for demo_set in SETS}


def packaged(name: str) -> list[dict[str, str]]:
    text = resources.files("storagelab.demo").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def source(name: str) -> list[dict[str, str]]:
    path = REVIEWS / name
    if not path.exists():
        pytest.skip("the published figures are read from shared/reviews_data, which is not here")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", COPIES)
def test_a_packaged_table_equals_its_source(name: str) -> None:
    assert packaged(name) == source(COPIES[name])


def test_perc12_equals_its_source_beside_its_own_columns() -> None:
    rows = source("seed_003_perc12_direct_drives.csv")
    figures = packaged("perc12.csv")

    assert len(figures) == len(rows) == 79
    for row, figure in zip(rows, figures, strict=True):
        assert {key: figure[key] for key in row if key != "source"} == {
            key: value for key, value in row.items() if key != "source"
        }
    assert figures[0].keys() - rows[0].keys() == {"role", "restates", "oddity"}


def test_notes_on_hardware_are_beside_their_part() -> None:
    parts = {(part.source, part.kind, part.name): part.attributes for part in read_hardware()}
    notes = packaged("hardware_notes.csv")

    assert len(notes) == 18
    for row in notes:
        attributes = parts[row["source"], row["component"], row["name"]]
        assert attributes["note"] == row["note"]
        assert attributes.get("source_reads", "") == row["source_reads"]


def test_perc12_figures_equal_the_printed_figures() -> None:
    (rows, results) = (packaged("perc12.csv"), RESULTS["perc12"])
    entries = {(result.title, entry.name): entry for result in results for entry in result.measurements}
    factors = {"IOPS": 1, "MB/s": 10**6, "GB/s": 10**9}

    measured = [row for row in rows if row["role"] == "measured"]

    assert len(entries) == len(measured) == 66
    for row in measured:
        rebuilding = ", rebuilding" if row["state"] == "rebuild" else ""
        entry = entries[row["configuration"] + rebuilding, row["workload"]]
        figure = entry.total.iops if row["metric"] == "iops" else entry.total.bandwidth_bytes_per_s
        assert figure == pytest.approx(float(row["value"]) * factors[row["unit"]], rel=1e-12)
        assert entry.printed == (row["value_printed"] or f"{row['value']} {row['unit']}")
        assert entry.workload.queue_depth is None, "the source states no queue depth anywhere"


def test_restated_figures_and_statements_are_not_measurements() -> None:
    restated = [row for row in packaged("perc12.csv") if row["role"] == "restated"]
    notes = [entry.note or "" for result in RESULTS["perc12"] for entry in result.measurements]

    assert len(restated) == 10
    assert sum(note.count("text: ") for note in notes) == 10
    assert {statement.subject for statement in statements(RESULTS["perc12"])} == {
        "PCIe Gen4 x16 ceiling per card",
        "expected aggregate (8 x 6.5 GB/s)",
        "system CPU saturation",
    }


def statements(results: Iterable[ParsedResult]) -> list[object]:
    return [statement for result in results for statement in result.statements]


@pytest.mark.parametrize(
    ("name", "results", "measurements", "statement_count", "curves"),
    [
        ("six_controllers", 2, 2, 21, 0),
        ("lsi_megaraid", 6, 17, 10, 0),
        ("perc_h730p", 14, 29, 5, 0),
        ("iodrive2_duo", 19, 97, 9, 0),
        ("p420i_intel", 1, 98, 0, 0),
        ("p420i_raid0", 1, 98, 0, 48),
        ("pts_toshiba_hg6", 3, 77, 0, 308),
        ("perc12", 11, 66, 3, 0),
    ],
)
def test_every_set_is_read_whole(name: str, results: int, measurements: int, statement_count: int, curves: int) -> None:
    parsed = RESULTS[name]

    assert len(parsed) == results
    assert sum(len(result.measurements) for result in parsed) == measurements
    assert len(statements(parsed)) == statement_count
    assert sum(len(result.series) for result in parsed) == curves
    assert [warning for result in parsed for warning in result.warnings] == []
    assert len({result.title for result in parsed}) == results


def test_a_snapshot_names_the_controllers_it_has() -> None:
    snapshots = {result.title: result.configuration for result in RESULTS["perc12"]}

    direct = snapshots["Direct Drives JBOD"]
    double = snapshots["RAID5 2x PERC 12"]

    assert direct is not None
    assert double is not None
    assert direct["controllers"] == []
    assert direct["drive_connection"] == "none (native PCIe, 8 x4)"
    assert [(drive["model"], drive["count"], drive["interface"]) for drive in direct["drives"]] == [
        ("Solidigm P5520 7.68 TB (NVMe Gen4)", 8, "PCIe Gen4 x4")
    ]
    assert direct["system"]["model"] == "Dell PowerEdge R760 (Direct Drives)"
    assert (double["controllers"][0]["model"], double["controllers"][0]["count"]) == ("PERC 12 H965i Front", 2)
    assert double["controllers"][0]["firmware"] is None
    assert double["controllers"][0]["roc"] == "Broadcom SAS4116W"
    assert direct["system"]["cpu"] == double["system"]["cpu"]
    assert (double["system"]["model"], double["system"]["memory"]) == ("Dell PowerEdge R760 (HWRAID)", "1 TB DDR5")
    assert (double["array"]["level"], double["source"]) == ("RAID5", PERC12.source_title)


def test_factors_of_a_run_are_in_its_snapshot() -> None:
    snapshots = {
        result.title: result.configuration or {} for name in ("iodrive2_duo", "perc_h730p", "six_controllers")
        for result in RESULTS[name]
    }  # fmt: skip
    (duo,) = snapshots["ioDrive2 Duo review: duo stock capacity, CentOS 6.3"]["drives"]
    (unnamed,) = snapshots["ioDrive2 Duo review: duo all modes"]["drives"]

    assert (duo["count"], duo["cards"], duo["devices"], duo["spare_area"]) == (1, 1, 4, "stock 22 %")
    assert unnamed["spare_area"] is None, "the sentence names no mode"
    assert {
        snapshot["array"].get("policies", {}).get("write")
        for title, snapshot in snapshots.items()
        if title.startswith("Dell PERC 9: H730P RAID")
    } == {"write-through"}
    assert "policies" not in snapshots["Dell PERC 9: H730P pass-through"]["array"]
    assert {snapshot["array"]["strip_bytes"] for title, snapshot in snapshots.items() if "strip 64 KB" in title} == {
        65536
    }
    names = {part.name for part in read_hardware() if part.kind == "controller"}
    joined = {item["model"] for snapshot in snapshots.values() for item in snapshot["controllers"] or []}
    assert joined - names == {"all"}, "every other controller is in the list of hardware"


def test_pts_load_agrees_with_littles_law() -> None:
    loads = {
        result.title: {(entry.workload.threads, entry.workload.queue_depth) for entry in result.measurements}
        for result in RESULTS["pts_toshiba_hg6"]
    }

    assert loads == {
        "Toshiba HG6: PTS IOPS": {(2, 16)},
        "Toshiba HG6: PTS LAT": {(1, 1)},
        "Toshiba HG6: PTS TP": {(2, 16)},
    }
    for result in RESULTS["pts_toshiba_hg6"]:
        for entry in result.measurements:
            load = entry.workload
            assert entry.total.iops is not None
            assert entry.total.latency.mean is not None
            assert load.threads is not None
            assert load.queue_depth is not None
            in_flight = entry.total.iops * entry.total.latency.mean / 1e9
            assert in_flight == pytest.approx(load.threads * load.queue_depth, rel=0.05), "Little's law agrees"


def test_engine_is_named_only_when_workloads_agree() -> None:
    engines = {result.title: find_engine(result) for result in RESULTS["perc12"]}

    assert engines["RAID5 2x PERC 12"] == "fio"
    assert engines["Direct Drives JBOD"] is None, "fio and Vdbench were used"


def test_licence_of_packaged_data_is_beside_it() -> None:
    notice = resources.files("storagelab.demo").joinpath("data", "NOTICE").read_text(encoding="utf-8")

    assert all(demo_set.file in notice for demo_set in SETS)
    assert "BSD 3-Clause License" in notice
    assert "MIT License" in notice
    assert len(read_hardware()) == 53
