"""fio job file read as a profile: each job becomes a phase, in the order of execution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from storagelab.profiles.job_files.documents import profile_of
from storagelab.profiles.job_files.findings import Findings, RawProfile
from storagelab.profiles.job_files.fio_file import JobSection, read_sections
from storagelab.profiles.job_files.fio_phases import build_draft


def read_fio_job(text: str) -> RawProfile:
    """Convert a fio job file to a profile, or return the refusals, line by line.

    Never raises, opens or runs anything. fio runs jobs side by side unless a stonewall is between them. A profile has
    one phase after the other, so that every job but the first needs a stonewall. A later rendering comes from the
    profile and not from this text.
    """
    findings = Findings()
    jobs = read_sections(text, findings)
    _refuse_parallel(jobs, findings)
    drafts = (
        [draft for job in jobs if (draft := build_draft(job, findings)) is not None] if not findings.refused else []
    )
    return profile_of("fio", text, drafts, findings) if not findings.refused else findings.result(None)


def _refuse_parallel(jobs: Sequence[JobSection], findings: Findings) -> None:
    for before, job in pairwise(jobs):
        wall = job.settings.get("stonewall")
        if wall is None or wall.value == "0":
            findings.refuse(
                job.line,
                f"[{job.name}] would run at the same time as [{before.name}]. A profile runs one phase after the "
                "other: add stonewall to it, if that is meant",
            )
