"""Allowed state transitions, and the state of a whole from the states of its parts."""

from __future__ import annotations

import itertools

import pytest

from storagelab.domain.lifecycle import (
    ATTEMPT_TERMINAL,
    ATTEMPT_TRANSITIONS,
    RESPONSIBLE,
    RUN_STATE_OF_ATTEMPT,
    RUN_TERMINAL,
    AttemptState,
    FailureKind,
    IllegalTransition,
    JobState,
    RunState,
    check_transition,
    derive_job_state,
)

LEGAL = {
    "queued": {"leased", "starting", "cancelled", "refused"},
    "leased": {"prepared", "starting", "cancelled", "refused", "queued", "lost"},
    "prepared": {"starting", "cancelled", "refused", "lost"},
    "starting": {"running", "collecting", "cancelled", "refused", "lost"},
    "running": {"collecting", "lost"},
    "collecting": {"succeeded", "failed", "cancelled", "lost"},
}


@pytest.mark.parametrize(("current", "following"), list(itertools.product(AttemptState, AttemptState)))
def test_only_listed_transitions_are_legal(current: AttemptState, following: AttemptState) -> None:
    if following.value in LEGAL.get(current.value, set()):
        check_transition(current, following)
    else:
        with pytest.raises(IllegalTransition, match=f"that is {current} cannot become {following}"):
            check_transition(current, following)


def test_only_terminal_states_have_no_transitions() -> None:
    assert set(ATTEMPT_TRANSITIONS) == set(AttemptState) - ATTEMPT_TERMINAL


def test_running_attempt_cannot_return_to_queued_or_refused() -> None:
    for state in (AttemptState.RUNNING, AttemptState.COLLECTING):
        assert not ATTEMPT_TRANSITIONS[state] & {AttemptState.QUEUED, AttemptState.REFUSED}


def test_attempt_and_run_states_end_together() -> None:
    assert set(RUN_STATE_OF_ATTEMPT) == set(AttemptState)
    for attempt, run in RUN_STATE_OF_ATTEMPT.items():
        assert (attempt in ATTEMPT_TERMINAL) is (run in RUN_TERMINAL)


def test_every_failure_kind_has_a_responsible_party() -> None:
    assert set(RESPONSIBLE) == set(FailureKind)


@pytest.mark.parametrize(
    ("runs", "cancel", "expected"),
    [
        (["waiting", "waiting"], False, "queued"),
        (["finished", "waiting"], False, "running"),
        (["preparing"], False, "running"),
        (["running", "waiting"], True, "cancelling"),
        (["waiting"], True, "cancelling"),
        (["finished", "finished"], False, "finished"),
        (["finished", "finished"], True, "finished"),
        (["finished", "cancelled"], True, "cancelled"),
        (["finished", "failed"], False, "failed"),
        (["cancelled", "lost"], True, "failed"),
        ([], False, "finished"),
    ],
)
def test_job_state_follows_from_its_run_states(runs: list[str], cancel: bool, expected: str) -> None:
    states = [RunState(state) for state in runs]
    assert derive_job_state(states, cancel_requested=cancel) is JobState(expected)
