"""Pivot of results: check of the request against the existing results, and the answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from storagelab.analysis.pivot import (
    VALUE_KIND,
    Choice,
    Differing,
    Gap,
    Observation,
    PivotTable,
    PivotTableCell,
    Statistic,
    make_table,
)
from storagelab.analysis.pivot_choice import (
    FactorLevels,
    choose_metric,
    choose_panels,
    keep_panels,
    list_factors,
    propose,
)
from storagelab.analysis.pivot_levels import NOT_APPLICABLE, UNKNOWN
from storagelab.analysis.pivot_scaling import IdealBasis, list_losses, list_scale_points
from storagelab.analysis.pivot_snapshot import Names
from storagelab.analysis.repeatability import MINIMUM_REPEATS, Repeatability
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.domain.equivalent_values import is_same_value
from storagelab.domain.metrics import METRICS
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.evaluate.pivot_rows import PivotRows
from storagelab.http.schemas import NumberedName
from storagelab.pivots import schemas
from storagelab.runs.schemas import Badge

#: A table with more cells than this is not readable.
MAX_CELLS = 2000
_KIND_NAME = "Precision"


@dataclass(frozen=True, slots=True)
class PivotRequest:
    """Request of a pivot; without rows, columns and panel a choice is proposed.

    Repeats are summarised by `statistic`.
    """

    rows: str | None
    columns: str | None
    panel: str | None
    metric: str | None
    fixed: Mapping[str, str]
    statistic: Statistic = "median"
    #: At most this many panels are returned, those with the most cells that have a value.
    max_panels: int | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the request names no axis and no fixed factor, so that the lab chooses the axes."""
        return (self.rows, self.columns, self.panel) == (None, None, None) and not self.fixed


def build_pivot(
    read: PivotRows, request: PivotRequest, *, runs: Sequence[Run], gaps: Sequence[Gap] = (), more_runs: bool = False
) -> schemas.Pivot:
    """Build the pivot table of the results in `read` for a request.

    Raises InvalidInput for a factor or a value that none of the results has, RequestRefused for too many cells.
    """
    observations, holes = read.observations, [*read.gaps, *gaps]
    factors = list_factors(observations, holes, read.names)
    metric = request.metric or choose_metric(observations, list(METRICS))
    choice = Choice(metric, request.rows, request.columns, request.panel, request.fixed, request.statistic)
    if request.is_open:
        choice = replace(propose(observations, factors, metric=metric), statistic=request.statistic)
    else:
        _check_factors(choice, read, holes)
    drawn, drawn_holes = observations, holes
    if request.max_panels is not None:
        panels = choose_panels(
            observations, choice, count=request.max_panels, better=METRICS[metric].better, keys=list(read.names)
        )
        drawn, drawn_holes = keep_panels(observations, holes, choice, panels)
    _check_size(choice, drawn, drawn_holes)
    table = make_table(drawn, drawn_holes, choice, keys=list(read.names))
    return schemas.Pivot(
        runs=[NumberedName(id=run.id, number=format_row_number(run), name=run.title) for run in runs],
        results=len(observations),
        factors=[_describe_factor(factor) for factor in factors],
        metrics=[
            _describe_metric(name)
            for name in METRICS
            if any(observation.values.get(name) is not None for observation in observations)
        ],
        choice=_describe_choice(choice, read.names, proposed=request.is_open),
        rows=list(table.rows),
        columns=list(table.columns),
        panels=list(table.panels),
        cells=[_describe_cell(cell, read.names) for cell in table.cells],
        along=[_describe_factor_value(key, "", read.names) for key in table.along],
        scale=_describe_scale(read, table, choice),
        losses=_describe_losses(read, choice),
        more_runs=more_runs,
    )


def _check_factors(choice: Choice, read: PivotRows, holes: Sequence[Gap]) -> None:
    """Raise InvalidInput for a factor or value that no result has, or for a factor on two axes."""
    for field in ("rows", "columns", "panel"):
        key = getattr(choice, field)
        if key is not None and key not in read.names:
            raise InvalidInput(f"{key} is not a factor of these results", path=field)
    if len(set(choice.axes)) < len(choice.axes):
        raise InvalidInput("rows, columns and panel must be three different factors", path="columns")
    for key, value in choice.fixed.items():
        if key not in read.names:
            raise InvalidInput(f"{key} is not a factor of these results", path="fixed")
        if not any(is_same_value(level, value, key) for level in _collect_levels(key, read.observations, holes)):
            raise InvalidInput(f"no result has {value} as its {read.names[key][0].lower()}", path="fixed")


def _check_size(choice: Choice, observations: Sequence[Observation], holes: Sequence[Gap]) -> None:
    """Raise RequestRefused if the axes of `choice` make a table of more than MAX_CELLS cells."""
    cells = math.prod(max(len(_collect_levels(key, observations, holes)), 1) for key in choice.axes)
    if cells > MAX_CELLS:
        raise RequestRefused(
            f"The table would have {cells:,} cells, at most {MAX_CELLS:,} are allowed: choose other factors."
        )


def _collect_levels(key: str, observations: Sequence[Observation], holes: Sequence[Gap]) -> set[str]:
    return {observation.level(key) for observation in observations} | {
        hole.factors[key] or UNKNOWN for hole in holes if key in hole.factors
    }


