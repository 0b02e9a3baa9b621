"""The figure of a session: outcomes counted, and a sentence for each that deviates. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tests.layouts.layers import Outcome

#: A job is cancelled once it is accepted, or its run succeeds.
_ACCEPTED = ("not run", "succeeded")


def deviations(outcome: Outcome) -> list[str]:
    """Return a sentence for everything about a layout that is not as it must be."""
    sentences = [f"machine: {trouble}" for trouble in outcome.trouble]
    sentences += [f"changed: {part}" for part in outcome.changed]
    if not outcome.built:
        return sentences or ["machine: it could not be built"]
    if outcome.must_refuse:
        sentences += ["the check accepted it"] if outcome.check_refused is False else []
        sentences += [f"the runner took it: {outcome.ended}"] if outcome.submit_refused is not True else []
        return sentences
    reasons = "; ".join(outcome.reasons) or "no reason"
    sentences += [f"the check refused it: {reasons}"] if outcome.check_refused else []
    if outcome.submit_refused is not False:
        sentences.append(f"the runner refused it: {reasons}")
    elif outcome.ended not in _ACCEPTED:
        sentences.append(f"its run ended as {outcome.ended}: {reasons}")
    return sentences


def is_refused(outcome: Outcome) -> bool:
    """Return whether the runner refused the job, and the check too where it was requested."""
    return outcome.check_refused is not False and outcome.submit_refused is True


def is_accepted(outcome: Outcome) -> bool:
    """Return whether the job was accepted, also by the check where it was requested, and its run succeeded."""
    return not outcome.check_refused and outcome.submit_refused is False and outcome.ended in _ACCEPTED


def figure(outcomes: Sequence[Outcome], seed: int) -> str:
    """Return the last line of a session."""
    built = [outcome for outcome in outcomes if outcome.built]
    refuse = [outcome for outcome in built if outcome.must_refuse]
    accept = [outcome for outcome in built if not outcome.must_refuse]
    changed = sum(outcome.changed_bytes for outcome in outcomes)
    return " | ".join(
        (
            f"layouts {len(built)} (seed {seed})",
            f"must refuse {len(refuse)}, refused {sum(map(is_refused, refuse))}",
            f"must accept {len(accept)}, accepted {sum(map(is_accepted, accept))}",
            f"bytes changed that must not be {changed:,}",
        )
    )
