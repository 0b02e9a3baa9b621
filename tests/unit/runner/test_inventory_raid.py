"""Questions to the programs of RAID controllers, from captured answers of theirs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.runner.kernel_folders import Programs, Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.inventory_raid import iterate_drive_numbers, iterate_first_lanes, iterate_following_lanes
from storagelab_runner.tools import ToolAnswer

STORCLI = Path(__file__).parents[2] / "data" / "storcli"


def _answer(text: str) -> ToolAnswer:
    return ToolAnswer((), 0, text)


def _controllers(address: str) -> str:
    basics = {"Controller": 0, "Model": "PERC H755", "PCI Address": address}
    status = {"Controller": 0, "Status": "Success"}
    return json.dumps({"Controllers": [{"Command Status": status, "Response Data": {"Basics": basics}}]})


@pytest.fixture
def answers() -> dict[str, ToolAnswer]:
    return {
        "storcli_controllers": _answer(_controllers("00:18:00:00")),
        "storcli_drives": _answer((STORCLI / "drives.json").read_text()),
    }


def _names(lanes: Any) -> list[list[str]]:
    return [[question.name for question in lane] for lane in lanes]


def test_controller_gets_one_question_at_a_time(programs: Programs) -> None:
    for tool in ("perccli64", "arcconf", "ssacli", "sas3ircu"):
        programs.install(tool, "true")
    lanes = list(iterate_first_lanes())
    assert _names(lanes) == [
        ["storcli_controllers", "storcli_drives"],
        ["arcconf_list"],
        ["ssacli"],
        ["sas3ircu_list"],
    ]
    assert lanes[0][1].argv == ("perccli64", "/call/eall/sall", "show", "all", "J")


def test_drives_behind_controller_are_queried_through_virtual_drive(
    programs: Programs, kernel: Tree, answers: dict[str, ToolAnswer]
) -> None:
    programs.install("smartctl", "true")
    kernel.volume("naa.1")
    lanes = list(iterate_following_lanes(read_tree(kernel.places), kernel.places, answers))
    commands = {question.name: question.argv for lane in lanes for question in lane}
    door = str(kernel.places.dev / "sdb")
    assert commands["smartctl_raid/0/6"] == ("smartctl", "--json", "-x", "-d", "megaraid,6", door)
    assert all(len(lane) == 1 for lane in lanes)


def test_controller_without_kernel_drive_is_queried_through_host(
    programs: Programs, kernel: Tree, answers: dict[str, ToolAnswer]
) -> None:
    programs.install("smartctl", "true")
    kernel.file("bus/pci/devices/0000:18:00.0/host3/uevent", "")
    [question] = next(iter(iterate_following_lanes({}, kernel.places, answers)))
    assert question.argv[-1] == "/dev/bus/3"


@pytest.mark.parametrize("address", ["00:99:00:00", "", "N/A"])
def test_missing_controller_is_not_queried(
    programs: Programs, kernel: Tree, answers: dict[str, ToolAnswer], address: str
) -> None:
    programs.install("smartctl", "true")
    kernel.volume("naa.1")
    answers["storcli_controllers"] = _answer(_controllers(address))
    assert list(iterate_following_lanes(read_tree(kernel.places), kernel.places, answers)) == []


def test_device_numbers_are_listed_once(answers: dict[str, ToolAnswer]) -> None:
    document = json.loads(answers["storcli_drives"].stdout)
    numbers = list(iterate_drive_numbers(document))
    assert numbers
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"Controllers": 7}', '{"Controllers": [{"Response Data": []}]}'])
def test_unreadable_answer_gives_no_questions(
    programs: Programs, kernel: Tree, answers: dict[str, ToolAnswer], text: str
) -> None:
    programs.install("smartctl", "true")
    assert list(iterate_following_lanes({}, kernel.places, {**answers, "storcli_drives": _answer(text)})) == []


def test_controllers_are_counted(programs: Programs, kernel: Tree) -> None:
    programs.install("arcconf", "true")
    programs.install("sas3ircu", "true")
    adapters = """ Index    Type          ID      ID    Pci Address          Ven ID  Dev ID
 -----  ------------  ------  ------  -----------------    ------  ------
   0     SAS3008       1000h    97h    00h:02h:00h:00h      15d9h   0808h
   1     SAS3008       1000h    97h    00h:03h:00h:00h      15d9h   0808h
"""
    answers = {"arcconf_list": _answer("Controllers found: 2\n"), "sas3ircu_list": _answer(adapters)}
    lanes = list(iterate_following_lanes({}, kernel.places, answers))
    assert _names(lanes) == [
        ["arcconf/1", "arcconf_status/1", "arcconf/2", "arcconf_status/2"],
        ["sas3ircu/0", "sas3ircu/1"],
    ]
    assert lanes[1][1].argv == ("sas3ircu", "1", "display")
