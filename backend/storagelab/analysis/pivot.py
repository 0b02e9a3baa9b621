"""Any number of results as a table: row factor by column factor by panel factor, the cells one metric.

A factor is anything that can differ between two results. In `factors` of a result a key that is absent does not apply
(no array has no strip), and a value of None is unknown, which never equals the unknown of another source.
A cell never averages over results that differ in anything that is known to be a factor, or may differ in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from storagelab.analysis.pivot_levels import CONDITION, DRIVES, LEVEL, NOT_APPLICABLE, UNKNOWN, sort_levels
from storagelab.analysis.repeatability import MINIMUM_REPEATS, Repeatability, judge_repeatability
from storagelab.domain.campaigns import OPTIMAL, STATES, CampaignLayout, find_cell_obstacle
from storagelab.domain.equivalent_values import is_same_value
from storagelab.domain.result import ResultBadge

Statistic = Literal["median", "mean"]
State = Literal["measured", "several", "impossible", "failed", "withheld", "not_measured", "not_published"]
#: Order in which reasons for an empty cell are reported.
_GAPS: tuple[State, ...] = ("failed", "withheld", "impossible", "not_measured")
VALUE_KIND = "value_kind"
#: Figures that are numbers; the others are bounds and ends of ranges, of which no median is taken.
NUMBERS = frozenset({"exact", "approximate"})
RANGE = "range"
_LAYOUTS = {"no array": "jbod", "JBOD": "jbod", "none": "jbod"}
#: Layouts whose least number of drives and redundancy are known.
LAYOUTS = frozenset({"jbod", "raid0", "raid1", "raid5", "raid6", "raid10"})
_ENOUGH = 4
NO_FIGURE = "This figure is not known of what was measured here."
NOT_PUBLISHED = "The source does not publish this figure."
_ORIGIN, _PUBLISHED = "run.origin", "published"
#: Longer lists do not help the reader.
_MAX_LEVELS = 12
_MAX_REASONS = 3


@dataclass(frozen=True, slots=True)
class Observation:
    """One result: a measured phase, or a cell of a loop over the rounds that count.

    `values` are by metric, None where unknown; `highs` the upper ends where `kind` is a range. `reads` and `random` are
    percent of the requests, `block_bytes` their one size. `run` is the number that people call it by, `source` where it
    was published; all that was measured here has one.
    """

    run: str
    source: str
    factors: Mapping[str, str | None]
    values: Mapping[str, float | None]
    highs: Mapping[str, float | None] = field(default_factory=dict)
    kind: str = "exact"
    reads: float | None = None
    random: float | None = None
    block_bytes: int | None = None
    condition: str | None = None
    steady: bool | None = None
    rebuild_seconds: float | None = None
    badges: Sequence[ResultBadge] = ()

    def level(self, key: str) -> str:
        """Return the value of the factor `key` as a reader sees it, also where unknown or not applicable."""
        if key not in self.factors:
            return NOT_APPLICABLE
        value = self.factors[key]
        return UNKNOWN if value is None else value

    def identity(self, key: str) -> tuple[str, str]:
        """Return a key of the factor `key` that is equal for results alike in that factor."""
        if key == VALUE_KIND:
            return self.kind, ""
        is_unknown = key in self.factors and self.factors[key] is None
        return self.level(key), self.source if is_unknown else ""


@dataclass(frozen=True, slots=True)
class Gap:
    """Reason for a missing result. A factor that is absent here is unknown and fits every value."""

    state: State
    reason: str
    factors: Mapping[str, str | None]
    runs: tuple[str, ...] = ()

    def fits(self, key: str, value: str) -> bool:
        """Return whether the gap can be in a cell whose factor `key` has this value."""
        return key not in self.factors or is_same_value(self.factors[key] or UNKNOWN, value, key)


@dataclass(frozen=True, slots=True)
class Choice:
    """Axes and metric of a table; a factor that is None is not used.

    `fixed` restricts results to one value of a factor.
    """

    metric: str
    rows: str | None = None
    columns: str | None = None
    panel: str | None = None
    fixed: Mapping[str, str] = field(default_factory=dict)
    statistic: Statistic = "median"

    def get_centre(self, judged: Repeatability) -> float | None:
        """Return the mean or the median of repeats, whichever `statistic` chooses."""
        return judged.mean if self.statistic == "mean" else judged.median

    @property
    def axes(self) -> tuple[str, ...]:
        """Return the keys of the factors on the rows, columns and panels of the table."""
        return tuple(key for key in (self.rows, self.columns, self.panel) if key is not None)


@dataclass(frozen=True, slots=True)
class Differing:
    """A factor in which the results of one cell differ, or may differ, with its levels there."""

    key: str
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PivotTableCell:
    """Cell of a pivot table. `value` is the statistic of the choice where `n` is above 1.

    `low` and `high` are the ends of a range. `ci95` is the 95 % interval of the mean, from three results on. `differs`
    is set where results were not merged; `groups` is the number of kinds among them.
    """

    row: str | None
    column: str | None
    panel: str | None
    state: State
    value: float | None = None
    low: float | None = None
    high: float | None = None
    kind: str | None = None
    n: int = 0
    min: float | None = None
    max: float | None = None
    ci95: tuple[float, float] | None = None
    cov_percent: float | None = None
    groups: int = 0
    differs: tuple[Differing, ...] = ()
    reason: str | None = None
    runs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    steady: bool | None = None
    badges: tuple[ResultBadge, ...] = ()
    observations: tuple[Observation, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PivotTable:
    """Cells of a pivot, panel by panel and row by row, with their levels; an axis without a factor has one level None.

    `along` are the factors that are not in the table and differ from one of its cells to another.
    """

    rows: tuple[str | None, ...]
    columns: tuple[str | None, ...]
    panels: tuple[str | None, ...]
    cells: tuple[PivotTableCell, ...]
    along: tuple[str, ...]


def list_differing_keys(observations: Sequence[Observation], keys: Iterable[str]) -> list[str]:
    """Return those of `keys` that name a factor in which the results differ."""
    return [key for key in keys if len({observation.identity(key) for observation in observations}) > 1]


def has_fixed_values(observation: Observation, fixed: Mapping[str, str]) -> bool:
    """Return whether a result has the fixed value of each factor in `fixed`.

    A factor that does not apply to the result is no reason to drop it: JBOD has no array condition.
    """
    return all(
        (level := observation.level(key)) == NOT_APPLICABLE or is_same_value(level, value, key)
        for key, value in fixed.items()
    )


def make_table(
    observations: Sequence[Observation], gaps: Sequence[Gap], choice: Choice, *, keys: Sequence[str]
) -> PivotTable:
    """Build the pivot table of a choice of axes and metric.

    `gaps` explain missing results. `keys` are all factors, in their usual order of interest.
    """
    selected = [observation for observation in observations if has_fixed_values(observation, choice.fixed)]
    holes = [gap for gap in gaps if all(gap.fits(key, value) for key, value in choice.fixed.items())]
    shown = [observation for observation in selected if observation.values.get(choice.metric) is not None]
    rows, columns, panels = (_list_levels(shown, holes, key) for key in (choice.rows, choice.columns, choice.panel))
    by_place: dict[tuple[str | None, ...], list[Observation]] = defaultdict(list)
    for observation in selected:
        by_place[tuple(None if key is None else observation.level(key) for key in _list_axes(choice))].append(
            observation
        )
    empty = _find_empty_state(selected)
    cells = tuple(
        _build_cell(by_place.get((row, column, panel), []), holes, choice, keys, row, column, panel, empty)
        for panel in panels
        for row in rows
        for column in columns
    )
    within = {differing.key for cell in cells for differing in cell.differs}
    unused = [key for key in keys if key not in choice.axes and key not in choice.fixed and key not in within]
    return PivotTable(rows, columns, panels, cells, tuple(key for key in unused if _is_along(shown, key)))


def _is_along(shown: Sequence[Observation], key: str) -> bool:
    """Return whether a factor differs between the results to which it applies.

    A factor that is unknown in all of these results does not differ.
    """
    having = [observation for observation in shown if key in observation.factors]
    return bool(list_differing_keys(having, [key])) and any(
        observation.factors[key] is not None for observation in having
    )


def _list_levels(shown: Sequence[Observation], holes: Sequence[Gap], key: str | None) -> tuple[str | None, ...]:
    if key is None:
        return (None,)
    levels = {observation.level(key) for observation in shown} | {
        hole.factors[key] or UNKNOWN for hole in holes if key in hole.factors
    }
    return tuple(sort_levels(key, levels))


def _find_empty_state(observations: Sequence[Observation]) -> State:
    """Return the state of a cell without results: of published results alone, no source publishes it."""
    origins = {observation.factors.get(_ORIGIN) for observation in observations}
    return "not_published" if origins == {_PUBLISHED} else "not_measured"


def _list_axes(choice: Choice) -> tuple[str | None, str | None, str | None]:
    return choice.rows, choice.columns, choice.panel


def _build_cell(
    observations: Sequence[Observation],
    holes: Sequence[Gap],
    choice: Choice,
    keys: Sequence[str],
    row: str | None,
    column: str | None,
    panel: str | None,
    empty_state: State,
) -> PivotTableCell:
    axes = zip(_list_axes(choice), (row, column, panel), strict=True)
    place = {key: level for key, level in axes if key is not None and level is not None}
    measured = [observation for observation in observations if observation.values.get(choice.metric) is not None]
    empty = PivotTableCell(row, column, panel, empty_state)
    if not measured:
        return _build_empty_cell(empty, observations, holes, {**choice.fixed, **place})
    cell = replace(
        empty,
        n=len(measured),
        runs=_drop_duplicates(observation.run for observation in measured),
        conditions=_drop_duplicates(
            observation.condition for observation in measured if observation.condition is not None
        ),
        steady=_combine_steadiness(measured),
        badges=tuple({badge.code: badge for observation in measured for badge in observation.badges}.values()),
        observations=tuple(measured),
    )
    differs = list_differing_keys(measured, [*(key for key in keys if key not in choice.axes), VALUE_KIND])
    # Two bounds have no median, and neither have two ranges.
    if not differs and len(measured) > 1 and measured[0].kind not in NUMBERS:
        differs = [VALUE_KIND]
    if differs:
        alike = {tuple(observation.identity(key) for key in differs) for observation in measured}
        differences = tuple(Differing(key, _list_present_levels(measured, key)) for key in differs)
        return replace(cell, state="several", groups=max(len(alike), 2), differs=differences)
    first = measured[0]
    judged = judge_repeatability([observation.values[choice.metric] for observation in measured])
    if first.kind == RANGE:
        return replace(cell, state="measured", kind=RANGE, low=judged.median, high=first.highs.get(choice.metric))
    return replace(
        cell,
        state="measured",
        kind=first.kind,
        value=choice.get_centre(judged),
        min=judged.min,
        max=judged.max,
        ci95=judged.ci95 if judged.n >= MINIMUM_REPEATS else None,
        cov_percent=judged.cov_pct,
    )


def _build_empty_cell(
    cell: PivotTableCell, observations: Sequence[Observation], holes: Sequence[Gap], place: Mapping[str, str]
) -> PivotTableCell:
    """Build a cell without a figure, with the best reason that gaps or results give.

    `place` has the level of each axis of the cell.
    """
    fitting = [hole for hole in holes if all(hole.fits(key, level) for key, level in place.items())]
    for state in _GAPS:
        matching = [hole for hole in fitting if hole.state == state]
        if matching:
            return replace(
                cell,
                state=state,
                reason=" ".join(_drop_duplicates(hole.reason for hole in matching)[:_MAX_REASONS]),
                runs=_drop_duplicates(run for hole in matching for run in hole.runs),
            )
    if observations:
        reason = NOT_PUBLISHED if cell.state == "not_published" else NO_FIGURE
        return replace(cell, reason=reason, runs=_drop_duplicates(observation.run for observation in observations))
    impossible = find_impossible_reason(place)
    if impossible is not None:
        return replace(cell, state="impossible", reason=impossible)
    return cell


def find_impossible_reason(place: Mapping[str, str]) -> str | None:
    """Return the reason that no such array can exist, or None if it can exist.

    `place` has the levels of factors: RAID level, number of drives and condition decide.
    """
    level, drives = place.get(LEVEL), place.get(DRIVES, "")
    layout = _LAYOUTS.get(level or "", (level or "").replace(" ", "").lower())
    if layout not in LAYOUTS:
        return None
    state = place.get(CONDITION, OPTIMAL)
    count = int(drives) if drives.isdecimal() else None
    if count is None and state == OPTIMAL:
        return None
    # Without a known number of drives only the redundancy of an array is judged. Controllers make a RAID 0 of one.
    enough = _ENOUGH if count is None else max(count, 2) if layout == "raid0" else count
    return find_cell_obstacle(
        CampaignLayout(layout, layout, enough), state if state in STATES else OPTIMAL, available=enough
    )


def _list_present_levels(observations: Sequence[Observation], key: str) -> tuple[str, ...]:
    if key == VALUE_KIND:
        return _drop_duplicates(observation.kind for observation in observations)
    return tuple(sort_levels(key, {observation.level(key) for observation in observations})[:_MAX_LEVELS])


def _combine_steadiness(observations: Sequence[Observation]) -> bool | None:
    verdicts = {observation.steady for observation in observations}
    if False in verdicts:
        return False
    return True if verdicts == {True} else None


def _drop_duplicates(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
