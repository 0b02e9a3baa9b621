"""Plots of reports of SNIA PTS: the panels of the report that is built again."""

from __future__ import annotations

from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.drawing import Drawing
from storagelab.shares.archive.verification.reports import OLD


def check_report_chart(drawing: Drawing) -> set[str]:
    """Check one plot. Returns the fields of the data that were checked."""
    number, name = drawing.chart["runs"][0], drawing.data["id"]
    built = drawing.reports.of(number, drawing.chart["settings"]["test"])
    reason = OLD if built is None else built.without.get(name)
    if built is None or reason is not None:
        drawing.verification.add_unverified(drawing.place, drawing.data, reason or OLD)
    else:
        drawing.verification.compare(
            drawing.place, drawing.data, built.panel(name), formula=formulas.REPORT, source=f"runs/{number}"
        )
    return set(drawing.data)
