"""Allow-list of fio options: a job file is parsed key by key, and unknown keys are refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Callable, NamedTuple

from storagelab_runner.errors import Refusal

TARGET_PLACEHOLDER = "@TARGET@"
#: Placeholders for the rates of each thread until the maximum that the rates are a share of is measured.
READ_RATE_PLACEHOLDER, WRITE_RATE_PLACEHOLDER = "@READ_RATE@", "@WRITE_RATE@"
SECTION = "[phase]"
LOG_PREFIX = "phase"
MAX_JOB_FILE_BYTES = 16384
_PRINTABLE = re.compile(r"[\x20-\x7e]*")
_FORBIDDEN = re.compile(r"[$`;#\"'\\\s]")
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SIZE = re.compile(r"(\d{1,18})([kmgt]?)", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,9})(us|ms|s|m|h|d)?")
_MAX_BLOCK_BYTES = 1 << 30
_MAX_TARGET_BYTES = 1 << 60
_READING = frozenset({"read", "randread"})
_PURE = frozenset({"read", "randread", "write", "randwrite"})

_Check = Callable[[str], bool]


class JobOptions(NamedTuple):
    """The options of a checked job, in the order they were written."""

    options: Mapping[str, str]

    @property
    def writes(self) -> bool:
        """Return whether the job changes data on the target."""
        return self.options["rw"] not in _READING

    @property
    def read_percent(self) -> int:
        """Return the percentage of reads among the job's requests."""
        if self.options["rw"] in _PURE:
            return 0 if self.writes else 100
        return int(self.options.get("rwmixread", "50"))

    @property
    def late_rate(self) -> str:
        """Return the placeholders of rates that are not known yet, one for each direction of the job."""
        shares = ((READ_RATE_PLACEHOLDER, self.read_percent), (WRITE_RATE_PLACEHOLDER, 100 - self.read_percent))
        return ",".join(placeholder for placeholder, share in shares if share)

    @property
    def block_bytes(self) -> tuple[int, int]:
        """Return the sizes in bytes of the smallest and the largest request of the job.

        The engine rounds sizes up to multiples of the smallest request.
        """
        split = self.options.get("bssplit")
        texts = [part.partition("/")[0] for part in split.split(":")] if split else [self.options.get("bs", "4k")]
        sizes = [parse_size(text) or 0 for text in texts]
        smallest, largest = min(sizes), max(sizes)
        return smallest, -(-largest // smallest) * smallest

    @property
    def max_in_flight(self) -> int:
        """Return the highest number of requests that all threads of the job have waiting at once."""
        return int(self.options.get("iodepth", "1")) * int(self.options.get("numjobs", "1"))

    def end_bytes(self, target_bytes: int, targets: int = 1) -> int:
        """Return the byte at which the last request may end on each of the targets.

        There are `targets` targets of `target_bytes` each. The engine divides a size in bytes among the targets; a size
        in percent applies to each target. Without a size the job covers the targets.
        """
        offset = _compute_extent_bytes(self.options.get("offset", "0"), target_bytes)
        step = _compute_extent_bytes(self.options.get("offset_increment", "0"), target_bytes)
        offset += step * (int(self.options.get("numjobs", "1")) - 1)
        size = self.options.get("size", "")
        covered = _compute_extent_bytes(size, target_bytes)
        if not covered:
            return max(target_bytes, offset)
        return min(target_bytes, offset + covered) if size.endswith("%") else offset + -(-covered // targets)


def parse_size(text: str) -> int | None:
    """Convert `4096`, `4k` or `1G` to bytes, with base 1024 like fio; None for anything else."""
    match = _SIZE.fullmatch(text)
    return None if match is None else int(match[1]) * _UNITS[match[2].lower()]


def _compute_extent_bytes(text: str, target_bytes: int) -> int:
    """Return the bytes of a checked extent, which is a size or a percentage of `target_bytes`."""
    return target_bytes * int(text[:-1]) // 100 if text.endswith("%") else parse_size(text) or 0


def parse_job(text: str, *, late: bool = False) -> JobOptions:
    """Parse the job in `text`. Raises Refusal bad_request that names the line and the reason.

    A job whose rates come `late` must have their placeholders; any other job must not.
    """
    if len(text) > MAX_JOB_FILE_BYTES:
        raise _build_refusal(1, f"the job file is longer than {MAX_JOB_FILE_BYTES} characters")
    lines = text.split("\n")
    if lines[0] != SECTION:
        raise _build_refusal(1, f"it must begin with the one section {SECTION}")
    if lines[-1] == "":
        lines.pop()
    options: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        key, value = _split(number, line)
        if key in options:
            raise _build_refusal(number, f"{key} is given twice")
        if not (_is_late_rate if late and key == "rate_iops" else _ALLOWED[key])(value):
            raise _build_refusal(number, f"{value!r} is not allowed for {key}")
        options[key] = value
    for key, reason in _MANDATORY.items():
        if key not in options:
            raise _build_refusal(len(lines), f"{key} is missing: {reason}")
    job = JobOptions(options)
    if late and options.get("rate_iops") != job.late_rate:
        raise _build_refusal(len(lines), f"rate_iops must be {job.late_rate}: the load is a share of a maximum")
    if "write_lat_log" in options and "log_avg_msec" not in options:
        raise _build_refusal(len(lines), "write_lat_log needs log_avg_msec, else every request is logged")
    return job


def render(text: str, target_path: str) -> str:
    """Render the checked job file with the target in place.

    The path holds none of the characters fio treats specially.
    """
    return text.replace(f"filename={TARGET_PLACEHOLDER}", f"filename={target_path}")


def apply_rates(text: str, requested_iops: int) -> tuple[str, int]:
    """Replace the rate placeholders in a job file; return the new text and the IOPS it requests.

    The new text is checked again. fio takes whole IOPS for each thread and direction, so the rates are rounded up.
    Raises Refusal bad_request when the new text may not be run.
    """
    job = parse_job(text, late=True)
    threads = int(job.options.get("numjobs", "1"))
    shares = {READ_RATE_PLACEHOLDER: job.read_percent, WRITE_RATE_PLACEHOLDER: 100 - job.read_percent}
    rates = {name: -(-requested_iops * share // (100 * threads)) for name, share in shares.items()}
    rated = ",".join(str(rates[name]) for name in job.late_rate.split(","))
    filled = text.replace(f"rate_iops={job.late_rate}", f"rate_iops={rated}")
    parse_job(filled)
    return filled, threads * sum(rates.values())


def _split(number: int, line: str) -> tuple[str, str]:
    if not _PRINTABLE.fullmatch(line):
        raise _build_refusal(number, "it holds a character that is not printable ASCII")
    key, equals, value = line.partition("=")
    if not equals:
        raise _build_refusal(number, "it is not of the form key=value")
    if key not in _ALLOWED:
        raise _build_refusal(number, f"{key!r} is not an allowed option")
    if not value or _FORBIDDEN.search(value):
        raise _build_refusal(number, f"the value of {key} is empty or holds a forbidden character")
    return key, value


def _build_refusal(number: int, reason: str) -> Refusal:
    return Refusal("bad_request", f"The job file is refused at line {number}: {reason}.")


def _make_choice_check(*words: str) -> _Check:
    return frozenset(words).__contains__


def _make_number_check(lowest: int, highest: int) -> _Check:
    return lambda text: re.fullmatch(r"\d{1,20}", text) is not None and lowest <= int(text) <= highest


def _make_size_check(lowest: int, highest: int) -> _Check:
    def check(text: str) -> bool:
        size = parse_size(text)
        return size is not None and lowest <= size <= highest

    return check


def _is_extent(text: str) -> bool:
    return _make_size_check(0, _MAX_TARGET_BYTES)(text) or (
        text.endswith("%") and _make_number_check(0, 100)(text[:-1])
    )


def _is_duration(text: str) -> bool:
    return _TIME.fullmatch(text) is not None


def _split_of_sizes(text: str) -> bool:
    parts = [part.partition("/") for part in text.split(":")]
    if not all(
        _make_size_check(512, _MAX_BLOCK_BYTES)(size) and _make_number_check(0, 100)(share) for size, _, share in parts
    ):
        return False
    return len(parts) <= 64 and sum(int(share) for _, _, share in parts) <= 100


def _is_percentiles(text: str) -> bool:
    parts = text.split(":")
    return len(parts) <= 20 and all(re.fullmatch(r"\d{1,3}(\.\d{1,9})?", part) and float(part) <= 100 for part in parts)


def _is_distribution(text: str) -> bool:
    kind, _, parameter = text.partition(":")
    if kind == "zoned":
        zones = [zone.partition("/") for zone in parameter.split(":")]
        shares = [share for access, _, span in zones for share in (access, span)]
        return len(zones) <= 256 and all(map(_make_number_check(0, 100), shares))
    return kind in ("zipf", "pareto", "normal") and re.fullmatch(r"\d{1,3}(\.\d{1,9})?", parameter) is not None


def _is_cpu_list(text: str) -> bool:
    return all(map(_make_number_check(0, 4095), text.split(",")))


def _is_rates(text: str) -> bool:
    parts = text.split(",")
    return len(parts) <= 2 and any(parts) and all(part == "" or _make_number_check(1, 10**9)(part) for part in parts)


def _is_late_rate(text: str) -> bool:
    return set(text.split(",")) <= {READ_RATE_PLACEHOLDER, WRITE_RATE_PLACEHOLDER}


_SWITCH = _make_choice_check("0", "1")

_ALLOWED: Mapping[str, _Check] = {
    "ioengine": _make_choice_check("libaio", "io_uring", "psync"),
    "filename": _make_choice_check(TARGET_PLACEHOLDER),
    "rw": _make_choice_check("read", "write", "randread", "randwrite", "rw", "randrw"),
    "rwmixread": _make_number_check(0, 100),
    "bs": _make_size_check(512, _MAX_BLOCK_BYTES),
    "bssplit": _split_of_sizes,
    "iodepth": _make_number_check(1, 65536),
    "numjobs": _make_number_check(1, 1024),
    "thread": _make_choice_check("1"),
    "direct": _SWITCH,
    "size": _is_extent,
    "io_size": _is_extent,
    "offset": _is_extent,
    "offset_increment": _is_extent,
    "runtime": _is_duration,
    "time_based": _SWITCH,
    "ramp_time": _is_duration,
    "group_reporting": _SWITCH,
    "lat_percentiles": _SWITCH,
    "percentile_list": _is_percentiles,
    "log_unix_epoch": _SWITCH,
    "norandommap": _SWITCH,
    "randrepeat": _SWITCH,
    "random_generator": _make_choice_check("tausworthe", "lfsr", "tausworthe64"),
    "randseed": _make_number_check(0, (1 << 64) - 1),
    "percentage_random": _make_number_check(0, 100),
    "random_distribution": _is_distribution,
    "blockalign": _make_size_check(512, _MAX_BLOCK_BYTES),
    "refill_buffers": _SWITCH,
    "buffer_compress_percentage": _make_number_check(0, 100),
    "rate_iops": _is_rates,
    "rate_process": _make_choice_check("linear", "poisson"),
    "thinktime": _is_duration,
    "thinktime_iotime": _is_duration,
    "cpus_allowed": _is_cpu_list,
    "numa_cpu_nodes": _make_number_check(0, 4095),
    "hipri": _SWITCH,
    "fallocate": _make_choice_check("none"),
    "allow_file_create": _make_choice_check("0"),
    "invalidate": _SWITCH,
    "loops": _make_number_check(1, 10**6),
    "write_lat_log": _make_choice_check(LOG_PREFIX),
    "log_avg_msec": _make_number_check(100, 3_600_000),
    "log_max_value": _SWITCH,
    "per_job_logs": _SWITCH,
}

_MANDATORY = {
    "filename": "the runner puts the target there",
    "ioengine": "the engine's default differs between servers",
    "rw": "the runner must know whether it writes",
    "thread": "without it the engine leaves processes behind that cannot be stopped",
}
