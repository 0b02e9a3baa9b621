"""The loops of a Vdbench run as axes of a sweep: over threads, sizes, shares and rates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.workload import MAX_LOAD_PERCENT, BlockSize
from storagelab.profiles.job_files.vdbench_file import VdbenchParameter
from storagelab.profiles.job_files.vdbench_run import VdbenchParameterNotExpressible, VdbenchRun
from storagelab.profiles.job_files.vdbench_values import (
    ORDERS,
    parse_mix,
    parse_number,
    parse_percent,
    parse_size,
    parse_values,
    parse_whole_number,
)

#: Axes of the profile's language with the keywords of their loops, and what a phase is called by.
_LOOPS: Mapping[str, tuple[str, str]] = {
    "threads": ("queue_depth", "QD{queue_depth}"),
    "xfersize": ("block_size", "{block_size}"),
    "rdpct": ("read", "{read} % reads"),
    "seekpct": ("random", "{random} % random"),
}
#: Default of Vdbench for iorate=curve without values (users guide of 5.04.07).
_DEFAULT_CURVE = (10.0, 50.0, 70.0, 80.0, 90.0, 100.0)


@dataclass(frozen=True, slots=True)
class Loops:
    """Loops of a run: `sweep` has the axes with several values, the first written the outermost.

    `single` has the axes with one value. `blocks` is the mix of sizes, if the run has one.
    """

    sweep: Mapping[str, Sequence[Any]]
    single: Mapping[str, Any]
    blocks: tuple[BlockSize, ...] | None = None

    def first(self, axis: str) -> Any | None:
        """Return the value of an axis at the first point of the loops; None for an axis without loop."""
        return self.sweep[axis][0] if axis in self.sweep else self.single.get(axis)


def read_loops(run: VdbenchRun) -> Loops:
    """Return the loops of a run in the order of the file.

    The rate is not among them: Vdbench runs it as the innermost loop.
    """
    axes: dict[str, Sequence[Any]] = {}
    blocks = None
    for key, parameter in run.definition.parameters.items():
        loop = key.removeprefix("for")
        if loop not in _LOOPS:
            continue
        if loop != key and loop in run.definition.parameters:
            raise VdbenchParameterNotExpressible(parameter.line, f"{key} and {loop} are the same: give one of them")
        sizes = parse_mix(parameter.items) if key == "xfersize" and parameter.listed else None
        if sizes is not None:
            blocks = tuple(BlockSize(block, share) for block, share in sizes)
        else:
            axes[_LOOPS[loop][0]] = _read_axis(loop, parameter)
    return Loops(
        sweep={axis: points for axis, points in axes.items() if len(points) > 1},
        single={axis: points[0] for axis, points in axes.items() if len(points) == 1},
        blocks=blocks,
    )


def _read_axis(loop: str, parameter: VdbenchParameter) -> Sequence[Any]:
    items = [str(ORDERS.get(item, item)) for item in parameter.items] if loop == "seekpct" else parameter.items
    points: Sequence[Any] | None = None
    if loop == "threads":
        points = parse_values(items, parse_whole_number)
    elif loop == "xfersize":
        points = parse_values(items, parse_size)
    elif (shares := parse_values(items, parse_percent)) is not None:
        points = [int(share) if share.is_integer() else share for share in shares]
    if not points:
        raise VdbenchParameterNotExpressible(parameter.line, f"{parameter.key}={parameter.text} is not expressible")
    return points


def read_rates(run: VdbenchRun) -> list[int | None]:
    """Return the offered loads of `iorate` in IOPS, in the order of the list; None for max.

    The rate is the innermost loop of a run. Raises VdbenchParameterNotExpressible.
    """
    parameter = run.definition.parameters.get("iorate")
    if parameter is None:
        raise VdbenchParameterNotExpressible(
            run.definition.line, f"rd={run.definition.name} has no iorate=: write iorate=max, if that is meant"
        )
    if "curve" in parameter.items:
        raise VdbenchParameterNotExpressible(
            parameter.line, "iorate: curve in a list is not expressible: write an rd for it"
        )
    if "max" in parameter.items:
        stated_rates = [None if item == "max" else parse_whole_number(item) for item in parameter.items]
        if sum(rate is None for rate in stated_rates) == parameter.items.count("max"):
            return stated_rates
    rates = parse_values(parameter.items, parse_whole_number)
    if not rates:
        raise VdbenchParameterNotExpressible(
            parameter.line, f"iorate={parameter.text} is not expressible: give whole rates, or max"
        )
    return list(rates)


def read_curve(run: VdbenchRun) -> list[float] | None:
    """Return the points of a load curve, in percent of the unlimited rate of the run; None without a curve."""
    rate, points = run.definition.parameters.get("iorate"), run.definition.parameters.get("curve")
    if rate is None or rate.items != ("curve",):
        if points is not None and rate is not None and "curve" not in rate.items:
            raise VdbenchParameterNotExpressible(
                points.line, "curve: it is for iorate=curve, and this run has another rate"
            )
        return None
    if points is None:
        return list(_DEFAULT_CURVE)
    percents = parse_values(points.items, parse_number)
    if not percents:
        raise VdbenchParameterNotExpressible(points.line, f"curve={points.text} is not expressible: give percentages")
    wrong = next((point for point in percents if not 0 < point <= MAX_LOAD_PERCENT), None)
    if wrong is not None:
        raise VdbenchParameterNotExpressible(
            points.line, f"curve: {wrong:g} % is not expressible: points are above 0 and at most {MAX_LOAD_PERCENT} %"
        )
    if len(set(percents)) < len(percents):
        raise VdbenchParameterNotExpressible(points.line, "curve: a point that is given twice is not expressible")
    return percents


def build_phase_name(run: VdbenchRun, axes: Iterable[str]) -> str:
    """Return the name template of a run's phases: the run's name and a placeholder per axis."""
    patterns = {**dict(_LOOPS.values()), "offered_iops": "{offered_iops} IOPS"}
    return " ".join([run.definition.name, *(patterns[axis] for axis in axes)])
