"""The packaged figures are the source's, number by number; nothing is added and nothing is lost."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from storagelab.demo.published import Figure, read_figures, read_hardware, snapshot

SEEDS = Path(__file__).parents[4] / "shared" / "seeds_data"
BASE_UNITS = {"IOPS": 1, "MB/s": 1_000_000, "GB/s": 1_000_000_000}


def _source_rows() -> list[dict[str, str]]:
    path = SEEDS / "seed_003_perc12_direct_drives.csv"
    if not path.exists():
        pytest.skip("the published figures are read from shared/seeds_data, which is not here")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_figure_equals_its_source() -> None:
    source = _source_rows()
    figures = read_figures()

    assert len(figures) == len(source) == 79
    for row, figure in zip(source, figures, strict=True):
        printed, unit = figure.printed.split(" ")
        assert (printed, unit) == (row["value"], row["unit"])
        assert figure.value == pytest.approx(float(row["value"]) * BASE_UNITS[row["unit"]], rel=1e-12)
        assert figure.column == {"iops": "iops", "throughput": "bandwidth_bytes_per_s"}[row["metric"]]
        assert figure.configuration == row["configuration"]
        assert figure.controller == row["controller"]
        assert (figure.drives, figure.drive_model) == (
            int(row["drives"]) if row["drives"] else None,
            row["drive_model"],
        )
        assert (figure.level or "", figure.os, figure.workload) == (row["raid_level"], row["os"], row["workload"])
        assert figure.value_kind == {"approx": "approximate"}.get(row["value_kind"], row["value_kind"])


def test_conditions_are_those_stated_and_no_others() -> None:
    for row, figure in zip(_source_rows(), read_figures(), strict=True):
        assert figure.block_bytes == {"4k": 4096, "64k": 65536, "": None}[row["block_size"]]
        assert figure.threads == (int(row["threads"]) if row["threads"] else None)
        assert figure.queue_depth is None, "the source states no queue depth anywhere"
        assert figure.firmware is None, "the source states no firmware anywhere"
        stated = row["rw_mix"] not in ("", "not stated")
        assert figure.read_percent == (float(row["rw_mix"].split("/")[0]) if stated else None)
        assert (figure.condition or "") == {"rebuild": "rebuilding"}.get(row["state"], row["state"])


def test_notes_are_kept_except_quotations() -> None:
    for row, figure in zip(_source_rows(), read_figures(), strict=True):
        if "source reads" in row["note"]:
            assert "changed places in the source" in figure.note
        else:
            assert figure.note == row["note"]


def test_rounded_repetitions_and_statements_are_no_measurements() -> None:
    roles: dict[str, list[Figure]] = {}
    for figure in read_figures():
        roles.setdefault(figure.role, []).append(figure)

    assert {role: len(found) for role, found in roles.items()} == {"measured": 66, "restated": 10, "stated": 3}
    measured = {(figure.configuration, figure.workload) for figure in roles["measured"]}
    assert {(figure.configuration, figure.restates) for figure in roles["restated"]} <= measured
    assert {figure.subject for figure in roles["stated"]} == {
        "PCIe Gen4 x16 ceiling per card",
        "expected aggregate (8 x 6.5 GB/s)",
        "system CPU saturation",
    }


def test_hardware_is_that_of_the_source() -> None:
    path = SEEDS / "hardware_inventory.csv"
    if not path.exists():
        pytest.skip("the hardware is read from shared/seeds_data, which is not here")
    with path.open(encoding="utf-8", newline="") as file:
        source = {row["name"]: row["attributes"] for row in csv.DictReader(file)}

    hardware = read_hardware()

    assert set(hardware) == {
        "Dell PowerEdge R760 (Direct Drives)",
        "Dell PowerEdge R760 (HWRAID)",
        "PERC 12 H965i Front",
    }
    for name, attributes in hardware.items():
        for attribute, value in attributes.items():
            assert f"{attribute}={value}" in source[name]


def test_a_snapshot_names_the_controllers_it_has() -> None:
    figures = {figure.configuration: figure for figure in read_figures() if figure.role == "measured"}
    hardware = read_hardware()

    direct = snapshot(figures["Direct Drives JBOD"], hardware)
    double = snapshot(figures["RAID5 2x PERC 12"], hardware)

    assert direct["controllers"] == []
    assert direct["drive_connection"] == "none (native PCIe, 8 x4)"
    assert direct["drives"] == [{"model": "Solidigm P5520 7.68 TB (NVMe Gen4)", "count": 8, "firmware": None}]
    assert double["controllers"][0]["model"] == "PERC 12 H965i Front"
    assert double["controllers"][0]["count"] == 2
    assert double["controllers"][0]["firmware"] is None
    assert double["array"]["level"] == "RAID5"
