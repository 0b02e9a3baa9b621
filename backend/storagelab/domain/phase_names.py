"""Unique names of measured phases in plans, and in results that were stored under equal ones.

Results are compared, drawn and filed by the name of their phase, so two that measured different things never share one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from storagelab.domain.loops import parse_round_name
from storagelab.domain.plan import PhasePlan
from storagelab.domain.sweeps import SweepPoint

#: Names of axes behind a name that does not contain their value.
_AXIS_FORMATS = {
    "block_size": "{}",
    "read": "{} % read",
    "random": "{} % random",
    "threads": "{}T",
    "queue_depth": "{}Q",
    "streams": "{} streams",
    "range": "at {}",
    "offered_iops": "{} IOPS",
}


def format_point_names(template: str, points: Sequence[SweepPoint]) -> list[str]:
    """Return the name of each point of a phase, made from its name `template`.

    Where points would share a name, the axes that the template omits follow the name.
    """
    names = [point.name(template) for point in points]
    if len(set(names)) == len(names):
        return names
    fields = dict.fromkeys(field for point in points for field in point.fields)
    missing = [
        field
        for field in fields
        if field in _AXIS_FORMATS
        and "{" + field + "}" not in template
        and len({point.name("{" + field + "}") for point in points}) > 1
    ]
    return [", ".join((name, *_format_axes(point, missing))) for name, point in zip(names, points, strict=True)]


def _format_axes(point: SweepPoint, fields: Iterable[str]) -> list[str]:
    return [_AXIS_FORMATS[field].format(point.name("{" + field + "}")) for field in fields if field in point.fields]


def disambiguate(plans: Sequence[PhasePlan]) -> list[PhasePlan]:
    """Return the same plan with a number behind each repeated name of a measuring phase.

    Phases of loops retain their names, which are unique in a round.
    """
    taken = Counter(plan.name for plan in plans)
    seen: Counter[str] = Counter()
    result: list[PhasePlan] = []
    for plan in plans:
        if plan.kind == "measure" and plan.loop is None:
            seen[plan.name] += 1
            number = seen[plan.name]
            if number > 1:
                while (name := f"{plan.name} ({number})") in taken:
                    number += 1
                taken[name] += 1
                result.append(replace(plan, name=name))
                continue
        result.append(plan)
    return result


def build_result_names(phases: Iterable[tuple[str, str | None, int | None]]) -> list[str]:
    """Return the names of the results of one run, from (name, loop, round) of its measuring phases.

    The order is preserved. Rounds of one cell of a loop share a name. Older runs may have several phases of one name:
    each further phase gets a number. Cells of different loops with one name get the name of their loop in front.
    """
    rows = [(parse_round_name(name, number), loop) for name, loop, number in phases]
    loops = Counter(name for name, _ in set(rows))
    seen: Counter[str] = Counter()
    names: list[str] = []
    for name, loop in rows:
        if loop is not None:
            names.append(name if loops[name] == 1 else f"{loop}: {name}")
            continue
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names
