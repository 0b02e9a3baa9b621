"""A share as its checks read it: the document, its parts by name, and what belongs to a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.result import PhaseResult, RunResult, SeriesRef
from storagelab.errors import InvalidInput
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.evaluate.latency import PartBins, ResultLatency, describe_latency
from storagelab.evaluate.results import list_results
from storagelab.evaluate.stored_curves import StoredCurves, StoredSeries
from storagelab.shares.archive.strict_json import read_json
from storagelab.shares.document.share import ShareDocument, convert_document
from storagelab.shares.freezing.computed_findings import compute_findings
from storagelab.shares.run_results import read_run_results

Json = Mapping[str, Any]

#: A larger part is no JSON of ours: twelve hours of a second each are one MiB.
MAX_JSON_BYTES = 32 << 20
_MAX_CACHED, _MAX_CACHED_BYTES = 32, 4 << 20


class FrozenShare:
    """A document of schema 2, and what gives the bytes of its parts by their SHA-256."""

    def __init__(self, document: Json, part: Callable[[str], bytes]) -> None:
        self.document = document
        self._part = part
        self._cache: dict[str, Any] = {}

    @cached_property
    def results(self) -> list[RunResult]:
        """All runs of the document as results."""
        return read_run_results(self.document)

    @cached_property
    def typed(self) -> ShareDocument:
        """The document as its types. Raises InvalidInput for a document of another form."""
        return convert_document(self.document)

    @cached_property
    def findings(self) -> dict[str, ComputedFinding]:
        """The findings computed from the runs of the document, by their keys."""
        return compute_findings(self.results, self.typed.view)

    @property
    def has_findings(self) -> bool:
        """Return whether the release of the document freezes findings: verdicts and headlines follow its rules."""
        return "findings" in self.document

    @property
    def runs(self) -> list[Json]:
        """All runs of the document."""
        return list(self.document["runs"])

    def result(self, number: str) -> RunResult:
        """Return a run of the document as a result by its number. Raises StopIteration for an unknown number."""
        return next(run for run in self.results if run.number == number)

    def find_later_percentiles(self) -> set[str]:
        """Return the columns of percentiles that the release which froze the document did not store."""
        measurements = (phase["measurement"] for run in self.runs for phase in run["phases"])
        stated = [measurement.keys() for measurement in measurements if measurement is not None]
        return {name for name in PERCENTILES if stated and all(name not in names for names in stated)}

    def run(self, number: str) -> Json:
        """Return a run of the document by its number. Raises StopIteration for an unknown number."""
        return next(run for run in self.document["runs"] if run["number"] == number)

    def raw(self, name: str) -> bytes:
        """Return the bytes of a part by its name."""
        return self._part(self.document["parts"][name]["sha256"])

    def json(self, name: str) -> Any:
        """Return the JSON of a part by its name; small ones are cached.

        Raises InvalidInput for bytes that are not JSON.
        """
        if name in self._cache:
            return self._cache[name]
        size = self.document["parts"][name]["size_bytes"]
        if size > MAX_JSON_BYTES:
            raise InvalidInput(
                f"The part {name} is larger than {MAX_JSON_BYTES >> 20} MiB, the limit of a series or chart."
            )
        value = read_json(self.raw(name), f"The part {name}")
        if size <= _MAX_CACHED_BYTES:
            if len(self._cache) >= _MAX_CACHED:
                self._cache.pop(next(iter(self._cache)))
            self._cache[name] = value
        return value

    def bins(self, run: Json, ordinal: int) -> dict[tuple[str, int], dict[int, int]]:
        """Return the latency bins of a phase by direction and group: counts of I/Os by bin value in ns."""
        return {
            (entry["direction"], entry["group"]): {
                int(value): _count(count) for value, count in self.json(entry["part"])["counts"].items()
            }
            for entry in run["bins"]
            if entry["phase_ordinal"] == ordinal
        }

    def latencies(self, number: str) -> list[ResultLatency]:
        """Return the response times of every result of a run, merged again from the bins of its phases."""
        results = list_results(self.result(number))
        bins = self.part_bins(number, [phase for result in results for phase in result.rounds])
        return [describe_latency(result, bins, cdf=True) for result in results]

    def part_bins(self, number: str, phases: Iterable[PhaseResult]) -> PartBins:
        """Return the latency bins of measured phases of a run by ordinal, direction and group."""
        run = self.run(number)
        return {
            (phase.ordinal, direction, group): counts
            for phase in phases
            if phase.measurement is not None
            for (direction, group), counts in self.bins(run, phase.ordinal).items()
        }

    def columns(self, series: Json) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the times of a series in ms within the phase, and its stored integers.

        A value is its integer times the `factor` of the series.
        """
        part = self.json(series["part"])
        return _convert_to_integers(part["t_ms"]), _convert_to_integers(part["integers"])

    def stored_curves(self, number: str, chosen: Callable[[SeriesRef], bool]) -> StoredCurves:
        """Return the stored series of a run for which `chosen` is true, by the ordinals of their phases."""
        pairs = zip(self.run(number)["series"], self.result(number).series, strict=True)
        return StoredCurves([self._read_series(series, ref) for series, ref in pairs if chosen(ref)])

    def _read_series(self, series: Json, ref: SeriesRef) -> StoredSeries:
        columns = self.columns(series)
        return StoredSeries(
            phase=ref.phase_ordinal,
            source=ref.source,
            metric=ref.metric,
            direction=ref.direction,
            factor=ref.factor,
            estimated=ref.estimated,
            read=lambda: columns,
        )

    def files(self, run: Json, ordinal: int) -> Iterator[tuple[str, Json]]:
        """Yield the name and the entry of each published raw file of a phase.

        Leaves out names that occur twice: a phase that began twice has several files of one name, and the share does
        not show which file counts.
        """
        own = [file for file in run["artifacts"] if file.get("phase_ordinal") == ordinal]
        names = Counter(file["name"] for file in own)
        for file in own:
            if file["part"] and names[file["name"]] == 1:
                yield file["name"], file


def format_place(run: Json, phase: Json | None = None) -> str:
    """Return the path of a run or phase, such as `runs/r-12/phases/3`."""
    place = f"runs/{run['number']}"
    return place if phase is None else f"{place}/phases/{phase['ordinal']}"


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a count of a bin is not a count")
    return value


def _convert_to_integers(values: Any) -> npt.NDArray[np.int64]:
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise ValueError("a series holds a value that is not an integer")
    return np.array(values, dtype=np.int64)
