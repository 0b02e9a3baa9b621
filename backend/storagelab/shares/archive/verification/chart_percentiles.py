"""Percentiles of charts: read again from the bins of their phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS, Distribution, merge_distributions
from storagelab.charts.latency import TOTAL, describe_result, with_total
from storagelab.domain.loops import name_in_round
from storagelab.domain.samples import PercentilesOf
from storagelab.jobs.headline import RESULT_KINDS
from storagelab.results.derivation import PERCENTILES
from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.drawing import Drawing
from storagelab.shares.archive.verification.frozen import FrozenShare, Json

_PATTERN = (
    "block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops"
)  # fmt: skip


def check_percentiles(drawing: Drawing) -> set[str]:
    """Every curve by its name. Returns which fields of the data were checked."""
    run = drawing.run(drawing.chart["runs"][0])
    known = dict(_distributions(drawing.share, run))
    told = {"percents": drawing.data["percents"], "least_beyond": drawing.data["least_beyond"]}
    rule = {"percents": list(PERCENTS), "least_beyond": SUPPORTING_IOS}
    drawing.verification.compare(drawing.place, told, rule, formula=formulas.DISTRIBUTION, source="the rule")
    for number, curve in enumerate(drawing.data["curves"]):
        where, frozen = f"{drawing.place}/curves/{number}", curve["distribution"]
        computed = known.get(curve["name"])
        if frozen.get("source") == "printed":
            columns = [_printed_of(run, curve["name"]).get(percent) for percent in drawing.data["percents"]]
            drawing.verification.compare(
                f"{where}/percentiles_ns", frozen["percentiles_ns"], columns, formula=formulas.COPY,
                source="the measurement",
            )  # fmt: skip
        else:
            drawing.verification.compare(
                where, {key: frozen.get(key) for key in computed} if computed else frozen, computed,
                formula=formulas.DISTRIBUTION, source=f"runs/{run['number']}/bins",
            )  # fmt: skip
    return {"percents", "least_beyond", "curves", "cdf"}


def _distributions(share: FrozenShare, run: Json) -> Iterable[tuple[str, dict[str, Any]]]:
    """Every result of a run by the name of its curve: everything together, else its first direction."""
    for rounds in _cells(run).values():
        parts = [_parts(share, run, phase) for phase in rounds]
        rows = [{**dict.fromkeys(_PATTERN), **_row(phase)} for phase in rounds]
        result = describe_result(rows, parts, cdf=True)
        found = result["distributions"]
        total = next((each for each in found if each["direction"] == TOTAL), found[0] if found else None)
        if total is not None:
            yield _curve_name(result, total), total


def _row(phase: Json) -> dict[str, Any]:
    measurement = phase["measurement"]
    return {
        **{key: measurement[key] for key in ("latency_n", "percentiles_of", "badges", *PERCENTILES)},
        **{key: phase[key] for key in ("name", "state", "group", "loop", "round")},
        "phase_ordinal": phase["ordinal"],
    }


def _cells(run: Json) -> dict[Any, list[Json]]:
    cells: dict[Any, list[Json]] = {}
    for phase in sorted(run["phases"], key=lambda each: each["ordinal"]):
        if phase["measurement"] is None or phase["kind"] not in RESULT_KINDS:
            continue
        if phase["loop"] is None:
            cells[phase["ordinal"]] = [phase]
        elif phase["in_window"]:
            cells.setdefault((phase["loop"], name_in_round(phase["name"], phase["round"])), []).append(phase)
    return cells


def _parts(share: FrozenShare, run: Json, phase: Json) -> Mapping[str, Distribution | None]:
    known = share.bins(run, phase["ordinal"])
    found: dict[str, list[Distribution | None]] = {}
    for part in sorted(phase["measurement"]["parts"], key=lambda each: (each["direction"], each["group"])):
        bins = known.get((part["direction"], part["group"]))
        if bins:
            of = cast("PercentilesOf | None", part["percentiles_of"])
            found.setdefault(part["direction"], []).append(Distribution(bins, of))
        elif part["latency_n"] != 0 and part["ios"] != 0:
            found.setdefault(part["direction"], []).append(None)
    return with_total({direction: merge_distributions(groups) for direction, groups in found.items()})


def _curve_name(item: Mapping[str, Any], distribution: Mapping[str, Any]) -> str:
    name = f"{item['phase_ordinal']}. {item['name']}"
    if item["loop"] is not None:
        first, last = (item["rounds"] or [0])[0], (item["rounds"] or [0])[-1]
        rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
        name = f"{item['name']} ({item['loop']}, {rounds})"
    direction = distribution["direction"]
    return name if direction == TOTAL else f"{name}, {direction}s alone"


def _printed_of(run: Json, name: str) -> dict[float, float | None]:
    phase = next(each for each in run["phases"] if f"{each['ordinal']}. {each['name']}" == name)
    return {percent: phase["measurement"][column] for column, percent in PERCENTILES.items()}
