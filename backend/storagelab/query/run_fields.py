"""Fields of runs: the fields and values of a query over the list of runs."""

from __future__ import annotations

from collections.abc import Iterator

from storagelab.domain.formatting import format_raid_level
from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import METRICS
from storagelab.query.fields import FieldSet, QueryField


def read_level(text: str) -> str | None:
    """Return a RAID level in its normal form: `10` and `raid10` are `RAID 10`, `none` is `no array`."""
    return "no array" if text.lower() == "none" else format_raid_level(text)


def _make_choice_field(name: str, description: str, example: str, *choices: str, **more: str) -> QueryField:
    return QueryField(name, "choice", "run", description, example, choices=choices, **more)  # type: ignore[arg-type]


def _make_fact_field(
    key: str, name: str, description: str, example: str, *aliases: str, heading: str = ""
) -> QueryField:
    return QueryField(name, "text", "configuration", description, example, aliases, key=key, heading=heading)


def _make_fact_number_field(
    key: str, name: str, description: str, example: str, *aliases: str, unit: str | None = None, heading: str = ""
) -> QueryField:
    return QueryField(
        name, "number", "configuration", description, example, aliases, unit=unit, key=key, heading=heading
    )


def _make_workload_field(
    key: str, name: str, description: str, example: str, *aliases: str, unit: str | None = None, heading: str = ""
) -> QueryField:
    return QueryField(name, "number", "workload", description, example, aliases, unit=unit, key=key, heading=heading)


def _make_figure_fields() -> Iterator[QueryField]:
    for metric in METRICS.values():
        if (field := metric.field) is not None:
            aliases = tuple(name for name in (metric.rest_name, *field.aliases) if name != field.name)
            yield QueryField(
                field.name, "number", "figure", metric.label, field.example, aliases, unit=metric.unit,
                key=metric.column, heading=metric.label,
            )  # fmt: skip


