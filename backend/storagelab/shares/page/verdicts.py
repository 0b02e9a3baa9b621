"""Verdicts on steady state as sentences: of one run, and of all runs of a page."""

from __future__ import annotations

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import Sentence, Tone
from storagelab.shares.page.words import format_count, format_sentence

PUBLISHED = "Published values, not measured here. Without a curve there is no steady-state check."
NO_VERDICT = "No steady-state check: no preconditioning in rounds."


def build_verdict(document: ShareDocument) -> Sentence:
    """Return a sentence about steadiness: the verdict of a single run, or how many of several runs are steady."""
    runs = document.runs
    if len(runs) == 1:
        return run_verdict(runs[0])
    if runs and all(run.origin == "published" for run in runs):
        return Sentence(PUBLISHED)
    judged = [run.verdict for run in runs if run.verdict]
    steady = sum(verdict.status == "steady" for verdict in judged)
    if not judged:
        return Sentence(NO_VERDICT if runs else "No runs included.", "warn")
    rest = f", {format_count(len(runs) - len(judged), 'run')} without a verdict" if len(judged) < len(runs) else ""
    is_good = steady == len(runs)
    return Sentence(
        f"{steady} of {format_count(len(judged), 'checked run')} reached steady state{rest}.", _get_tone(is_good)
    )


def run_verdict(run: FrozenRun) -> Sentence:
    """Return the verdict of one run as a sentence."""
    if run.verdict:
        status = run.verdict.status
        return Sentence(format_sentence(run.verdict.sentence), _get_tone(status == "steady"))
    return Sentence(PUBLISHED) if run.origin == "published" else Sentence(NO_VERDICT, "warn")


def _get_tone(is_good: bool) -> Tone:
    return "good" if is_good else "warn"
