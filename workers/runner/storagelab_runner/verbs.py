"""What a controller may ask for. Every verb may be repeated: the second time changes nothing."""

from __future__ import annotations

import base64
import hashlib
import os
import socket
from pathlib import Path
from typing import Any, Callable, Mapping

from storagelab_runner import PROTOCOL, VERSION, fields, targets
from storagelab_runner.attempts import read_spec, remove_lost_target, state_of, status
from storagelab_runner.collection import ENDED_STATES, clear_leftovers, collect
from storagelab_runner.engine import ENGINE, engine_version, find_engine
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import LOCK_SECONDS, accept_fence
from storagelab_runner.findings import is_refused, raise_first_refusal
from storagelab_runner.identity import boot_id, boottime_ns, machine_id, realtime_ns, user_name
from storagelab_runner.inventory import PYTHON, collect_inventory
from storagelab_runner.layout import AttemptFolder, StateFolder, is_attempt_id, is_controller_id
from storagelab_runner.records import canonical, create_once, locked, read_record, write_record
from storagelab_runner.spec import FileTarget, parse_spec, parse_target
from storagelab_runner.starting import start_once

MAX_READ_BYTES = 1 << 20
_STATE_HEADROOM_BYTES = 64 << 20

Arguments = Mapping[str, Any]


def hello(state: StateFolder, _: Arguments) -> dict[str, Any]:
    """Who and what this server is; clears away what is due."""
    clear_leftovers(state)
    collect(state)
    return {
        "protocol": PROTOCOL,
        "runner_version": VERSION,
        "python": PYTHON,
        "boot_id": boot_id(),
        "machine_id": machine_id(),
        "hostname": socket.gethostname(),
        "user": user_name(),
        "uid": os.geteuid(),
        "realtime_ns": realtime_ns(),
        "boottime_ns": boottime_ns(),
        "state_dir": str(state.root),
        "free_bytes": _free_bytes(state.root),
        "init": "systemd" if Path("/run/systemd/system").is_dir() else "other",
        "engines": {ENGINE: _engine_facts()},
    }


def inventory(_: StateFolder, __: Arguments) -> dict[str, Any]:
    """What the fixed list of read-only commands and files says."""
    return {"outputs": collect_inventory()}


