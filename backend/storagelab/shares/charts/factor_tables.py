"""Tables of results by two factors, as maps of their cells."""

from __future__ import annotations

from storagelab.domain.metrics import METRICS
from storagelab.shares.charts.chart import ChartKind, CheckedChart, Plan
from storagelab.shares.verification import formulas
from storagelab.shares.verification.views import check_cell, check_repeats

#: Fields of cells, which have the names of REST, as formulas know them.
_CELL_NAMES = {"min": "least", "max": "most", "cv_percent": "cov_percent"}


def check_map(chart: CheckedChart) -> None:
    """Compare the cells of a map of two factors with the runs that the cells name."""
    column = METRICS[chart.data["metric"]].column
    chart.checked.add("cells")
    for place, frozen in enumerate(chart.data["cells"]):
        if frozen["value"] is None:
            continue
        cell = {_CELL_NAMES.get(name, name): value for name, value in frozen.items()}
        at = chart.find_place(f"cells/{place}")
        values = chart.results.find(cell["run_numbers"], column, cell, "median")
        source = f"{column} of {', '.join(cell['run_numbers'])}"
        check_cell(chart.report, at, cell, values, "median", formulas.PIVOT, source)
        check_repeats(chart.report, at, cell, values, source)


MAP = ChartKind("factor-map", check_map, plan=Plan("columns", (), without=frozenset({"n", "Lowest", "Highest"})))
