"""Words of this product and the kernel that contain hidden names: `vm` of `vm.swappiness`. Pure.

A server may have the name of a word that every document uses. Such words are preserved by rule and never by their form.
A field that holds only such words retains its whole value. In any text, a longer word of these lists is preserved where
it contains the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from storagelab.collectors.kernel_settings import OPTIONS
from storagelab.domain.configuration_facts import collect_facts
from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.domain.profile import REPORTS
from storagelab.engines.registry import ENGINES
from storagelab.formats.registry import FORMATS

#: The kernel settings that the runner reads (`storagelab_runner.kernel_settings`).
SYSCTLS = (
    "vm.dirty_ratio", "vm.dirty_background_ratio", "vm.dirty_bytes", "vm.dirty_background_bytes",
    "vm.dirty_expire_centisecs", "vm.dirty_writeback_centisecs", "vm.swappiness", "vm.vfs_cache_pressure",
    "vm.zone_reclaim_mode", "vm.nr_hugepages", "kernel.numa_balancing", "kernel.nmi_watchdog",
    "kernel.sched_autogroup_enabled", "kernel.io_uring_disabled", "fs.aio-max-nr", "dev.raid.speed_limit_min",
    "dev.raid.speed_limit_max",
)  # fmt: skip
_MITIGATIONS = (
    "gather_data_sampling", "ghostwrite", "indirect_target_selection", "itlb_multihit", "l1tf", "mds", "meltdown",
    "mmio_stale_data", "old_microcode", "reg_file_data_sampling", "retbleed", "spec_rstack_overflow",
    "spec_store_bypass", "spectre_v1", "spectre_v2", "srbds", "tsa", "tsx_async_abort", "vmscape",
)  # fmt: skip
_PROCESSOR = ("governor", "driver", "boost", "c_states", "c_state_driver", "smt")
_QUEUE = (
    "scheduler", "nr_requests", "read_ahead_kb", "rotational", "write_cache", "nomerges", "rq_affinity",
    "wbt_lat_usec", "io_poll",
)  # fmt: skip
_SETTINGS = (
    *(f"sysctl.{name}" for name in SYSCTLS),
    *(f"mitigations.{name}" for name in _MITIGATIONS),
    *(f"cpu.{name}" for name in _PROCESSOR),
    *(f"cmdline.{name}" for name in sorted(OPTIONS)),
    "transparent_hugepage",
)
_BLOCK = dict.fromkeys(_QUEUE, 1)
#: Between them these have every fact that does not depend on what a tool printed.
_COMMON_FACTS = {
    **collect_facts({}),
    **collect_facts(
        {
            "arrays": [
                {"policies": dict.fromkeys(("read", "write", "io", "drive_cache"), "x"), "block": _BLOCK},
                {"role": "above"},
            ],
            "drives": [{"block": _BLOCK}],
            "target": {"kind": "file"},
            "settings": dict.fromkeys(_SETTINGS, 1),
        }
    ),
}
FACT_KEYS = frozenset(_COMMON_FACTS)
#: Of rows of `method`, beside those of facts and metrics.
_METHOD = ("Profile", "Scale", "Engine", "Target", "Started", "Duration", "Rounds", "Source", "Note")
LABELS = frozenset(
    {
        *(fact.label for fact in _COMMON_FACTS.values()),
        *(metric.label for metric in METRICS.values()),
        *(metric.label for metric in TELEMETRY_METRICS.values()),
        *_METHOD,
    }
)
UNITS = frozenset(
    {*(metric.unit for metric in METRICS.values()), *(metric.unit for metric in TELEMETRY_METRICS.values())}
)
ENGINE_NAMES = frozenset({*ENGINES, *FORMATS})

#: Whole values that stay, by the field that contains them.
_WHOLE = {
    **dict.fromkeys(("rowLabel", "columnLabel", "row_label", "column_label", "panel_label"), LABELS),
    "key": FACT_KEYS,
    # Beside the key of a factor these also hold measured values, such as those of a label given by a user.
    **dict.fromkeys(("rows", "columns", "panel"), frozenset(key for key in FACT_KEYS if "." in key)),
    "unit": UNITS,
    "engine": ENGINE_NAMES,
    "metrics": frozenset(METRICS),
    "layout": frozenset({"plain", "review", "snia"}),
    "level": frozenset({"info", "warn", "error", "raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60"})
    | {"RAID0", "RAID1", "RAID10", "RAID5", "RAID6"},
    "test": frozenset(REPORTS),
    "ends": frozenset({"time", "volume", "steady"}),
}
_ALONE, _ALONE_END = r"(?<![\w.-])", r"(?![\w-]|\.\w)"
#: Names that are only words together, in any text; a dot may be a slash, as below /proc/sys.
_COMPOUNDS = (
    *((name, rf"(?:settings\.)?(?:sysctl\.)?{re.escape(name)}") for name in SYSCTLS),
    *((name, rf"(?<=/proc/sys/){re.escape(name.replace('.', '/'))}") for name in SYSCTLS),
    *((name, rf"(?:settings\.)?{re.escape(name)}") for name in _SETTINGS if "." in name),
    *((name, re.escape(name)) for name in sorted(OPTIONS) if "." in name),
)  # fmt: skip
#: How engines name themselves with their version, and how the kernel names drives.
_FORMS = (
    r"(?<![\w.-])fio-\d+\.\d+(?:\.\d+)*(?![\w-])",
    r"(?<![\w.-])/dev/(?:sd[a-z]+\d*|vd[a-z]+\d*|nvme\d+n\d+(?:p\d+)?|md\d+|dm-\d+|loop\d+)(?![\w-])",
)
#: A job file consists of numbers and fixed words; names given by a lab follow one of the other options.
_JOB_OPTION = (
    r"(?<![^\s,])(?:(?:ioengine|rw|readwrite|bs|blocksize|bssplit|xfersize|rdpct|seekpct|random_generator|"
    r"fallocate|write_lat_log|openflags|fileio|operation)=[\w:/.%-]*|[a-z_][a-z0-9_]*=)"
)


def is_preserved_word(key: str, value: str) -> bool:
    """Return whether `value` is in the closed list of words that the field `key` may hold."""
    return value in _WHOLE.get(key, ())


def is_our_label(value: Mapping[str, Any]) -> bool:
    """Return whether the label of a row, a factor or a metric is a word of this product.

    Other labels may be names given by users.
    """
    is_of_a_fact = "value" in value or "unit" in value or value.get("key") in FACT_KEYS
    return is_of_a_fact and value["label"] in LABELS


def generate_preserved_patterns(needles: Sequence[str], profiles: Sequence[str], *, in_job_file: bool) -> Iterator[str]:
    """Yield regular expressions for text to preserve although it contains one of the `needles`.

    `needles` are in lower case. `profiles` are names of the catalogue's profiles; `in_job_file` adds the words of a
    rendered job file.
    """
    for name, pattern in (*_COMPOUNDS, *((profile, re.escape(profile)) for profile in profiles if "-" in profile)):
        if any(needle in name for needle in needles):
            yield f"{_ALONE}(?:{pattern}){_ALONE_END}"
    yield from _FORMS
    if in_job_file:
        yield _JOB_OPTION