def check(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Every check of a target, with its reason."""
    target = parse_target("target", args.get("target"))
    writes = fields.flag("args", args, "writes")
    findings = targets.check(target, writes, targets.scratch_file(state, "check"))
    return {"results": [finding.as_json() for finding in findings], "refused": is_refused(findings)}


def prepare(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Accept a spec for an attempt; nothing runs yet."""
    attempt = _attempt_argument(state, args)
    controller_id = _fenced_controller(state, args)
    document = args.get("spec")
    digest = hashlib.sha256(canonical(document)).hexdigest()
    if attempt.prepared.exists():
        return _prepared_again(attempt, controller_id, digest)
    spec = parse_spec(document)
    scratch = targets.scratch_file(state, attempt.attempt_id)
    raise_first_refusal(targets.check(spec.target, any(phase.writes for phase in spec.phases), scratch))
    if _free_bytes(state.root) < _STATE_HEADROOM_BYTES:
        raise Refusal("disk_full", f"{state.root} has less than {_STATE_HEADROOM_BYTES} bytes free for results.")
    target_name = targets.engine_name(spec.target, scratch)
    attempt.phases.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        _require_lock(mine, attempt)
        if attempt.prepared.exists():
            return _prepared_again(attempt, controller_id, digest)
        write_record(attempt.spec, fields.an_object("spec", document))
        record = {
            "controller_id": controller_id,
            "spec_sha256": digest,
            "target_name": target_name,
            "target_path": target_name if isinstance(spec.target, FileTarget) else None,
            "realtime_ns": realtime_ns(),
            "runner_version": VERSION,
        }
        create_once(attempt.prepared, record)
    return {"state": "prepared", "again": False, "spec_sha256": digest}


def start(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Start a prepared attempt, once in its life."""
    attempt = _known_attempt(state, args)
    _require_own(attempt, _fenced_controller(state, args))
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        _require_lock(mine, attempt)
        again = attempt.started.exists()
        if not again:
            if attempt.cancel.exists():
                raise Refusal("cancelled", "The attempt was cancelled before it started, so it never will.")
            start_once(state, attempt, read_spec(attempt))
    return {**status(attempt), "again": again}


def status_of(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """The Status of an attempt."""
    return status(_known_attempt(state, args))


def read(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """A piece of one of the attempt's files; empty at its end."""
    attempt = _known_attempt(state, args)
    name = fields.text("args", args, "name")
    offset = fields.integer("args", args, "offset", 0)
    length = fields.integer("args", args, "length", 1, MAX_READ_BYTES)
    # The name is only ever compared with those that exist, never made into a path of its own.
    if name not in (known for known, _ in attempt.readable_files()):
        raise Refusal("not_found", f"The attempt has no file {name!r}.")
    descriptor = os.open(attempt.root / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        size = os.fstat(descriptor).st_size
        data = os.pread(descriptor, length, offset)
    finally:
        os.close(descriptor)
    return {"name": name, "offset": offset, "data_b64": base64.b64encode(data).decode("ascii"), "size": size}


def cancel(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Wish an attempt to end; one that has not started never will."""
    attempt = _known_attempt(state, args)
    _require_own(attempt, _fenced_controller(state, args))
    wish = {"realtime_ns": realtime_ns()}
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        if not attempt.exit.exists():
            create_once(attempt.cancel, wish)
        _require_lock(mine, attempt)
    return status(attempt)


def ack(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """The controller has stored everything: the attempt may be deleted some day."""
    attempt = _known_attempt(state, args)
    _require_own(attempt, _controller_argument(args))
    current = state_of(attempt)
    if current not in ENDED_STATES:
        raise Refusal("refused", f"The attempt is {current}: only one that has ended can be acknowledged.")
    if current == "lost":
        remove_lost_target(attempt)
    create_once(attempt.acknowledged, {"realtime_ns": realtime_ns()})
    return {"acknowledged": True}


def list_attempts(state: StateFolder, _: Arguments) -> dict[str, Any]:
    """Every attempt this server knows."""
    attempts = []
    for attempt in state.all_attempts():
        prepared = read_record(attempt.prepared) or {}
        started = read_record(attempt.started) or {}
        attempts.append(
            {
                "attempt_id": attempt.attempt_id,
                "controller_id": prepared.get("controller_id"),
                "state": state_of(attempt),
                "started_realtime_ns": started.get("realtime_ns"),
            }
        )
    return {"attempts": attempts}


VERBS: Mapping[str, Callable[[StateFolder, Arguments], dict[str, Any]]] = {
    "hello": hello,
    "inventory": inventory,
    "check": check,
    "prepare": prepare,
    "start": start,
    "status": status_of,
    "read": read,
    "cancel": cancel,
    "ack": ack,
    "list": list_attempts,
}


def _prepared_again(attempt: AttemptFolder, controller_id: str, digest: str) -> dict[str, Any]:
    _require_own(attempt, controller_id)
    known = (read_record(attempt.prepared) or {}).get("spec_sha256")
    if known != digest:
        raise Refusal(
            "spec_conflict", "The attempt was prepared with another spec; a new attempt is needed for this one."
        )
    return {"state": state_of(attempt), "again": True, "spec_sha256": digest}


def _attempt_argument(state: StateFolder, args: Arguments) -> AttemptFolder:
    attempt_id = fields.text("args", args, "attempt_id", 36)
    if not is_attempt_id(attempt_id):
        raise fields.refuse("args.attempt_id", "must be a UUID in lower case")
    return state.attempt(attempt_id)


def _known_attempt(state: StateFolder, args: Arguments) -> AttemptFolder:
    attempt = _attempt_argument(state, args)
    if not attempt.prepared.exists():
        raise Refusal("not_found", f"Attempt {attempt.attempt_id} is not known to this server.")
    return attempt


def _controller_argument(args: Arguments) -> str:
    controller_id = fields.text("args", args, "controller_id", 64)
    if not is_controller_id(controller_id):
        raise fields.refuse("args.controller_id", "may hold letters, digits, dots, dashes and underscores only")
    return controller_id


def _fenced_controller(state: StateFolder, args: Arguments) -> str:
    controller_id = _controller_argument(args)
    accept_fence(state, controller_id, fields.integer("args", args, "fence", 0))
    return controller_id


def _require_own(attempt: AttemptFolder, controller_id: str) -> None:
    if (read_record(attempt.prepared) or {}).get("controller_id") != controller_id:
        raise Refusal("wrong_controller", f"Attempt {attempt.attempt_id} belongs to another controller.")


def _require_lock(mine: bool, attempt: AttemptFolder) -> None:
    if not mine:
        raise Refusal("host_busy", f"Another call about attempt {attempt.attempt_id} does not end.")


def _free_bytes(folder: Path) -> int:
    facts = os.statvfs(folder)
    return facts.f_bavail * facts.f_frsize


def _engine_facts() -> dict[str, str]:
    try:
        path = find_engine()
        return {"path": str(path), "version": engine_version(path)}
    except Refusal as refusal:
        return {"error": refusal.message}
