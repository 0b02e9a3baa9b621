"""Logical volumes that are spread over drives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.collectors import lvm
from storagelab.collectors.base import ArrayFacts, CollectedFacts, MemberFacts

DATA = Path(__file__).parents[2] / "data" / "lvm"


def recorded(name: str) -> dict[str, str | None]:
    return {key: (DATA / f"{name}-{key.partition('_')[2]}.json").read_text() for key in lvm.inputs}


def volumes(*rows: dict[str, Any]) -> dict[str, str | None]:
    return {"lvm_lvs": json.dumps({"report": [{"lv": rows}]})}


def volume(name: str, segtype: str, devices: str, **fields: Any) -> dict[str, Any]:
    row = {
        "lv_name": name,
        "vg_name": "data",
        "lv_uuid": f"id-{name.strip('[]')}",
        "segtype": segtype,
        "devices": devices,
    }
    return row | {"lv_attr": "-wi-a-----", "lv_size": "1048576"} | fields


def only(outputs: dict[str, str | None]) -> ArrayFacts:
    (array,) = lvm.parse(outputs).arrays
    return array


def test_mirror_lists_the_drives_of_its_images() -> None:
    facts = lvm.parse(recorded("mirrored"))
    assert facts.warnings == ()
    assert facts.arrays == (
        ArrayFacts(
            key="hmqeGc-Yzcu-RzGw-vWNE-MbZ4-rA3s-4B1sgF",
            name="lab/mirrored",
            implementation="lvm",
            kernel_name="dm-4",
            level="raid1",
            size_bytes=67108864,
            condition="optimal",
            activity="none",
            members=(MemberFacts("drive", "nvme1n1", 0, "online"), MemberFacts("drive", "nvme2n1", 1, "online")),
            settings={
                "stripes": 2,
                "region_bytes": 2097152,
                "layout": "raid,raid1",
                "segment_types": "raid1",
            },
        ),
    )


def test_a_mirror_that_lacks_a_drive() -> None:
    facts = lvm.parse(recorded("lost-drive"))
    (array,) = facts.arrays
    assert (array.kernel_name, array.condition) == ("dm-4", "degraded")
    assert array.members[1] == MemberFacts("drive", "slot-1", 1, "missing")
    assert facts.warnings == (
        "The logical volume lab/mirrored is degraded.",
        "The logical volume lab/mirrored lacks the drive of its part 1.",
        "The volume group lab lacks 1 of its physical volumes.",
    )


@pytest.mark.parametrize(
    ("segtype", "level"),
    [("striped", "raid0"), ("raid5_ls", "raid5"), ("raid10", "raid10"), ("raid6_zr", "raid6"), ("mirror", "raid1")],
)
def test_segment_types_map_to_lab_levels(segtype: str, level: str) -> None:
    array = only(volumes(volume("fast", segtype, "/dev/sdb(0),/dev/sdc1(25)", stripe_size="65536", stripes="2")))
    assert (array.level, array.strip_bytes) == (level, 65536)
    assert [member.key for member in array.members] == ["sdb", "sdc1"]


def test_single_drive_volume_is_not_an_array() -> None:
    assert lvm.parse(volumes(volume("plain", "linear", "/dev/sdb(0)"))) == CollectedFacts()


def test_volume_segments_are_merged_into_one_array() -> None:
    array = only(volumes(volume("big", "linear", "/dev/sdb(25)"), volume("big", "linear", "/dev/md0(0)")))
    assert array.level == "linear"
    assert array.members == (MemberFacts("drive", "sdb", 0, "online"), MemberFacts("array", "md0", 1, "online"))


def test_raid_of_striped_images_is_a_nested_array() -> None:
    facts = lvm.parse(
        volumes(
            volume("top", "raid1", "top_rimage_0(0),top_rimage_1(0)", sync_percent="12,50", raid_sync_action="resync"),
            volume("[top_rimage_0]", "striped", "/dev/sdb(1),/dev/sdc(1)"),
            volume("[top_rimage_1]", "linear", "/dev/sdd(1)"),
            volume("[top_rmeta_0]", "striped", "/dev/sdb(0),/dev/sdc(0)", lv_role="private,raid,metadata"),
        )
    )
    top, image = facts.arrays
    assert (top.condition, top.progress_percent) == ("initialising", 12.5)
    assert top.members == (
        MemberFacts("array", "id-top_rimage_0", 0, "online"),
        MemberFacts("drive", "sdd", 1, "online"),
    )
    assert (image.name, image.level) == ("data/top_rimage_0", "raid0")


@pytest.mark.parametrize(
    ("fields", "condition", "activity"),
    [
        ({"raid_sync_action": "recover", "sync_percent": "40.00"}, "rebuilding", "none"),
        ({"raid_sync_action": "check", "sync_percent": "40.00"}, "optimal", "consistency_check"),
        ({"raid_sync_action": "idle", "sync_percent": "100.00"}, "optimal", "none"),
        ({"lv_health_status": "refresh needed"}, "degraded", "none"),
        ({"lv_health_status": "failed"}, "failed", "none"),
        ({"lv_attr": "rwi---r---"}, None, None),
        ({"lv_attr": ""}, None, None),
    ],
)
def test_raid_attributes_map_to_condition_and_activity(
    fields: dict[str, str], condition: str | None, activity: str | None
) -> None:
    array = only(volumes(volume("r", "raid1", "/dev/sdb(0),/dev/sdc(0)", lv_attr="rwi-a-r---") | fields))
    assert (array.condition, array.activity) == (condition, activity)


def test_circular_volume_references_terminate_parsing() -> None:
    facts = lvm.parse(
        volumes(volume("a", "raid1", "b(0)"), volume("b", "linear", "c(0)"), volume("c", "linear", "b(0)"))
    )
    assert len(facts.arrays) == 1


def test_duplicate_physical_volume_is_a_warning() -> None:
    rows = [{"pv_name": "/dev/sdb", "pv_duplicate": "1"}, {"pv_name": "/dev/sdc", "pv_duplicate": "0"}]
    assert lvm.parse({"lvm_pvs": json.dumps({"report": [{"pv": rows}]})}).warnings == (
        "/dev/sdb repeats another physical volume, and LVM does not use it.",
    )


@pytest.mark.parametrize(
    "answer", ["  Keine Berechtigung", "[]", '{"report": 5}', '{"report": [', "null", "[" * 100_000]
)
def test_non_report_output_gives_a_warning(answer: str) -> None:
    assert lvm.parse({"lvm_lvs": answer}).warnings == (
        "The output of LVM was not understood: lvm_lvs is not one of its JSON reports.",
    )


@pytest.mark.parametrize(
    "rows",
    [
        [5, None, "x"],
        [{"lv_name": 5, "vg_name": []}],
        [{"lv_name": "a", "vg_name": "b"}],
        [{"lv_name": "a", "vg_name": "b", "segtype": 7, "devices": {"x": 1}, "lv_size": True}],
    ],
)
def test_malformed_rows_are_excluded(rows: list[Any]) -> None:
    assert lvm.parse({"lvm_lvs": json.dumps({"report": [None, {"lv": rows}, {"lv": 3}]})}) == CollectedFacts()


def test_markup_and_numeric_fields_are_preserved() -> None:
    array = only(volumes(volume("<b>x</b>", "striped", "/dev/sdb(0),/dev/sdc(0)", lv_size=4096, lv_kernel_minor=3)))
    assert (array.name, array.size_bytes, array.kernel_name) == ("data/<b>x</b>", 4096, "dm-3")
