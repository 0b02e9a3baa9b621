"""Charts of varied parameters with their data, computed by the chart code from the measurements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storagelab.evaluate.columns import build_columns
from storagelab.evaluate.comparison import EntryView
from storagelab.evaluate.results import list_results
from storagelab.shares.freezing.comparison import assign_entry_orders, build_pooled_entry, describe_charted_entry
from storagelab.shares.freezing.measured_charts import CAPTIONS
from storagelab.shares.freezing.pooled import pool_columns
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.readings import NOTHING_DRAWS, ChartCode
from storagelab.shares.verification.results import Results

#: Their data are points that the front end found, and not the columns themselves.
MEASURED_KINDS = tuple(kind for kind in CAPTIONS if kind != "queue-depth")
OLD = "its document does not hold all settings of its phases"
_OTHERS = "it is of other measurements than those of its runs"


class MeasuredCharts:
    """The charts from the measurements of a share, computed once for all of the same runs and metric."""

    def __init__(self, share: FrozenShare, results: Results, code: ChartCode | None) -> None:
        self._share, self._results, self._code = share, results, code
        self._offered: dict[tuple[Any, ...], list[dict[str, Any]]] = {}

    def find(self, key: str, chart: Json) -> tuple[Any, str | None]:
        """Return the data of a chart and None, or None and the reason why they cannot be computed.

        `key` is the key of the chart in the document.
        """
        if self._code is None:
            return None, NOTHING_DRAWS
        kind = self._share.document["share"]["kind"]
        entries = self._entries(chart) if kind == "comparison" else None
        if kind not in ("run", "comparison"):
            return None, _OTHERS
        columns = self.columns(chart["runs"])
        if columns is None:
            return None, OLD
        metric = chart["settings"]["metric"]
        request: dict[str, Any] = {"metric": metric}
        if entries is None:
            request |= {"runs": [self._run(chart["runs"][0])]}
        else:
            if any(len(entry.runs) > 1 for entry in entries):
                columns = pool_columns(columns, [build_pooled_entry(entry) for entry in entries])
            request |= {"runs": self._chosen(entries), "baseline": self._share.document["view"]["answer"]["baseline"]}
        request["measurements"] = {"source": columns}
        place = (*chart["runs"], metric)
        if place not in self._offered:
            try:
                self._offered[place] = self._code.offer(request)
            except ChartImagesUnavailable as error:
                return None, error.message.rstrip(".")
        charts = [candidate for candidate in self._offered[place] if candidate["chart"] == chart["kind"]]
        # Of several groups of a comparison each has a number behind its keys.
        data_by_key = {candidate["key"]: candidate["data"] for candidate in charts}
        return data_by_key.get(key, data_by_key.get(key.rpartition("-")[0])), None

    def columns(self, numbers: Sequence[str]) -> dict[str, list[Any]] | None:
        """Return the columns of `GET /measurements` for these runs; None where a document is too old."""
        results = [self._share.result(number) for number in numbers]
        if not all(result.measurement.has_load for run in results for result in list_results(run)):
            return None
        return build_columns(results)

    def _find_configuration_name(self, run: Json) -> str | None:
        configurations = self._share.document["configurations"]
        return next(
            (configuration["name"] for configuration in configurations if configuration["key"] == run["configuration"]),
            None,
        )

    def _run(self, number: str) -> dict[str, Any]:
        """Return a run with `number`, `name` and `linkLimit`, in the form that a chart of one run takes."""
        run = self._share.run(number)
        name = self._find_configuration_name(run)
        return {"number": number, "name": name if name is not None else run["title"], "linkLimit": run["link_limit"]}

    def _all_entries(self) -> list[EntryView]:
        return msgspec.convert(self._share.document["view"]["answer"]["entries"], list[EntryView])

    def _entries(self, chart: Json) -> list[EntryView]:
        """Return the entries that a chart of a comparison shows."""
        return [entry for entry in self._all_entries() if all(run.number in chart["runs"] for run in entry.runs)]

    def _chosen(self, entries: Sequence[EntryView]) -> list[dict[str, Any]]:
        orders = assign_entry_orders(self._all_entries())
        return [
            describe_charted_entry(
                entry,
                baseline=self._share.document["view"]["answer"]["baseline"],
                order=orders[entry.key],
                link_limit=self._share.run(entry.key)["link_limit"],
            )
            for entry in entries
        ]
