"""What is cleared away: file targets of lost attempts, engines that went deaf, and attempts a controller has stored."""

from __future__ import annotations

import shutil

from storagelab_runner.attempts import end_deaf_engine, remove_lost_target, state_of
from storagelab_runner.identity import NS_PER_S, realtime_ns
from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.records import read_record

_KEEP_NS = 14 * 86400 * NS_PER_S
_COLLECTED_PREFIX = ".collected-"
ENDED_STATES = frozenset({"finished", "lost", "cancelled"})


def clear_leftovers(state: StateFolder) -> None:
    """Finish what supervisors that died could not finish."""
    for attempt in state.all_attempts():
        if attempt.exit.exists() or not attempt.started.exists():
            continue
        end_deaf_engine(attempt)
        if state_of(attempt) == "lost":
            remove_lost_target(attempt)


def collect(state: StateFolder) -> None:
    """Delete the attempts that ended and were acknowledged more than 14 days ago."""
    for attempt in state.all_attempts():
        if _is_due(attempt):
            # The new name is no attempt id, so half a deletion never looks like an attempt.
            attempt.root.rename(state.attempts / f"{_COLLECTED_PREFIX}{attempt.attempt_id}")
    for folder in state.attempts.glob(f"{_COLLECTED_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)


def _is_due(attempt: AttemptFolder) -> bool:
    acknowledged = read_record(attempt.acknowledged)
    if acknowledged is None or realtime_ns() - int(acknowledged["realtime_ns"]) < _KEEP_NS:
        return False
    return state_of(attempt) in ENDED_STATES
