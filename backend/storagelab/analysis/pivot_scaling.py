"""Array views of a pivot: scaling with drives, and performance left when degraded or rebuilding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storagelab.analysis import raid_model
from storagelab.analysis.pivot import (
    NUMBERS,
    Choice,
    Observation,
    PivotTable,
    PivotTableCell,
    has_fixed_values,
    list_differing_keys,
)
from storagelab.analysis.pivot_levels import (
    BLOCK,
    CONDITION,
    DRIVES,
    LEVEL,
    NOT_APPLICABLE,
    READS,
    WORKLOAD,
)
from storagelab.analysis.repeatability import Repeatability, judge_repeatability
from storagelab.analysis.scaling import judge_scaling
from storagelab.domain.campaigns import DEGRADED, OPTIMAL, REBUILDING

#: Factors in which an array and the single drive that it is compared with may differ.
_OF_LAYOUT = frozenset({DRIVES, WORKLOAD, "target", "preparation"})
#: What differs between an optimal array and the same one that has lost a member.
_OF_CONDITION = frozenset({CONDITION, "preparation"})
MODEL_LEVELS: Mapping[str, raid_model.RAIDLevel] = {
    "RAID 0": "RAID0", "RAID 1": "RAID1", "RAID 10": "RAID10", "RAID 5": "RAID5", "RAID 6": "RAID6",
    "JBOD": "RAID0", "none": "RAID0", "no array": "RAID0",
}  # fmt: skip
_SINGLE = frozenset({"RAID 0", "JBOD", "none", "no array", NOT_APPLICABLE})
#: Beyond this a request is no longer small against a strip, and the costs of small writes do not hold.
_SMALL_BLOCK_BYTES = 16 << 10

_OUTSTANDING = "workload.outstanding"
#: How much load there was, in total.
_LOAD = ("workload.threads", "workload.queue_depth", _OUTSTANDING)
#: What has to be the same for figures to grow with the number of drives alone.
_COMPARED = ("workload.", "drives.model", "drives.firmware", "array.condition", "run.scale")

Basis = Literal["model", "linear"]


@dataclass(frozen=True, slots=True)
class Single:
    """Rate of single drives at one percentage of reads: `value` summarises the `n` results of these runs."""

    reads: float
    value: float
    n: int
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdealBasis:
    """Inputs of an ideal: level and workload of an array, and the single drives it is compared with."""

    level: raid_model.RAIDLevel
    reads: float
    is_random: bool
    singles: tuple[Single, ...]

    def ideal(self, drives: int) -> float | None:
        """Return the ideal rate of an array of `drives` drives, or None where a drive's rate is unknown.

        RAID 0: `drives` times the single drive. Sequential writes: the same, divided by the bytes written to the drives
        for each byte. Random requests: `raid_model.compute_model_iops`. Raises ValueError for figures outside their
        range.
        """
        rates = {source.reads: source.value for source in self.singles}
        if self.level == "RAID0" or not self.is_random:
            single = rates.get(self.reads)
            if single is None:
                return None
            return drives * single / raid_model.compute_full_stripe_factor(self.level, drives)
        return raid_model.compute_model_iops(
            drives,
            1 - self.reads / 100,
            raid_model.get_back_end(self.level),
            drive_read_iops=rates.get(100),
            drive_write_iops=rates.get(0),
        )


@dataclass(frozen=True, slots=True)
class ScalePoint:
    """Cell of a pivot over numbers of drives, compared with the ideal of its drives.

    `ideal` is that of single drives by the model of its level, in the unit of the metric. It is None where the model
    does not apply, else it follows from `ideal_from`. `efficiency_percent` is of `ideal` where the basis is `model`,
    else of linear growth from `from_drives`.
    """

    series: tuple[str | None, str | None]
    drives: int
    cell: PivotTableCell
    ideal: float | None
    efficiency_percent: float | None
    basis: Basis | None
    from_drives: int | None
    ideal_from: IdealBasis | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """One configuration and workload, measured on an optimal array and on one that is not.

    `before` and `after` are the repeats that `optimal` and `value` summarise, the first of `optimal_runs`.
    """

    names: tuple[tuple[str, str], ...]
    condition: str
    optimal: float
    value: float
    percent: float
    rebuild_seconds: float | None
    runs: tuple[str, ...]
    optimal_runs: tuple[str, ...]
    before: Repeatability
    after: Repeatability


def list_scale_points(observations: Sequence[Observation], table: PivotTable, choice: Choice) -> list[ScalePoint]:
    """Return the cells of a table that show scaling with drives, series by series.

    The number of drives must be one axis; any other table gives an empty list. A series is one level of the other axis
    in one panel. Only rates grow with drives, and only figures that are numbers are compared. The ideal of the model is
    used for a series where all of its points have one.
    """
    if DRIVES not in (choice.rows, choice.columns) or choice.metric not in ("iops", "bandwidth"):
        return []
    by_rows = choice.rows == DRIVES
    series: dict[tuple[str | None, str | None], list[tuple[int, PivotTableCell]]] = defaultdict(list)
    for cell in table.cells:
        count, other = (cell.row, cell.column) if by_rows else (cell.column, cell.row)
        if count is not None and count.isdecimal() and int(count) > 0:
            series[other, cell.panel].append((int(count), cell))
    return [
        point
        for name, cells in series.items()
        for point in _build_series(observations, choice, name, sorted(cells, key=lambda pair: pair[0]))
    ]


def _build_series(
    observations: Sequence[Observation],
    choice: Choice,
    name: tuple[str | None, str | None],
    cells: Sequence[tuple[int, PivotTableCell]],
) -> list[ScalePoint]:
    values = [cell.value if cell.kind in NUMBERS else None for _, cell in cells]
    bases = [_build_basis(observations, choice, count, cell) for count, cell in cells]
    ideals = [basis.ideal(count) if basis is not None else None for (count, _), basis in zip(cells, bases, strict=True)]
    measured = [index for index, value in enumerate(values) if value is not None]
    by_model = bool(measured) and all(ideals[index] is not None for index in measured)
    comparable = by_model or _is_same_work([cells[index] for index in measured])
    if by_model:
        shares = [raid_model.compute_efficiency(value, ideal) for value, ideal in zip(values, ideals, strict=True)]
    else:
        shares = list(judge_scaling([count for count, _ in cells], values).efficiency)
    first = cells[measured[0]][0] if measured else None
    # A single point shows no growth.
    judged = comparable and (by_model or len(measured) > 1)
    return [
        ScalePoint(
            series=name,
            drives=count,
            cell=cell,
            ideal=ideal,
            efficiency_percent=100 * share if share is not None and judged else None,
            basis=("model" if by_model else "linear") if share is not None and judged else None,
            from_drives=None if by_model else first,
            ideal_from=basis if ideal is not None else None,
        )
        for (count, cell), basis, ideal, share in zip(cells, bases, ideals, shares, strict=True)
    ]


def _is_same_work(points: Sequence[tuple[int, PivotTableCell]]) -> bool:
    """Return whether the results in cells differ only in their layout.

    They have the same drives, and the same workload in total or per drive. A point is (drives, cell).
    """
    results = [(drives, observation) for drives, cell in points for observation in cell.observations]
    observations = [observation for _, observation in results]
    keys = {key for observation in observations for key in observation.factors}
    if list_differing_keys(observations, sorted(key for key in keys if key not in _LOAD and key.startswith(_COMPARED))):
        return False
    if not list_differing_keys(observations, _LOAD):
        return True
    depths = [(drives, observation.factors.get(_OUTSTANDING)) for drives, observation in results]
    return len({float(depth) / drives if depth else None for drives, depth in depths} - {None}) == 1 and all(
        depth for _, depth in depths
    )


def _build_basis(
    observations: Sequence[Observation], choice: Choice, drives: int, cell: PivotTableCell
) -> IdealBasis | None:
    """Return the single drives that a cell is compared with, or None outside the theory.

    They ran the same workload. Random requests of at most 16 KiB cost the back-end operations that `raid_model` states
    for the level. Sequential writes are taken for full stripes. Sequential reads are compared only for striped drives
    without redundancy, with the sum of their drives.
    """
    if cell.state != "measured" or not cell.observations:
        return None
    first = cell.observations[0]
    level = MODEL_LEVELS.get(first.level(LEVEL))
    if level is None or first.reads is None or first.random not in (0, 100):
        return None
    is_random = first.random == 100
    if not is_random:
        if not (first.reads == 0 and _has_data_drive(level, drives)) and level != "RAID0":
            return None
    else:
        is_small = first.block_bytes is not None and first.block_bytes <= _SMALL_BLOCK_BYTES
        # What a write costs is counted in requests.
        if not is_small or (level != "RAID0" and choice.metric != "iops"):
            return None
    needed = (100.0, 0.0) if is_random and level != "RAID0" else (first.reads,)
    singles = [_find_single_drive(observations, first, choice, reads=reads) for reads in needed]
    return IdealBasis(level, first.reads, is_random, tuple(single for single in singles if single is not None))


def _has_data_drive(level: raid_model.RAIDLevel, drives: int) -> bool:
    return drives > {"RAID5": 1, "RAID6": 2}.get(level, 0)


def _find_single_drive(
    observations: Sequence[Observation], like: Observation, choice: Choice, *, reads: float
) -> Single | None:
    """Return the rate of one drive whose result equals `like` in everything except its layout.

    `reads` is the percentage of reads. Several drives are represented by the statistic of the choice. None without such
    a drive.
    """
    keys = {key for observation in (like, *observations) for key in observation.factors}
    same = sorted(key for key in keys if key not in _OF_LAYOUT and key != READS and not key.startswith("array."))
    matches = [
        observation
        for observation in observations
        if observation.level(DRIVES) == "1"
        and observation.level(LEVEL) in _SINGLE
        and observation.reads == reads
        and observation.kind in NUMBERS
        and observation.values.get(choice.metric)
        and all(observation.identity(key) == like.identity(key) for key in same)
    ]
    value = choice.get_centre(judge_repeatability([observation.values[choice.metric] for observation in matches]))
    return (
        Single(reads, value, len(matches), tuple(dict.fromkeys(observation.run for observation in matches)))
        if value
        else None
    )


def list_losses(observations: Sequence[Observation], choice: Choice) -> list[Loss]:
    """Return the loss of each degraded or rebuilding array against the array in optimal condition.

    Both have the same configuration and workload. The fixed values of a choice apply, except the fixed condition.
    Several results of one kind are represented by the statistic of the choice. Bounds and ranges, and results without
    an optimal counterpart, are left out.
    """
    fixed = {key: value for key, value in choice.fixed.items() if key != CONDITION}
    usable = [
        observation
        for observation in observations
        if has_fixed_values(observation, fixed)
        and observation.kind in NUMBERS
        and observation.values.get(choice.metric) is not None
    ]
    keys = sorted({key for observation in usable for key in observation.factors} - _OF_CONDITION)
    groups: dict[tuple[tuple[str, str], ...], dict[str, list[Observation]]] = defaultdict(lambda: defaultdict(list))
    for observation in usable:
        groups[tuple(observation.identity(key) for key in keys)][observation.level(CONDITION)].append(observation)
    pairs = [
        (by_condition[OPTIMAL], condition, by_condition[condition])
        for by_condition in groups.values()
        if OPTIMAL in by_condition
        for condition in (DEGRADED, REBUILDING)
        if condition in by_condition
    ]
    named = _list_distinguishing_factors(choice, [optimal[0] for optimal, _, _ in pairs], keys)
    losses = [_compute_loss(choice, named, *pair) for pair in pairs]
    return [loss for loss in losses if loss is not None]


def _list_distinguishing_factors(choice: Choice, firsts: Sequence[Observation], keys: Sequence[str]) -> tuple[str, ...]:
    """Return the factors that distinguish the pairs of results (optimal and impaired array).

    Factors of the table come first, then any other until no two pairs have the same name.
    """
    differing = list_differing_keys(firsts, [*(key for key in choice.axes if key in keys), *keys])
    ordered = dict.fromkeys([*(key for key in (LEVEL, DRIVES, WORKLOAD, BLOCK) if key in differing), *differing])
    names: list[str] = []
    for key in ordered:
        if len({tuple(first.level(name) for name in names) for first in firsts}) == len(firsts) and names:
            break
        names.append(key)
    return tuple(names)


def _compute_loss(
    choice: Choice,
    names: Sequence[str],
    optimal: Sequence[Observation],
    condition: str,
    other: Sequence[Observation],
) -> Loss | None:
    whole, left = (
        judge_repeatability([observation.values[choice.metric] for observation in results])
        for results in (optimal, other)
    )
    before, after = choice.get_centre(whole), choice.get_centre(left)
    share = raid_model.compute_efficiency(after, before)
    if before is None or after is None or share is None:
        return None
    seconds = [observation.rebuild_seconds for observation in other if observation.rebuild_seconds is not None]
    return Loss(
        names=tuple((name, optimal[0].level(name)) for name in names),
        condition=condition,
        optimal=before,
        value=after,
        percent=100 * share,
        rebuild_seconds=judge_repeatability(seconds).median if condition == REBUILDING and seconds else None,
        runs=tuple(dict.fromkeys(observation.run for observation in (*optimal, *other))),
        optimal_runs=tuple(dict.fromkeys(observation.run for observation in optimal)),
        before=whole,
        after=left,
    )
