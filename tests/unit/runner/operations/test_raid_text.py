"""Reading of storcli's output: a failure, an unknown state or no JSON is never taken for success."""

import json
from pathlib import Path

import pytest

from storagelab_runner.operations import raid_text
from storagelab_runner.operations.raid_text import NotUnderstood

DATA = Path(__file__).parents[3] / "data" / "storcli"


def _read(name):
    return (DATA / f"{name}.json").read_text()


def _answer(data):
    status = {"Controller": 0, "Status": "Success", "Description": "None"}
    return json.dumps({"Controllers": [{"Command Status": status, "Response Data": data}]})


def test_drives_by_serial_without_the_padding():
    drives = raid_text.parse_drives(_read("drives"))
    assert [(drive.address, drive.serial, drive.state) for drive in drives] == [
        ("/c0/e252/s0", "14070C01A4DF", "Onln"),
        ("/c0/e252/s1", "Z4DS105ZTM3W", "Onln"),
        ("/c0/e252/s3", "Z4DS101FTM3W", "UGood"),
    ]
    assert (drives[0].controller, drives[0].enclosure, drives[0].slot) == (0, "252", "0")
    assert drives[0].wwn == "500a07510c01a4df"


def test_a_volume_with_its_members_and_policies():
    (volume,) = raid_text.parse_volumes(_read("volumes"))
    assert (volume.address, volume.level, volume.state, volume.strip_bytes) == ("/c0/v0", "raid10", "Optl", 256 << 10)
    assert volume.naa == "6a0042bb0fccfec02c14e04218ae3545"
    assert volume.members == ("252:6", "252:7", "252:8", "252:9")
    assert (volume.read_policy, volume.write_policy, volume.io_policy) == ("ra", "wb", "direct")
    assert (volume.drive_cache, volume.activity) == ("default", None)


@pytest.mark.parametrize(
    ("cache", "policies"),
    [
        ("NRWTD", ("nora", "wt", "direct")),
        ("RWBC", ("ra", "wb", "cached")),
        ("NRAWBD", ("nora", "awb", "direct")),
        ("RWTD", ("ra", "wt", "direct")),
        ("?", (None, None, None)),
    ],
)
def test_the_letters_of_the_cache(cache, policies):
    row = {"TYPE": "RAID0", "State": "Optl", "Cache": cache}
    (volume,) = raid_text.parse_volumes(_answer({"/c0/v1": [row]}))
    assert (volume.read_policy, volume.write_policy, volume.io_policy) == policies


def test_answers_to_commands():
    assert raid_text.parse_sections(_read("vd_created")) == [(0, None)]
    assert raid_text.parse_sections(_read("vd_deleted")) == [(0, None)]
    with pytest.raises(NotUnderstood, match=r"Operation not allowed\."):
        raid_text.parse_sections(_read("set_good_failed"))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"Controllers": [{}]}', "Controller = 0\nStatus = Success\n", "null"]
)
def test_invalid_answer_is_not_understood(text):
    with pytest.raises(NotUnderstood, match="not the JSON"):
        raid_text.parse_sections(text)


def test_drive_without_serial_is_not_understood():
    with pytest.raises(NotUnderstood, match="/c0/e1/s2"):
        raid_text.parse_drives(_answer({"Drive /c0/e1/s2": [{"EID:Slt": "1:2", "State": "Onln"}]}))


def test_operations_in_progress_on_drives():
    assert raid_text.list_unfinished_operations(_read("drive_no_progress")) == []
    assert raid_text.list_unfinished_operations(_read("drive_progress")) == ["/c0/e252/s0 in progress (39 %)"]


def test_operations_in_progress_on_volumes():
    row = {"VD": 3, "Operation": "INIT", "Progress%": 7, "Status": "In progress", "Estimated Time Left": "1 Minutes"}
    assert raid_text.list_unfinished_operations(_answer({"VD Operation Status": [row]})) == ["VD 3 in progress (7 %)"]
    unknown = {"VD Operation Status": [{**row, "Status": "Suspended by firmware"}]}
    assert raid_text.list_unfinished_operations(_answer(unknown)) == ["VD 3 suspended by firmware (7 %)"]
    for data in (None, {}, {"VD Operation Status": [{}]}, [None]):
        with pytest.raises(NotUnderstood):
            raid_text.list_unfinished_operations(_answer(data))


def test_properties_of_each_controller():
    first, second = raid_text.parse_properties(_read("patrol_read"))
    assert (first["PR Mode"], first["PR Current State"]) == ("Auto", "Stopped")
    assert second["PR Current State"] == "Stopped"


@pytest.mark.parametrize(
    ("data", "active"),
    [
        ({"BBU_Firmware_Status": [{"Property": "Learn Cycle Active", "Value": "No"}]}, False),
        ({"BBU_Firmware_Status": [{"Property": "Learn Cycle Active", "Value": "Yes"}]}, True),
        ({"BBU Firmware Status": {"Learn Cycle Active": "Yes"}}, True),
        ({"Cachevault_Info": [{"Property": "State", "Value": "Optimal"}]}, False),
    ],
)
def test_learn_cycles(data, active):
    assert raid_text.has_active_learn_cycle(_answer(data)) is active


@pytest.mark.parametrize("data", [None, {}, {"Cachevault_Info": [{"Property": "State", "Value": "Learning"}]}])
def test_unclear_learn_cycle_is_not_understood(data):
    with pytest.raises(NotUnderstood, match="state of the cache's battery"):
        raid_text.has_active_learn_cycle(_answer(data))
