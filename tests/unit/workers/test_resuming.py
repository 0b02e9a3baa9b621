"""What keeps a run from going on is named as people would."""

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
def test_changes_are_named_and_what_decides_nothing_is_not(after: dict[str, Any], words: list[str]) -> None:
    assert list(find_changes(SNAPSHOT, after)) == words
