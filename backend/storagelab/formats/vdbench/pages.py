"""Other pages of an output folder: end of the execution, version, time zone, and errors."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from storagelab.formats.text import clip, split_lines

_CREATED = re.compile(
    r"created ([0-9:]{8} [A-Z][a-z]{2} [0-9]{2} [0-9]{4}) (\S+) \(([0-9:]{8} [A-Z][a-z]{2} [0-9]{2} [0-9]{4}) UTC\)"
)
_VERSION = re.compile(r"Vdbench distribution: *(vdbench[0-9A-Za-z._]+)")
_TITLE = re.compile(r"<title>Vdbench ([^<]*)/[^/<]*</title>")
#: Lines of trouble of one run that are stored; a missing drive fails every I/O.
_TROUBLES_SHOWN = 20


@dataclass(frozen=True)
class StatusPage:
    """Contents of status.html: the started runs in order, the failures of each, and the last message."""

    started: tuple[str, ...]
    troubles: Mapping[int, str]
    last_word: str | None
    complete: bool

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """Return the indexes of the runs in `started` by the name of the run."""
        by_name: defaultdict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self.started):
            by_name[name].append(place)
        return by_name


def read_status(text: str) -> StatusPage:
    """Return the contents of status.html."""
    started: list[str] = []
    troubles: defaultdict[int, list[str]] = defaultdict(list)
    last_word = None
    complete = False
    for line in split_lines(text):
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) < 2 or line.startswith("*"):
            continue
        last_word = clip(fields[1])
        complete = complete or last_word == "Vdbench complete"
        if fields[1] == "Starting" and len(fields) > 2 and fields[2].startswith("rd="):
            started.append(fields[2].removeprefix("rd="))
        elif started and fields[1].startswith(("I/O error", "Abort requested", "Ctrl-C")):
            troubles[len(started) - 1].append(last_word)
    return StatusPage(
        tuple(started), {run: _format_troubles(words) for run, words in troubles.items()}, last_word, complete
    )


def _format_troubles(words: Sequence[str]) -> str:
    more = len(words) - _TROUBLES_SHOWN
    return "; ".join([*words[:_TROUBLES_SHOWN], *([f"and {more} more"] if more > 0 else [])])


def read_zone(text: str) -> tuple[str, dt.timezone] | None:
    """Return name and offset of the time zone of the Vdbench master; None if unknown.

    The two times of one moment in summary.html give the offset.
    """
    match = _CREATED.search(text)
    if match is None:
        return None
    try:
        here, there = (dt.datetime.strptime(f"{when} +0000", "%H:%M:%S %b %d %Y %z") for when in (match[1], match[3]))
        return match[2], dt.timezone(here - there)
    except ValueError:
        return None


def read_version(text: str) -> str | None:
    """Return the version a log or console names, as it is printed there (`vdbench50407`)."""
    match = _VERSION.search(text)
    return match[1] if match else None


def read_title(text: str) -> str | None:
    """Return the name of the output folder from the title of a page, or None."""
    match = _TITLE.search(text[:1000])
    return clip(match[1].rsplit("/", 1)[-1], 80) or None if match else None


def count_errors(text: str) -> int:
    """Count the lines of errorlog.html that report an I/O or data validation error."""
    return sum(" op: " in line and " lun: " in line for line in split_lines(text))
