"""Software arrays: members with their slots, condition, progress, and all that spoils a measurement."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.collectors import mdadm
from storagelab.collectors.base import ArrayFacts, MemberFacts

DATA = Path(__file__).parents[2] / "data" / "mdadm"
DETAILS = sorted(path.stem for path in DATA.glob("detail-*.txt"))
EXPORT = """MD_LEVEL=raid1
MD_DEVICES=2
MD_METADATA=1.2
MD_UUID=E054553A:fbccdcfe:0ae80bc8:9379377a
MD_NAME=any:fast
MD_DEVICE_dev_sdb_ROLE=1
MD_DEVICE_dev_sdb_DEV=/dev/sdb
MD_DEVICE_dev_sda_ROLE=0
MD_DEVICE_dev_sda_DEV=/dev/sda
MD_DEVICE_dev_sdc_ROLE=spare
MD_DEVICE_dev_sdc_DEV=/dev/sdc
"""


def text(name: str) -> str:
    return (DATA / f"{name}.txt").read_text()


def only(outputs: dict[str, str | None]) -> ArrayFacts:
    (array,) = mdadm.parse(outputs).arrays
    return array


def rebuilding_raid5() -> dict[str, str | None]:
    return {
        "mdstat": "md126 : active raid5 nvme4n1[3](S) nvme3n1[4] nvme2n1[1] nvme1n1[0]\n"
        "      258048 blocks super 1.2 level 5, 512k chunk, algorithm 2 [3/2] [UU_]\n"
        "      [==============>......]  recovery = 71.5% (92416/129024) finish=0.0min speed=92416K/sec\n"
        "      bitmap: 0/1 pages [0KB], 65536KB chunk\n",
        "mdadm/md126": text("detail-raid5-spare"),
    }


def test_rebuild_onto_a_spare_has_progress_and_members() -> None:
    facts = mdadm.parse(rebuilding_raid5())
    assert facts.arrays == (
        ArrayFacts(
            key="9e859a7a:280095b1:ed577836:c9f9ae13",
            name="bench",
            implementation="mdadm",
            kernel_name="md126",
            level="raid5",
            size_bytes=258048 << 10,
            strip_bytes=512 << 10,
            condition="rebuilding",
            activity="none",
            progress_percent=71.5,
            members=(
                MemberFacts("drive", "nvme1n1", 0, "online"),
                MemberFacts("drive", "nvme2n1", 1, "online"),
                MemberFacts("drive", "nvme3n1", 2, "rebuilding"),
                MemberFacts("drive", "nvme4n1", None, "hot_spare"),
            ),
            settings={
                "layout": "left-symmetric",
                "bitmap": "Internal",
                "bitmap_chunk_bytes": 65536 << 10,
                "metadata_version": "1.2",
                "consistency_policy": "bitmap",
                "raid_devices": 3,
                "spares": 1,
            },
        ),
    )
    assert "The recovery of the array md126 is at 71.5 %." in facts.warnings


@pytest.mark.parametrize(
    ("name", "condition", "activity", "progress"),
    [
        ("detail-faulty", "degraded", "none", None),
        ("detail-recovering", "rebuilding", "none", 33.0),
        ("detail-resyncing", "initialising", "none", 7.0),
        ("detail-raid1-replacing-faulty", "rebuilding", "none", 24.0),
        ("detail-raid5-0.90", "optimal", "none", None),
        ("detail-container", None, None, None),
    ],
)
def test_the_condition_is_known_from_detail_alone(
    name: str, condition: str | None, activity: str | None, progress: float | None
) -> None:
    array = only({"mdadm/md9": text(name)})
    assert (array.condition, array.activity, array.progress_percent) == (condition, activity, progress)


def test_missing_and_faulty_members_are_listed_separately() -> None:
    members = only({"mdadm/md127": text("detail-faulty")}).members
    assert [(member.key, member.slot, member.state) for member in members] == [
        ("nvme1n1", 0, "online"),
        ("slot-1", 1, "missing"),
        ("nvme3n1", 2, "online"),
        ("nvme4n1", 3, "online"),
        ("nvme2n1", None, "failed"),
    ]


def test_legacy_metadata_uses_kernel_name_and_plain_uuid() -> None:
    array = only({"mdadm/md0": text("detail-raid5-0.90")})
    assert (array.key, array.name) == ("4de9c6a6:ce05eada:96fc04a8:108a4af7", "md0")
    assert array.settings["metadata_version"] == "0.90"


def test_numeric_name_falls_back_to_kernel_name() -> None:
    assert only({"mdadm/md127": text("detail-raid1-replacing-faulty")}).name == "md127"


def test_inactive_container_lists_drives_without_warning() -> None:
    facts = mdadm.parse(
        {
            "mdstat": "md0 : inactive vdb[1](S) vda[0](S)\n        7932 blocks super external:imsm\n",
            "mdadm/md0": text("detail-container"),
        }
    )
    (array,) = facts.arrays
    assert (array.level, array.size_bytes, array.condition) == ("container", None, None)
    assert array.members == (MemberFacts("drive", "vda"), MemberFacts("drive", "vdb"))
    assert facts.warnings == ()


def test_mdstat_alone_has_the_kernel_view() -> None:
    arrays = {array.kernel_name: array for array in mdadm.parse({"mdstat": text("mdstat")}).arrays}
    assert len(arrays) == 18
    assert (arrays["md201"].condition, arrays["md201"].activity, arrays["md201"].progress_percent) == (
        *("optimal", "consistency_check", 5.7),
    )
    assert (arrays["md4"].condition, arrays["md7"].condition, arrays["md8"].condition) == (
        *("failed", "degraded", "initialising"),
    )
    assert (arrays["md42"].condition, arrays["md42"].progress_percent) == ("rebuilding", 56.1)
    assert (arrays["md12"].key, arrays["md12"].strip_bytes) == ("md:md12", 512 << 10)
    assert [(member.key, member.slot, member.state) for member in arrays["md6"].members] == [
        ("sda2", None, None),
        ("sdc", None, "hot_spare"),
        ("sdb2", None, "failed"),
    ]
    assert arrays["md219"].level == "container"


def test_export_supplies_members_without_detail() -> None:
    array = only({"mdstat": "md5 : active raid1 sda[0] sdb[1]\n", "mdadm_export/md5": EXPORT})
    assert (array.key, array.name, array.level) == ("e054553a:fbccdcfe:0ae80bc8:9379377a", "fast", "raid1")
    assert array.members == (
        MemberFacts("drive", "sda", 0),
        MemberFacts("drive", "sdb", 1),
        MemberFacts("drive", "sdc", None, "hot_spare"),
    )
    assert array.condition == "optimal"


def test_nested_array_references_its_arrays_by_key() -> None:
    outputs = {
        "mdstat": "md2 : active raid0 md126[0] md1[1]\nmd1 : active raid5 sda[0] sdb[1] sdc[2]\n",
        "mdadm/md126": text("detail-raid5-spare"),
        "mdadm/md2": "/dev/md2:\n        Raid Level : raid0\n             State : clean\n"
        "    Number   Major   Minor   RaidDevice State\n"
        "       0       9      126        0      active sync   /dev/md/bench\n"
        "       1       9        1        1      active sync   /dev/md1\n",
    }
    top = next(array for array in mdadm.parse(outputs).arrays if array.kernel_name == "md2")
    assert top.members == (
        MemberFacts("array", "9e859a7a:280095b1:ed577836:c9f9ae13", 0, "online"),
        MemberFacts("array", "md:md1", 1, "online"),
    )


def test_drives_outside_their_array_are_a_warning() -> None:
    examined = text("examine-raid5")
    assert mdadm.parse({"mdadm_examine/vda1": examined}).warnings == (
        "vda1 carries a member of the array 0, which is not running.",
    )
    running = f"MD_UUID=4d798d62:adfb6a9f:cbe9a393:b79cd3f4\nMD_NAME=any:bench\nMD_LEVEL=raid5\n{0}"
    outputs = {"mdadm_export/md0": running, "mdadm_examine/vda1": examined}
    assert mdadm.parse(outputs).warnings == ("vda1 belongs to the array bench but takes no part in it.",)
    taken = f"{running}\nMD_DEVICE_dev_vda1_ROLE=0\nMD_DEVICE_dev_vda1_DEV=/dev/vda1\n"
    assert mdadm.parse({**outputs, "mdadm_export/md0": taken}).warnings == ()


@pytest.mark.parametrize(
    "answer",
    [
        "mdadm: cannot open /dev/md0: Permission denied",
        "mdadm: Kann /dev/md0 nicht oeffnen\n  RAID-Stufe : raid5\n",
        "<html><b>502</b></html>",
    ],
)
def test_unreadable_output_gives_a_warning(answer: str) -> None:
    facts = mdadm.parse({"mdadm/md0": answer})
    assert (facts.arrays, facts.warnings) == ((), ("The output of mdadm about the array md0 was not understood.",))


def test_markup_in_names_is_preserved_as_text() -> None:
    detail = text("detail-resyncing").replace("any:bench", "any:<script>alert(1)</script>\0")
    assert only({"mdadm/md0": detail}).name == "<script>alert(1)</script>"


def test_array_without_members_is_listed() -> None:
    detail = text("detail-resyncing").partition("    Number")[0]
    array = only({"mdadm/md0": detail})
    assert (array.members, array.condition) == ((), "initialising")
    assert "spares" not in array.settings


@pytest.mark.parametrize("name", DETAILS)
def test_truncated_output_is_parsed_without_error(name: str) -> None:
    whole = text(name)
    conditions = {
        array.condition
        for end in range(0, len(whole), 7)
        for array in mdadm.parse({"mdadm/md0": whole[:end], "mdadm_examine/sda": whole[end:]}).arrays
    }
    assert conditions <= {None, only({"mdadm/md0": whole}).condition, "optimal", "degraded"}


def test_empty_output_gives_no_facts() -> None:
    for absent in (None, "", " \n"):
        assert mdadm.parse({"mdstat": absent, "mdadm/md0": absent, "mdadm/": "x"}) == mdadm.parse({})
