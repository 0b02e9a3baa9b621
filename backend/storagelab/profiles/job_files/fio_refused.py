"""Reasons why an option of fio is refused, for the person whose job file contains it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.profiles.job_files.fio_options import OPTIONS

_COMMAND = "it runs a command on the server"
_READS = "it makes the engine read another file"
_WRITES = "it makes the engine write or delete another file"
_NETWORK = "it opens a connection"
_HOST = "it changes the server itself"
_ACCOUNT = "it changes under whose account the engine runs"
_RAW = "it sends commands to the drive other than reads and writes"
_VERIFY = "checking the data is not expressible yet"
_FILES = "sets of files are not expressible yet"
_PACE = "a pause or a rate other than rate_iops is not expressible yet"
_SYNC = "forcing writes to the medium is not expressible yet"
_ORDER = "a profile runs one phase after the other, and starts each when the one before it has ended"
_STEADY = "the lab judges itself when a phase is steady: give the phase of the profile a stop rule"
_DEPTH = "how the queue is filled is not expressible yet"
_PLACE = "this way of choosing addresses is not expressible yet"

#: Whole names, or beginnings that end with an asterisk. They explain; what decides is that they are in no list.
_REASONS: tuple[tuple[str, str], ...] = (
    ("include*", _READS),
    ("exec_*", _COMMAND),
    ("trigger*", _COMMAND),
    ("program", _COMMAND),
    ("arguments", _COMMAND),
    ("std_redirect", _COMMAND),
    ("read_iolog*", _READS),
    ("replay_*", _READS),
    ("merge_blktrace*", _READS),
    ("opendir", _READS),
    ("dp_scheme", _READS),
    ("buffer_pattern", _READS),
    ("write_iolog", _WRITES),
    ("write_*", _WRITES),
    ("aux-path", _WRITES),
    ("aux_path", _WRITES),
    ("lockfile", _WRITES),
    ("unlink*", _WRITES),
    ("filename_format", _WRITES),
    ("mem", "memory can be mapped to any file with it"),
    ("iomem", "memory can be mapped to any file with it"),
    ("verify*", _VERIFY),
    ("do_verify", _VERIFY),
    ("server", _NETWORK),
    ("client", _NETWORK),
    ("hostname", _NETWORK),
    ("port", _NETWORK),
    ("listen", _NETWORK),
    ("protocol", _NETWORK),
    ("http_*", _NETWORK),
    ("uri", _NETWORK),
    ("pool", _NETWORK),
    ("rbdname", _NETWORK),
    ("clustername", _NETWORK),
    ("brick", _NETWORK),
    ("volume", _NETWORK),
    ("nfs_url", _NETWORK),
    ("uid", _ACCOUNT),
    ("gid", _ACCOUNT),
    ("cgroup*", _HOST),
    ("ioscheduler", _HOST),
    ("nice", _HOST),
    ("prio*", _HOST),
    ("lockmem", _HOST),
    ("hugepage-size", _HOST),
    ("comm", _HOST),
    ("disk_util", _HOST),
    ("cpumask", "processors by a mask are not expressible yet"),
    ("numa_*", "memory of one node is not expressible yet"),
    ("zonemode", _RAW),
    ("cmd_type", _RAW),
    ("hipri_*", "polling for a part of the requests is not expressible"),
    ("profile", "it adds options of its own"),
    ("thinktime*", _PACE),
    ("rate", _PACE),
    ("rate_*", _PACE),
    ("latency_*", _PACE),
    ("max_latency", _PACE),
    ("fsync*", _SYNC),
    ("fdatasync", _SYNC),
    ("sync*", _SYNC),
    ("end_fsync", _SYNC),
    ("write_barrier", _SYNC),
    ("startdelay", _ORDER),
    ("wait_for", _ORDER),
    ("exitall*", _ORDER),
    ("flow*", _ORDER),
    ("ss*", _STEADY),
    ("steadystate*", _STEADY),
    ("openfiles", _FILES),
    ("file_service_type", _FILES),
    ("nrfiles", _FILES),
    ("fill_device", "the stop rule of a phase decides how far a drive is filled"),
    ("fill_fs", "the stop rule of a phase decides how far a drive is filled"),
    ("iodepth_*", _DEPTH),
    ("io_submit_mode", _DEPTH),
    ("serialize_overlap", _DEPTH),
    ("bsrange", "a range of sizes is not expressible: list the sizes with bssplit"),
    ("blocksize_range", "a range of sizes is not expressible: list the sizes with bssplit"),
    ("bs_unaligned", "requests that are not aligned fail on a drive"),
    ("blocksize_unaligned", "requests that are not aligned fail on a drive"),
    ("zone*", _PLACE),
    ("rw_sequencer", _PLACE),
    ("number_ios", "a phase ends after a time or a volume: use runtime or io_size"),
    ("buffer_*", "a pattern of the data is not expressible yet"),
    ("zero_buffers", "a pattern of the data is not expressible yet"),
    ("scramble_buffers", "a pattern of the data is not expressible yet"),
    ("dedupe_*", "a pattern of the data is not expressible yet"),
)
_WHOLE: Mapping[str, str] = {name: reason for name, reason in _REASONS if not name.endswith("*")}
_BEGINNINGS = tuple((name[:-1], reason) for name, reason in _REASONS if name.endswith("*"))
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,40}")


def explain_refused_option(name: str) -> str:
    """Return the reason that a fio option outside of OPTIONS is refused, and the known remedy."""
    if not _NAME.fullmatch(name):
        return "it is not the name of an option"
    reason = _WHOLE.get(name) or next((words for start, words in _BEGINNINGS if name.startswith(start)), None)
    if reason is not None:
        return reason
    if name.lower() in OPTIONS:
        return f"names are written in small letters: {name.lower()}"
    full = [option for option in OPTIONS if option.startswith(name)]
    if full:
        return f"names are not abbreviated: write {' or '.join(full[:3])}"
    return "it is not among the options that are understood"
