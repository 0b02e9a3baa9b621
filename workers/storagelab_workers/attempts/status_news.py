"""Events from a status: preparation steps, warnings, a stuck engine, damage to other drives."""

from __future__ import annotations

from typing import Any

from storagelab.results.clock_jumps import sentence
from storagelab_workers.attempts.clock_news import new_jumps
from storagelab_workers.attempts.transitions import note
from storagelab_workers.attempts.turn import Change
from storagelab_workers.quarantine import hold_server

_UNTOLD = ("planned", "skipped")


def tell_news(now: Change, *, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Append an event for all that is in the status `after` and was not in `before`; quarantine where it is due."""
    _tell_operations(now, before.get("operations") or [], after.get("operations") or [])
    for warning in after.get("warnings") or []:
        if warning not in (before.get("warnings") or []):
            note(now, "warning", warning)
    for jump, evidence in new_jumps(before, after):
        note(now, "clock", sentence(jump), evidence=evidence)
    if after.get("stuck") and not before.get("stuck"):
        message = f"The engine of r-{now.run.number} cannot be ended: it hangs in the kernel of {now.server.name}."
        note(now, "stuck", message)
        hold_server(now.server, message)
    if after.get("neighbours") and not before.get("neighbours"):
        _tell_neighbours(now, after["neighbours"])


def _tell_operations(now: Change, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    known = {view["ordinal"]: view["state"] for view in before}
    for view in after:
        if view["state"] in _UNTOLD or known.get(view["ordinal"]) == view["state"]:
            continue
        why = f": {view['message']}" if view.get("message") else ""
        message = f"Preparation {view['ordinal']} ({view.get('title') or view['kind']}) is {view['state']}{why}"
        note(now, "operation", message, evidence=view.get("evidence") or None)


def _tell_neighbours(now: Change, neighbours: dict[str, Any]) -> None:
    """The drives beside the target, compared after the run with what they were before it."""
    state, changed = neighbours["state"], neighbours.get("changed") or []
    if state == "unchanged":
        return
    named = "; ".join(f"{item['device']}: {item['what']}" for item in changed)
    if state == "unknown":
        unread = "; ".join(f"{item['device']}: {item['why']}" for item in neighbours.get("unread") or [])
        note(now, "neighbours", f"Not every other drive could be compared: {unread or 'no reason was given'}.")
        return
    message = f"Other drives of {now.server.name} changed during r-{now.run.number}: {named}."
    note(now, "neighbours", message, evidence=neighbours)
    hold_server(now.server, message)
