"""A job file cut into lines, within limits that hold before anything is read."""

from __future__ import annotations

import re

from storagelab.profiles.job_files.findings import Findings

MAX_CHARACTERS = 256 * 1024
MAX_LINES = 10_000
MAX_LINE_CHARACTERS = 4096
#: Control characters but the tab, halves of surrogate pairs, and what makes a line look otherwise than it reads.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
#: Would reach a shell, an environment, or the end of a quoted string in one of the tools.
_HOSTILE = re.compile(r"[$`\"'\\]")


def list_numbered_lines(text: str, findings: Findings) -> list[tuple[int, str]]:
    """Return every line of a job file with its number from 1, without the line end.

    Lines end with LF or CRLF and with nothing else, as fio and Vdbench read them. The list is empty, with a refusal in
    `findings`, when a limit is exceeded.
    """
    if len(text) > MAX_CHARACTERS:
        findings.refuse(1, f"the file is longer than {MAX_CHARACTERS} characters")
        return []
    if text.count("\n") > MAX_LINES:
        findings.refuse(MAX_LINES + 1, f"the file has more than {MAX_LINES} lines")
        return []
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        body = line.removesuffix("\r")
        if len(body) > MAX_LINE_CHARACTERS:
            findings.refuse(number, f"the line is longer than {MAX_LINE_CHARACTERS} characters")
        elif _INVISIBLE.search(body):
            findings.refuse(number, "the line holds a control character or another one that cannot be seen")
        else:
            lines.append((number, body))
    return lines


def find_hostile_character(value: str) -> str | None:
    """Return the name of a character that no value of a job file may contain; None without one."""
    if not value.isascii():
        return "a character that is not ASCII"
    match = _HOSTILE.search(value)
    names = {"$": "a dollar sign", "`": "a backtick", '"': "a quote", "'": "a quote", "\\": "a backslash"}
    return None if match is None else names[match[0]]