def _describe_factor(factor: FactorLevels) -> schemas.PivotFactor:
    return schemas.PivotFactor(
        key=factor.key,
        label=factor.label,
        group=factor.group,  # type: ignore[arg-type]  # The names of all factors hold these words.
        levels=[
            schemas.PivotLevel(value=level, known=level in factor.known_levels, results=results)
            for level, results in factor.levels
        ],
    )


def _describe_metric(name: str) -> schemas.PivotMetric:
    metric = METRICS[name]
    return schemas.PivotMetric.model_validate(
        {"name": metric.name, "label": metric.label, "unit": metric.unit, "better": metric.better}
    )


def _describe_choice(choice: Choice, names: Names, *, proposed: bool) -> schemas.PivotChoice:
    return schemas.PivotChoice(
        rows=choice.rows,
        row_label=names[choice.rows][0] if choice.rows is not None else None,
        columns=choice.columns,
        column_label=names[choice.columns][0] if choice.columns is not None else None,
        panel=choice.panel,
        panel_label=names[choice.panel][0] if choice.panel is not None else None,
        metric=_describe_metric(choice.metric),
        fixed=[_describe_factor_value(key, value, names) for key, value in choice.fixed.items()],
        proposed=proposed,
    )


def _describe_cell(cell: PivotTableCell, names: Names) -> schemas.PivotCell:
    ci95_low, ci95_high = cell.ci95 or (None, None)
    return schemas.PivotCell(
        row=cell.row,
        column=cell.column,
        panel=cell.panel,
        state=cell.state,
        value=cell.value,
        low=cell.low,
        high=cell.high,
        value_kind=cell.kind,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        n=cell.n,
        least=cell.min,
        most=cell.max,
        ci95_low=ci95_low,
        ci95_high=ci95_high,
        cov_percent=cell.cov_percent,
        groups=cell.groups,
        differs=[_describe_differing(differing, names) for differing in cell.differs],
        reason=cell.reason,
        run_numbers=list(cell.runs),
        conditions=list(cell.conditions),
        steady=cell.steady,
        badges=[Badge.model_validate(msgspec.to_builtins(badge)) for badge in cell.badges],
    )


def _describe_differing(differing: Differing, names: Names) -> schemas.PivotDiffers:
    label = _KIND_NAME if differing.key == VALUE_KIND else names[differing.key][0]
    known_levels = [level for level in differing.levels if level != UNKNOWN]
    return schemas.PivotDiffers(
        key=differing.key, label=label, levels=list(differing.levels), known=len(known_levels) > 1
    )


def _describe_scale(read: PivotRows, table: PivotTable, choice: Choice) -> list[schemas.PivotScale]:
    return [
        schemas.PivotScale(
            level=point.series[0],
            panel=point.series[1],
            drives=point.drives,
            state=point.cell.state,
            value=point.cell.value,
            value_kind=point.cell.kind,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            ideal=point.ideal,
            efficiency_percent=point.efficiency_percent,
            basis=point.basis,
            from_drives=point.from_drives,
            ideal_from=_describe_ideal(point.ideal_from) if point.ideal_from is not None else None,
            spread=_spread(point.cell.n, point.cell.min, point.cell.max, point.cell.ci95),
        )
        for point in list_scale_points(read.observations, table, choice)
    ]


def _describe_losses(read: PivotRows, choice: Choice) -> list[schemas.PivotLoss]:
    return [
        schemas.PivotLoss(
            names=[
                _describe_factor_value(key, value, read.names) for key, value in loss.names if value != NOT_APPLICABLE
            ],
            condition=loss.condition,  # type: ignore[arg-type]  # Only these two are listed.
            optimal=loss.optimal,
            value=loss.value,
            percent=loss.percent,
            rebuild_seconds=loss.rebuild_seconds,
            run_numbers=list(loss.runs),
            optimal_run_numbers=list(loss.optimal_runs),
            optimal_spread=_spread_of(loss.before),
            spread=_spread_of(loss.after),
        )
        for loss in list_losses(read.observations, choice)
    ]


def _describe_ideal(basis: IdealBasis) -> schemas.PivotIdeal:
    return schemas.PivotIdeal(
        level=basis.level,
        read_percent=basis.reads,
        random_percent=100 if basis.is_random else 0,
        singles=[
            schemas.PivotSingle(
                read_percent=single.reads, value=single.value, n=single.n, run_numbers=list(single.runs)
            )
            for single in basis.singles
        ],
    )


def _spread_of(judged: Repeatability) -> schemas.PivotSpread | None:
    return _spread(judged.n, judged.min, judged.max, judged.ci95 if judged.n >= MINIMUM_REPEATS else None)


def _spread(
    n: int, minimum: float | None, maximum: float | None, ci95: tuple[float, float] | None
) -> schemas.PivotSpread | None:
    """Return number, range and 95 % confidence interval of a figure; None without a range."""
    if minimum is None or maximum is None:
        return None
    low, high = ci95 or (None, None)
    return schemas.PivotSpread(n=n, least=minimum, most=maximum, ci95_low=low, ci95_high=high)


def _describe_factor_value(key: str, value: str, names: Names) -> schemas.PivotFactorValue:
    return schemas.PivotFactorValue(key=key, label=names[key][0], value=value)
