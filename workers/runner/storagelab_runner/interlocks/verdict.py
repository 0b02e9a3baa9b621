"""Result of one interlock: a verdict and the reason in words for people."""

from __future__ import annotations

from typing import NamedTuple

from storagelab_runner.findings import NOT_APPLICABLE, PASS, REFUSE


class InterlockVerdict(NamedTuple):
    """`verdict` is pass, refuse or not_applicable; `reason` is one sentence."""

    verdict: str
    reason: str


def build_pass_verdict(reason: str) -> InterlockVerdict:
    """Build the verdict of an interlock that has no objection."""
    return InterlockVerdict(PASS, reason)


def build_refuse_verdict(reason: str) -> InterlockVerdict:
    """Build the verdict of an interlock that objects or could not find out."""
    return InterlockVerdict(REFUSE, reason)


def does_not_apply(reason: str) -> InterlockVerdict:
    """Build the verdict for a subject that provably cannot exist here; `reason` names the rule."""
    return InterlockVerdict(NOT_APPLICABLE, reason)


def join_words(words: list[str]) -> str:
    """Return words joined as a sentence lists them."""
    return ", ".join(words)
