"""Fence of each controller: a growing number that refuses a controller that was overtaken."""

from __future__ import annotations

from storagelab_runner.errors import Refusal
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import locked, read_record, write_record

#: How long a call waits for another one that holds the same record.
LOCK_SECONDS = 10.0


def find_highest_fence(state: StateFolder, controller_id: str) -> int | None:
    """Return the highest fence this controller has used here, None when it has used none."""
    record = read_record(state.controllers / f"{controller_id}.json")
    return None if record is None else int(record["fence"])


def accept_fence(state: StateFolder, controller_id: str, fence: int) -> None:
    """Store `fence` as the highest fence of the controller.

    Raises Refusal stale_fence for a lower one, and host_busy while another call has the record.
    """
    record = state.controllers / f"{controller_id}.json"
    with locked(state.controllers / f".{controller_id}.lock", LOCK_SECONDS) as mine:
        if not mine:
            raise Refusal("host_busy", "The record of this controller is held by another call.")
        previous = find_highest_fence(state, controller_id)
        highest = -1 if previous is None else previous
        if fence < highest:
            raise Refusal(
                "stale_fence", f"Fence {fence} is older than {highest}, which this controller has used already."
            )
        if fence > highest:
            write_record(record, {"fence": fence})
