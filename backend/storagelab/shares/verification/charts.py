"""Checks of chart data: drawn again from the material of the document, and compared."""

from __future__ import annotations

from storagelab.errors import StorageLabError
from storagelab.shares.charts.chart import CheckedChart
from storagelab.shares.charts.material import MaterialMissing
from storagelab.shares.charts.panels import check_panel, is_panel
from storagelab.shares.charts.registry import find_chart
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.material import FrozenMaterial
from storagelab.shares.verification.readings import ChartCode
from storagelab.shares.verification.reports import Reports
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

_NO_FORMULA = "it is a setting of the drawing, or no formula is known for it here"


def check_charts(
    share: FrozenShare, results: Results, reports: Reports, code: ChartCode | None, verification: VerificationReport
) -> None:
    """Check the data of every chart of the share."""
    material = FrozenMaterial(share, reports, code)
    for key, described in share.document["charts"].items():
        try:
            data = share.json(described["data"])
            _check(CheckedChart(key, described, data, material, results, verification))
        except (*MALFORMED, StorageLabError) as error:
            verification.add_malformed(
                f"charts/{key}", error, formula=formulas.COPY, source="the data of the chart"
            )  # fmt: skip


def _check(chart: CheckedChart) -> None:
    """Check one chart; what its module does not compare has no source."""
    kind = find_chart(chart.kind)
    reason = _NO_FORMULA
    try:
        if is_panel(chart.material.view, chart.described):
            check_panel(chart)
        elif kind is not None:
            kind.check(chart)
    except MaterialMissing as missing:
        reason = missing.reason
    chart.leave_out_rest(reason)
