"""Factors of a set of results, and the choice of axes proposed by default."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from storagelab.analysis.pivot import (
    VALUE_KIND,
    Choice,
    Gap,
    Observation,
    has_fixed_values,
    list_differing_keys,
    make_table,
)
from storagelab.analysis.pivot_levels import (
    CONDITION,
    CONTROLLERS,
    DRIVES,
    LEVEL,
    MODEL,
    NOT_APPLICABLE,
    UNKNOWN,
    WORKLOAD,
    sort_levels,
)
from storagelab.domain.campaigns import OPTIMAL

#: Preferred factors for rows and columns, and after them for panels, in this order; then any other that differs.
_ROWS = (LEVEL, CONTROLLERS, MODEL)
_COLUMNS = (DRIVES, "array.strip", "controllers.firmware", "drives.firmware", CONTROLLERS, MODEL)
#: Groups of factors that are held to one value where a configuration's would make panels.
_OF_RUN = ("workload", "profile", "run")
#: More panels than this are a list, and no page.
_MAX_PANELS = 6
#: More columns of workloads are no table.
_MAX_WORKLOADS = 12
#: Factors that are fixed one after another until cells hold one value each.
_MAX_FIXED = 16


@dataclass(frozen=True, slots=True)
class FactorLevels:
    """Something in which results differ: its levels in order, and how many results each of them has."""

    key: str
    label: str
    group: str
    levels: tuple[tuple[str, int], ...]

    @property
    def known_levels(self) -> tuple[str, ...]:
        """Levels that are known."""
        return tuple(level for level, _ in self.levels if level not in (UNKNOWN, NOT_APPLICABLE))


def list_factors(
    observations: Sequence[Observation], gaps: Sequence[Gap], names: Mapping[str, tuple[str, str]]
) -> list[FactorLevels]:
    """Return the factors that have several levels, one of them known, in the order of `names`.

    `names` has label and group by key. A level without a measurement counts, such as a configuration that was
    impossible.
    """
    factors = []
    for key, (label, group) in names.items():
        counts = Counter(observation.level(key) for observation in observations)
        counts.update({gap.factors[key] or UNKNOWN: 0 for gap in gaps if key in gap.factors})
        if len(counts) > 1 and set(counts) - {UNKNOWN, NOT_APPLICABLE}:
            levels = tuple((level, counts[level]) for level in sort_levels(key, counts))
            factors.append(FactorLevels(key, label, group, levels))
    return factors


def choose_metric(observations: Sequence[Observation], metrics: Sequence[str]) -> str:
    """Return the metric that is known for the most results, the first of equals in `metrics`."""
    counts = {name: sum(observation.values.get(name) is not None for observation in observations) for name in metrics}
    return max(metrics, key=lambda name: counts[name])


def choose_panels(
    observations: Sequence[Observation], choice: Choice, *, count: int, better: str, keys: Sequence[str]
) -> list[str]:
    """Return the panels with the most cells that have one value, at most `count` of them.

    Among equal panels those with the best values come first; `better` gives the direction.
    """
    cells: dict[tuple[str, ...], list[Observation]] = defaultdict(list)
    for observation in observations:
        if (
            choice.panel is not None
            and observation.values.get(choice.metric) is not None
            and has_fixed_values(observation, choice.fixed)
        ):
            cells[observation.level(choice.panel), *(observation.level(key) for key in choice.axes)].append(observation)
    filled: dict[str, list[float]] = {panel: [] for panel, *_ in cells}
    for (panel, *_), results in cells.items():
        if not list_differing_keys(results, [*keys, VALUE_KIND]):
            filled[panel].append(median(observation.values[choice.metric] or 0.0 for observation in results))
    sign = 1 if better == "higher" else -1
    ordered = sorted(filled, key=lambda panel: (len(filled[panel]), sign * sum(filled[panel])), reverse=True)
    return ordered[:count]


def keep_panels(
    observations: Sequence[Observation], gaps: Sequence[Gap], choice: Choice, panels: Collection[str]
) -> tuple[list[Observation], list[Gap]]:
    """Return the results and gaps that are of these panels; all of them for a choice without panels."""
    panel = choice.panel
    if panel is None:
        return list(observations), list(gaps)
    return (
        [observation for observation in observations if observation.level(panel) in panels],
        [gap for gap in gaps if panel not in gap.factors or (gap.factors[panel] or UNKNOWN) in panels],
    )


def propose(observations: Sequence[Observation], factors: Sequence[FactorLevels], *, metric: str) -> Choice:
    """Choose rows, columns, a panel and fixed factors by rule.

    1. Rows are by RAID level, else by controllers, else by drive model, else by the first factor of the configuration
       with two known levels, else by the first one of the workload.
    2. Columns are by number of drives, else by strip size, firmware, controllers or drive model, else by workload where
       there are at most twelve, else by the next factor; one that follows from the rows makes no columns.
    3. The condition of arrays is fixed to optimal where some array is known to be optimal.
    4. All cells are of one workload: each of its factors that does not follow from the axes is fixed to the level that
       fills the most cells, of several the one measured first. The same holds for profile, engine and scale where cells
       hold results that differ in them.
    5. The first factor of the configuration that cells still differ in makes panels, where it has at most six levels.
    """
    measured = [observation for observation in observations if observation.values.get(metric) is not None]
    usable = [factor for factor in factors if len(factor.known_levels) > 1]
    rows = _choose_factor([factor for factor in usable if _is_varying(measured, factor.key)], _ROWS)
    within = [factor for factor in usable if rows is not None and _is_varying(measured, factor.key, within=(rows,))]
    few = any(factor.key == WORKLOAD and len(factor.levels) <= _MAX_WORKLOADS for factor in within)
    by_work = few and rows is not None and not rows.startswith("workload.")
    columns = _choose_factor(within, (*_COLUMNS, WORKLOAD) if by_work else _COLUMNS)
    choice = Choice(metric, rows=rows, columns=columns)
    by_key = {factor.key: factor for factor in factors}
    condition = by_key.get(CONDITION)
    if condition is not None and CONDITION not in choice.axes and OPTIMAL in condition.known_levels:
        choice = replace(choice, fixed={CONDITION: OPTIMAL})
    for _ in range(_MAX_FIXED):
        loose = _find_open_factor(measured, choice, by_key)
        if loose is None:
            break
        best = max(loose.known_levels, key=lambda level: _rank_level(measured, choice, loose.key, level))
        choice = replace(choice, fixed={**choice.fixed, loose.key: best})
    rest = [factor for factor in _list_differing_factors(measured, choice, by_key) if factor.group not in _OF_RUN]
    panel = next(
        (factor.key for factor in rest if len(factor.known_levels) > 1 and len(factor.levels) <= _MAX_PANELS), None
    )
    return replace(choice, panel=panel)


def _choose_factor(usable: Sequence[FactorLevels], wanted: Sequence[str]) -> str | None:
    there = {factor.key: factor for factor in usable}
    named = next((key for key in wanted if key in there), None)
    if named is not None:
        return named
    # The name of a workload covers all its factors, so it makes an axis only where nothing else does.
    ordered = sorted(usable, key=lambda factor: (factor.group in _OF_RUN, factor.key == WORKLOAD))
    return ordered[0].key if ordered else None


def _is_varying(observations: Sequence[Observation], key: str, *, within: Sequence[str] = ()) -> bool:
    """Return whether a factor has two levels among results that agree in all factors of `within`."""
    groups: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for observation in observations:
        groups[tuple(observation.level(other) for other in within)].add(observation.level(key))
    return key not in within and any(len(levels) > 1 for levels in groups.values())


def _find_open_factor(
    observations: Sequence[Observation], choice: Choice, by_key: Mapping[str, FactorLevels]
) -> FactorLevels | None:
    """Return the next factor that the choice neither puts on an axis nor fixes, or None.

    It is a factor of the workload, or a factor of the run in which results of one cell differ.
    """
    selected = [observation for observation in observations if has_fixed_values(observation, choice.fixed)]
    axes = [key for key in choice.axes if by_key[key].group == "workload"]
    of_workload = [
        factor
        for key, factor in by_key.items()
        if factor.group == "workload"
        and key not in choice.axes
        and key not in choice.fixed
        and _is_varying(selected, key, within=axes)
    ]
    of_run = [factor for factor in _list_differing_factors(observations, choice, by_key) if factor.group in _OF_RUN]
    return next(
        (factor for factor in (*of_workload, *of_run) if factor.known_levels and factor.key not in choice.fixed), None
    )


def _list_differing_factors(
    observations: Sequence[Observation], choice: Choice, by_key: Mapping[str, FactorLevels]
) -> list[FactorLevels]:
    """Return the factors in which results of one cell differ."""
    table = make_table(observations, (), choice, keys=list(by_key))
    keys = {differing.key for cell in table.cells for differing in cell.differs}
    return [factor for key, factor in by_key.items() if key in keys]


def _rank_level(observations: Sequence[Observation], choice: Choice, key: str, level: str) -> tuple[int, int, int]:
    """Return a sort key of a level: the cells it fills, its results, and its rank by time.

    The rank is the larger the earlier the level was measured.
    """
    having = [
        place
        for place, observation in enumerate(observations)
        if has_fixed_values(observation, {**choice.fixed, key: level})
    ]
    cells = {tuple(observations[place].level(axis) for axis in choice.axes) for place in having}
    return (
        len(cells),
        len(having),
        -min((place for place in having if observations[place].level(key) == level), default=0),
    )
