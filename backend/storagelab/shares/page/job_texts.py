"""Exact text of the jobs, each once for all runs of it."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import Block, Code, PageSection, Sentence
from storagelab.shares.page.words import format_count, format_list

#: More text than this is in the JSON only: a page is read, not searched for the eightieth job.
MAX_CHARACTERS = 48_000


def build_job_texts(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the exact text of the jobs."""
    return PageSection("jobs", "Job files", tuple(_merge_job_texts(document.runs)), is_appendix=True)


def _merge_job_texts(runs: Sequence[FrozenRun]) -> list[Block]:
    """Return the job files in order; equal files of several runs are merged into one, with the numbers of their
    runs.
    """
    by_text: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for file in run.job_files:
            by_text.setdefault((f"{file.ordinal}. {file.name}", file.text), []).append(run.number)
    blocks: list[Block] = []
    room = MAX_CHARACTERS
    for (title, text), numbers in by_text.items():
        room -= len(text)
        if room < 0 and blocks:
            break
        of = f" ({format_list(dict.fromkeys(numbers))})" if len(runs) > 1 else ""
        blocks.append(Code(f"{title}{of}", text))
    left = len(by_text) - len(blocks)
    if left:
        blocks.append(Sentence(f"{format_count(left, 'more job file')} in the JSON of this page."))
    return blocks
