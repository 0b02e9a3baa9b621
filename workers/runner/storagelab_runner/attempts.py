"""State of an attempt, derived from its records alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from storagelab_runner import file_set_place, file_target
from storagelab_runner.engine_process import STOP_LADDER
from storagelab_runner.errors import Refusal
from storagelab_runner.file_target import CreatedFile
from storagelab_runner.identity import NS_PER_MS, NS_PER_S, ProcessIdentity, boot_id, get_boottime_ns, is_alive
from storagelab_runner.layout import AttemptFolder, PhaseFolder
from storagelab_runner.operations.kinds import parse_operations
from storagelab_runner.operations.titles import format_title
from storagelab_runner.records import read_record
from storagelab_runner.rounds import NOT_NEEDED, read_skipped
from storagelab_runner.run_notes import read_notes
from storagelab_runner.spec import Spec, parse_spec
from storagelab_runner.steady_progress import read_meter

#: When a cancelled attempt shall end: at once, or when the phase that runs has ended by itself.
NOW, AFTER_PHASE = "now", "after_phase"
#: An engine whose supervisor died has had time for all gentle signals after this.
_DEAF_ENGINE_NS = int((STOP_LADDER[-1][0] + 15) * NS_PER_S)


def read_spec(attempt: AttemptFolder) -> Spec:
    """Read the spec of a prepared attempt."""
    return parse_spec(json.loads(attempt.spec.read_bytes()))


def cancel_when(attempt: AttemptFolder) -> str | None:
    """Return when an attempt has to end: `now` or `after_phase`; None when it may continue."""
    wish = read_record(attempt.cancel)
    return None if wish is None else str(wish.get("when", NOW))


def get_attempt_state(attempt: AttemptFolder) -> str:
    """Return the state of an attempt: prepared, running, finished, lost or cancelled.

    A cancelled attempt was cancelled before it started.
    """
    if attempt.exit.exists():
        return "finished"
    started = read_record(attempt.started)
    if started is None:
        return "cancelled" if attempt.cancel.exists() else "prepared"
    if _has_live_process(attempt, started):
        return "running"
    # The exit record may have been written while we looked for the process that wrote it.
    return "finished" if attempt.exit.exists() else "lost"


def describe_status(attempt: AttemptFolder) -> dict[str, Any]:
    """Return the state and facts of an attempt as the `Status` object of the protocol."""
    state = get_attempt_state(attempt)
    prepared = read_record(attempt.prepared) or {}
    started = read_record(attempt.started) or {}
    exit_record = read_record(attempt.exit) if state == "finished" else None
    course = exit_record or describe_course(attempt, state)
    return {
        "attempt_id": attempt.attempt_id,
        "state": state,
        "boot_id": started.get("boot_id"),
        "current_boot_id": boot_id(),
        "supervisor_pid": started["supervisor"]["pid"] if started else None,
        "heartbeat_age_ms": _compute_heartbeat_age_ms(attempt, started),
        "started_realtime_ns": started.get("realtime_ns"),
        "started_boottime_ns": started.get("boottime_ns"),
        "now_boottime_ns": get_boottime_ns(),
        "cancel_requested": attempt.cancel.exists(),
        "cancel_when": cancel_when(attempt),
        "target_path": prepared.get("target_path"),
        "operations": course.get("operations", []),
        "phases": course["phases"],
        "neighbours": course.get("neighbours"),
        # Progress of the rounds of the running phase or loop; None where nothing is judged.
        "steady": read_meter(attempt.meter) if state == "running" else None,
        "files": [{"name": name, "size": size} for name, size in attempt.list_readable_files()],
        **describe_notes(attempt, started, state),
        "exit": exit_record,
    }


def describe_notes(attempt: AttemptFolder, started: Mapping[str, Any], state: str) -> dict[str, Any]:
    """Return the notes on a run for its status: from the supervisor and from the start record.

    The warnings of the call that started the supervisor come first. `stuck` is True only while the attempt is running.
    """
    notes = read_notes(attempt)
    return {
        **notes,
        "stuck": notes["stuck"] and state == "running",
        "warnings": [*started.get("warnings", []), *notes["warnings"]],
    }


def describe_course(attempt: AttemptFolder, attempt_state: str) -> dict[str, Any]:
    """Return the operations and phases of a prepared attempt in the form of the protocol."""
    # The spec was checked when it was accepted, and it may be of an older format than this runner accepts today.
    document = json.loads(attempt.spec.read_bytes())
    return {
        "operations": _describe_operations(attempt, document.get("preparation", []), attempt_state),
        "phases": _describe_phases(attempt, document["phases"], attempt_state),
    }


def _describe_operations(
    attempt: AttemptFolder, planned: Sequence[Mapping[str, Any]], attempt_state: str
) -> list[dict[str, Any]]:
    views = []
    titles = _list_titles(planned)
    for ordinal, operation in enumerate(planned, start=1):
        folder = attempt.operation(ordinal)
        ended = read_record(folder.ended)
        started = read_record(folder.started)
        views.append(
            {
                "ordinal": ordinal,
                "kind": operation["kind"],
                "title": titles[ordinal - 1],
                "state": _get_part_state(started, ended, attempt_state),
                "message": ended["message"] if ended else None,
                "started_realtime_ns": started["realtime_ns"] if started else None,
                "ended_realtime_ns": ended["realtime_ns"] if ended else None,
                "evidence": ended["evidence"] if ended else {},
            }
        )
    return views


def _list_titles(planned: Sequence[Mapping[str, Any]]) -> list[str]:
    try:
        return [format_title(operation) for operation in parse_operations("spec.preparation", planned)]
    except Refusal:
        # A runner of another version accepted them.
        return [str(operation["kind"]) for operation in planned]


def _describe_phases(
    attempt: AttemptFolder, planned: Sequence[Mapping[str, Any]], attempt_state: str
) -> list[dict[str, Any]]:
    """Return the phases with their states; times are ms since the first engine start of the attempt."""
    views: list[dict[str, Any]] = []
    first_ns: int | None = None
    skipped = read_skipped(attempt.rounds)
    for phase in planned:
        needless = skipped.get(phase["ordinal"])
        folder = attempt.phase(phase["ordinal"])
        # The end is read first: a phase that ends in between is then still shown as running, never as unstarted.
        ended = read_record(folder.ended)
        started = read_record(folder.started)
        if first_ns is None and started is not None:
            first_ns = int(started["boottime_ns"])
        failure = (ended or {}).get("failure")
        views.append(
            {
                "ordinal": phase["ordinal"],
                "name": phase["name"],
                "state": _get_part_state(started, ended, attempt_state) if needless is None else "skipped",
                "t0_ms": _compute_offset_ms(first_ns, started),
                "t1_ms": _compute_offset_ms(first_ns, ended),
                "started_realtime_ns": started["realtime_ns"] if started else None,
                "exit_code": ended["exit_code"] if ended else None,
                "signal": ended["signal"] if ended else None,
                "stop_reason": NOT_NEEDED if needless else ended["stop_reason"] if ended else None,
                "message": failure["message"] if failure else needless,
                "steady_round": ended["steady_round"] if ended else None,
                # What became of a load that is a share of a maximum; None for any other.
                "rate": started.get("rate") if started else None,
                # The SHA-256 of the phase's conditions.json.
                "conditions": ended.get("conditions") if ended else None,
            }
        )
    return views


def is_abandoned(attempt: AttemptFolder) -> bool:
    """Return whether the supervisor has been dead long enough for an engine to receive all gentle signals."""
    started = read_record(attempt.started)
    if started is None or started["boot_id"] != boot_id() or is_alive(ProcessIdentity(**started["supervisor"])):
        return False
    age_ms = _compute_heartbeat_age_ms(attempt, started)
    return age_ms is None or age_ms * NS_PER_MS >= _DEAF_ENGINE_NS


def remove_lost_target(attempt: AttemptFolder) -> None:
    """Remove the files that a lost attempt created on its target.

    The caller knows that the attempt is lost, so its supervisor cannot remove them.
    """
    for folder in attempt.phases.glob("*"):
        file_set_place.remove_recorded(folder)
    record = read_record(attempt.target)
    if record is not None:
        file_target.remove(CreatedFile(**record))


def _has_live_process(attempt: AttemptFolder, started: Mapping[str, Any]) -> bool:
    """Return whether the supervisor or an engine that outlived it is alive: until then files still change."""
    if started["boot_id"] != boot_id():
        return False
    return is_alive(ProcessIdentity(**started["supervisor"])) or any(map(is_alive, _list_open_engines(attempt)))


def _list_open_engines(attempt: AttemptFolder) -> list[ProcessIdentity]:
    """Return the engine processes of an attempt whose end is not recorded."""
    folders = [PhaseFolder(path) for path in attempt.phases.glob("*")]
    records = [read_record(folder.process) for folder in folders if not folder.ended.exists()]
    return [ProcessIdentity(**record) for record in records if record is not None]


def _get_part_state(started: Mapping[str, Any] | None, ended: Mapping[str, Any] | None, attempt_state: str) -> str:
    if ended is not None:
        return str(ended["state"])
    if attempt_state == "finished":
        return "failed" if started is not None else "skipped"
    if attempt_state in ("lost", "cancelled"):
        return "lost" if started is not None else "skipped"
    return "running" if started is not None else "planned"


def _compute_offset_ms(first_ns: int | None, record: Mapping[str, Any] | None) -> int | None:
    return None if first_ns is None or record is None else (int(record["boottime_ns"]) - first_ns) // NS_PER_MS


def _compute_heartbeat_age_ms(attempt: AttemptFolder, started: Mapping[str, Any]) -> int | None:
    if not started or started["boot_id"] != boot_id():
        return None
    try:
        beat_ns = int(attempt.heartbeat.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return max(0, (get_boottime_ns() - beat_ns) // NS_PER_MS)
