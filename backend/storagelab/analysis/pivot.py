"""Any number of results as a table: row factor by column factor by panel factor, the cells one metric.

A factor is anything that can differ between two results. In `factors` of a result a key that is absent does not apply
(no array has no strip), and a value of None is unknown, which never equals the unknown of another source.
A cell never averages over results that differ in anything that is known to be a factor, or may differ in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from storagelab.analysis.pivot_levels import CONDITION, DRIVES, LEVEL, NOT_APPLICABLE, UNKNOWN, sort_levels
from storagelab.analysis.repeatability import MINIMUM_REPEATS, Repeatability, repeatability
from storagelab.domain.campaigns import OPTIMAL, STATES, Layout, why_impossible

#: What stands for several results of one kind.
Statistic = Literal["median", "mean"]
State = Literal["measured", "several", "impossible", "failed", "withheld", "not_measured"]
#: Which of several reasons for an empty cell is told first.
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
#: Longer lists help nobody.
_MOST_LEVELS = 12
_MOST_REASONS = 3


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
    badges: Sequence[Mapping[str, Any]] = ()

    def level(self, key: str) -> str:
        """Return the value of a factor as a reader sees it."""
        if key not in self.factors:
            return NOT_APPLICABLE
        value = self.factors[key]
        return UNKNOWN if value is None else value

    def identity(self, key: str) -> tuple[str, str]:
        """Return the key that two results must share to be alike in a factor."""
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
        """Return whether the gap can be in a cell with this value."""
        return key not in self.factors or (self.factors[key] or UNKNOWN) == value


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

    def centre(self, judged: Repeatability) -> float | None:
        """Return the central value of repeats by the chosen statistic."""
        return judged.mean if self.statistic == "mean" else judged.median

    @property
    def axes(self) -> tuple[str, ...]:
        """The factors that make the table."""
        return tuple(key for key in (self.rows, self.columns, self.panel) if key is not None)


@dataclass(frozen=True, slots=True)
class Differing:
    """A factor in which the results of one cell differ, or may differ, with its levels there."""

    key: str
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
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
    least: float | None = None
    most: float | None = None
    ci95: tuple[float, float] | None = None
    cov_percent: float | None = None
    groups: int = 0
    differs: tuple[Differing, ...] = ()
    reason: str | None = None
    runs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    steady: bool | None = None
    badges: tuple[Mapping[str, Any], ...] = ()
    observations: tuple[Observation, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """The cells, panel by panel and row by row, and the levels they stand under; no factor has one level None.

    `along` are the factors that are not in the table and differ from one of its cells to another.
    """

    rows: tuple[str | None, ...]
    columns: tuple[str | None, ...]
    panels: tuple[str | None, ...]
    cells: tuple[Cell, ...]
    along: tuple[str, ...]


def differing_keys(observations: Sequence[Observation], keys: Iterable[str]) -> list[str]:
    """Those of the keys in which results are not all alike."""
    return [key for key in keys if len({each.identity(key) for each in observations}) > 1]


def is_kept(observation: Observation, fixed: Mapping[str, str]) -> bool:
    """Return whether a result has the fixed values.

    A factor that does not apply to the result is no reason to drop it: JBOD has no array condition.
    """
    return all(observation.level(key) in (value, NOT_APPLICABLE) for key, value in fixed.items())


def make_table(
    observations: Sequence[Observation], gaps: Sequence[Gap], choice: Choice, *, keys: Sequence[str]
) -> Table:
    """The table of a choice; `keys` are all factors, in the order in which people ask for them."""
    kept = [each for each in observations if is_kept(each, choice.fixed)]
    holes = [gap for gap in gaps if all(gap.fits(key, value) for key, value in choice.fixed.items())]
    shown = [each for each in kept if each.values.get(choice.metric) is not None]
    rows, columns, panels = (_levels(shown, holes, key) for key in (choice.rows, choice.columns, choice.panel))
    found: dict[tuple[str | None, ...], list[Observation]] = defaultdict(list)
    for each in kept:
        found[tuple(None if key is None else each.level(key) for key in _axes_of(choice))].append(each)
    cells = tuple(
        _cell(found.get((row, column, panel), []), holes, choice, keys, row, column, panel)
        for panel in panels
        for row in rows
        for column in columns
    )
    within = {each.key for cell in cells for each in cell.differs}
    unused = [key for key in keys if key not in choice.axes and key not in choice.fixed and key not in within]
    return Table(rows, columns, panels, cells, tuple(key for key in unused if _is_along(shown, key)))


def _is_along(shown: Sequence[Observation], key: str) -> bool:
    """Return whether a factor differs between the results that have it.

    A factor that is unknown in all of them does not differ.
    """
    having = [each for each in shown if key in each.factors]
    return bool(differing_keys(having, [key])) and any(each.factors[key] is not None for each in having)


def _levels(shown: Sequence[Observation], holes: Sequence[Gap], key: str | None) -> tuple[str | None, ...]:
    if key is None:
        return (None,)
    told = {each.level(key) for each in shown} | {hole.factors[key] or UNKNOWN for hole in holes if key in hole.factors}
    return tuple(sort_levels(key, told))


def _axes_of(choice: Choice) -> tuple[str | None, str | None, str | None]:
    return choice.rows, choice.columns, choice.panel


def _cell(
    found: Sequence[Observation],
    holes: Sequence[Gap],
    choice: Choice,
    keys: Sequence[str],
    row: str | None,
    column: str | None,
    panel: str | None,
) -> Cell:
    axes = zip(_axes_of(choice), (row, column, panel), strict=True)
    place = {key: level for key, level in axes if key is not None and level is not None}
    known = [each for each in found if each.values.get(choice.metric) is not None]
    empty = Cell(row, column, panel, "not_measured")
    if not known:
        return _without_value(empty, found, holes, {**choice.fixed, **place})
    cell = replace(
        empty,
        n=len(known),
        runs=_once(each.run for each in known),
        conditions=_once(each.condition for each in known if each.condition is not None),
        steady=_all_steady(known),
        badges=tuple({badge["code"]: badge for each in known for badge in each.badges}.values()),
        observations=tuple(known),
    )
    differs = differing_keys(known, [*(key for key in keys if key not in choice.axes), VALUE_KIND])
    # Two bounds have no median, and neither have two ranges.
    if not differs and len(known) > 1 and known[0].kind not in NUMBERS:
        differs = [VALUE_KIND]
    if differs:
        alike = {tuple(each.identity(key) for key in differs) for each in known}
        told = tuple(Differing(key, _levels_there(known, key)) for key in differs)
        return replace(cell, state="several", groups=max(len(alike), 2), differs=told)
    first = known[0]
    judged = repeatability([each.values[choice.metric] for each in known])
    if first.kind == RANGE:
        return replace(cell, state="measured", kind=RANGE, low=judged.median, high=first.highs.get(choice.metric))
    return replace(
        cell,
        state="measured",
        kind=first.kind,
        value=choice.centre(judged),
        least=judged.min,
        most=judged.max,
        ci95=judged.ci95 if judged.n >= MINIMUM_REPEATS else None,
        cov_percent=judged.cov_pct,
    )


def _without_value(cell: Cell, found: Sequence[Observation], holes: Sequence[Gap], place: Mapping[str, str]) -> Cell:
    """A place without a figure, and the best reason for that which anybody has told."""
    fitting = [hole for hole in holes if all(hole.fits(key, level) for key, level in place.items())]
    for state in _GAPS:
        told = [hole for hole in fitting if hole.state == state]
        if told:
            return replace(
                cell,
                state=state,
                reason=" ".join(_once(hole.reason for hole in told)[:_MOST_REASONS]),
                runs=_once(run for hole in told for run in hole.runs),
            )
    if found:
        return replace(cell, reason=NO_FIGURE, runs=_once(each.run for each in found))
    impossible = why_not(place)
    if impossible is not None:
        return replace(cell, state="impossible", reason=impossible)
    return cell


def why_not(place: Mapping[str, str]) -> str | None:
    """Return the reason that no such array can exist, by level, drives and condition; None if it can."""
    level, drives = place.get(LEVEL), place.get(DRIVES, "")
    layout = _LAYOUTS.get(level or "", (level or "").replace(" ", "").lower())
    if layout not in LAYOUTS:
        return None
    state = place.get(CONDITION, OPTIMAL)
    count = int(drives) if drives.isdecimal() else None
    if count is None and state == OPTIMAL:
        return None
    # Of an array whose number of drives is not said only its redundancy is judged. Controllers make a RAID 0 of one.
    enough = _ENOUGH if count is None else max(count, 2) if layout == "raid0" else count
    return why_impossible(Layout(layout, layout, enough), state if state in STATES else OPTIMAL, available=enough)


def _levels_there(known: Sequence[Observation], key: str) -> tuple[str, ...]:
    if key == VALUE_KIND:
        return _once(each.kind for each in known)
    return tuple(sort_levels(key, {each.level(key) for each in known})[:_MOST_LEVELS])


def _all_steady(known: Sequence[Observation]) -> bool | None:
    verdicts = {each.steady for each in known}
    if False in verdicts:
        return False
    return True if verdicts == {True} else None


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
