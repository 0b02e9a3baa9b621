"""Protocols of the chart code: the sentences and tables of charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.verification import formulas
from storagelab.shares.verification.earlier_words import count_numbers_of, has_its_numbers, remove_column_titles
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.verification_report import VerificationReport
from storagelab.shares.wording import WORDING


class ChartReadings(Protocol):
    """Texts of a chart by its own code."""

    @property
    def sentence(self) -> str: ...

    @property
    def table(self) -> dict[str, Any]: ...


class ChartCode(Protocol):
    """The code of the charts, as the browser runs it."""

    def read(self, kind: str, data: Mapping[str, Any]) -> ChartReadings:
        """Return the sentence and the table of a chart. Raises ChartImagesUnavailable.

        `kind` is the kind of the chart, `data` its data.
        """

    def offer(self, measured: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the charts that `measured`, the columns of measurements, can fill.

        Raises ChartImagesUnavailable.
        """

    def draw_panels(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Draw the panels of a workbench. Raises ChartImagesUnavailable."""


NOTHING_DRAWS = "the code of the charts cannot run here"


def check_readings(share: FrozenShare, code: ChartCode | None, verification: VerificationReport) -> None:
    """Check sentence and table of every chart of the share."""
    for key, chart in share.document["charts"].items():
        # A table that is a chart is checked as one.
        if not chart.get("table") or chart["table"] == chart["data"]:
            continue
        place = f"charts/{key}"
        frozen = {"sentence": chart.get("sentence"), "table": share.json(chart["table"])}
        try:
            if code is None:
                raise ChartImagesUnavailable(NOTHING_DRAWS)
            reading = code.read(chart["kind"], share.json(chart["data"]))
        except ChartImagesUnavailable as error:
            verification.add_unverified(f"{place}/table", frozen, error.message.rstrip("."))
            continue
        computed: dict[str, Any] = {"sentence": reading.sentence, "table": reading.table}
        if share.document.get("wording") != WORDING:
            # Another release has other words: rows and units are compared, a sentence that has other numbers cannot be.
            frozen["table"], computed["table"] = (
                remove_column_titles(frozen["table"]),
                remove_column_titles(reading.table),
            )
            sentence = frozen.pop("sentence")
            if not has_its_numbers(sentence, computed.pop("sentence")):
                verification.count_unverified(
                    f"{place}/sentence", count_numbers_of(sentence), "another release worded it"
                )
        verification.compare(place, frozen, computed, formula=formulas.READING, source=chart["data"])
