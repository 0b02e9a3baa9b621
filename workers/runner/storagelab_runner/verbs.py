"""Verbs of the runner. Every verb may be repeated: the second time changes nothing."""

from __future__ import annotations

import base64
import hashlib
import os
from typing import Any, Callable, Mapping, Sequence

from storagelab_runner import VERSION, fields, targets
from storagelab_runner.arguments import (
    Arguments,
    attempt_argument,
    require_attempt,
    require_controller,
    require_fenced_controller,
    require_lock,
    require_own,
    require_own_attempt,
)
from storagelab_runner.attempts import (
    AFTER_PHASE,
    NOW,
    cancel_when,
    describe_status,
    get_attempt_state,
    read_spec,
    remove_lost_target,
)
from storagelab_runner.collection import ENDED_STATES, clear_leftovers, clear_leftovers_of
from storagelab_runner.engine_versions import engines_at_rest, query_engines
from storagelab_runner.engines import packages
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import LOCK_SECONDS
from storagelab_runner.findings import is_refused, raise_first_refusal
from storagelab_runner.hello import answer_hello
from storagelab_runner.identity import get_realtime_ns
from storagelab_runner.inventory import collect_inventory
from storagelab_runner.layout import AttemptFolder, StateFolder, free_bytes
from storagelab_runner.operations.kinds import has_drive_changes as changes_drives
from storagelab_runner.operations.kinds import parse_operations
from storagelab_runner.orphans import find_orphans, refuse_beside_orphans
from storagelab_runner.records import create_once, encode_canonical, locked, read_record, write_record
from storagelab_runner.spec import parse_spec
from storagelab_runner.spec_targets import SpecFileTarget, parse_target
from storagelab_runner.starting import start_once, wait_for_ending
from storagelab_runner.tool_reports import list_engine_questions

MAX_READ_BYTES = 1 << 20
#: Limit for the number of files that may accompany one that is read.
MAX_ALONG = 256
_STATE_HEADROOM_BYTES = 64 << 20


def answer_inventory(state: StateFolder, _: Arguments) -> dict[str, Any]:
    """Return the inventory as `outputs`: the answers of a fixed list of read-only commands and files."""
    return {"outputs": collect_inventory(state.config, engines=query_engines(state, list_engine_questions()))}


