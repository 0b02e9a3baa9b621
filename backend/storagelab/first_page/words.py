"""The first words of a page: what its reader came for, readable before any script has run. Pure."""

from __future__ import annotations

from storagelab.http.beginnings import Words
from storagelab.overview.schemas import Overview
from storagelab.results.schemas import Run

#: So many of the runs that ended last are named.
_ENDED = 5


def words_of_run(run: Run) -> Words:
    """Which run this is, what went wrong, and the verdict on it."""
    sentences = [run.failure.message] if run.failure else []
    if run.verdict:
        sentences.append(run.verdict.sentence)
        if run.verdict.strict:
            sentences.append(run.verdict.strict.sentence)
    elif run.source:
        sentences.append(run.source.title)
    return Words(f"{run.number} · {run.title}", tuple(sentences))


def words_of_overview(overview: Overview) -> Words:
    """How much there is to look at, what runs, and what ended last."""
    counts = overview.alerts.counts
    sentences = [
        f"{counts.critical} critical, {_count(counts.warning, 'warning')}, {_count(counts.notice, 'notice')}. "
        f"{_count(overview.under_way.count, 'run')} under way, {overview.under_way.waiting_count} waiting in the queue."
    ]
    if overview.ended:
        listed = "; ".join(f"{run.number} {run.title}" for run in overview.ended[:_ENDED])
        sentences.append(f"{'Ended last' if overview.has_measured else 'Results from elsewhere'}: {listed}.")
    return Words("Home", (" ".join(sentences),))


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
