"""Reasons that prevent a run from resuming, in people's words."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab_workers.attempts.resuming import find_changes

SNAPSHOT: dict[str, Any] = {
    "name": "alpha",
    "kernel": "6.1.0",
    "runner_version": "0.2.0",
    "cpu": {"cores": 8},
    "target": {"kind": "devices", "drives": [{"stable_id": "nvme-x", "serial": "S1", "firmware": "1.0", "path": "a"}]},
}


def drive(**values: Any) -> dict[str, Any]:
    target = SNAPSHOT["target"]
    return {**SNAPSHOT, "target": {**target, "drives": [{**target["drives"][0], **values}]}}


def array(**values: Any) -> dict[str, Any]:
    defaults = {
        "key": "1:2", "name": "data", "stable_id": "md-uuid-1", "level": "raid5", "strip_bytes": 65536,
        "member_count": 2, "condition": "optimal", "progress_percent": None,
        "members": [member("sda", "nvme-a"), member("sdb", "nvme-b")],
    }  # fmt: skip
    return {**SNAPSHOT, "arrays": [{**defaults, **values}]}


def member(key: str, stable_id: str, **values: Any) -> dict[str, Any]:
    return {"key": key, "state": "online", "drive": {"stable_id": stable_id, "firmware": "1.0"}, **values}


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (SNAPSHOT, []),
        ({**SNAPSHOT, "name": "beta", "runner_version": "0.3.0"}, []),
        (drive(path="b"), []),
        ({**SNAPSHOT, "kernel": None}, ["kernel was 6.1.0 and is unknown"]),
        ({**SNAPSHOT, "cpu": {"cores": 4}}, ["cores of cpu was 8 and is 4"]),
        (drive(firmware="1.1"), ["firmware of nvme-x was 1.0 and is 1.1"]),
        (drive(serial="S2"), ["serial of nvme-x was S1 and is S2"]),
        (
            {**SNAPSHOT, "target": {"kind": "devices", "drives": []}},
            ["the number of drives was 1 and is 0"],
        ),
    ],
)
def test_only_relevant_changes_are_named(after: dict[str, Any], words: list[str]) -> None:
    assert list(find_changes(SNAPSHOT, after)) == words


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (array(progress_percent=7.5, key="other"), []),
        (array(level="raid0"), ["RAID level of data was raid5 and is raid0"]),
        (array(strip_bytes=131072), ["strip size in bytes of data was 65536 and is 131072"]),
        (array(condition="degraded"), ["condition of data was optimal and is degraded"]),
        (
            array(members=[member("sda", "nvme-a"), member("sdb", "nvme-c")]),
            ["stable id of nvme-b was nvme-b and is nvme-c"],
        ),
        (
            array(members=[member("sda", "nvme-a"), member("sdb", "nvme-b", state="failed")]),
            ["state of sdb was online and is failed"],
        ),
        (array(members=[member("sda", "nvme-a")]), ["the number of members was 2 and is 1"]),
        ({**SNAPSHOT, "arrays": []}, ["the number of arrays was 1 and is 0"]),
    ],
)
def test_array_must_be_unchanged(after: dict[str, Any], words: list[str]) -> None:
    assert list(find_changes(array(), after)) == words