RUN_FIELDS = FieldSet(
    (
        QueryField("number", "number", "run", "Number of the run, without r-", "number:100..200"),
        QueryField("title", "text", "run", "Title of the run", 'title:"quick look"'),
        _make_choice_field("state", "State of the run", "state:finished", *(state.value for state in RunState)),
        _make_choice_field(
            "origin", "Measured here, imported from files or published", "origin:measured",
            "measured", "imported", "published",
        ),
        _make_choice_field(
            "validity", "Counted by statistics, or marked invalid", "validity:valid", "valid", "invalid"
        ),
        _make_choice_field(
            "completeness", "All phases measured, or some", "completeness:complete", "complete", "partial"
        ),
        _make_choice_field("scale", "Whole profile, or a short test of it", "scale:full", "full", "smoke"),
        _make_choice_field(
            "verdict", "Steady-state verdict", "verdict:steady", "steady", "not_steady", "insufficient_rounds",
        ),
        QueryField("profile", "text", "run", "Name of the profile, or with its version", "profile:quick-4k@2"),
        QueryField("server", "text", "run", "Name of the server, or its number", "server:s-1"),
        QueryField(
            "configuration", "text", "run", "Name of the configuration, or its number", "configuration:c-12",
            ("config",),
        ),
        QueryField("campaign", "text", "run", "Name of the campaign, or its number", "campaign:m-12"),
        QueryField("job", "number", "run", "Number of the job, without j-", "job:12"),
        QueryField("engine", "text", "run", "Engine that generated the load", "engine:fio"),
        QueryField("engine_version", "text", "run", "Version of the engine", "engine_version:3.33"),
        QueryField("label", "label", "run", "Label of the run, with or without a value", "label:release=24.1"),
        QueryField("created", "date", "run", "Time at which the run was filed", "created:today", ("created_at",)),
        QueryField("started", "date", "run", "Time at which the run started", "started>-7d", ("started_at",)),
        QueryField("finished", "date", "run", "Time at which the run ended", "finished:2026-11", ("finished_at",)),
        QueryField(
            "duration", "number", "run", "Time from start to end", "duration>1h", ("duration_seconds",),
            unit="seconds",
        ),
        _make_fact_field("drives.model", "model", "Model of the drives", 'model:"PM9A3"', "drive"),
        _make_fact_field("drives.vendor", "vendor", "Vendor of the drives", "vendor:samsung"),
        _make_fact_field("drives.firmware", "firmware", "Firmware of the drives", "firmware:GDC5602Q"),
        _make_fact_field("drives.interface", "interface", "Interface of the drives", "interface:nvme"),
        _make_fact_field("drives.medium", "medium", "Flash or rotating", "medium:flash"),
        _make_fact_number_field("drives.count", "drives", "Number of drives", "drives:8", "drive_count"),
        _make_fact_number_field(
            "drives.size", "drive_size", "Capacity of one drive", "drive_size>1TB", unit="decimal bytes"
        ),
        _make_fact_number_field(
            "drives.over_provisioning", "spare", "Spare area of the drives", "spare:7%", "spare_area",
            "over_provisioning", unit="percent", heading="Spare area",
        ),
        _make_fact_field("drives.write_cache", "write_cache", "Write cache of the drives", "write_cache:on"),
        _make_fact_field("controllers", "controller", "Model of the controller", 'controller:"PERC H755"'),
        _make_fact_field(
            "controllers.firmware", "controller_firmware", "Firmware of the controller", "controller_firmware:52.26"
        ),
        _make_fact_field("controllers.driver", "driver", "Driver of the controller and its version", "driver:megaraid"),
        QueryField(
            "raid", "choice", "configuration", "RAID level, or none", "raid:10", ("level", "raid_level"),
            normalise=read_level, key="array.level", heading="RAID level",
        ),
        _make_fact_field(
            "array.condition", "condition", "Condition of the array", "condition:degraded", "array_condition",
            heading="Array condition",
        ),
        _make_fact_number_field(
            "array.strip", "strip", "Strip size of the array", "strip:64KiB", "strip_size", unit="bytes",
            heading="Strip size",
        ),
        _make_fact_field(
            "array.implementation", "implementation", "Software or controller of the array", "implementation:mdadm"
        ),
        _make_fact_field("server.model", "server_model", "Model of the server", 'server_model:"PowerEdge R750"'),
        _make_fact_field("server.cpu", "cpu", "Processor of the server", 'cpu:"Xeon Gold"', heading="Processor"),
        _make_fact_number_field("server.memory", "memory", "Memory of the server", "memory>=64GiB", unit="bytes"),
        _make_fact_field("server.kernel", "kernel", "Kernel of the server", "kernel:6.12"),
        _make_fact_field("server.os", "os", "Operating system of the server", "os:debian", heading="Operating system"),
        _make_fact_field(
            "filesystem", "filesystem", "File system of the target", "filesystem:xfs", heading="File system"
        ),
        QueryField("workload", "text", "workload", "Name of the workload", 'workload:"random read"', key="name"),
        _make_workload_field(
            "block_bytes", "bs", "Block size", "bs:4k", "block_size", "block_bytes", unit="bytes", heading="Block size"
        ),
        _make_workload_field(
            "read_percent", "read", "Share of reads", "read:70%", "read_percent", unit="percent", heading="Reads"
        ),
        _make_workload_field(
            "random_percent", "random", "Share of random I/O", "random:100%", "random_percent", unit="percent",
            heading="Random I/O",
        ),
        _make_workload_field(
            "outstanding_ios", "qd", "All outstanding I/O of the target", "qd:32", "outstanding_ios",
            heading="Outstanding I/O",
        ),
        _make_workload_field(
            "queue_depth", "thread_qd", "Outstanding I/O of one thread", "thread_qd:16", "queue_depth",
            heading="Queue depth",
        ),
        _make_workload_field("threads", "threads", "Threads of the load", "threads:16", "jobs"),
        *_make_figure_fields(),
    )
)  # fmt: skip
