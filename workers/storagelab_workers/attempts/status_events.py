"""Events from a status: preparation steps, warnings, a stuck engine, damage to other drives."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.domain.runner_reports import ReportedNeighbours, ReportedOperation, RunnerStatus
from storagelab.results.clock_jumps import format_clock_jump
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.clock_news import find_new_jumps
from storagelab_workers.attempts.transitions import add_event
from storagelab_workers.quarantine import hold_server

_UNTOLD = ("planned", "skipped")


def add_status_events(tx: AttemptTransaction, *, before: RunnerStatus, after: RunnerStatus) -> None:
    """Add an event for each item that is in the status `after` and not in `before`.

    A hanging engine or a changed neighbour drive also quarantines the server.
    """
    _add_operation_events(tx, before.get("operations") or [], after.get("operations") or [])
    for warning in after.get("warnings") or []:
        if warning not in (before.get("warnings") or []):
            add_event(tx, "warning", warning)
    for jump, evidence in find_new_jumps(before, after):
        add_event(tx, "clock", format_clock_jump(jump), evidence=evidence)
    if after.get("stuck") and not before.get("stuck"):
        message = f"The engine of r-{tx.run.number} cannot be ended: it hangs in the kernel of {tx.server.name}."
        add_event(tx, "stuck", message)
        hold_server(tx.server, message)
    if (neighbours := after.get("neighbours")) and not before.get("neighbours"):
        _add_neighbour_event(tx, neighbours)


def _add_operation_events(
    tx: AttemptTransaction, before: Sequence[ReportedOperation], after: Sequence[ReportedOperation]
) -> None:
    states = {view["ordinal"]: view["state"] for view in before}
    for view in after:
        if view["state"] in _UNTOLD or states.get(view["ordinal"]) == view["state"]:
            continue
        detail = f": {view['message']}" if view.get("message") else ""
        message = f"Preparation {view['ordinal']} ({view.get('title') or view['kind']}) is {view['state']}{detail}"
        add_event(tx, "operation", message, evidence=view.get("evidence") or None)


def _add_neighbour_event(tx: AttemptTransaction, neighbours: ReportedNeighbours) -> None:
    """Add an event when drives beside the target changed during the run, and quarantine the server.

    Drives that could not be compared get an event only.
    """
    state, changed = neighbours["state"], neighbours.get("changed") or []
    if state == "unchanged":
        return
    named = "; ".join(f"{item['device']}: {item['what']}" for item in changed)
    if state == "unknown":
        unread = "; ".join(f"{item['device']}: {item['why']}" for item in neighbours.get("unread") or [])
        add_event(tx, "neighbours", f"Not every other drive could be compared: {unread or 'no reason was given'}.")
        return
    message = f"Other drives of {tx.server.name} changed during r-{tx.run.number}: {named}."
    add_event(tx, "neighbours", message, evidence=neighbours)
    hold_server(tx.server, message)
