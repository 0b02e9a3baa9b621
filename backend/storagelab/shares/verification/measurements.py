"""Checks of measurements against the published raw files of their phases, else their parts and bins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from storagelab.analysis import littles_law
from storagelab.analysis.parts import merge_parts
from storagelab.domain.metrics import METRICS, PERCENTILES
from storagelab.domain.samples import ObservedPart
from storagelab.errors import StorageLabError
from storagelab.results.derivation import (
    MERGED,
    build_merged_columns,
    compute_percentile_columns,
    read_part_columns,
)
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.verification.imported import ImportedRun
from storagelab.shares.verification.raw_output import RawMeasurement, read_phase
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

_NO_RAW = "the raw file that its engine wrote was not published"
_PRINTED = "its source printed this figure itself, and the source was not published"


def check_measurements(
    share: FrozenShare, run: Json, imported: ImportedRun | None, verification: VerificationReport
) -> None:
    """Check every measurement of a run.

    `imported` is the content of the files of an imported run; None for a run that the lab measured. Printed figures
    that are no measurements follow from nothing here.
    """
    statements = [statement["value"] for statement in run.get("statements") or ()]
    verification.add_unverified(f"{format_place(run)}/statements", statements, _PRINTED)
    for phase in run["phases"]:
        if phase["measurement"] is None:
            continue
        place = f"{format_place(run, phase)}/measurement"
        try:
            parsed = imported.measurement(phase["ordinal"]) if imported is not None else None
            _check(share, run, phase, place, parsed, verification)
        except (*MALFORMED, StorageLabError) as error:
            verification.add_malformed(place, error, formula=formulas.MERGE, source="its parts and bins")


def _check(
    share: FrozenShare,
    run: Json,
    phase: Json,
    place: str,
    imported: RawMeasurement | None,
    verification: VerificationReport,
) -> None:
    measurement, ordinal = phase["measurement"], phase["ordinal"]
    bins = share.bins(run, ordinal)
    parsed = imported or read_phase(share, run, phase)
    if parsed is not None:
        verification.compare(
            f"{place}/parts", _collect_merged_parts(measurement["parts"]), _collect_merged_parts(parsed.parts),
            formula=formulas.PARSE, source=parsed.source,
        )  # fmt: skip
        frozen_bins = {
            f"{direction}/{group}": _format_counts(counts) for (direction, group), counts in sorted(bins.items())
        }
        verification.compare(
            f"{format_place(run, phase)}/bins", frozen_bins, parsed.bins, formula=formulas.PARSE, source=parsed.source
        )
        figures = _leave_out_later(measurement, parsed.figures)
        verification.compare(
            place, {key: measurement.get(key) for key in figures}, figures, formula=formulas.PARSE,
            source=parsed.source,
        )  # fmt: skip
    else:
        verification.add_unverified(f"{place}/parts", _collect_merged_parts(measurement["parts"]), _NO_RAW)
        verification.add_unverified(place, {"runtime_ms": measurement["runtime_ms"]}, _NO_RAW)
        for key, counts in bins.items():
            verification.add_unverified(
                f"{format_place(run, phase)}/bins/{key[0]}/{key[1]}", list(counts.values()), _NO_RAW
            )
        merged = merge_parts(read_parts(measurement["parts"], bins))
        _compare_with_parts(measurement, merged, place, verification)
    if parsed is None or "outstanding_ios" not in parsed.figures:
        _verify_outstanding(run, phase, place, verification)
    _verify_littles_law(phase, place, verification)
    _verify_published(measurement, parsed, place, verification)


def _verify_published(
    measurement: Json, parsed: RawMeasurement | None, place: str, verification: VerificationReport
) -> None:
    """Check the published figures of a measurement: against its values, and against the file if that is published.

    A figure that the source restates elsewhere is a rounding, and no value of the measurement.
    """
    published = measurement.get("published_figures")
    if published is None:
        return
    for index, figure in enumerate(published):
        metric = METRICS.get(figure["metric"])
        if metric is not None and not figure.get("restated"):
            verification.compare(
                f"{place}/published_figures/{index}/value", figure["value"], measurement.get(metric.column),
                formula=formulas.COPY, source="the value of the measurement",
            )  # fmt: skip
    if parsed is not None:
        verification.compare(
            f"{place}/published_figures", published, parsed.published, formula=formulas.PARSE, source=parsed.source
        )


def _verify_outstanding(run: Json, phase: Json, place: str, verification: VerificationReport) -> None:
    """Check the number of outstanding requests of a phase.

    Runs of this lab have the number in threads and queue depth, other runs in the workload of their phase.
    """
    frozen, workload = phase["measurement"]["outstanding_ios"], phase["workload"] or {}
    where = f"{place}/outstanding_ios"
    if frozen is None:
        return
    if run["origin"] == "measured":
        verification.attempt(
            where, frozen, lambda: workload["threads"] * workload["queue_depth"], formula=formulas.OUTSTANDING,
            source="threads and queue depth of the phase",
        )  # fmt: skip
    elif "outstanding_ios" in workload:
        verification.compare(
            where, frozen, workload["outstanding_ios"], formula=formulas.COPY, source="the workload of the phase"
        )
    else:
        verification.add_unverified(place, {"outstanding_ios": frozen}, _PRINTED)


def read_parts(parts: Iterable[Json], bins: Mapping[tuple[str, int], Mapping[int, int]]) -> list[ObservedPart]:
    """Return the frozen `parts` of a measurement as ObservedPart, each with its latency bins.

    `bins` are by direction and group.
    """
    return [read_part_columns(part, bins.get((part["direction"], part["group"]))) for part in parts]


def collect_own_figures(measurement: Json, merged: ObservedPart) -> set[str]:
    """Return the names of the figures of a measurement that do not follow from `merged`, its parts.

    The source printed these figures over all directions, or not at all.
    """
    computed = _compute_merged_columns(merged)
    return {key for key, value in computed.items() if not _close(measurement[key], value)}


def _leave_out_later(measurement: Json, figures: Mapping[str, Any]) -> dict[str, object]:
    """Return the figures without percentiles that the release which froze the measurement did not store."""
    return {key: value for key, value in figures.items() if key in measurement or key not in PERCENTILES}


def _compute_merged_columns(merged: ObservedPart) -> dict[str, object]:
    return {**build_merged_columns(merged), **compute_percentile_columns(merged)}


def _close(frozen: Any, computed: Any) -> bool:
    if frozen is None or computed is None:
        return frozen is computed
    return bool(abs(frozen - computed) <= formulas.MERGE.tolerance * max(abs(frozen), abs(computed)))


def _compare_with_parts(measurement: Json, merged: ObservedPart, place: str, verification: VerificationReport) -> None:
    """Compare the figures of a measurement with those computed from its parts and latency bins.

    Differences go to `verification`. Figures that the published source printed itself are listed as unverified.
    """
    computed = _leave_out_later(measurement, _compute_merged_columns(merged))
    printed = _list_printed_figures(measurement)
    verification.add_unverified(place, {key: measurement[key] for key in computed if key in printed}, _PRINTED)
    for keys, formula, source in (
        (MERGED, formulas.MERGE, "its parts"),
        (tuple(PERCENTILES), formulas.PERCENTILES, "its bins"),
    ):
        rest = [key for key in keys if key in computed and key not in printed]
        verification.compare(
            place,
            {key: measurement[key] for key in rest},
            {key: computed[key] for key in rest},
            formula=formula,
            source=source,
        )


def _verify_littles_law(phase: Json, place: str, verification: VerificationReport) -> None:
    """Check the ratio by Little's law of a phase that has one.

    A load below the maximum, or a load that comes in bursts, has no ratio.
    """
    measurement = phase["measurement"]
    if measurement["little_ratio"] is None:
        return
    verification.attempt(
        f"{place}/little_ratio",
        measurement["little_ratio"],
        lambda: (
            littles_law.check(measurement["iops"], measurement["latency_mean_ns"], measurement["outstanding_ios"]).ratio
        ),
        formula=formulas.LITTLE,
        source="IOPS, mean latency and outstanding I/O of the measurement",
    )


def _list_printed_figures(measurement: Json) -> set[str]:
    lineage = measurement.get("lineage") or {}
    return {str(key) for key in lineage.get("as_printed") or ()}


def _collect_merged_parts(parts: Iterable[Json]) -> dict[str, dict[str, object]]:
    return {f"{part['direction']}/{part['group']}": {key: part[key] for key in MERGED} for part in parts}


def _format_counts(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in counts.items()}
