"""States of job, run, attempt and phase, and the legal transitions between them.

Nothing else decides which state may follow.
"""

from __future__ import annotations

from enum import StrEnum


class JobState(StrEnum):
    """A job is what a client submitted. It ends when its last run ends."""

    QUEUED = "queued"
    RUNNING = "running"
    CANCELLING = "cancelling"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunState(StrEnum):
    """A run is one execution of the profile on one server."""

    WAITING = "waiting"
    PREPARING = "preparing"
    RUNNING = "running"
    COLLECTING = "collecting"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"


class AttemptState(StrEnum):
    """An attempt is one try at a run on the server. Only a row with evidence makes it terminal after I/O began."""

    QUEUED = "queued"
    LEASED = "leased"
    PREPARED = "prepared"
    STARTING = "starting"
    RUNNING = "running"
    COLLECTING = "collecting"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"
    REFUSED = "refused"


class PhaseState(StrEnum):
    """A phase is one workload within a run."""

    PLANNED = "planned"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"
    LOST = "lost"


class ServerState(StrEnum):
    """State of a server: usable, or the reason why not."""

    NEW = "new"
    READY = "ready"
    BUSY = "busy"
    MAINTENANCE = "maintenance"
    UNREACHABLE = "unreachable"
    QUARANTINED = "quarantined"
    RETIRED = "retired"


class FailureKind(StrEnum):
    """Side that must act on a failure: the request, the lab, the tool, or our code."""

    JOB = "job"
    INFRASTRUCTURE = "infrastructure"
    ENGINE = "engine"
    BUG = "bug"


#: The side that can fix a failure of each kind, as a word for the user.
RESPONSIBLE = {
    FailureKind.JOB: "request",
    FailureKind.INFRASTRUCTURE: "lab",
    FailureKind.ENGINE: "tool",
    FailureKind.BUG: "us",
}

JOB_TERMINAL = frozenset({JobState.FINISHED, JobState.FAILED, JobState.CANCELLED})
RUN_TERMINAL = frozenset({RunState.FINISHED, RunState.FAILED, RunState.CANCELLED, RunState.LOST})
PHASE_TERMINAL = frozenset(
    {PhaseState.FINISHED, PhaseState.FAILED, PhaseState.SKIPPED, PhaseState.CANCELLED, PhaseState.LOST}
)
#: Why a phase was skipped whose state its drives were in already; it counts as if it had been done.
LEFT_OUT = "reused"
#: Why a phase was skipped that what was measured before it made needless: its loop is steady, its sweep at its end.
NOT_NEEDED = "not_needed"
#: Why a phase that is there to move a volume ended before it had: its time was over. It conditions nothing.
TIME_LIMIT = "time_limit"
#: Why a phase has no measurement: its engine, or a drive of its target, failed while it ran.
ENGINE_FAILED = "engine_failed"

ATTEMPT_TERMINAL = frozenset(
    {
        AttemptState.SUCCEEDED,
        AttemptState.FAILED,
        AttemptState.CANCELLED,
        AttemptState.LOST,
        AttemptState.REFUSED,
    }
)

_A = AttemptState
ATTEMPT_TRANSITIONS: dict[AttemptState, frozenset[AttemptState]] = {
    # Straight to STARTING goes what a server has begun and a restored database does not know of.
    _A.QUEUED: frozenset({_A.LEASED, _A.STARTING, _A.CANCELLED, _A.REFUSED}),
    # An administrator's override turns every state with leases into LOST.
    _A.LEASED: frozenset({_A.PREPARED, _A.STARTING, _A.CANCELLED, _A.REFUSED, _A.QUEUED, _A.LOST}),
    _A.PREPARED: frozenset({_A.STARTING, _A.CANCELLED, _A.REFUSED, _A.LOST}),
    _A.STARTING: frozenset({_A.RUNNING, _A.COLLECTING, _A.CANCELLED, _A.REFUSED, _A.LOST}),
    _A.RUNNING: frozenset({_A.COLLECTING, _A.LOST}),
    _A.COLLECTING: frozenset({_A.SUCCEEDED, _A.FAILED, _A.CANCELLED, _A.LOST}),
}

#: The state of the run while its current attempt is in this state.
RUN_STATE_OF_ATTEMPT: dict[AttemptState, RunState] = {
    _A.QUEUED: RunState.WAITING,
    _A.LEASED: RunState.PREPARING,
    _A.PREPARED: RunState.PREPARING,
    _A.STARTING: RunState.PREPARING,
    _A.RUNNING: RunState.RUNNING,
    _A.COLLECTING: RunState.COLLECTING,
    _A.SUCCEEDED: RunState.FINISHED,
    _A.FAILED: RunState.FAILED,
    _A.REFUSED: RunState.FAILED,
    _A.CANCELLED: RunState.CANCELLED,
    _A.LOST: RunState.LOST,
}


def was_left_out(state: str, stop_reason: str | None) -> bool:
    """Return whether a phase was skipped because its drives already had the state that it makes.

    `state` and `stop_reason` are the stored values of the phase.
    """
    return state == PhaseState.SKIPPED and stop_reason == LEFT_OUT


def was_not_run(state: str, stop_reason: str | None) -> bool:
    """Return whether a phase was skipped for a reason that leaves the results of its run complete."""
    return state == PhaseState.SKIPPED and stop_reason in (LEFT_OUT, NOT_NEEDED)


class IllegalTransition(Exception):
    """An attempted transition that is missing in the tables above: a bug, never a user's mistake."""


def check_transition(current: AttemptState, following: AttemptState) -> None:
    """Raise IllegalTransition unless `following` may come directly after `current`."""
    if following not in ATTEMPT_TRANSITIONS.get(current, frozenset()):
        raise IllegalTransition(f"An attempt that is {current} cannot become {following}")


def derive_job_state(runs: list[RunState], *, cancel_requested: bool) -> JobState:
    """Return the state of a job from the states of its `runs`; it is over when all runs are over.

    With `cancel_requested`, a job that still has unfinished runs is CANCELLING.
    """
    if all(state in RUN_TERMINAL for state in runs):
        if any(state in (RunState.FAILED, RunState.LOST) for state in runs):
            return JobState.FAILED
        if any(state is RunState.CANCELLED for state in runs):
            return JobState.CANCELLED
        return JobState.FINISHED
    if cancel_requested:
        return JobState.CANCELLING
    if all(state is RunState.WAITING for state in runs):
        return JobState.QUEUED
    return JobState.RUNNING
