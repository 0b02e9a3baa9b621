"""Output of a server's programs about drives; captured, or in its shape where none was captured."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from storagelab_runner.interlocks.tool_answers import count_reservation_keys, find_member_numbers, find_volume

DATA = Path(__file__).parents[3] / "data" / "storcli"
NAA = "600062b20f8d1a402c1d1a3b"


def _controller(data: dict[str, Any]) -> dict[str, Any]:
    return {"Controllers": [{"Command Status": {"Controller": 0, "Status": "Success"}, "Response Data": data}]}


@pytest.fixture
def volumes() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((DATA / "volumes.json").read_text())
    document["Controllers"][0]["Response Data"]["VD0 Properties"]["SCSI NAA Id"] = NAA.upper()
    return document


@pytest.fixture
def drives(volumes: dict[str, Any]) -> dict[str, Any]:
    """Provide the padded serials of the members of the captured volume, in the form that storcli reports."""
    data = {}
    for row in volumes["Controllers"][0]["Response Data"]["PDs for VD 0"]:
        enclosure, _, slot = row["EID:Slt"].partition(":")
        name = f"Drive /c0/e{enclosure}/s{slot}"
        data[f"{name} - Detailed Information"] = {f"{name} Device attributes": {"SN": f"   S{slot}   "}}
    return _controller(data)


def _boot(value: str) -> dict[str, Any]:
    return _controller({"Controller Properties": [{"Ctrl_Prop": "BootDrive", "Value": value}]})


def test_volume_is_found_by_naa_id_with_drives(volumes, drives) -> None:
    answer = find_volume(f"naa.{NAA}", volumes, drives, _boot("VD:1"))
    assert answer.doubt is None
    volume = answer.value
    assert (volume.name, volume.state, volume.level) == ("/c0/v0", "Optl", "RAID10")
    assert (volume.strip_bytes, volume.is_boot) == (256 << 10, False)
    rows = volumes["Controllers"][0]["Response Data"]["PDs for VD 0"]
    assert volume.members == tuple(sorted(f"S{row['EID:Slt'].partition(':')[2]}" for row in rows))
    assert len(volume.members) == 4


@pytest.mark.parametrize(
    ("value", "expected"), [("VD:0", True), ("VD:1", False), ("PD:252_7", False), ("No Boot Drive", False), ("?", None)]
)
def test_boot_drive_is_identified(volumes, drives, value: str, expected: bool | None) -> None:
    assert find_volume(f"naa.{NAA}", volumes, drives, _boot(value)).value.is_boot is expected


def test_uncertain_volume_gives_a_doubt(volumes, drives) -> None:
    boot = _boot("VD:0")
    for wwid in (None, "eui.1", "naa.", f"naa.{NAA[:-1]}", f"naa.{NAA}0"):
        answer = find_volume(wwid, volumes, drives, boot)
        assert answer.value is None
        assert answer.doubt
    twice = copy.deepcopy(volumes)
    data = twice["Controllers"][0]["Response Data"]
    data |= {"/c0/v1": data["/c0/v0"], "PDs for VD 1": data["PDs for VD 0"], "VD1 Properties": data["VD0 Properties"]}
    assert "2 virtual drives" in str(find_volume(f"naa.{NAA}", twice, drives, boot).doubt)
    assert "serial of a drive" in str(find_volume(f"naa.{NAA}", volumes, _controller({}), boot).doubt)
    del volumes["Controllers"][0]["Response Data"]["PDs for VD 0"]
    assert "does not list" in str(find_volume(f"naa.{NAA}", volumes, drives, boot).doubt)


@pytest.mark.parametrize("document", [{}, {"Controllers": None}, {"Controllers": [1, {}, {"Command Status": []}]}])
def test_malformed_answers_find_no_volume(document: dict[str, Any]) -> None:
    assert find_volume(f"naa.{NAA}", document, document, document).value is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("  PR generation=0x0, there are NO registered reservation keys\n", 0),
        ("  PR generation=0x4, 2 registered reservation keys follow:\n    0x1\n    0x2\n", 2),
        ("  PR generation=0x4, 1 registered reservation key follows:\n    0x1\n", 1),
        ("", None),
        ("something else", None),
    ],
)
def test_reservation_keys_are_counted(text: str, value: int | None) -> None:
    answer = count_reservation_keys(text)
    assert answer.value == value
    assert (answer.doubt is None) == (value is not None)


def test_member_numbers_are_found_by_volume_wwn(volumes) -> None:
    assert find_member_numbers(f"naa.{NAA}", volumes) == (0, [9, 8, 7, 6])
    assert find_member_numbers("naa.another", volumes) is None
    assert find_member_numbers(None, volumes) is None


@pytest.mark.parametrize("properties", [7, None, {}, {"SCSI NAA Id": NAA}])
@pytest.mark.parametrize("members", [None, 7, [7], [{}], [{"DID": "x"}]])
def test_malformed_answer_gives_no_member_numbers(properties: Any, members: Any) -> None:
    document = _controller({"VD0 Properties": properties, "PDs for VD 0": members})
    assert find_member_numbers(f"naa.{NAA}", document) in (None, (0, []))
