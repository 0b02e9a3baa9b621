"""Which run of fio wrote a log: told by prefixes and job numbers, and left open where the files do not say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.formats.fio import options as values
from storagelab.formats.fio.log_names import PREFIX_OPTIONS, LogName
from storagelab.formats.fio.measurements import Entry

_VERSION = re.compile(r"(?:fio-)?(\d{1,4})\.(\d{1,4})")
#: Latencies in logs are nanoseconds from this version on, microseconds before.
_NANOSECONDS_SINCE = (2, 99)


@dataclass(frozen=True, slots=True)
class Origin:
    """One run of fio as its result tells it: the member, the version, and its jobs in the order of the job file."""

    member: str
    version: str | None
    entries: tuple[Entry, ...]


def origins_of(log: LogName, origins: Sequence[Origin]) -> list[Origin]:
    """The runs that may have written the log; several when they used the same prefix, none when all name others.

    A run that does not state its options is only taken when nobody else claims the log.
    """
    if log.is_sum:
        return list(origins) if len(origins) == 1 else []
    named = [origin for origin in origins if log.prefix in _prefixes(origin, log)]
    silent = [origin for origin in origins if not any(entry.options for entry in origin.entries)]
    return named or silent or (list(origins) if len(origins) == 1 else [])


def phase_of(log: LogName, host: str | None, found: Sequence[Origin]) -> int | None:
    """The phase in which the job of the log ran, None when several runs may have written it or it is of all phases."""
    if len(found) != 1:
        return None
    (origin,) = found
    phases = {entry.measurement.phase for entry in origin.entries}
    if len(phases) == 1:
        return phases.pop()
    if log.job is None:
        return None
    # Jobs are numbered over the whole job file, on every host anew.
    last = 0
    for entry in origin.entries:
        if host is not None and entry.measurement.host not in (None, host):
            continue
        threads = entry.measurement.workload.threads
        if threads is None:
            return None
        last += threads
        if log.job <= last:
            return entry.measurement.phase
    return None


def stated(option_names: Sequence[str], found: Sequence[Origin]) -> str | None:
    """The value of an option on which all jobs of all these runs agree, None otherwise."""
    given = {values.given(entry.options, *option_names) for origin in found for entry in origin.entries}
    return given.pop() if len(given) == 1 else None


def latency_factor(found: Sequence[Origin]) -> int | None:
    """Nanoseconds per unit of a latency log of these runs; None when their version is not known or they differ."""
    factors = {unit_of_version(origin.version) for origin in found}
    return factors.pop() if len(factors) == 1 else None


def unit_of_version(version: str | None) -> int | None:
    """Nanoseconds per unit of latencies without a unit of their own, None for a version that cannot be read."""
    match = _VERSION.match(version or "")
    if match is None:
        return None
    return 1 if (int(match[1]), int(match[2])) >= _NANOSECONDS_SINCE else 1000


def _prefixes(origin: Origin, log: LogName) -> set[str]:
    """Prefixes of the kind of log, without folders; an option without a value means the name of the job."""
    option = PREFIX_OPTIONS[log.metric]
    return {
        entry.options[option].rpartition("/")[2] or entry.measurement.name
        for entry in origin.entries
        if option in entry.options
    }
