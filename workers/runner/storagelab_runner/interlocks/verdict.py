"""Result of one interlock: a verdict and the reason in words for people."""

from __future__ import annotations

from typing import NamedTuple

from storagelab_runner.findings import NOT_APPLICABLE, PASS, REFUSE


class Verdict(NamedTuple):
    """`verdict` is pass, refuse or not_applicable; `reason` is one sentence."""

    verdict: str
    reason: str


def passes(reason: str) -> Verdict:
    """Nothing speaks against it."""
    return Verdict(PASS, reason)


def refuses(reason: str) -> Verdict:
    """Something speaks against it, or could not be found out."""
    return Verdict(REFUSE, reason)


def does_not_apply(reason: str) -> Verdict:
    """The subject provably cannot exist here; `reason` says by which rule."""
    return Verdict(NOT_APPLICABLE, reason)


def listed(words: list[str]) -> str:
    """Words as a sentence lists them."""
    return ", ".join(words)
