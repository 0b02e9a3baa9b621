"""The options of a fio job file that are understood, by their exact names; everything else is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from storagelab.domain.access import MAX_CPU
from storagelab.domain.workload import MAX_QUEUE_DEPTH, MAX_THREADS
from storagelab.profiles.job_files.fio_values import (
    parse_cpu_list,
    parse_integer,
    parse_seconds,
    parse_size,
    split_directions,
    split_of_sizes,
)

Check = Callable[[str], bool]

#: Engines with one request in flight for each thread, whatever the queue depth.
SYNCHRONOUS = frozenset({"sync", "psync", "pvsync2"})
ENGINES = SYNCHRONOUS | {"libaio", "io_uring"}
PATTERNS = frozenset({"read", "write", "randread", "randwrite", "rw", "readwrite", "randrw"})


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `slot` is the setting it sets, `expects` describes its value in words.

    `bare` is the value of an option without a value, None when fio needs one. `dropped` options are decided by the lab.
    """

    name: str
    slot: str
    check: Check
    expects: str
    bare: str | None = None
    dropped: bool = False


def _is_size(text: str) -> bool:
    return parse_size(text, 1024) is not None


def _is_percent(text: str) -> bool:
    return text.endswith("%") and parse_integer(text[:-1], 0, 100) is not None


def _is_extent(text: str) -> bool:
    return _is_size(text) or _is_percent(text)


def _make_number_check(lowest: int, highest: int) -> Check:
    return lambda text: parse_integer(text, lowest, highest) is not None


def _make_choice_check(*words: str) -> Check:
    return frozenset(words).__contains__


def _make_direction_check(check: Check) -> Check:
    """Extend a check of one value to an option with a value each for reads, writes and trims.

    One value may serve all directions. The option needs one value or more.
    """

    def checked(text: str) -> bool:
        both = split_directions(text)
        return both is not None and any(both) and all(part == "" or check(part) for part in text.split(","))

    return checked


def _make_pattern_check(regex: str) -> Check:
    compiled = re.compile(regex)
    return lambda text: compiled.fullmatch(text) is not None


def _is_time(text: str) -> bool:
    return parse_seconds(text) is not None


def _is_percentile_list(text: str) -> bool:
    parts = text.split(":")
    return len(parts) <= 20 and all(re.fullmatch(r"\d{1,3}(\.\d{1,9})?", part) and float(part) <= 100 for part in parts)


