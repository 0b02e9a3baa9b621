"""Arguments of verbs: the attempt, its controller and the fence."""

from __future__ import annotations

from typing import Any, Mapping

from storagelab_runner import fields
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import accept_fence
from storagelab_runner.layout import AttemptFolder, StateFolder, is_attempt_id, is_controller_id
from storagelab_runner.records import read_record

Arguments = Mapping[str, Any]


def attempt_argument(state: StateFolder, args: Arguments) -> AttemptFolder:
    """Return the folder of the attempt named in `args`, which may not exist yet.

    Raises Refusal bad_request.
    """
    attempt_id = fields.parse_text("args", args, "attempt_id", 36)
    if not is_attempt_id(attempt_id):
        raise fields.refuse("args.attempt_id", "must be a UUID in lower case")
    return state.attempt(attempt_id)


def require_attempt(state: StateFolder, args: Arguments) -> AttemptFolder:
    """Return the folder of the prepared attempt named in `args`. Raises Refusal not_found."""
    attempt = attempt_argument(state, args)
    if not attempt.prepared.exists():
        raise Refusal("not_found", f"Attempt {attempt.attempt_id} is not known to this server.")
    return attempt


def require_own_attempt(state: StateFolder, args: Arguments) -> AttemptFolder:
    """Return the folder of the attempt in `args`, if its controller sent the request.

    The attempt must be prepared and the controller's fence valid. Raises Refusal not_found, stale_fence,
    wrong_controller.
    """
    attempt = require_attempt(state, args)
    require_own(attempt, require_fenced_controller(state, args))
    return attempt


def require_controller(args: Arguments) -> str:
    """Return the controller id in `args`. Raises Refusal bad_request."""
    controller_id = fields.parse_text("args", args, "controller_id", 64)
    if not is_controller_id(controller_id):
        raise fields.refuse("args.controller_id", "may hold letters, digits, dots, dashes and underscores only")
    return controller_id


def require_fenced_controller(state: StateFolder, args: Arguments) -> str:
    """Return the controller id in `args` after a check that its fence is the highest seen.

    Raises Refusal stale_fence.
    """
    controller_id = require_controller(args)
    accept_fence(state, controller_id, fields.parse_integer("args", args, "fence", 0))
    return controller_id


def require_own(attempt: AttemptFolder, controller_id: str) -> None:
    """Raise Refusal wrong_controller unless this controller prepared the attempt."""
    if (read_record(attempt.prepared) or {}).get("controller_id") != controller_id:
        raise Refusal("wrong_controller", f"Attempt {attempt.attempt_id} belongs to another controller.")


def require_lock(mine: bool, attempt: AttemptFolder) -> None:
    """Raise Refusal host_busy unless `mine` states that this process holds the attempt's lock."""
    if not mine:
        raise Refusal("host_busy", f"Another call about attempt {attempt.attempt_id} does not end.")
