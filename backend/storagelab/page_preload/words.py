"""The first words of a page: what its reader came for, readable before any script has run. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.http.preload import PreloadText
from storagelab.overview.ended import EndedRun
from storagelab.results.schemas import RunOut

#: Number of the runs that ended last that are named.
MAX_ENDED = 5


def format_run_summary(run: RunOut) -> PreloadText:
    """Return the first words of a run's page: title, failure, and verdict."""
    sentences = [run.failure.message] if run.failure else []
    if run.verdict:
        sentences.append(run.verdict.sentence)
        if run.verdict.strict:
            sentences.append(run.verdict.strict.sentence)
    elif run.source:
        sentences.append(run.source.title)
    return PreloadText(f"{run.number} · {run.title}", tuple(sentences))


def format_home_summary(*, working_count: int, waiting_count: int, ended: Sequence[EndedRun]) -> PreloadText:
    """Return what runs, what waits, and what ended last."""
    sentences = [f"{_count(working_count, 'run')} under way, {waiting_count} waiting in the queue."]
    if ended:
        sentences.append(f"Ended last: {'; '.join(f'{run.number} {run.title}' for run in ended[:MAX_ENDED])}.")
    return PreloadText("Home", (" ".join(sentences),))


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
