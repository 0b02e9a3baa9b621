"""Versions that a review prints, each beside the part that it belongs to."""

from __future__ import annotations

import pytest

from storagelab.domain.configuration_facts import collect_facts
from storagelab.domain.printed_firmware import read_printed_firmware

CONTROLLER, DRIVER, DRIVES = "controllers.firmware", "controllers.driver", "drives.firmware"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("", {}),
        (" ; ,", {}),
        ("8.4", {CONTROLLER: "8.4"}),
        ("drive 0701Q", {DRIVES: "0701Q"}),
        ("driver VSL 3.2.2", {DRIVER: "VSL 3.2.2"}),
        ("driver 8.01.4471.00 / 2.4.2-1", {DRIVER: "8.01.4471.00 / 2.4.2-1"}),
        ("fw 5.2.0 build 16116, driver 5.2.0.15728", {CONTROLLER: "5.2.0 build 16116", DRIVER: "5.2.0.15728"}),
        (
            "drive 0701Q; controller v12.12.0-0037, driver v4.32.0.64",
            {DRIVES: "0701Q", CONTROLLER: "v12.12.0-0037", DRIVER: "v4.32.0.64"},
        ),
        ("package 9.5.1", {CONTROLLER: "package 9.5.1"}),
        ("Firmware: 25.5.9.0001", {CONTROLLER: "25.5.9.0001"}),
        ("drive A; drive B", {DRIVES: "A, B"}),
        ("driver", {CONTROLLER: "driver"}),
        ("drivers2go 1", {CONTROLLER: "drivers2go 1"}),
    ],
)
def test_each_part_gets_its_own(printed: str, read: dict[str, str]) -> None:
    assert read_printed_firmware(printed) == read


def printed(firmware: str, **more: object) -> dict[str, str | None]:
    """Return the versions that a printed configuration states, by key."""
    snapshot = {
        "source": "a review",
        "controllers": [{"model": "9260-8i", "count": 2, "firmware": None, "driver": None}],
        "drives": [{"model": "Samsung 470", "count": 16, "firmware": None}],
        "firmware_as_printed": firmware,
        **more,
    }
    facts = collect_facts(snapshot)
    values = ((key, facts[key].value) for key in (CONTROLLER, DRIVER, DRIVES) if key in facts)
    return {key: None if value is None else str(value) for key, value in values}


def test_drive_firmware_is_not_assigned_to_the_controller() -> None:
    assert printed("drive 0701Q") == {CONTROLLER: None, DRIVER: None, DRIVES: "0701Q"}


def test_own_firmware_of_a_part_has_precedence() -> None:
    drives = [{"model": "Samsung 470", "count": 16, "firmware": "0702Q"}]
    assert printed("drive 0701Q", drives=drives)[DRIVES] == "0702Q"


def test_printed_controller_firmware_needs_a_controller() -> None:
    assert printed("8.4; drive 0701Q", controllers=[]) == {DRIVES: "0701Q"}
