"""Settings that the lab makes in every job alike, and their differences from a fio job file."""

from __future__ import annotations

from storagelab.domain.workload import Workload
from storagelab.profiles.job_files.findings import Findings
from storagelab.profiles.job_files.fio_file import JobSection

#: Settings that every job of the lab has, fio's behaviour without an option, and the effect of the difference.
_FIXED = (
    ("direct", "1", "0", "requests bypass the page cache: what is measured is the drive and not the memory"),
    (
        "norandommap",
        "1",
        "0",
        "random addresses are drawn again each time, so that some repeat and others are left out",
    ),
    ("refill_buffers", "1", "0", "every write has fresh random data"),
    ("randrepeat", "0", "1", "random addresses differ from run to run"),
    ("invalidate", "1", "1", "the cache of the target is dropped before each phase"),
    ("thread", "1", "0", "workers are threads"),
    ("random_generator", "tausworthe64", "tausworthe", "the generator is tausworthe64"),
)
#: Differences from fio's defaults that change no figure. They need no remark unless the file sets the option.
_SILENT = frozenset({"randrepeat", "thread", "random_generator"})


def add_difference_remarks(job: JobSection, workload: Workload, findings: Findings) -> None:
    """Add a remark for each difference of the lab: where the file sets it, else once where fio's default matters."""
    idle = {
        *(() if workload.writes else ("refill_buffers",)),
        *(() if workload.random_percent else ("norandommap", "randrepeat", "random_generator")),
    }
    for slot, ours, default, words in _FIXED:
        setting = job.settings.get(slot)
        if slot in idle:
            continue
        if setting is not None:
            buffered = setting.option.name == "buffered"
            value = {"0": "1", "1": "0"}[setting.value] if buffered else setting.value
            if value != ours:
                findings.change(setting.line, f"{setting.option.name}={setting.value}: {words}")
        elif default != ours and slot not in _SILENT:
            findings.change_once(job.line, f"no {slot}: {words}")
