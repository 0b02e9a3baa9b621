"""Settings of the kernel that can change a result.

They cover queues of drives, processors, mitigations, memory and boot options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.collectors.base import CollectedFacts, ServerFacts
from storagelab.collectors.values import count, get_output_text, parse_json_object, read_number, read_word
from storagelab.domain.json_values import JsonObject

name = "kernel_settings"
inputs: tuple[str, ...] = ("kernel_settings",)

_CHOSEN = re.compile(r"\[(?P<chosen>[^\]\s]+)\]")
#: Boot options that can change how fast or how evenly drives answer. Others are left out: they may hold secrets.
OPTIONS = frozenset(
    (
        *(
            "amd_iommu",
            "amd_pstate",
            "clocksource",
            "default_hugepagesz",
            "hugepages",
            "hugepagesz",
            "idle",
            "init_on_alloc",
        ),
        *("init_on_free", "intel_idle.max_cstate", "intel_iommu", "intel_pstate", "iommu", "iommu.passthrough"),
        *(
            "iommu.strict",
            "irqaffinity",
            "isolcpus",
            "kpti",
            "l1tf",
            "maxcpus",
            "mce",
            "mds",
            "mitigations",
            "nmi_watchdog",
        ),
        *("nohz", "nohz_full", "nopti", "nosmt", "nospectre_v1", "nospectre_v2", "nr_cpus", "numa", "numa_balancing"),
        *("nvme.max_host_mem_size_mb", "nvme.poll_queues", "nvme.use_cmb_sqes", "nvme.write_queues"),
        *("nvme_core.default_ps_max_latency_us", "nvme_core.io_timeout", "nvme_core.multipath", "pcie_aspm"),
        *("pcie_aspm.policy", "pcie_port_pm", "preempt", "processor.max_cstate", "pti", "rcu_nocbs", "retbleed"),
        *("scsi_mod.use_blk_mq", "skew_tick", "spec_store_bypass_disable", "spectre_v2", "srbds", "threadirqs"),
        *("transparent_hugepage", "tsc", "tsx", "tsx_async_abort", "workqueue.power_efficient"),
    )
)


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse kernel settings by dotted names, such as block.nvme0n1.scheduler.

    Unreported values are absent.
    """
    text = get_output_text(outputs, "kernel_settings")
    if text is None:
        return CollectedFacts()
    document = parse_json_object(text)
    if document is None:
        return CollectedFacts(warnings=("The settings of the kernel were not understood: a JSON object was expected.",))
    plain = ((read_word(name), _simplify_value(value)) for name, value in _iterate_settings(document))
    settings = {name: value for name, value in plain if name is not None and value is not None}
    nodes = count(document.get("numa_nodes"))
    return CollectedFacts(server=ServerFacts(numa_nodes=nodes) if nodes else None, settings=settings)


def _iterate_settings(document: JsonObject) -> Iterator[tuple[str, Any]]:
    for device, fields in _read_object(document, "block").items():
        for field, value in fields.items() if isinstance(fields, dict) else ():
            yield f"block.{device}.{field}", _parse_active_option(value)
    for field, value in _read_object(document, "cpu").items():
        yield f"cpu.{'governor' if field == 'governors' else field}", value
    for section in ("mitigations", "sysctl"):
        for field, value in _read_object(document, section).items():
            yield f"{section}.{field}", value
    yield "transparent_hugepage", _parse_active_option(document.get("transparent_hugepage"))
    yield from _parse_boot_options(read_word(document.get("cmdline")) or "").items()


def _read_object(document: JsonObject, field: str) -> JsonObject:
    value = document.get(field)
    return value if isinstance(value, dict) else {}


def _parse_active_option(value: object) -> object:
    """Return the active option: `[none] mq-deadline` offers both, and the one in brackets is active."""
    match = _CHOSEN.search(value) if isinstance(value, str) else None
    return match["chosen"] if match is not None else value


def _parse_boot_options(line: str) -> dict[str, str | bool]:
    """Return the known boot options; an option without a value is true, a repeated option adds to its values."""
    options: dict[str, str | bool] = {}
    for part in line.split():
        option, equals, value = part.partition("=")
        # The kernel takes a hyphen and an underscore in the name of an option for the same.
        option = option.replace("-", "_")
        if option in OPTIONS:
            field = f"cmdline.{option}"
            setting = value if equals else True
            options[field] = f"{options[field]} {setting}" if field in options and equals else setting
    return options


def _simplify_value(value: object) -> Any:
    """Return a setting as a boolean, number or text; None when it is unknown.

    A list becomes one text of its distinct members, in order.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if read_number(value) is not None else None
    if isinstance(value, list):
        parts = (
            read_word(part) if isinstance(part, str) else str(part) for part in value if isinstance(part, str | int)
        )
        return ", ".join(dict.fromkeys(part for part in parts if part is not None)) or None
    text = read_word(value)
    whole = count(text)
    return whole if whole is not None else text
