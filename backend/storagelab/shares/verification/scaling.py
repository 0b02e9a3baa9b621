"""Checks of figures over the number of drives: values by the table, efficiencies by the values."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from storagelab.analysis import raid_model
from storagelab.analysis.pivot import NUMBERS
from storagelab.analysis.pivot_scaling import MODEL_LEVELS, IdealBasis, Single
from storagelab.analysis.scaling import judge_scaling
from storagelab.domain.metrics import METRICS
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport

_OLDER = "it was frozen before documents recorded the single drives of an ideal"
#: What a table over numbers of drives calls the levels of the model.
_LEVEL_KEY = "array.level"


def check_scaling(share: FrozenShare, pivot: Json, results: Results, verification: VerificationReport) -> None:
    """Check every point of scaling over numbers of drives, and the ideal of each point.

    The ideal is checked against the single drives that the point names.
    """
    choice, statistic = pivot["choice"], share.document["view"]["settings"].get("statistic", "median")
    column = METRICS[choice["metric"]["name"]].column
    has_levels = _LEVEL_KEY in (choice["rows"], choice["columns"])
    series: dict[tuple[str | None, str | None], list[tuple[int, Json]]] = {}
    for number, point in enumerate(pivot["scale"]):
        series.setdefault((point["level"], point["panel"]), []).append((number, point))
    cells = _index_cells(pivot)
    loads = {key: _collect_loads(cell["run_numbers"], results) for key, cell in cells.items()}
    for points in series.values():
        shares = _compute_ideal_shares([point for _, point in points])
        for (number, point), reached in zip(points, shares, strict=True):
            place = f"view/answer/pivot/scale/{number}"
            key = (str(point["drives"]), point["level"], point["panel"])
            verification.compare(
                f"{place}/value", point["value"], (cells.get(key) or {}).get("value"), formula=formulas.COPY,
                source="the cells of the table",
            )  # fmt: skip
            _spread(point, cells.get(key) or {}, place, verification)
            if point["basis"] is not None:
                verification.compare(
                    f"{place}/efficiency_percent", point["efficiency_percent"],
                    100 * reached if reached is not None else None, formula=formulas.SCALE,
                    source="its value and ideal",
                )  # fmt: skip
            if point["ideal"] is None:
                continue
            if "ideal_from" not in point:
                verification.add_unverified(place, {"ideal": point["ideal"]}, _OLDER)
                continue
            level = point["level"] if has_levels else None
            _check_ideal(point, level, loads.get(key, frozenset()), results, column, statistic, place, verification)


def _check_ideal(
    point: Json,
    level: str | None,
    loads: frozenset[tuple[float | None, float | None]],
    results: Results,
    column: str,
    statistic: str,
    place: str,
    verification: VerificationReport,
) -> None:
    """Check the single drives of a point against their runs, and its ideal against the single drives.

    `loads` are the loads of the array.
    """
    basis_data = point["ideal_from"]
    for number, single in enumerate(basis_data["singles"]):
        where = f"{place}/ideal_from/singles/{number}"
        values = results.find(single["run_numbers"], column, single, statistic)
        source = f"{column} of {', '.join(single['run_numbers'])}"
        verification.compare(
            where, {"value": single["value"]}, {"value": _compute_centre(values, statistic)}, formula=formulas.PIVOT,
            source=source,
        )  # fmt: skip
        read_percents = {reads for reads, _ in _collect_loads(single["run_numbers"], results)}
        verification.compare(
            f"{where}/read_percent", single["read_percent"],
            single["read_percent"] if single["read_percent"] in read_percents else None, formula=formulas.COPY,
            source=source,
        )  # fmt: skip
    load = (basis_data["read_percent"], basis_data["random_percent"])
    verification.compare(
        f"{place}/ideal_from",
        {"read_percent": load[0], "random_percent": load[1], "level": basis_data["level"]},
        {
            **dict(zip(("read_percent", "random_percent"), load if load in loads else (None, None), strict=True)),
            "level": basis_data["level"] if level is None else MODEL_LEVELS.get(level),
        },
        formula=formulas.COPY,
        source="the runs of its cell",
    )
    basis = IdealBasis(
        basis_data["level"],
        basis_data["read_percent"],
        bool(basis_data["random_percent"]),
        tuple(
            Single(drive["read_percent"], drive["value"], drive["n"], tuple(drive["run_numbers"]))
            for drive in basis_data["singles"]
        ),
    )
    verification.attempt(
        f"{place}/ideal", point["ideal"], lambda: basis.ideal(point["drives"]), formula=formulas.IDEAL,
        source="the single drives in ideal_from",
    )  # fmt: skip


def _collect_loads(runs: Sequence[str], results: Results) -> frozenset[tuple[float | None, float | None]]:
    """Return the loads of results as pairs of read percent and random percent."""
    rows = (row for number in runs for row in results.by_run.get(number, ()))
    return frozenset((row.get("read_percent"), row.get("random_percent")) for row in rows)


def _compute_centre(values: Sequence[float] | None, statistic: str) -> float | None:
    if not values:
        return None
    return statistics.fmean(values) if statistic == "mean" else statistics.median(values)


def _spread(point: Json, cell: Json, place: str, verification: VerificationReport) -> None:
    spread = point.get("spread")
    if spread is not None:
        verification.compare(
            f"{place}/spread", spread, {name: cell.get(name) for name in spread}, formula=formulas.COPY,
            source="the cells of the table",
        )  # fmt: skip


def _index_cells(pivot: Json) -> Mapping[tuple[str | None, str | None, str | None], Json]:
    """Return the cells of the table by number of drives, the level of the other axis, and panel."""
    by_rows = pivot["choice"]["rows"] == "drives.count"
    return {
        (cell["row"], cell["column"], cell["panel"]) if by_rows else (cell["column"], cell["row"], cell["panel"]): cell
        for cell in pivot["cells"]
    }


def _compute_ideal_shares(points: Sequence[Json]) -> list[float | None]:
    """Return the fraction of its ideal that each point reaches, in the order of `points`.

    On a linear basis the ideal is linear growth from the first measured point.
    """
    values = [point["value"] if point["value_kind"] in NUMBERS else None for point in points]
    if any(point["basis"] == "linear" for point in points):
        return list(judge_scaling([point["drives"] for point in points], values).efficiency)
    return [raid_model.compute_efficiency(value, point["ideal"]) for value, point in zip(values, points, strict=True)]