def _is_printable_ascii(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _is_path(text: str) -> bool:
    return ":" not in text and " " not in text and _is_printable_ascii(text)


_SWITCH = _make_choice_check("0", "1")
_NAME = _make_pattern_check(r"[A-Za-z0-9_-]{1,64}")


def _make_used_option(name: str, check: Check, expects: str, *, slot: str = "", bare: str | None = None) -> Option:
    return Option(name, slot or name, check, expects, bare)


def _make_dropped_option(name: str, check: Check, expects: str, *, bare: str | None = None) -> Option:
    return Option(name, name, check, expects, bare, dropped=True)


_SIZES = "a size such as 4k, or one for reads and one for writes"
_SHARE = "a whole percentage from 0 to 100"
_EXTENT = "a size such as 64m or a percentage"
_ON_OFF = "0 or 1"
_A_TIME = "a time such as 90, 500ms or 2h"

_ALL = (
    _make_used_option("rw", PATTERNS.__contains__, "one of " + ", ".join(sorted(PATTERNS))),
    _make_used_option("readwrite", PATTERNS.__contains__, "one of " + ", ".join(sorted(PATTERNS)), slot="rw"),
    _make_used_option("rwmixread", _make_number_check(0, 100), _SHARE, slot="rwmix"),
    _make_used_option("rwmixwrite", _make_number_check(0, 100), _SHARE, slot="rwmix"),
    _make_used_option("bs", _make_direction_check(_is_size), _SIZES),
    _make_used_option("blocksize", _make_direction_check(_is_size), _SIZES, slot="bs"),
    _make_used_option(
        "bssplit",
        _make_direction_check(lambda text: split_of_sizes(text, 1024) is not None),
        "sizes with shares that sum to 100, such as 4k/60:64k/40",
    ),
    _make_used_option("percentage_random", _make_direction_check(_make_number_check(0, 100)), _SHARE),
    _make_used_option(
        "random_distribution",
        _make_pattern_check(r"random|(zipf|pareto|normal|zoned):[0-9./:]{1,512}"),
        "random, zipf:1.2, pareto:0.2, normal:20 or zoned:60/10:40/90",
    ),
    _make_used_option("iodepth", _make_number_check(1, MAX_QUEUE_DEPTH), f"a whole number from 1 to {MAX_QUEUE_DEPTH}"),
    _make_used_option("numjobs", _make_number_check(1, MAX_THREADS), f"a whole number from 1 to {MAX_THREADS}"),
    _make_used_option("size", _is_extent, _EXTENT),
    _make_used_option("io_size", _is_extent, _EXTENT),
    _make_used_option("io_limit", _is_extent, _EXTENT, slot="io_size"),
    _make_used_option("offset", _is_extent, _EXTENT),
    _make_used_option("fileoffset", _is_extent, _EXTENT, slot="offset"),
    _make_used_option("offset_increment", _is_extent, _EXTENT),
    _make_used_option("blockalign", _make_direction_check(_is_size), _SIZES),
    _make_used_option("ba", _make_direction_check(_is_size), _SIZES, slot="blockalign"),
    _make_used_option("loops", _make_number_check(1, 10**6), "a whole number from 1 to 1000000"),
    _make_used_option("runtime", _is_time, _A_TIME),
    _make_used_option("timeout", _is_time, _A_TIME, slot="runtime"),
    _make_used_option("time_based", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option("ramp_time", _is_time, _A_TIME),
    _make_used_option(
        "rate_iops",
        _make_direction_check(_make_number_check(1, 10**9)),
        "whole requests a second, or one figure for reads and one for writes",
    ),
    _make_used_option("rate_process", _make_choice_check("linear", "poisson"), "linear or poisson"),
    _make_used_option("buffer_compress_percentage", _make_number_check(0, 100), _SHARE),
    _make_used_option("cpus_allowed", lambda text: parse_cpu_list(text) is not None, "processors such as 0-3,8"),
    _make_used_option("numa_cpu_nodes", _make_number_check(0, MAX_CPU), "the number of one node"),
    _make_used_option("hipri", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option("stonewall", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option("wait_for_previous", _SWITCH, _ON_OFF, slot="stonewall", bare="1"),
    _make_used_option("kb_base", _make_choice_check("1000", "1024"), "1000 or 1024"),
    _make_used_option("name", _make_pattern_check(r"[A-Za-z0-9._ +%-]{1,64}"), "letters, digits, blanks and . _ + % -"),
    _make_used_option("ioengine", ENGINES.__contains__, "one of " + ", ".join(sorted(ENGINES))),
    _make_used_option("direct", _SWITCH, _ON_OFF),
    _make_used_option("buffered", _SWITCH, _ON_OFF, slot="direct"),
    _make_used_option("norandommap", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option("randrepeat", _SWITCH, _ON_OFF),
    _make_used_option("refill_buffers", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option("invalidate", _SWITCH, _ON_OFF),
    _make_used_option("thread", _SWITCH, _ON_OFF, bare="1"),
    _make_used_option(
        "random_generator", _make_choice_check("tausworthe", "lfsr", "tausworthe64"), "tausworthe, lfsr or tausworthe64"
    ),
    _make_dropped_option(
        "cpus_allowed_policy", _make_choice_check("shared"), "shared, as one processor for each job is not expressible"
    ),
    _make_dropped_option("filename", _is_path, "one path without : and blanks"),
    _make_dropped_option("directory", _is_path, "one path without : and blanks"),
    _make_dropped_option("filesize", lambda text: bool(parse_size(text, 1024)), "a size such as 64m"),
    _make_dropped_option("nrfiles", _make_choice_check("1"), "1, as sets of files are not expressible yet"),
    _make_dropped_option("allow_file_create", _SWITCH, _ON_OFF),
    _make_dropped_option("create_on_open", _SWITCH, _ON_OFF),
    _make_dropped_option(
        "fallocate", _make_choice_check("none", "native", "posix", "keep", "truncate", "0", "1"), "a way to allocate"
    ),
    _make_dropped_option("description", _is_printable_ascii, "printable ASCII"),
    _make_dropped_option("group_reporting", _SWITCH, _ON_OFF, bare="1"),
    _make_dropped_option("new_group", _SWITCH, _ON_OFF, bare="1"),
    _make_dropped_option(
        "unified_rw_reporting", _make_choice_check("0", "1", "2", "none", "mixed", "both"), "none, mixed or both"
    ),
    _make_dropped_option("unit_base", _make_choice_check("0", "1", "8"), "0, 1 or 8"),
    _make_dropped_option("randseed", _make_number_check(0, 10**18), "a whole number"),
    _make_dropped_option("allrandrepeat", _SWITCH, _ON_OFF),
    _make_dropped_option("lat_percentiles", _SWITCH, _ON_OFF),
    _make_dropped_option("clat_percentiles", _SWITCH, _ON_OFF),
    _make_dropped_option("slat_percentiles", _SWITCH, _ON_OFF),
    _make_dropped_option("percentile_list", _is_percentile_list, "percentiles such as 50:99:99.9"),
    _make_dropped_option("significant_figures", _make_number_check(1, 10), "a whole number from 1 to 10"),
    *(
        _make_dropped_option(f"write_{log}_log", _NAME, "a plain name without a path, or nothing", bare="")
        for log in ("bw", "lat", "iops", "hist")
    ),
    _make_dropped_option("log_avg_msec", _make_number_check(0, 10**9), "milliseconds"),
    _make_dropped_option("log_hist_msec", _make_number_check(0, 10**9), "milliseconds"),
    _make_dropped_option("log_hist_coarseness", _make_number_check(0, 6), "a whole number from 0 to 6"),
    _make_dropped_option("log_max_value", _SWITCH, _ON_OFF),
    _make_dropped_option("log_unix_epoch", _SWITCH, _ON_OFF),
    _make_dropped_option("per_job_logs", _SWITCH, _ON_OFF),
    _make_dropped_option("log_offset", _SWITCH, _ON_OFF),
    _make_dropped_option("bwavgtime", _make_number_check(1, 10**9), "milliseconds"),
    _make_dropped_option("iopsavgtime", _make_number_check(1, 10**9), "milliseconds"),
)
OPTIONS: Mapping[str, Option] = {option.name: option for option in _ALL}
