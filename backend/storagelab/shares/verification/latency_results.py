"""Distributions of response times of a run: merged again from the bins of its phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from storagelab.analysis.distributions import ResponseTimeDistribution, merge_distributions
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.result import RESULT_KINDS
from storagelab.domain.samples import PercentilesOf
from storagelab.latency.distributions import add_total, describe_result
from storagelab.shares.verification.frozen import FrozenShare, Json

_PATTERN = (
    "block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops"
)  # fmt: skip


def describe_results(share: FrozenShare, run: Json) -> Iterator[dict[str, Any]]:
    """Yield every result of a run with its latency distributions.

    The results have the form of `GET /runs/{ref}/latency`.
    """
    for rounds in _collect_cells(run).values():
        parts = [_merge_parts(share, run, phase) for phase in rounds]
        yield describe_result([_build_row(phase) for phase in rounds], parts, cdf=True)


def _build_row(phase: Json) -> dict[str, Any]:
    measurement = phase["measurement"]
    lineage = measurement.get("lineage") or {}
    return {
        **{name: lineage.get(name) for name in _PATTERN},
        "outstanding_ios": measurement["outstanding_ios"],
        **{key: measurement[key] for key in ("latency_n", "percentiles_of", "badges", *PERCENTILES)},
        **{key: phase[key] for key in ("name", "state", "group", "loop", "round")},
        "phase_ordinal": phase["ordinal"],
    }


def _collect_cells(run: Json) -> dict[Any, list[Json]]:
    cells: dict[Any, list[Json]] = {}
    for phase in sorted(run["phases"], key=lambda item: item["ordinal"]):
        if phase["measurement"] is None or phase["kind"] not in RESULT_KINDS:
            continue
        if phase["loop"] is None:
            cells[phase["ordinal"]] = [phase]
        elif phase["in_window"]:
            cells.setdefault((phase["loop"], parse_round_name(phase["name"], phase["round"])), []).append(phase)
    return cells


def _merge_parts(share: FrozenShare, run: Json, phase: Json) -> Mapping[str, ResponseTimeDistribution | None]:
    bins_by_part = share.bins(run, phase["ordinal"])
    distributions: dict[str, list[ResponseTimeDistribution | None]] = {}
    for part in sorted(phase["measurement"]["parts"], key=lambda item: (item["direction"], item["group"])):
        bins = bins_by_part.get((part["direction"], part["group"]))
        if bins:
            of = cast("PercentilesOf | None", part["percentiles_of"])
            distributions.setdefault(part["direction"], []).append(ResponseTimeDistribution(bins, of))
        elif part["latency_n"] != 0 and part["ios"] != 0:
            distributions.setdefault(part["direction"], []).append(None)
    return add_total({direction: merge_distributions(groups) for direction, groups in distributions.items()})
