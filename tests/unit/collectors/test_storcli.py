"""Bad output of storcli: recorded with a warning, never merged wrongly, never a crash."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storagelab.collectors import storcli
from storagelab.collectors.base import CollectedFacts

DATA = Path(__file__).parents[2] / "data" / "storcli"
FILES = {
    "storcli_controllers": "controller_cachevault",
    "storcli_volumes": "volumes_raid5_check",
    "storcli_drives": "drives_links",
    "storcli_enclosures": "enclosures",
    "storcli_bbu": "battery_is_cachevault",
    "storcli_cv": "cachevault",
    "storcli_patrol": "patrol_read",
    "storcli_rebuild": "drive_progress",
}
OUTPUTS = {output: (DATA / f"{file}.json").read_text() for output, file in FILES.items()}
NO_CONTROLLER = json.dumps(
    {"Controllers": [{"Command Status": {"Status": "Failure", "Description": "No Controller found"}}]}
)


def failure(message: str) -> str:
    """Build the output of a failure, by hand after its captured form."""
    detail = {"Ctrl": 0, "Status": "Failed", "ErrMsg": message, "ErrCd": 255}
    status = {"Controller": 0, "Status": "Failure", "Description": "None", "Detailed Status": [detail]}
    return json.dumps({"Controllers": [{"Command Status": status}]})


def test_all_collected_inputs_are_read():
    assert set(storcli.inputs) == set(FILES)


@pytest.mark.parametrize("outputs", [{}, dict.fromkeys(FILES, ""), dict.fromkeys(FILES), {"storcli_other": "{}"}])
def test_empty_output_gives_no_facts(outputs):
    assert storcli.parse(outputs) == CollectedFacts()


@pytest.mark.parametrize("message", ["use /cx/cv", "Un-supported command", "Energy Pack not present", "No VDs found"])
def test_unsupported_commands_give_no_additional_warning(message):
    facts = storcli.parse(OUTPUTS | {"storcli_bbu": failure(message), "storcli_enclosures": failure(message)})
    assert facts.warnings == storcli.parse(OUTPUTS).warnings


def test_missing_controller_gives_no_facts():
    assert storcli.parse(dict.fromkeys(FILES, NO_CONTROLLER)) == CollectedFacts()


@pytest.mark.parametrize(
    "text",
    [
        "storcli: command failed",
        "Syntax error, unexpected $end",
        "Ein unbekannter Fehler ist aufgetreten.",
        OUTPUTS["storcli_controllers"][:2000],
        "[]",
        "[" * 100_000,
        '{"Controllers": null}',
    ],
)
def test_unreadable_output_gives_one_warning(text):
    facts = storcli.parse(dict.fromkeys(("storcli_controllers", "storcli_volumes", "storcli_drives"), text))
    assert facts == CollectedFacts(
        warnings=("The output of the RAID tool about controllers, virtual drives and drives was not understood.",)
    )


def test_one_unreadable_output_preserves_other_facts():
    facts = storcli.parse(OUTPUTS | {"storcli_drives": OUTPUTS["storcli_drives"][:500]})
    assert facts.warnings[0] == "The output of the RAID tool about drives was not understood."
    assert len(facts.controllers) == len(facts.arrays) == 1


@pytest.mark.parametrize(
    "text", ["ERROR: permission denied", failure("This command must be run as root"), "You need root privileges."]
)
def test_missing_permission_is_recorded_for_the_tool(text):
    facts = storcli.parse(dict.fromkeys(FILES, text))
    assert [(tool.name, tool.state) for tool in facts.tools] == [("storcli", "not_permitted")]
    assert facts.warnings == ()


def test_permission_like_message_is_a_controller_failure():
    facts = storcli.parse(OUTPUTS | {"storcli_rebuild": failure("Operation not permitted")})
    assert facts.tools == ()
    assert "The RAID tool reports a failure of controller 0: Operation not permitted." in facts.warnings


def test_controllers_with_equal_serials_stay_separate():
    first = json.loads(OUTPUTS["storcli_controllers"])
    second = copy.deepcopy(first["Controllers"][0])
    second["Command Status"]["Controller"] = "1"
    second["Response Data"]["Basics"]["PCI Address"] = "01:af:00:01"
    first["Controllers"].append(second)
    facts = storcli.parse({"storcli_controllers": json.dumps(first)})
    assert [controller.key for controller in facts.controllers] == ["pci:0000:01:00.0", "pci:0001:af:00.1"]
    assert {controller.serial for controller in facts.controllers} == {"SV00000001"}
    assert [detail.location for detail in facts.details[7:9]] == ["/c0/e252/s7", "/c1/e252/s0"]
    assert facts.details[8].controller_key == "pci:0001:af:00.1"


def test_drives_with_equal_serials_stay_separate():
    text = OUTPUTS["storcli_drives"].replace("WD-WM00000002", "WD-WM00000001")
    drives = storcli.parse({"storcli_drives": text}).details
    assert [(drive.serial, drive.location) for drive in drives[:2]] == [
        ("WD-WM00000001", "/c0/e252/s0"),
        ("WD-WM00000001", "/c0/e252/s1"),
    ]


def test_filler_values_are_none_and_markup_is_text():
    markup = "<script>alert(1)</script>"
    text = OUTPUTS["storcli_drives"].replace("WD-WM00000001", markup).replace("WD-WM00000002", "   ")
    text = text.replace("500000000000000f", "0000000000000000").replace("5000000000000008", "NA")
    drives = storcli.parse({"storcli_drives": text}).details
    assert [(drive.serial, drive.wwn) for drive in drives[:2]] == [(markup, None), (None, None)]


def test_unstorable_characters_are_removed():
    text = OUTPUTS["storcli_drives"].replace("WD-WM00000001", "WD\\u0000\\ud800 1").replace("MF8OA8B0", "A\\u0000")
    drive = storcli.parse({"storcli_drives": text}).details[0]
    assert (drive.serial, drive.firmware) == ("WD 1", "A")


def test_numbers_as_text_are_numbers():
    def as_text(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: as_text(item) for key, item in value.items()}
        return [as_text(item) for item in value] if isinstance(value, list) else str(value)

    texts = {output: json.dumps(as_text(json.loads(text))) for output, text in OUTPUTS.items()}
    assert storcli.parse(texts) == storcli.parse(OUTPUTS)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a document, as its container and the key there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


@pytest.mark.parametrize("output", list(FILES))
def test_values_of_unexpected_type_never_raise(output):
    document = json.loads(OUTPUTS[output])
    controllers = {"storcli_controllers": OUTPUTS["storcli_controllers"]}
    for container, key in places(document):
        before = container[key]
        for strange in (None, {}, [None], -1, "9" * 40):
            container[key] = strange
            assert isinstance(storcli.parse(controllers | {output: json.dumps(document)}), CollectedFacts)
        container[key] = before
