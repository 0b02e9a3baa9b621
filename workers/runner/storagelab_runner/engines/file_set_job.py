"""Strict parser of job texts for the file tool: every line must be one that the lab renders."""

from __future__ import annotations

import random
import re
from typing import NamedTuple, Tuple

from storagelab_runner.errors import Refusal
from storagelab_runner.job_file import TARGET_PLACEHOLDER

SECTION = "[files]"
CREATE, READ, COPY_WITHIN, COPY_ACROSS = "create", "read", "copy_within", "copy_across"
OPERATIONS = (CREATE, READ, COPY_WITHIN, COPY_ACROSS)
#: Placeholder for the place on another file system, in the job of a copy to there.
COPY_PLACEHOLDER = "@COPY_TO@"
MAX_FILES = 100_000
#: Of a file on average: less could not be divided among the files of a group.
MIN_BYTES = 4
MAX_SET_BYTES = 1 << 44
MAX_REQUEST_BYTES = 16 << 20
#: What a file system needs beside the content of each file: a block and an inode.
OVERHEAD_BYTES = 8192
_MAX_GROUPS = 16
_MAX_TEXT = 4096
_MAX_SEED = 2**31 - 1
_GROUP = re.compile(r"([1-9][0-9]{0,5}):([1-9][0-9]{0,14})")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,14}")

#: How many files, and what they hold together.
Group = Tuple[int, int]


class FileSetJob(NamedTuple):
    """A checked job: what is done once with every file of the groups, in calls of `request_bytes` at most.

    `copy_to` is the place on another file system that the copies go to, None for all else.
    """

    operation: str
    seed: int
    request_bytes: int
    groups: tuple[Group, ...]
    target: str
    copy_to: str | None = None

    @property
    def writes(self) -> bool:
        """Return True: every operation of a file set writes its files first."""
        return True

    @property
    def space_bytes(self) -> int:
        """Return the bytes that the files need at the target, including copies that stay there."""
        return self.set_bytes * (2 if self.operation == COPY_WITHIN else 1)

    @property
    def set_bytes(self) -> int:
        """Return the bytes that one copy of the files needs, at the target or at the copy target."""
        return sum(total + count * OVERHEAD_BYTES for count, total in self.groups)

    def end_bytes(self, _target_bytes: int, targets: int = 1) -> int:
        """Return the bytes that the job needs on the target.

        Raises Refusal for several targets, because the files lie on one file system.
        """
        if targets != 1:
            raise Refusal("bad_request", f"Files lie on one file system, and the target is {targets} devices.")
        return self.space_bytes

    def sizes(self) -> list[int]:
        """Return the size of each file in bytes; the sizes are the same in every call.

        A size is 0.5 to 1.5 times the mean of its group. The sizes of a group add up exactly to its total.
        """
        chance = random.Random(self.seed)  # noqa: S311 - sizes are no secret.
        sizes: list[int] = []
        for count, total in self.groups:
            weights = [0.5 + chance.random() for _ in range(count)]
            whole = sum(weights)
            own = [max(1, int(total * weight / whole)) for weight in weights]
            own[-1] += total - sum(own)
            sizes += own
        return sizes


def parse_job(text: str) -> FileSetJob:
    """Parse the job in `text`. Raises Refusal bad_request that names the line and the reason."""
    if len(text) > _MAX_TEXT:
        raise _make_refusal(1, f"the job is longer than {_MAX_TEXT} characters")
    lines = text.split("\n")
    if lines[0] != SECTION or lines[-1] != "":
        raise _make_refusal(1, f"it must begin with {SECTION} and end with a line end")
    values = _parse_pairs(lines[1:-1])
    places = ["target", "copy_to"] if values and values[0] == ("operation", COPY_ACROSS) else ["target"]
    groups = len(values) - 3 - len(places)
    names = ["operation", "seed", "request_bytes", *["files"] * groups, *places]
    if [name for name, _ in values] != names:
        order = f"operation, seed, request_bytes, files and {' and '.join(places)}"
        raise _make_refusal(2, f"it must have {order}, in this order")
    if not 1 <= groups <= _MAX_GROUPS:
        raise _make_refusal(2, f"it must have 1 to {_MAX_GROUPS} groups of files")
    operation = values[0][1]
    if operation not in OPERATIONS:
        raise _make_refusal(2, f"{operation!r} is not one of {', '.join(OPERATIONS)}")
    job = FileSetJob(
        operation=operation,
        seed=_parse_whole_number(3, values[1][1], 0, _MAX_SEED),
        request_bytes=_parse_whole_number(4, values[2][1], 512, MAX_REQUEST_BYTES),
        groups=tuple(_parse_group(number, value) for number, (_, value) in enumerate(values[3 : 3 + groups], start=5)),
        target=values[3 + groups][1],
        copy_to=values[-1][1] if operation == COPY_ACROSS else None,
    )
    if sum(count for count, _ in job.groups) > MAX_FILES or sum(total for _, total in job.groups) > MAX_SET_BYTES:
        raise _make_refusal(5, f"a set has {MAX_FILES} files and {MAX_SET_BYTES} bytes at most")
    return job


def parse_template(text: str) -> FileSetJob:
    """Parse a file-set job from a spec, with placeholders for its target and its copy target.

    Raises Refusal bad_request.
    """
    job = parse_job(text)
    last = text.count("\n")
    if job.target != TARGET_PLACEHOLDER:
        raise _make_refusal(last if job.copy_to is None else last - 1, f"the target must be {TARGET_PLACEHOLDER}")
    if job.copy_to not in (None, COPY_PLACEHOLDER):
        raise _make_refusal(last, f"the second place must be {COPY_PLACEHOLDER}")
    return job


def _parse_pairs(lines: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for number, line in enumerate(lines, start=2):
        name, separator, value = line.partition("=")
        if not separator or not line.isascii() or not line.isprintable():
            raise _make_refusal(number, "it is not a setting")
        pairs.append((name, value))
    return pairs


def _parse_group(number: int, text: str) -> Group:
    match = _GROUP.fullmatch(text)
    if match is None or int(match[2]) < MIN_BYTES * int(match[1]):
        raise _make_refusal(number, f"{text!r} is not a number of files and bytes")
    return int(match[1]), int(match[2])


def _parse_whole_number(number: int, text: str, lowest: int, highest: int) -> int:
    if not _WHOLE.fullmatch(text) or not lowest <= int(text) <= highest:
        raise _make_refusal(number, f"{text!r} is not a whole number between {lowest} and {highest}")
    return int(text)


def _make_refusal(number: int, reason: str) -> Refusal:
    return Refusal("bad_request", f"Line {number} of the job of the file tool: {reason}.")
