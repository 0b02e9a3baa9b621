"""Charts that Excel draws itself, beside the table that they are drawn from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from storagelab.shares.page.model import PageChart, PageTable, Unit
from storagelab.shares.printing.amounts import is_number
from storagelab.shares.printing.characters import clean_line
from storagelab.shares.printing.chart_plans import DrawingPlan, find_curve_column, find_curve_ranges, plan_panels
from storagelab.shares.printing.sheets import Placed

WIDTH, HEIGHT = 760, 400
_ROW_HEIGHT = 20
#: Curves with more points have no symbols; the number of curves in a chart is limited.
_MAX_SYMBOLS = 60
_MAX_CURVES = 40
_LONGEST_TITLE = 250
#: How an axis is labelled whose numbers are in a base unit: from this value on, the name of the steps and their unit.
_STEPS: dict[Unit, tuple[tuple[float, str | None, str], ...]] = {
    "ns": ((1e9, "billions", "s"), (1e6, "millions", "ms"), (1e3, "thousands", "µs"), (0, None, "ns")),
    "bytes/s": ((1e6, "millions", "MB/s"), (0, None, "bytes/s")),
}
_UNITS: dict[Unit, str] = {"percent": "%", "ratio": "", "count": ""}


def group_curve_rows(kind: str, table: PageTable) -> PageTable:
    """Return a table whose rows are grouped by curve, in the order of the first row of each curve.

    `kind` is the kind of the chart whose table it is.
    """
    made = PageTable(table.columns, tuple(table.rows), table.title, table.hint, table.folded)
    column = find_curve_column(kind, made)
    if column is None:
        return made
    order: dict[object, int] = {}
    for row in made.rows:
        order.setdefault(row[column].value, len(order))
    rows = sorted(made.rows, key=lambda row: order[row[column].value])
    return replace(made, rows=tuple(rows))


def add_charts(workbook: Workbook, sheet: Worksheet, chart: PageChart, table: PageTable, placed: Placed) -> None:
    """Insert the native Excel charts of a table to the right of the table.

    `placed` is the place of the table in the sheet.
    """
    for number, panel in enumerate(plan_panels(chart.kind, table)):
        drawn = _draw(workbook, chart, panel, table, placed)
        row = placed.header + number * (HEIGHT // _ROW_HEIGHT + 1)
        sheet.insert_chart(row, placed.width + 1, drawn, {"description": clean_line(chart.caption)[:_LONGEST_TITLE]})


def _draw(workbook: Workbook, chart: PageChart, panel: DrawingPlan, table: PageTable, placed: Placed) -> Any:
    drawn = workbook.add_chart(_get_chart_type(panel, table))
    for series in _build_series(chart, panel, table, placed)[:_MAX_CURVES]:
        drawn.add_series(series)
    title = clean_line(chart.title)
    drawn.set_title({"name": _quote_axis_name(title), "overlay": False, "name_font": {"size": 12}})
    drawn.set_x_axis(_build_x_axis(panel, table))
    drawn.set_y_axis(_build_y_axis(panel, table))
    drawn.set_legend({"position": "bottom"})
    drawn.set_size({"width": WIDTH, "height": HEIGHT})
    drawn.show_blanks_as("span" if panel.plan.joined else "gap")
    return drawn


def _get_chart_type(panel: DrawingPlan, table: PageTable) -> dict[str, str]:
    if panel.plan.style == "columns":
        return {"type": "column"}
    return {"type": "scatter", "subtype": "straight" if len(table.rows) > _MAX_SYMBOLS else "straight_with_markers"}


def _build_series(chart: PageChart, panel: DrawingPlan, table: PageTable, placed: Placed) -> list[dict[str, Any]]:
    """Return the series of an Excel chart, as references to the cells of the table.

    Names are references too: a name given as text could be read as a formula.
    """
    by = find_curve_column(chart.kind, table) if panel.plan.by else None
    written = placed.last - placed.first + 1
    curves = (
        find_curve_ranges([row[by].value for row in table.rows[:written]]) if by is not None else [(0, written - 1)]
    )
    columns = [placed.columns[index] for index in panel.over]
    # Several columns of words are category levels, which requires that they are adjacent.
    left, right = columns[0], columns[-1] if columns == list(range(columns[0], columns[-1] + 1)) else columns[0]
    series = []
    for value in panel.values:
        for begin, end in curves:
            rows = placed.first + begin, placed.first + end
            name = (rows[0], placed.columns[by]) if by is not None else (placed.header, placed.columns[value])
            series.append(
                {
                    "name": [placed.sheet, *name],
                    "categories": [placed.sheet, rows[0], left, rows[1], right],
                    "values": [placed.sheet, rows[0], placed.columns[value], rows[1], placed.columns[value]],
                }
                | ({"line": {"width": 1.75}} if panel.plan.style == "lines" else {"gap": 60})
            )
    return series


def _build_x_axis(panel: DrawingPlan, table: PageTable) -> dict[str, Any]:
    names = [table.columns[index].title for index in panel.over]
    if panel.plan.style == "columns":
        return {"name": _quote_axis_name(", ".join(names))}
    values = _list_numbers(table, panel.over)
    options = _build_axis_options(names[0], table.columns[panel.over[0]].unit, values)
    if panel.plan.log_x and values and min(values) > 0:
        return options | {"log_base": panel.plan.log_x, "min": _find_power_below(min(values), panel.plan.log_x)}
    return options | ({"min": 0} if values and min(values) >= 0 else {})


def _build_y_axis(panel: DrawingPlan, table: PageTable) -> dict[str, Any]:
    values = _list_numbers(table, panel.values)
    title = table.columns[panel.values[0]].title if len(panel.values) == 1 else ""
    options = _build_axis_options(title, panel.unit, values) | {
        "major_gridlines": {"visible": True, "line": {"color": "#D5DAE1"}}
    }
    if panel.plan.log_y and values and min(values) > 0:
        # The other axis is at the bottom, which is not at 1 here.
        low = _find_power_below(min(values), 10)
        return options | {"log_base": 10, "min": low, "crossing": low}
    return options | ({"min": 0} if values and min(values) >= 0 else {})


def _build_axis_options(title: str, unit: Unit | None, values: list[float]) -> dict[str, Any]:
    """Return the options of an Excel axis with title and unit.

    Large numbers in `values` are labelled in thousands or millions of their base unit.
    """
    largest = max((abs(value) for value in values), default=0)
    shown, steps = _UNITS.get(unit, unit) if unit else "", None
    for minimum, name, label in _STEPS.get(unit, ()) if unit else ():
        if largest >= minimum:
            shown, steps = label, name
            break
    whole = f"{title} ({shown})" if title and shown else title or shown
    options: dict[str, Any] = {
        "name": _quote_axis_name(whole),
        "num_format": "#,##0.###" if largest < 10 else "#,##0.##",
    }
    if steps is not None:
        options |= {"display_units": steps, "display_units_visible": False, "num_format": "#,##0.##"}
    return options


def _list_numbers(table: PageTable, columns: tuple[int, ...]) -> list[float]:
    cells = (row[index].value for row in table.rows for index in columns)
    return [float(value) for value in cells if is_number(value) and value is not None and not isinstance(value, str)]


def _find_power_below(value: float, base: int) -> float:
    """Return the largest power of a base that is not above a value."""
    power = 1.0
    while power > value:
        power /= base
    while power * base <= value:
        power *= base
    return power


#: The end of the name of a sheet in the address of a cell.
_CELL_OF_SHEET = re.compile(r"!(?=\$?[A-Z]+\$?\d)")


def _quote_axis_name(text: str) -> str:
    """Return text as the name of an axis or a chart that the library does not take for a formula.

    It reads a name with an exclamation mark before letters and digits as cells of a sheet, also without the sign of a
    formula.
    """
    line = clean_line(text)[:_LONGEST_TITLE]
    line = _CELL_OF_SHEET.sub("! ", line)
    return f" {line}" if line.startswith("=") else line
