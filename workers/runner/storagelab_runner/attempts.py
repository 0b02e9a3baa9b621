"""What became of an attempt, read from its records alone."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping
from typing import Any

from storagelab_runner import file_target
from storagelab_runner.engine_process import STOP_LADDER
from storagelab_runner.file_target import CreatedFile
from storagelab_runner.identity import NS_PER_MS, NS_PER_S, ProcessIdentity, boot_id, boottime_ns, is_alive
from storagelab_runner.layout import AttemptFolder, PhaseFolder
from storagelab_runner.records import read_record
from storagelab_runner.spec import Spec, parse_spec

#: An engine whose supervisor died has had time for all gentle signals after this.
_DEAF_ENGINE_NS = int((STOP_LADDER[-1][0] + 15) * NS_PER_S)


def read_spec(attempt: AttemptFolder) -> Spec:
    """The spec of a prepared attempt."""
    return parse_spec(json.loads(attempt.spec.read_bytes()))


def state_of(attempt: AttemptFolder) -> str:
    """prepared, running, finished, lost or cancelled (which means: before it started)."""
    if attempt.exit.exists():
        return "finished"
    started = read_record(attempt.started)
    if started is None:
        return "cancelled" if attempt.cancel.exists() else "prepared"
    if _somebody_lives(attempt, started):
        return "running"
    # The exit record may have been written while we looked for the process that wrote it.
    return "finished" if attempt.exit.exists() else "lost"


def status(attempt: AttemptFolder) -> dict[str, Any]:
    """The Status of the protocol."""
    spec = read_spec(attempt)
    state = state_of(attempt)
    prepared = read_record(attempt.prepared) or {}
    started = read_record(attempt.started) or {}
    exit_record = read_record(attempt.exit) if state == "finished" else None
    phases = exit_record["phases"] if exit_record else phases_view(attempt, spec, state)
    return {
        "attempt_id": attempt.attempt_id,
        "state": state,
        "boot_id": started.get("boot_id"),
        "current_boot_id": boot_id(),
        "supervisor_pid": started["supervisor"]["pid"] if started else None,
        "heartbeat_age_ms": _heartbeat_age_ms(attempt, started),
        "started_realtime_ns": started.get("realtime_ns"),
        "started_boottime_ns": started.get("boottime_ns"),
        "now_boottime_ns": boottime_ns(),
        "cancel_requested": attempt.cancel.exists(),
        "target_path": prepared.get("target_path"),
        "phases": phases,
        "files": [{"name": name, "size": size} for name, size in attempt.readable_files()],
        "exit": exit_record,
    }


def phases_view(attempt: AttemptFolder, spec: Spec, attempt_state: str) -> list[dict[str, Any]]:
    """The phases as the protocol has them. Times are ms since the first engine start of the attempt."""
    views: list[dict[str, Any]] = []
    first_ns: int | None = None
    for phase in spec.phases:
        folder = attempt.phase(phase.ordinal)
        # The end is read first: a phase that ends in between is then still shown as running, never as unstarted.
        ended = read_record(folder.ended)
        started = read_record(folder.started)
        if first_ns is None and started is not None:
            first_ns = int(started["boottime_ns"])
        failure = (ended or {}).get("failure")
        views.append(
            {
                "ordinal": phase.ordinal,
                "name": phase.name,
                "state": _phase_state(started, ended, attempt_state),
                "t0_ms": _since(first_ns, started),
                "t1_ms": _since(first_ns, ended),
                "started_realtime_ns": started["realtime_ns"] if started else None,
                "exit_code": ended["exit_code"] if ended else None,
                "signal": ended["signal"] if ended else None,
                "stop_reason": ended["stop_reason"] if ended else None,
                "message": failure["message"] if failure else None,
                "steady_round": ended["steady_round"] if ended else None,
            }
        )
    return views


def end_deaf_engine(attempt: AttemptFolder) -> None:
    """Kill an engine that outlived its supervisor and ignored the signal it got when that died."""
    started = read_record(attempt.started)
    if started is None or started["boot_id"] != boot_id() or is_alive(ProcessIdentity(**started["supervisor"])):
        return
    age_ms = _heartbeat_age_ms(attempt, started)
    if age_ms is not None and age_ms * NS_PER_MS < _DEAF_ENGINE_NS:
        return
    for engine in _engines(attempt):
        if is_alive(engine):
            os.kill(engine.pid, signal.SIGKILL)


def remove_lost_target(attempt: AttemptFolder) -> None:
    """Remove the file target of an attempt that the caller knows to be lost: its supervisor could not."""
    record = read_record(attempt.target)
    if record is not None:
        file_target.remove(CreatedFile(**record))


def _somebody_lives(attempt: AttemptFolder, started: Mapping[str, Any]) -> bool:
    """Whether the supervisor lives, or an engine that has not yet followed it: until then files still change."""
    if started["boot_id"] != boot_id():
        return False
    return is_alive(ProcessIdentity(**started["supervisor"])) or any(map(is_alive, _engines(attempt)))


def _engines(attempt: AttemptFolder) -> list[ProcessIdentity]:
    """The processes of all engines whose end is not recorded."""
    folders = [PhaseFolder(path) for path in attempt.phases.glob("*")]
    records = [read_record(folder.process) for folder in folders if not folder.ended.exists()]
    return [ProcessIdentity(**record) for record in records if record is not None]


def _phase_state(started: Mapping[str, Any] | None, ended: Mapping[str, Any] | None, attempt_state: str) -> str:
    if ended is not None:
        return str(ended["state"])
    if attempt_state == "finished":
        return "failed" if started is not None else "skipped"
    if attempt_state in ("lost", "cancelled"):
        return "lost" if started is not None else "skipped"
    return "running" if started is not None else "planned"


def _since(first_ns: int | None, record: Mapping[str, Any] | None) -> int | None:
    return None if first_ns is None or record is None else (int(record["boottime_ns"]) - first_ns) // NS_PER_MS


def _heartbeat_age_ms(attempt: AttemptFolder, started: Mapping[str, Any]) -> int | None:
    if not started or started["boot_id"] != boot_id():
        return None
    try:
        beat_ns = int(attempt.heartbeat.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return max(0, (boottime_ns() - beat_ns) // NS_PER_MS)
