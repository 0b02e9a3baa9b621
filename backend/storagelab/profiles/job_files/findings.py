"""Findings of a reader about a job file, line by line, and the resulting document."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from storagelab.domain.profile import WrittenDocument

#: refused: nothing is made of the file.  dropped: left out.  changed: meant otherwise than it will run.
Level = Literal["refused", "dropped", "changed"]

#: Of each level.
MAX_FINDINGS = 300
_MAX_SHOWN = 60
_SHOWN = re.compile(r"[^\x20-\x7e]|[<>&\"'`$\\]")


@dataclass(frozen=True, slots=True)
class JobFileNote:
    """One remark; `line` counts from 1. `words` is printable ASCII without quotes or markup of the file's own."""

    line: int
    level: Level
    words: str


@dataclass(frozen=True, slots=True)
class RawProfile:
    """Result of reading a job file: `document` is the input of `domain.profile.parse_profile`.

    It is None when anything was refused. Findings are in the order of their lines, without repetition.
    """

    document: WrittenDocument | None
    findings: tuple[JobFileNote, ...]

    @property
    def refusals(self) -> tuple[JobFileNote, ...]:
        """Return the remarks for which there is no document; empty when there is a document."""
        return tuple(finding for finding in self.findings if finding.level == "refused")


class Findings:
    """Remarks that are collected while a file is read.

    Of each level MAX_FINDINGS are stored, and the fact that there were more.
    """

    def __init__(self) -> None:
        self._listed: dict[Level, dict[JobFileNote, None]] = {"refused": {}, "dropped": {}, "changed": {}}
        self._more: Counter[Level] = Counter()
        self._reported: set[str] = set()

    @property
    def refused(self) -> bool:
        """Return whether anything was refused so far."""
        return bool(self._listed["refused"])

    def refuse(self, line: int, words: str) -> None:
        """Add a remark that the job file cannot be used because of `line`."""
        self._add(JobFileNote(line, "refused", words))

    def drop(self, line: int, words: str) -> None:
        """Add a remark that an option on `line` is omitted, which does not change the measurement."""
        self._add(JobFileNote(line, "dropped", words))

    def change(self, line: int, words: str) -> None:
        """Add a remark that an option on `line` will run differently than in the tool itself."""
        self._add(JobFileNote(line, "changed", words))

    def change_once(self, line: int, words: str) -> None:
        """Add a remark of a change at its first line only; later remarks with the same words are ignored."""
        if words not in self._reported:
            self._reported.add(words)
            self.change(line, words)

    def result(self, document: WrittenDocument | None) -> RawProfile:
        """Return all remarks by line, with the document unless a part was refused."""
        listed = sorted((one for level in self._listed.values() for one in level), key=lambda finding: finding.line)
        listed += [
            JobFileNote(listed[-1].line, level, f"{more} more are not listed") for level, more in self._more.items()
        ]
        return RawProfile(None if self.refused else document, tuple(listed))

    def _add(self, finding: JobFileNote) -> None:
        listed = self._listed[finding.level]
        if len(listed) < MAX_FINDINGS:
            listed[finding] = None
        elif finding not in listed:
            self._more[finding.level] += 1


def format_quotation(text: str) -> str:
    """Return a part of a job file as a remark quotes it: short, printable, no special characters."""
    short = text[:_MAX_SHOWN]
    return _SHOWN.sub("?", short) + ("..." if len(text) > _MAX_SHOWN else "")
