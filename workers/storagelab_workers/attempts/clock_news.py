"""Steps of a server's clock during an attempt: an event for each, and a badge on what it concerns."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import select

from storagelab.db.models import Attempt, Measurement, Phase
from storagelab.domain.runner_reports import RunnerStatus
from storagelab.results.clock_jumps import ClockJump, find_clock_badge, parse_jumps, replace_badge
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction


def badge_clock_jumps(tx: AttemptTransaction) -> None:
    """Badge the run, and the measurements of phases during which the clock was set."""
    own = _get_jumps(tx.attempt)
    # A resumed run retains phases, with their badges, of the earlier attempts it continues.
    earlier = [jump for attempt in _list_resumed_attempts(tx) for jump in _get_jumps(attempt)]
    tx.run.badges = replace_badge(tx.run.badges, find_clock_badge([*earlier, *own]))
    by_phase: dict[int, list[ClockJump]] = {}
    for jump in own:
        if jump.phase is not None:
            by_phase.setdefault(jump.phase, []).append(jump)
    rows = tx.session.execute(
        select(Measurement, Phase.ordinal)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == tx.run.id, Phase.ordinal.in_(by_phase))
    )
    for measurement, ordinal in rows:
        measurement.badges = replace_badge(measurement.badges, find_clock_badge(by_phase[ordinal]))


def find_new_jumps(before: RunnerStatus, after: RunnerStatus) -> list[tuple[ClockJump, dict[str, object]]]:
    """Return the clock steps that the runner's status `after` lists beyond `before`, with evidence."""
    jumps = parse_jumps(after)[len(parse_jumps(before)) :]
    return [(jump, asdict(jump)) for jump in jumps]


def _get_jumps(attempt: Attempt) -> list[ClockJump]:
    return parse_jumps(attempt.exit_record) or parse_jumps(attempt.status)


def _list_resumed_attempts(tx: AttemptTransaction) -> list[Attempt]:
    """Return the earlier attempts that this attempt continues, oldest first."""
    chain: list[Attempt] = []
    earlier_id = tx.attempt.resumed_from_id
    while earlier_id is not None:
        chain.insert(0, tx.session.get_one(Attempt, earlier_id))
        earlier_id = chain[0].resumed_from_id
    return chain
