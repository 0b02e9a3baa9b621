"""A load curve: one point as fast as it goes, then one for each percentage of what that reached.

The rates are known only when the first point has been measured, so a plan holds percentages. The first point is a short
one: points above 100 % may still deliver more, and what was achieved is drawn beside what was requested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile_language import ProfileInvalid, parse_number, refuse_unknown
from storagelab.domain.sweeps import parse_axis_values
from storagelab.domain.workload import MAX_LOAD_PERCENT, Arrival


@dataclass(frozen=True, slots=True)
class LoadCurve:
    """The points of a curve, in percent of its maximum and in the order they run, and how requests are spaced."""

    percents: tuple[float, ...]
    arrival: Arrival


def describe_load(load_of: int, percent: float) -> str:
    """Return the text of a load in percent of a maximum that another phase measures.

    An example is `80 % of the maximum that phase 3 measures`; `load_of` is the ordinal of this phase.
    """
    return f"{percent:g} % of the maximum that phase {load_of} measures"


def expand_load(
    path: str, raw: Mapping[str, Any], point: PhasePlan, values: Mapping[str, float]
) -> tuple[PhasePlan, ...]:
    """Return the phases of one `point` of the profile entry `raw`, which is written at `path`.

    With `load` in the entry, the phase of the maximum precedes the phases of the load curve. Without it, `point` is the
    only phase. `values` are the parameters. Raises ProfileInvalid with the place.
    """
    if "load" not in raw:
        return (point,)
    place = f"{path}.load"
    if point.kind != "measure":
        raise ProfileInvalid(place, "is for phases that measure")
    if point.workload.offered_iops is not None:
        raise ProfileInvalid(place, "offered_iops is given too: the first point of a curve has no limit")
    if point.workload.bursts is not None:
        raise ProfileInvalid(place, "bursts are given too: a share of a maximum comes without waits")
    if point.stop.kind == "volume":
        raise ProfileInvalid(f"{path}.stop.kind", "a point of a load curve ends by time or when steady, not by volume")
    curve = _parse(place, raw["load"], values)
    group = point.group or point.name
    maximum = replace(point, name=f"{point.name}: max", group=group)
    steps = (
        replace(
            point,
            ordinal=point.ordinal + step,
            name=f"{point.name}: {percent:g} %",
            group=group,
            workload=replace(point.workload, load_percent=percent, arrival=curve.arrival),
            load_of=point.ordinal,
        )
        for step, percent in enumerate(curve.percents, start=1)
    )
    return (maximum, *steps)


def _parse(path: str, raw: Any, values: Mapping[str, float]) -> LoadCurve:
    refuse_unknown(path, raw, ("of", "percents", "offer"))
    if raw.get("of") != "max":
        raise ProfileInvalid(
            f"{path}.of", "must be max: the points are shares of what the phase reaches without a limit, measured first"
        )
    if "percents" not in raw:
        raise ProfileInvalid(f"{path}.percents", "is missing")
    offer = raw.get("offer", "poisson")
    if offer not in get_args(Arrival):
        raise ProfileInvalid(f"{path}.offer", f"{offer!r} is not one of {', '.join(get_args(Arrival))}")
    return LoadCurve(_parse_percents(f"{path}.percents", raw["percents"], values), cast(Arrival, offer))


def _parse_percents(place: str, written: Any, values: Mapping[str, float]) -> tuple[float, ...]:
    steps: Sequence[Any] = parse_axis_values(place, "load", written)
    percents = tuple(parse_number(place, step, values) for step in steps)
    for percent in percents:
        if not 0 < percent <= MAX_LOAD_PERCENT:
            raise ProfileInvalid(place, f"{percent:g} % is not above 0 and at most {MAX_LOAD_PERCENT} %")
    if len(set(percents)) < len(percents):
        raise ProfileInvalid(place, "a percentage is given twice")
    return percents
