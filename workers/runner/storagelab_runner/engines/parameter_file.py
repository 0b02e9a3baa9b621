"""Strict parser of Vdbench parameter files: every line must be one that the lab renders.

Vdbench abbreviates keywords, includes files and starts commands. The parser therefore does not search for forbidden
text: it refuses every line that is not exactly one of the allowed ones.
"""

from __future__ import annotations

import re
from typing import Match, NamedTuple, Pattern

from storagelab_runner.errors import Refusal
from storagelab_runner.job_file import MAX_JOB_FILE_BYTES, TARGET_PLACEHOLDER

MONITOR_FILE = "monitor"
#: Placeholder for a rate that is known only when another phase has been measured.
RATE_PLACEHOLDER = "@RATE@"
_GENERAL = ("messagescan=no", f"monitor={MONITOR_FILE}")
_MAX_THREADS = 2048
_MAX_DEVICES = 256
_MAX_JVMS = 8
_MAX_BLOCK_BYTES = 1 << 30
#: Vdbench takes small numbers in a range as percent of the device, and has no room for fewer of its largest blocks.
_MIN_BLOCKS = 3
_MAX_SECONDS = 100 * 86400
#: From here on a rate is a word to Vdbench: as fast as it goes.
_FIRST_RATE_WORD = 9_999_977
_DECIMAL = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_COMPRESSION = re.compile(rf"compratio=({_DECIMAL})")
_MACHINES = re.compile(r"hd=default,jvms=([0-9]{1,2})")
_STORAGE = re.compile(
    rf"sd=sd([0-9]{{1,3}}),lun={TARGET_PLACEHOLDER},openflags=o_direct,threads=([0-9]{{1,5}})"
    r"(?:,align=([0-9]{1,10}))?(?:,size=([0-9]{1,19}))?"
)
_WORKLOAD = re.compile(
    rf"wd=wd1,sd=sd\*,xfersize=(?:([0-9]{{1,10}})|\(({_DECIMAL}(?:,{_DECIMAL}){{3,127}})\)),rdpct=([0-9]{{1,3}}),"
    rf"seekpct=({_DECIMAL}),(?:range=\(([0-9]{{1,19}}),([0-9]{{1,19}})\)|streams=([0-9]{{1,5}}))"
)
_RUN = re.compile(
    rf"rd=phase_i([0-9]{{1,6}})_w([0-9]{{1,6}}),wd=wd1,iorate=(max|{RATE_PLACEHOLDER}|[0-9]{{1,7}})"
    r"(?:,distribution=(?:exponential|deterministic))?(?:,maxdata=([0-9]{1,19}))?"
    r",elapsed=([0-9]{1,8}),interval=([0-9]{1,6})(?:,warmup=([0-9]{1,8}))?"
)
_ORDER = "the lines are messagescan, monitor, perhaps compratio and hd, one sd for each device, one wd and one rd"


class VdbenchJob(NamedTuple):
    """Facts of a checked parameter file: each of `devices` devices is used up to byte `end`.

    `block_bytes` are the sizes of its smallest and its largest request.
    """

    read_percent: int
    end: int
    devices: int
    block_bytes: tuple[int, int]

    @property
    def writes(self) -> bool:
        """Return whether the job changes data on the target."""
        return self.read_percent < 100

    def end_bytes(self, target_bytes: int, targets: int = 1) -> int:  # noqa: ARG002 - it has no shares of a size.
        """Return the byte at which the last request may end on each target.

        Raises Refusal bad_request for another number of targets.
        """
        if targets != self.devices:
            raise Refusal(
                "bad_request", f"The parameter file is for {self.devices} devices, and the target has {targets}."
            )
        return self.end


def parse_job(text: str, *, late: bool = False) -> VdbenchJob:
    """Parse a Vdbench parameter file. Raises Refusal bad_request that names the line and the reason.

    A job with a `late` rate must have the placeholder for the rate; any other job must have none.
    """
    if len(text) > MAX_JOB_FILE_BYTES:
        raise _make_refusal(1, f"it is longer than {MAX_JOB_FILE_BYTES} characters")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    place = 0
    for wanted in _GENERAL:
        if place >= len(lines) or lines[place] != wanted:
            raise _make_refusal(place + 1, f"it must be {wanted}")
        place += 1
    for pattern, check in ((_COMPRESSION, _check_compression), (_MACHINES, _check_machines)):
        match = pattern.fullmatch(lines[place]) if place < len(lines) else None
        if match is not None:
            check(place + 1, match)
            place += 1
    storages = lines[place:-2]
    sizes = {_parse_storage(place + number, number, line) for number, line in enumerate(storages, start=1)}
    if not 1 <= len(storages) <= _MAX_DEVICES or len(sizes) != 1:
        raise _make_refusal(place + 1, f"there must be 1 to {_MAX_DEVICES} devices, all used alike. {_ORDER}")
    read_percent, end, block_bytes = _parse_workload(len(lines) - 1, lines[-2], size=sizes.pop(), devices=len(storages))
    _check_run(len(lines), lines[-1], late=late)
    return VdbenchJob(read_percent, end, len(storages), block_bytes)


def apply_rate(text: str, requested_iops: int) -> tuple[str, int]:
    """Replace the rate placeholder in a parameter file; return the new text and `requested_iops`.

    The text is checked before and after. Raises Refusal bad_request.
    """
    parse_job(text, late=True)
    filled = text.replace(f"iorate={RATE_PLACEHOLDER},", f"iorate={requested_iops},")
    parse_job(filled)
    return filled, requested_iops


