"""Small runs for findings: phases with one figure each."""

from __future__ import annotations

from typing import Any

from storagelab.domain.metrics import METRICS
from storagelab.domain.result import PhaseMeasurement, PhaseResult, RequestedLoad, ResultBadge, RunResult
from storagelab.domain.workload import BlockSize, Workload
from storagelab.evaluate.finding_pairs import FindingEntry

READ = Workload((BlockSize(4096),), 100, 100, threads=1, queue_depth=32)
WRITE = Workload((BlockSize(4096),), 0, 100, threads=16, queue_depth=16)
MIXED = Workload((BlockSize(8192),), 70, 100, threads=1, queue_depth=16)


def make_phase(
    workload: Workload | dict[str, Any],
    ordinal: int = 1,
    *,
    name: str = "phase",
    kind: str = "measure",
    value_kind: str = "exact",
    steady: bool | None = None,
    badges: tuple[str, ...] = (),
    **figures: float,
) -> PhaseResult:
    """Return a finished phase with figures by the names of their metrics."""
    fields: dict[str, Any] = dict(workload.to_json()) if isinstance(workload, Workload) else workload
    names = ("read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops")
    sizes = fields.get("block_sizes") or []
    load = RequestedLoad(
        block_bytes=sizes[0]["bytes"] if len(sizes) == 1 else None, **{key: fields.get(key) for key in names}
    )
    return PhaseResult(
        ordinal=ordinal,
        name=name,
        kind=kind,
        state="finished",
        workload=fields,
        load=load,
        measurement=PhaseMeasurement(
            figures={metric.column: figures.get(metric.name) for metric in METRICS.values()},
            load=load,
            value_kind=value_kind,
            steady=steady,
            badges=tuple(ResultBadge(code, code, "info") for code in badges),
        ),
    )


def make_run(number: str, *phases: PhaseResult, engine: str | None = "fio", **fields: Any) -> RunResult:
    """Return a finished run of these phases."""
    return RunResult(
        id=number,
        number=number,
        title=number,
        origin=fields.pop("origin", "measured"),
        state="finished",
        engine=engine,
        phases=phases,
        **fields,
    )


def make_published(number: str, *phases: PhaseResult, **fields: Any) -> RunResult:
    """Return a result that a review printed."""
    return make_run(number, *phases, origin="published", source_title="A review", **fields)


def make_entry(label: str, *runs: RunResult) -> FindingEntry:
    """Return an entry of a comparison."""
    return FindingEntry(label, runs)


def make_repeats(first: int, *values: float, metric: str = "iops", workload: Workload = WRITE) -> list[RunResult]:
    """Return one run for each value, numbered from `first`."""
    return [
        make_run(f"r-{first + place}", make_phase(workload, **{metric: value})) for place, value in enumerate(values)
    ]
