"""Runs of fio that wrote a log, by prefixes and job numbers; unknown where the files are ambiguous."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from storagelab.formats.fio import options as values
from storagelab.formats.fio.log_names import PREFIX_OPTIONS, LogName
from storagelab.formats.fio.measurements import FioJobEntry

_VERSION = re.compile(r"(?:fio-)?(\d{1,4})\.(\d{1,4})")
#: Latencies in logs are nanoseconds from this version on, microseconds before.
_NANOSECONDS_SINCE = (2, 99)


@dataclass(frozen=True, slots=True)
class Origin:
    """One run of fio as its result describes it: the member, the version, and its jobs in the order of the job file."""

    member: str
    version: str | None
    entries: tuple[FioJobEntry, ...]


class Writers:
    """The runs that may have written a log; the facts needed for each log are worked out once."""

    def __init__(self, origins: Sequence[Origin]) -> None:
        self._origins = tuple(origins)
        self._stated: dict[tuple[str, ...], str | None] = {}
        self._jobs: dict[str | None, list[tuple[int, int]]] = {}

    def find_phase(self, log: LogName, host: str | None) -> int | None:
        """Return the phase of the job that wrote the log.

        None when several runs may have written the log, or when it belongs to several jobs.
        """
        if len(self._origins) != 1:
            return None
        if self._only_phase is not None:
            return self._only_phase
        if log.job is None:
            return None
        # All hosts that no job names are one.
        job_host = host if host is None or host in self._hosts else ""
        if job_host not in self._jobs:
            self._jobs[job_host] = self._list_last_jobs(job_host)
        jobs = self._jobs[job_host]
        place = bisect_left(jobs, log.job, key=lambda job: job[0])
        return jobs[place][1] if place < len(jobs) else None

    def stated(self, *option_names: str) -> str | None:
        """Return the value of an option on which all jobs of all these runs agree, None otherwise."""
        if option_names not in self._stated:
            given = {values.get_option(entry.options, *option_names) for entry in self._entries()}
            self._stated[option_names] = given.pop() if len(given) == 1 else None
        return self._stated[option_names]

    @cached_property
    def latency_factor(self) -> int | None:
        """Nanoseconds per unit of a latency log of these runs; None when their version is not known or they differ."""
        factors = {get_latency_unit(origin.version) for origin in self._origins}
        return factors.pop() if len(factors) == 1 else None

    @cached_property
    def have_options(self) -> bool:
        """Return whether any job of these runs states its options."""
        return any(entry.options for entry in self._entries())

    @cached_property
    def _only_phase(self) -> int | None:
        phases = {entry.measurement.phase for entry in self._entries()}
        return phases.pop() if len(phases) == 1 else None

    @cached_property
    def _hosts(self) -> frozenset[str | None]:
        return frozenset(entry.measurement.host for entry in self._entries())

    def _list_last_jobs(self, host: str | None) -> list[tuple[int, int]]:
        """Return the last job number of each entry and its phase.

        Jobs are numbered over the whole file, separately on each host.
        """
        last = 0
        jobs = []
        for entry in self._entries():
            if host is not None and entry.measurement.host not in (None, host):
                continue
            threads = entry.measurement.workload.threads
            if threads is None:
                break
            last += threads
            jobs.append((last, entry.measurement.phase))
        return jobs

    def _entries(self) -> Iterator[FioJobEntry]:
        return (entry for origin in self._origins for entry in origin.entries)


class Origins:
    """All runs of a folder, found by the prefixes of their logs."""

    def __init__(self, origins: Sequence[Origin]) -> None:
        self._only = Writers(origins if len(origins) == 1 else ())
        silent = [origin for origin in origins if not any(entry.options for entry in origin.entries)]
        self._silent = Writers(silent) if silent else self._only
        named: dict[tuple[str, str], dict[int, Origin]] = {}
        for place, origin in enumerate(origins):
            for option in set(PREFIX_OPTIONS.values()):
                for prefix in _list_log_prefixes(origin, option):
                    named.setdefault((option, prefix), {})[place] = origin
        self._named = {key: Writers(list(by_place.values())) for key, by_place in named.items()}

    def find_writers(self, log: LogName) -> Writers:
        """Return the runs that may have written the log: several with the same prefix, none when all name other logs.

        A run that does not state its options is only taken when no other run claims the log.
        """
        if log.is_sum:
            return self._only
        return self._named.get((PREFIX_OPTIONS[log.metric], log.prefix), self._silent)


def get_latency_unit(version: str | None) -> int | None:
    """Return the nanoseconds per unit of latencies that fio prints without a unit.

    None for an unreadable version.
    """
    match = _VERSION.match(version or "")
    if match is None:
        return None
    return 1 if (int(match[1]), int(match[2])) >= _NANOSECONDS_SINCE else 1000


def _list_log_prefixes(origin: Origin, option: str) -> set[str]:
    """Return the prefixes of a kind of log, without folders. An option without a value means the name of the job."""
    return {
        entry.options[option].rpartition("/")[2] or entry.measurement.name
        for entry in origin.entries
        if option in entry.options
    }