def _parse_storage(number: int, device: int, line: str) -> int | None:
    """Parse the storage line of a device; return the bytes of the device that streams share.

    Return None where the workload has a range of bytes instead.
    """
    match = _match_line(number, _STORAGE, line)
    _parse_bounded_integer(number, "the number of the device", match[1], device, device)
    _parse_bounded_integer(number, "threads", match[2], 1, _MAX_THREADS)
    if match[3] is not None:
        _parse_bounded_integer(number, "align", match[3], 512, _MAX_BLOCK_BYTES)
    return None if match[4] is None else _parse_bounded_integer(number, "size", match[4], 1)


def _parse_workload(number: int, line: str, *, size: int | None, devices: int) -> tuple[int, int, tuple[int, int]]:
    """Parse a workload line: read percent, end of the last request, smallest and largest request.

    The end is the byte offset on each device, the sizes are in bytes.
    """
    match = _match_line(number, _WORKLOAD, line)
    if match[1] is not None:
        smallest = largest = _parse_bounded_integer(number, "xfersize", match[1], 512, _MAX_BLOCK_BYTES)
    else:
        smallest, largest = _parse_size_mix(number, match[2].split(","))
    if not 0 <= float(match[4]) <= 100:
        raise _make_refusal(number, f"seekpct={match[4]} is not from 0 to 100")
    read_percent = _parse_bounded_integer(number, "rdpct", match[3], 0, 100)
    if (size is None) != (match[7] is None):
        raise _make_refusal(number, "the devices have a size if, and only if, streams share it")
    if size is not None:
        streams = _parse_bounded_integer(number, "streams", match[7], 2, _MAX_THREADS)
        if devices != 1:
            raise _make_refusal(number, "streams share one device only")
        _check_room(number, size // streams, largest)
        return read_percent, size, (smallest, largest)
    low, high = int(match[5]), int(match[6])
    if low >= high:
        raise _make_refusal(number, f"the range from {low} to {high} is empty")
    if low % largest:
        raise _make_refusal(
            number, f"the range begins at {low}, which is not a multiple of its largest block of {largest}"
        )
    _check_room(number, high - low, largest)
    return read_percent, high, (smallest, largest)


def _check_room(number: int, room: int, largest: int) -> None:
    if room < _MIN_BLOCKS * largest:
        raise _make_refusal(number, f"{room} bytes have no room for {_MIN_BLOCKS} blocks of {largest} bytes")


def _parse_size_mix(number: int, pairs: list[str]) -> tuple[int, int]:
    """Return the smallest and the largest request size of a mix, in bytes.

    Three numbers would be a range of sizes. Any other odd number of values is invalid.
    """
    sizes, shares = pairs[::2], pairs[1::2]
    if len(sizes) != len(shares) or not all(size.isdigit() for size in sizes):
        raise _make_refusal(number, "xfersize must be pairs of a size and its share")
    values = [_parse_bounded_integer(number, "xfersize", size, 512, _MAX_BLOCK_BYTES) for size in sizes]
    if abs(sum(map(float, shares)) - 100) > 0.01:
        raise _make_refusal(number, "the shares of xfersize do not add up to 100")
    return min(values), max(values)


def _check_run(number: int, line: str, *, late: bool) -> None:
    match = _match_line(number, _RUN, line)
    interval = _parse_bounded_integer(number, "interval", match[6], 1, 3600)
    warmup = 0 if match[7] is None else _parse_bounded_integer(number, "warmup", match[7], 1, _MAX_SECONDS)
    if (int(match[1]), int(match[2])) != (interval, warmup) or warmup % interval:
        raise _make_refusal(number, "the name of the run does not state its interval and its warm-up")
    if late != (match[3] == RATE_PLACEHOLDER):
        raise _make_refusal(
            number, f"iorate must be {RATE_PLACEHOLDER} if, and only if, the load is a share of a maximum"
        )
    if match[3].isdigit():
        _parse_bounded_integer(number, "iorate", match[3], 1, _FIRST_RATE_WORD - 1)
    if match[4] is not None:
        _parse_bounded_integer(number, "maxdata", match[4], 1)
    _parse_bounded_integer(number, "elapsed", match[5], 2 * interval, _MAX_SECONDS)


def _check_compression(number: int, match: Match[str]) -> None:
    if not 1 <= float(match[1]) <= 25:
        raise _make_refusal(number, f"compratio={match[1]} is not from 1 to 25")


def _check_machines(number: int, match: Match[str]) -> None:
    _parse_bounded_integer(number, "jvms", match[1], 2, _MAX_JVMS)


def _match_line(number: int, pattern: Pattern[str], line: str) -> Match[str]:
    match = pattern.fullmatch(line)
    if match is None:
        raise _make_refusal(number, f"it is not one the lab writes. {_ORDER}")
    return match


def _parse_bounded_integer(number: int, name: str, text: str, lowest: int, highest: int = (1 << 60)) -> int:
    value = int(text)
    if not lowest <= value <= highest:
        raise _make_refusal(number, f"{name} is {value}, which is not from {lowest} to {highest}")
    return value


def _make_refusal(number: int, reason: str) -> Refusal:
    return Refusal("bad_request", f"The parameter file is refused at line {number}: {reason}.")
