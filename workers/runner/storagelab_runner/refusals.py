"""Log of refused requests, one line each, as a trace of an attack or a confused controller."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from storagelab_runner.errors import Refusal
from storagelab_runner.identity import get_realtime_ns
from storagelab_runner.layout import StateFolder
from storagelab_runner.records import encode_canonical, locked

#: The verbs that change something.
_RECORDED_VERBS = frozenset({"prepare", "start", "cancel", "ack"})
#: Two files of this size are retained, the older one under another name.
LARGEST_BYTES = 1 << 20
_LONGEST_TEXT = 300
_LOCK_SECONDS = 1.0


def record_refusal(state: StateFolder, verb: Any, args: Any, refusal: Refusal) -> None:
    """Append a line to the log of refusals for a refused verb that would have changed something.

    Nothing is recorded when the disk is full.
    """
    if not isinstance(verb, str) or verb not in _RECORDED_VERBS or not isinstance(args, dict):
        return
    line = {
        "realtime_ns": get_realtime_ns(),
        "verb": verb,
        **{name: _limit_value(args.get(name)) for name in ("attempt_id", "controller_id", "fence")},
        "code": refusal.code,
        "message": refusal.message[:_LONGEST_TEXT],
    }
    with contextlib.suppress(OSError), locked(state.root / ".refusals.lock", _LOCK_SECONDS) as mine:
        if mine:
            _append(state, encode_canonical(line) + b"\n")


def _append(state: StateFolder, line: bytes) -> None:
    path = state.refusals
    if path.exists() and path.stat().st_size + len(line) > LARGEST_BYTES:
        path.replace(path.with_name(f"{path.stem}.1{path.suffix}"))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def _limit_value(value: Any) -> str | int | None:
    """Return an unchecked argument for the log: a whole number or None as it is, else a limited text."""
    if value is None or (isinstance(value, int) and abs(value) < 1 << 63):
        return value
    return str(value)[:_LONGEST_TEXT]