def check(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Check a target and its preparation; return the findings under `results`, and `refused`."""
    target = parse_target("target", args.get("target"))
    writes = fields.parse_flag("args", args, "writes")
    preparation = parse_operations("preparation", args.get("preparation", []))
    scratch = targets.get_scratch_file(state, "check")
    # What prepares a target writes to it, as far as the interlocks go.
    writes = writes or changes_drives(preparation)
    wait_for_ending(state)
    findings = targets.check(state, target, scratch, writes=writes, preparation=preparation)
    return {"results": [finding.to_json() for finding in findings], "refused": is_refused(findings)}


def prepare(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Accept a spec for an attempt after checking its target; nothing runs yet. Raises Refusal."""
    attempt = attempt_argument(state, args)
    controller_id = require_fenced_controller(state, args)
    document = args.get("spec")
    digest = hashlib.sha256(encode_canonical(document)).hexdigest()
    if attempt.prepared.exists():
        return _answer_prepared_attempt(attempt, controller_id, digest)
    spec = parse_spec(document)
    scratch = targets.get_scratch_file(state, attempt.attempt_id)
    wait_for_ending(state)
    findings = targets.check(state, spec.target, scratch, writes=spec.writes, preparation=spec.preparation)
    raise_first_refusal(findings)
    _require_space(state)
    target_name = targets.format_engine_name(state, spec.target, scratch)
    ENGINES[spec.engine].check_target(target_name)
    attempt.phases.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        require_lock(mine, attempt)
        if attempt.prepared.exists():
            return _answer_prepared_attempt(attempt, controller_id, digest)
        write_record(attempt.spec, fields.require_object("spec", document))
        checks = [finding.to_json() for finding in findings]
        write_record(attempt.checks, {"prepare": checks, "start": []})
        record = {
            "controller_id": controller_id,
            "fence": args["fence"],
            "spec_sha256": digest,
            "target_name": target_name,
            "target_path": str(targets.file_of(target_name)) if isinstance(spec.target, SpecFileTarget) else None,
            "realtime_ns": get_realtime_ns(),
            "runner_version": VERSION,
        }
        create_once(attempt.prepared, record)
    return {"state": "prepared", "again": False, "spec_sha256": digest, "checks": checks}


def start(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Start a prepared attempt, at most once, and return its status.

    `again` in it is true when the attempt had been started before. Everything is checked again, however old the
    preparation is.
    """
    attempt = require_own_attempt(state, args)
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        require_lock(mine, attempt)
        again = attempt.started.exists()
        if not again:
            if attempt.cancel.exists():
                raise Refusal("cancelled", "The attempt was cancelled before it started, so it never will.")
            _require_space(state)
            clear_leftovers(state)
            refuse_beside_orphans(state)
            with engines_at_rest(state):
                start_once(state, attempt, read_spec(attempt))
    answer = {**describe_status(attempt), "again": again}
    return answer if again else {**answer, "checks": (read_record(attempt.checks) or {}).get("start", [])}


def answer_status(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Return the Status of an attempt, with a warning for every process it has left behind."""
    attempt = require_attempt(state, args)
    clear_leftovers_of(state, attempt)
    answer = describe_status(attempt)
    if answer["state"] == "lost":
        # The last engine may have ended since: a lost attempt must have nothing left on the server.
        clear_leftovers_of(state, attempt)
        orphans = (orphan for orphan in find_orphans(state) if orphan.attempt_id == attempt.attempt_id)
        answer["warnings"] += [f"{orphan.words()} still runs." for orphan in orphans]
    return answer


def read(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Read a piece of one file of an attempt, in base64; the data is empty at the end of the file.

    `along` names other files that are wanted whole: a run of many phases leaves thousands of small files. The answer
    has as many of them, in their order, as fit into one answer. A runner that does not know the word sends none.
    """
    attempt = require_attempt(state, args)
    name = fields.parse_text("args", args, "name")
    offset = fields.parse_integer("args", args, "offset", 0)
    length = fields.parse_integer("args", args, "length", 1, MAX_READ_BYTES)
    along = fields.parse_texts("args", args, "along", MAX_ALONG) if "along" in args else []
    size, data = _read_piece(attempt, name, offset, length)
    answer = {"name": name, "offset": offset, "data_b64": _encode_base64(data), "size": size}
    if along:
        answer["along"] = _read_along(attempt, along, MAX_READ_BYTES - len(data))
    return answer


def _read_piece(attempt: AttemptFolder, name: str, offset: int, length: int) -> tuple[int, bytes]:
    # The name is only ever compared with those that exist; of it, nothing but the digits of a folder becomes a path.
    if not attempt.is_readable(name):
        raise Refusal("not_found", f"The attempt has no file {name!r}.")
    descriptor = os.open(attempt.root / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return os.fstat(descriptor).st_size, os.pread(descriptor, length, offset)
    finally:
        os.close(descriptor)


def _read_along(attempt: AttemptFolder, names: Sequence[str], room: int) -> list[dict[str, Any]]:
    """Read whole files in order until one does not fit into `room` bytes; data is in base64."""
    files: list[dict[str, Any]] = []
    for name in names:
        size, data = _read_piece(attempt, name, 0, room + 1)
        if len(data) > room:
            break
        room -= len(data)
        files.append({"name": name, "data_b64": _encode_base64(data), "size": size})
    return files


def _encode_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def cancel(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Request the end of an attempt, now or after the current phase, and return its status.

    An attempt that has not started never will.
    """
    attempt = require_own_attempt(state, args)
    when = args.get("when", NOW)
    if when not in (NOW, AFTER_PHASE):
        raise fields.refuse("args.when", f"must be {NOW} or {AFTER_PHASE}")
    wish = {"realtime_ns": get_realtime_ns(), "when": when}
    # Written before the lock is taken: a start that takes long must see it.
    if not attempt.exit.exists() and not create_once(attempt.cancel, wish):
        _advance_end(attempt, wish)
    with locked(attempt.lock, LOCK_SECONDS) as mine:
        require_lock(mine, attempt)
    return describe_status(attempt)


def _advance_end(attempt: AttemptFolder, wish: Mapping[str, Any]) -> None:
    """Replace a cancellation after the phase by one for now, never the other way round."""
    if wish["when"] == NOW and cancel_when(attempt) == AFTER_PHASE:
        write_record(attempt.cancel, wish)


def acknowledge_storage(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Record that the controller has stored all files of an ended attempt.

    The attempt may be deleted later. Raises Refusal for an attempt that has not ended.
    """
    attempt = require_own_attempt(state, args)
    current = get_attempt_state(attempt)
    if current not in ENDED_STATES:
        raise Refusal("refused", f"The attempt is {current}: only one that has ended can be acknowledged.")
    if current == "lost":
        remove_lost_target(attempt)
    create_once(attempt.acknowledged, {"realtime_ns": get_realtime_ns()})
    return {"acknowledged": True}


def list_attempts(state: StateFolder, _: Arguments) -> dict[str, Any]:
    """List every attempt this server knows, and every process that lost its supervisor."""
    attempts = []
    for attempt in state.list_attempts():
        prepared = read_record(attempt.prepared) or {}
        started = read_record(attempt.started) or {}
        attempts.append(
            {
                "attempt_id": attempt.attempt_id,
                "controller_id": prepared.get("controller_id"),
                "fence": prepared.get("fence"),
                "state": get_attempt_state(attempt),
                "started_realtime_ns": started.get("realtime_ns"),
                "devices": [device["stable_id"] for device in started.get("devices", [])],
                "acknowledged": attempt.acknowledged.exists(),
            }
        )
    return {"attempts": attempts, "orphans": [orphan.to_json() for orphan in find_orphans(state)]}


def install_engine(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Store a piece of an engine's package; the last piece installs the package, and nothing is run."""
    require_controller(args)
    return packages.receive(state, args)


VERBS: Mapping[str, Callable[[StateFolder, Arguments], dict[str, Any]]] = {
    "hello": answer_hello,
    "inventory": answer_inventory,
    "check": check,
    "prepare": prepare,
    "start": start,
    "status": answer_status,
    "read": read,
    "cancel": cancel,
    "ack": acknowledge_storage,
    "install_engine": install_engine,
    "list": list_attempts,
}


def _answer_prepared_attempt(attempt: AttemptFolder, controller_id: str, digest: str) -> dict[str, Any]:
    require_own(attempt, controller_id)
    recorded = (read_record(attempt.prepared) or {}).get("spec_sha256")
    if recorded != digest:
        raise Refusal("spec_conflict", "The attempt was prepared with another spec. Start a new attempt for this one.")
    checks = (read_record(attempt.checks) or {}).get("prepare", [])
    return {"state": get_attempt_state(attempt), "again": True, "spec_sha256": digest, "checks": checks}


def _require_space(state: StateFolder) -> None:
    if free_bytes(state.root) < _STATE_HEADROOM_BYTES:
        raise Refusal("disk_full", f"{state.root} has less than {_STATE_HEADROOM_BYTES} bytes free for results.")
