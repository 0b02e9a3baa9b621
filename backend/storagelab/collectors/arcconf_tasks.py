"""Background tasks of an Adaptec controller, from `arcconf getstatus`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storagelab.collectors.raid_words import pair, read_tool_word, read_whole
from storagelab.collectors.values import read_percentage

_HEADING = re.compile(r"^.*\btask:\s*$", re.IGNORECASE | re.MULTILINE)
_END = "Command completed successfully."
_NUMBERED = ("logical device", "logical drive")
#: What an operation contains, with the condition that it means, None for one that is an activity; the first that fits.
_MEANINGS = {
    "rebuild": "rebuilding",
    "compact": "rebuilding",
    "expan": "rebuilding",
    "migrat": "rebuilding",
    "reconfig": "rebuilding",
    "build": "initialising",
    "initiali": "initialising",
    "clear": "initialising",
    "copyback": None,
    "verif": None,
    "consistency": None,
}
_ACTIVITIES = {"copyback": "copyback", "verif": "consistency_check", "consistency": "consistency_check"}


@dataclass(frozen=True, slots=True)
class Task:
    """One operation under way; `logical` is the number of its logical device, None for another subject."""

    logical: int | None
    operation: str
    percent: float | None

    @property
    def condition(self) -> str | None:
        """Return the array condition that this operation implies; None when it implies none."""
        return _MEANINGS.get(self._kind or "")

    @property
    def activity(self) -> str | None:
        """Return the background activity of this operation; None for an unknown operation.

        The activity is `none` for an operation that is a condition of the array.
        """
        return None if self._kind is None else _ACTIVITIES.get(self._kind, "none")

    @property
    def _kind(self) -> str | None:
        return next((words for words in _MEANINGS if words in self.operation.lower()), None)


def parse_tasks(text: str) -> tuple[Task, ...] | None:
    """Parse the running operations of arcconf; None when the output is not complete."""
    if not text.rstrip().endswith(_END) or "Controllers found:" not in text:
        return None
    return tuple(_iterate_tasks(text))


def _iterate_tasks(text: str) -> Iterator[Task]:
    # An idle controller reports its operation as None, without a heading.
    for part in _HEADING.split(text):
        entries = {key.lower(): value for key, value in filter(None, map(pair, part.splitlines()))}
        operation = read_tool_word(entries.get("current operation"))
        if operation is not None:
            logical = next((entries[key] for key in _NUMBERED if key in entries), None)
            yield Task(read_whole(logical), operation, read_percentage(entries.get("percentage complete")))
