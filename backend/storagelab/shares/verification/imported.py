"""Results of imported files, read again by the formats that imported them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import structs

from storagelab.analysis.parts import merge_parts
from storagelab.domain.results import ObservedMeasurement
from storagelab.domain.samples import ObservedPart
from storagelab.errors import InvalidInput
from storagelab.formats.base import BytesFile
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.conditions import load_columns
from storagelab.imports.curve_rows import CHART_METRICS, Curves, get_curve_source, merge_job_curves
from storagelab.imports.storable import make_storable
from storagelab.imports.timeline import Stage, build_stages
from storagelab.imports.verdict import find_longest_curve, judge_curves
from storagelab.results.derivation import convert_to_milliseconds, derive, merge_entry
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.raw_output import RawMeasurement, describe_part

_NOT_OURS = frozenset({"imported", "published"})


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """An imported run as its files describe it: its phases in order, the sources of their curves, names of files."""

    stages: Sequence[Stage]
    curve_source: str
    files: str

    def measurement(self, ordinal: int) -> RawMeasurement | None:
        """Return the measurement of a phase; None where the phase did nothing."""
        stage = self._stage(ordinal)
        active = [entry for entry in stage.entries if entry.parts or entry.total != ObservedPart()] if stage else []
        return _describe_measurement(active, self.files) if active else None

    def curves(self, ordinal: int) -> dict[str, dict[str, object]]:
        """Return the curves of a phase by metric and direction (`iops/total`), in the form of a document."""
        return {
            f"{CHART_METRICS[metric]}/{direction}": {
                "unit": curve.unit,
                "factor": curve.factor,
                "estimated": curve.estimated,
                "t_ms": curve.t_ms.tolist(),
                "integers": curve.values.tolist(),
            }
            for (metric, direction), curve in self._compute_curves(ordinal).items()
        }

    def verdict(self, level_limit: float | None) -> dict[str, object] | None:
        """Return the verdict on the longest curve of the run, computed by `judge_minutes`.

        None where no curve can be judged. `level_limit` is a fraction.
        """
        place = find_longest_curve(self.stages)
        if place is None:
            return None
        return judge_curves(
            self._compute_curves(place + 1),
            t0_ms=self.stages[place].t0_ms, phase_ordinal=place + 1, level_limit=level_limit,
        )  # fmt: skip

    def _stage(self, ordinal: int) -> Stage | None:
        return self.stages[ordinal - 1] if 0 < ordinal <= len(self.stages) else None

    def _compute_curves(self, ordinal: int) -> Curves:
        stage = self._stage(ordinal)
        return merge_job_curves(stage.series, source=self.curve_source) if stage is not None else {}


def read_import(share: FrozenShare, run: Json) -> ImportedRun | None:
    """Return the results in the files of an imported run.

    None where not all of its files are published, or where they hold no single result that matches this run.
    """
    files = run["artifacts"]
    if run["origin"] not in _NOT_OURS or not files or not all(file["part"] for file in files):
        return None
    members = [BytesFile(str(file["name"]), share.raw(file["part"])) for file in files]
    try:
        results = [result for name, claim in find_claims(members)[0] for result in read_claim(name, claim)]
    except InvalidInput:
        # A redacted derivative may be none of its format any more.
        return None
    names = [phase["name"] for phase in run["phases"]]
    matches = [
        (result, stages)
        for result, stages in ((result, build_stages(result)) for result in results)
        if [stage.name for stage in stages] == names
    ]
    if len(matches) != 1:
        return None
    result, stages = matches[0]
    return ImportedRun(stages, get_curve_source(result.format), ", ".join(member.name for member in members[:3]))


def _describe_measurement(active: Sequence[ObservedMeasurement], source: str) -> RawMeasurement:
    figures = derive(merge_parts([merge_entry(entry) for entry in active]), outstanding_ios=None, offered_iops=None)
    del figures["little_ratio"]
    if figures["runtime_ms"] is None:
        runtimes = [entry.runtime_s for entry in active if entry.runtime_s is not None]
        figures["runtime_ms"] = convert_to_milliseconds(max(runtimes, default=None))
    parts = [
        (direction, group, part) for group, entry in enumerate(active) for direction, part in _list_directions(entry)
    ]
    return RawMeasurement(
        source=source,
        parts=[describe_part(direction, group, part) for direction, group, part in parts],
        bins=_collect_bins(parts),
        figures={
            **{key: make_storable(value) for key, value in figures.items()},
            "outstanding_ios": load_columns(active)["outstanding_ios"],
        },
        published=[make_storable(structs.asdict(figure)) for entry in active for figure in entry.published],
    )


def _list_directions(entry: ObservedMeasurement) -> list[tuple[str, ObservedPart]]:
    return [*entry.parts.items()] or [("total", entry.total)]


def _collect_bins(parts: Iterable[tuple[str, int, ObservedPart]]) -> dict[str, dict[str, int]]:
    return {
        f"{direction}/{group}": {str(value): count for value, count in part.bins.items()}
        for direction, group, part in parts
        if part.bins is not None
    }
