"""The options of a fio job file that are understood, by their exact names; everything else is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from storagelab.domain.access import MAX_CPU
from storagelab.domain.workload import MAX_QUEUE_DEPTH, MAX_THREADS
from storagelab.profiles.job_files.fio_values import cpu_list, integer, of_directions, seconds, size, split_of_sizes

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


def _size(text: str) -> bool:
    return size(text, 1024) is not None


def _percent(text: str) -> bool:
    return text.endswith("%") and integer(text[:-1], 0, 100) is not None


def _extent(text: str) -> bool:
    return _size(text) or _percent(text)


def _number(lowest: int, highest: int) -> Check:
    return lambda text: integer(text, lowest, highest) is not None


def _one_of(*words: str) -> Check:
    return frozenset(words).__contains__


def _per_direction(check: Check) -> Check:
    """Extend a check to one value, or one for reads and one for writes (and for trims); at least one is given."""

    def checked(text: str) -> bool:
        both = of_directions(text)
        return both is not None and any(both) and all(part == "" or check(part) for part in text.split(","))

    return checked


def _pattern_of(regex: str) -> Check:
    compiled = re.compile(regex)
    return lambda text: compiled.fullmatch(text) is not None


def _time(text: str) -> bool:
    return seconds(text) is not None


def _percentiles(text: str) -> bool:
    parts = text.split(":")
    return len(parts) <= 20 and all(re.fullmatch(r"\d{1,3}(\.\d{1,9})?", part) and float(part) <= 100 for part in parts)


def _words(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _path(text: str) -> bool:
    return ":" not in text and " " not in text and _words(text)


_SWITCH = _one_of("0", "1")
_NAME = _pattern_of(r"[A-Za-z0-9_-]{1,64}")


def _used(name: str, check: Check, expects: str, *, slot: str = "", bare: str | None = None) -> Option:
    return Option(name, slot or name, check, expects, bare)


def _dropped(name: str, check: Check, expects: str, *, bare: str | None = None) -> Option:
    return Option(name, name, check, expects, bare, dropped=True)


_SIZES = "a size such as 4k, or one for reads and one for writes"
_SHARE = "a whole percentage from 0 to 100"
_EXTENT = "a size such as 64m or a percentage"
_ON_OFF = "0 or 1"
_A_TIME = "a time such as 90, 500ms or 2h"

_ALL = (
    _used("rw", PATTERNS.__contains__, "one of " + ", ".join(sorted(PATTERNS))),
    _used("readwrite", PATTERNS.__contains__, "one of " + ", ".join(sorted(PATTERNS)), slot="rw"),
    _used("rwmixread", _number(0, 100), _SHARE, slot="rwmix"),
    _used("rwmixwrite", _number(0, 100), _SHARE, slot="rwmix"),
    _used("bs", _per_direction(_size), _SIZES),
    _used("blocksize", _per_direction(_size), _SIZES, slot="bs"),
    _used(
        "bssplit",
        _per_direction(lambda text: split_of_sizes(text, 1024) is not None),
        "sizes with shares that sum to 100, such as 4k/60:64k/40",
    ),
    _used("percentage_random", _per_direction(_number(0, 100)), _SHARE),
    _used(
        "random_distribution",
        _pattern_of(r"random|(zipf|pareto|normal|zoned):[0-9./:]{1,512}"),
        "random, zipf:1.2, pareto:0.2, normal:20 or zoned:60/10:40/90",
    ),
    _used("iodepth", _number(1, MAX_QUEUE_DEPTH), f"a whole number from 1 to {MAX_QUEUE_DEPTH}"),
    _used("numjobs", _number(1, MAX_THREADS), f"a whole number from 1 to {MAX_THREADS}"),
    _used("size", _extent, _EXTENT),
    _used("io_size", _extent, _EXTENT),
    _used("io_limit", _extent, _EXTENT, slot="io_size"),
    _used("offset", _extent, _EXTENT),
    _used("fileoffset", _extent, _EXTENT, slot="offset"),
    _used("offset_increment", _extent, _EXTENT),
    _used("blockalign", _per_direction(_size), _SIZES),
    _used("ba", _per_direction(_size), _SIZES, slot="blockalign"),
    _used("loops", _number(1, 10**6), "a whole number from 1 to 1000000"),
    _used("runtime", _time, _A_TIME),
    _used("timeout", _time, _A_TIME, slot="runtime"),
    _used("time_based", _SWITCH, _ON_OFF, bare="1"),
    _used("ramp_time", _time, _A_TIME),
    _used(
        "rate_iops",
        _per_direction(_number(1, 10**9)),
        "whole requests a second, or one figure for reads and one for writes",
    ),
    _used("rate_process", _one_of("linear", "poisson"), "linear or poisson"),
    _used("buffer_compress_percentage", _number(0, 100), _SHARE),
    _used("cpus_allowed", lambda text: cpu_list(text) is not None, "processors such as 0-3,8"),
    _used("numa_cpu_nodes", _number(0, MAX_CPU), "the number of one node"),
    _used("hipri", _SWITCH, _ON_OFF, bare="1"),
    _used("stonewall", _SWITCH, _ON_OFF, bare="1"),
    _used("wait_for_previous", _SWITCH, _ON_OFF, slot="stonewall", bare="1"),
    _used("kb_base", _one_of("1000", "1024"), "1000 or 1024"),
    _used("name", _pattern_of(r"[A-Za-z0-9._ +%-]{1,64}"), "letters, digits, blanks and . _ + % -"),
    _used("ioengine", ENGINES.__contains__, "one of " + ", ".join(sorted(ENGINES))),
    _used("direct", _SWITCH, _ON_OFF),
    _used("buffered", _SWITCH, _ON_OFF, slot="direct"),
    _used("norandommap", _SWITCH, _ON_OFF, bare="1"),
    _used("randrepeat", _SWITCH, _ON_OFF),
    _used("refill_buffers", _SWITCH, _ON_OFF, bare="1"),
    _used("invalidate", _SWITCH, _ON_OFF),
    _used("thread", _SWITCH, _ON_OFF, bare="1"),
    _used("random_generator", _one_of("tausworthe", "lfsr", "tausworthe64"), "tausworthe, lfsr or tausworthe64"),
    _dropped("cpus_allowed_policy", _one_of("shared"), "shared, as one processor for each job is not expressible"),
    _dropped("filename", _path, "one path without : and blanks"),
    _dropped("directory", _path, "one path without : and blanks"),
    _dropped("filesize", lambda text: bool(size(text, 1024)), "a size such as 64m"),
    _dropped("nrfiles", _one_of("1"), "1, as sets of files are not expressible yet"),
    _dropped("allow_file_create", _SWITCH, _ON_OFF),
    _dropped("create_on_open", _SWITCH, _ON_OFF),
    _dropped("fallocate", _one_of("none", "native", "posix", "keep", "truncate", "0", "1"), "a way to allocate"),
    _dropped("description", _words, "printable ASCII"),
    _dropped("group_reporting", _SWITCH, _ON_OFF, bare="1"),
    _dropped("new_group", _SWITCH, _ON_OFF, bare="1"),
    _dropped("unified_rw_reporting", _one_of("0", "1", "2", "none", "mixed", "both"), "none, mixed or both"),
    _dropped("unit_base", _one_of("0", "1", "8"), "0, 1 or 8"),
    _dropped("randseed", _number(0, 10**18), "a whole number"),
    _dropped("allrandrepeat", _SWITCH, _ON_OFF),
    _dropped("lat_percentiles", _SWITCH, _ON_OFF),
    _dropped("clat_percentiles", _SWITCH, _ON_OFF),
    _dropped("slat_percentiles", _SWITCH, _ON_OFF),
    _dropped("percentile_list", _percentiles, "percentiles such as 50:99:99.9"),
    _dropped("significant_figures", _number(1, 10), "a whole number from 1 to 10"),
    *(
        _dropped(f"write_{log}_log", _NAME, "a plain name without a path, or nothing", bare="")
        for log in ("bw", "lat", "iops", "hist")
    ),
    _dropped("log_avg_msec", _number(0, 10**9), "milliseconds"),
    _dropped("log_hist_msec", _number(0, 10**9), "milliseconds"),
    _dropped("log_hist_coarseness", _number(0, 6), "a whole number from 0 to 6"),
    _dropped("log_max_value", _SWITCH, _ON_OFF),
    _dropped("log_unix_epoch", _SWITCH, _ON_OFF),
    _dropped("per_job_logs", _SWITCH, _ON_OFF),
    _dropped("log_offset", _SWITCH, _ON_OFF),
    _dropped("bwavgtime", _number(1, 10**9), "milliseconds"),
    _dropped("iopsavgtime", _number(1, 10**9), "milliseconds"),
)
OPTIONS: Mapping[str, Option] = {option.name: option for option in _ALL}
