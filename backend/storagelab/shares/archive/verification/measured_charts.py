"""Charts of what was varied: found again in the measurements, by the code that offers them."""

from __future__ import annotations

from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.drawing import Drawing


def check_measured(drawing: Drawing) -> set[str]:
    """Check one chart of the varied parameters. Returns the fields of the data that were checked."""
    computed, reason = drawing.measured.find(drawing.key, drawing.chart)
    if reason is not None:
        drawing.verification.add_unverified(drawing.place, drawing.data, reason)
    else:
        drawing.verification.compare(
            drawing.place, drawing.data, computed, formula=formulas.COLUMNS, source=", ".join(drawing.chart["runs"])
        )
    return set(drawing.data)
