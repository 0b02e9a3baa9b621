"""Result of one interlock: a verdict and the reason in words for people."""

from __future__ import annotations

from typing import NamedTuple

from storagelab_runner.findings import NOT_APPLICABLE, PASS, REFUSE


class InterlockVerdict(NamedTuple):
    """`verdict` is pass, refuse or not_applicable; `reason` is one sentence."""

    verdict: str
    reason: str


def build_pass_verdict(reason: str) -> InterlockVerdict:
    """Build the verdict of an interlock that allows the target, with the reason in words."""
    return InterlockVerdict(PASS, reason)


def build_refuse_verdict(reason: str) -> InterlockVerdict:
    """Build the verdict `refuse`, for an objection or for facts that could not be read."""
    return InterlockVerdict(REFUSE, reason)


def does_not_apply(reason: str) -> InterlockVerdict:
    """Build the verdict that an interlock does not apply, because its subject cannot exist here.

    `reason` names the rule by which it provably cannot.
    """
    return InterlockVerdict(NOT_APPLICABLE, reason)


def join_words(words: list[str]) -> str:
    """Return words joined by commas for use in a sentence."""
    return ", ".join(words)
