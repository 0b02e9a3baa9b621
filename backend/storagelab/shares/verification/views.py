"""Checks of the frozen answer of a comparison, ranking or campaign by the results of its runs."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from storagelab.analysis.ranking import Result, rank_systems
from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.domain.metrics import METRICS, Metric
from storagelab.domain.result import PhaseMeasurement
from storagelab.errors import StorageLabError
from storagelab.evaluate.campaign_means import CampaignMeans, compute_means, group_measurements
from storagelab.evaluate.comparison import count_runs, describe_point, list_points
from storagelab.evaluate.comparison_verdicts import describe_verdicts
from storagelab.evaluate.difference_sentences import RULE
from storagelab.evaluate.finding_pairs import FindingEntry
from storagelab.evaluate.measured_runs import measure_run
from storagelab.evaluate.points import WorkloadPoint
from storagelab.shares import campaign_verdicts
from storagelab.shares.campaign_lines import Lines
from storagelab.shares.document.answers import FrozenResults
from storagelab.shares.document.share import convert_shape
from storagelab.shares.verification import formulas
from storagelab.shares.verification.earlier_campaign_verdicts import (
    describe_earlier_verdicts as describe_earlier_campaign_verdicts,
)
from storagelab.shares.verification.earlier_verdicts import describe_earlier_verdicts
from storagelab.shares.verification.factors import check_factors
from storagelab.shares.verification.formulas import Formula
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.left_out import check_left_out
from storagelab.shares.verification.losses import check_losses, check_rebuild
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.scaling import check_scaling
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

_CAMPAIGN = CampaignMeans.__struct_fields__


def check_view(share: FrozenShare, results: Results, verification: VerificationReport) -> None:
    """Check the view of a share of more than one run: its comparison, ranking or campaign.

    A share of one run has no view.
    """
    view = share.document["view"]
    if view is None:
        return
    check: Callable[[FrozenShare, Json, Results, VerificationReport], None]
    check, formula = {
        "comparison": (_check_comparison, formulas.COMPARE),
        "ranking": (_check_ranking, formulas.RANK),
        "campaign": (_check_campaign, formulas.PIVOT),
    }[share.document["share"]["kind"]]
    try:
        check(share, view["answer"], results, verification)
    except (*MALFORMED, StorageLabError) as error:
        verification.add_malformed("view/answer", error, formula=formula, source="the results of the runs")


def _check_comparison(share: FrozenShare, answer: Json, _: Results, verification: VerificationReport) -> None:
    counts = _check_metric(share, answer, verification, shown=answer, place="view/answer")
    verification.compare(
        "view/answer/entries/n", [entry["n"] for entry in answer["entries"]], counts,
        formula=formulas.COUNTED, source="the runs of each entry",
    )  # fmt: skip
    verification.compare("view/answer/rule", answer["rule"], RULE, formula=formulas.COPY, source="the rule")
    check_factors(share, answer, verification)
    for place, other in enumerate(share.document["view"].get("others", ())):
        at = f"view/others/{place}"
        counts = _check_metric(share, answer, verification, shown=other, place=at)
        verification.compare(f"{at}/n", other["n"], counts, formula=formulas.COUNTED, source="the runs of each entry")


def _check_metric(
    share: FrozenShare, answer: Json, verification: VerificationReport, *, shown: Json, place: str
) -> list[int]:
    """Check the points and verdicts by one metric, of `shown`; return how many runs of each entry count by it."""
    metric = METRICS[shown["metric"]]
    measured = {run.number: measure_run(run, metric) for run in share.results}
    entries = [[measured[row["number"]] for row in entry["runs"]] for entry in answer["entries"]]
    first = next(index for index, entry in enumerate(answer["entries"]) if entry["key"] == answer["baseline"])
    points = list_points(entries, baseline=first)
    verdicts = _compute_verdicts(share, answer, metric, points, baseline=first)
    source = f"{metric.label} of the runs of each entry"
    for name, computed in (
        ("points", msgspec.to_builtins([describe_point(point, metric) for point in points])),
        ("verdicts", verdicts),
    ):
        verification.compare(f"{place}/{name}", shown[name], computed, formula=formulas.COMPARE, source=source)
    described = {name: shown[name] for name in ("label", "unit", "better")}
    facts = {"label": metric.label, "unit": metric.unit, "better": metric.better}
    verification.compare(place, described, facts, formula=formulas.COPY, source="the metric")
    return [count_runs(entry) for entry in entries]


def _compute_verdicts(
    share: FrozenShare, answer: Json, metric: Metric, points: Sequence[WorkloadPoint], *, baseline: int
) -> list[Json]:
    """Return the verdicts by the rule of the release that froze them."""
    labels = [entry["label"] for entry in answer["entries"]]
    if not share.has_findings:
        earlier = msgspec.to_builtins(describe_earlier_verdicts(points, labels, baseline=baseline, metric=metric))
        return [{key: value for key, value in verdict.items() if key != "workload"} for verdict in earlier]
    entries = [
        FindingEntry(label, [share.result(row["number"]) for row in entry["runs"]])
        for label, entry in zip(labels, answer["entries"], strict=True)
    ]
    verdicts: list[Json] = msgspec.to_builtins(describe_verdicts(entries, baseline=baseline, metric=metric))
    return verdicts


def _check_ranking(share: FrozenShare, answer: Json, results: Results, verification: VerificationReport) -> None:
    check_ratings(answer, results, verification, place="view/answer")
    check_left_out(share, answer, verification)


def check_ratings(answer: Json, results: Results, verification: VerificationReport, *, place: str) -> None:
    """Check the figures of a ranking against the named runs, and the ratings against the figures."""
    metrics = {
        workload["key"]: (workload["metric"], workload["better"])
        for workload in answer["workloads"]
        if workload["chosen"]
    }
    systems: dict[str, str] = {
        configuration["configuration"]["number"]: configuration["class_hash"]
        for configuration in answer["configurations"]
    }
    results_found: list[Result] = []
    for index, configuration in enumerate(answer["configurations"]):
        for number, figure in enumerate(configuration["figures"]):
            where = f"{place}/configurations/{index}/figures/{number}"
            column = METRICS[metrics[figure["workload"]][0]].column
            values = results.find(figure["runs"], column, figure, "median")
            source = f"{column} of {', '.join(figure['runs'])}"
            check_cell(verification, where, figure, values, "median", formulas.RANK, source)
            results_found.append(
                Result(
                    configuration["class_hash"],
                    figure["workload"],
                    "",
                    {metrics[figure["workload"]][0]: figure["value"]},
                )
            )
    ranking = rank_systems(results_found, metrics, reference=systems.get(answer["reference"] or ""))
    frozen = [
        {
            "class_hash": row["class_hash"],
            "rating": row["rating"],
            "rank": row["rank"],
            "place": row["place"],
            "worst": row["worst_ratio"],
            "best": row["best_ratio"],
            "ratios": {figure["workload"]: figure["ratio"] for figure in row["figures"]},
        }
        for row in answer["configurations"]
    ]
    computed = [
        {
            "class_hash": system.system,
            "rating": system.rating,
            "rank": system.rank,
            "place": system.place,
            "worst": system.worst,
            "best": system.best,
            "ratios": {key: cell.ratio for key, cell in system.cells.items()},
        }
        for system in ranking.systems
    ]
    verification.compare(
        f"{place}/configurations", frozen, computed, formula=formulas.RANK, source="the figures of each"
    )
    counted = [workload["key"] in ranking.counted for workload in answer["workloads"]]
    verification.compare(
        f"{place}/workloads/counted", [workload["counted"] for workload in answer["workloads"]], counted,
        formula=formulas.RANK, source="the figures of each",
    )  # fmt: skip


def check_cell(
    verification: VerificationReport,
    where: str,
    cell: Json,
    values: Sequence[float] | None,
    statistic: str,
    formula: Formula,
    source: str,
) -> None:
    """Check the value and the extremes of a cell against `values`, the figures behind the cell."""
    frozen = {key: cell[key] for key in ("value", "least", "most") if cell.get(key) is not None}
    if values is None:
        computed: Mapping[str, Any] = dict.fromkeys(frozen)
    elif len(values) != cell["n"]:
        # The figures of its runs include the stated ones, under several names.
        computed = frozen
    else:
        value = statistics.fmean(values) if statistic == "mean" else statistics.median(values)
        statistics_by_key = {"value": value, "least": min(values), "most": max(values)}
        computed = {key: statistics_by_key[key] for key in frozen}
    verification.compare(where, frozen, computed, formula=formula, source=source)


def check_repeats(
    verification: VerificationReport, where: str, cell: Json, values: Sequence[float] | None, source: str
) -> None:
    """Check the confidence interval and the spread of a cell against `values`, its repeats."""
    frozen = {name: cell[name] for name in ("ci95_low", "ci95_high", "cov_percent") if name in cell}
    if values is not None and len(values) != cell["n"]:
        verification.add_unverified(where, frozen, "it is unknown which results were pooled")
        return
    judged = judge_repeatability(values or ())
    low, high = (judged.ci95 if judged.n >= MINIMUM_REPEATS else None) or (None, None)
    intervals = {"ci95_low": low, "ci95_high": high, "cov_percent": judged.cov_pct}
    computed = {name: intervals[name] for name in frozen}
    verification.compare(where, frozen, computed, formula=formulas.PIVOT, source=source)


def _check_campaign(share: FrozenShare, answer: Json, results: Results, verification: VerificationReport) -> None:
    runs = {run["number"]: run for run in share.runs}
    measured = {run.number: group_measurements(run) for run in share.results}
    for number, line in enumerate(answer["results"]["lines"]):
        for place, figures in enumerate(line["figures"]):
            where = f"view/answer/results/lines/{number}/figures/{place}"
            _check_campaign_line(measured, line["phase"], figures, where, verification)
            check_rebuild(runs, figures, where, verification)
    results_of_cells = convert_shape(answer["results"], FrozenResults, "view.answer.results")
    describe = campaign_verdicts.describe_verdicts if share.has_findings else describe_earlier_campaign_verdicts
    verdicts = msgspec.to_builtins(describe(Lines(results_of_cells))._asdict())
    verification.compare(
        "view/answer",
        {key: answer.get(key) for key in verdicts},
        verdicts,
        formula=formulas.COMPARE,
        source="its results",
    )
    pivot = answer["pivot"]
    statistic = share.document["view"]["settings"].get("statistic", "median")
    column = METRICS[pivot["choice"]["metric"]["name"]].column
    for number, cell in enumerate(pivot["cells"]):
        if cell["value"] is not None:
            values = results.find(cell["run_numbers"], column, cell, statistic)
            source = f"{column} of {', '.join(cell['run_numbers'])}"
            check_cell(
                verification, f"view/answer/pivot/cells/{number}", cell, values, statistic, formulas.PIVOT, source
            )
            check_repeats(verification, f"view/answer/pivot/cells/{number}", cell, values, source)
    check_losses(share, answer, results, verification)
    check_scaling(share, pivot, results, verification)


def _check_campaign_line(
    measured: Mapping[str, Mapping[str, Sequence[PhaseMeasurement]]],
    phase: str | None,
    figures: Json,
    where: str,
    verification: VerificationReport,
) -> None:
    """Check the means of a phase against the measurements of the runs by the names of their results."""
    everything: list[PhaseMeasurement] = []
    for number, repeat in enumerate(figures["repeats"]):
        measurements = measured[repeat["run_number"]].get(phase or "", ())
        everything += measurements
        verification.compare(
            f"{where}/repeats/{number}", {name: repeat[name] for name in _CAMPAIGN},
            msgspec.to_builtins(compute_means(measurements)),
            formula=formulas.PIVOT, source=f"{repeat['run_number']}, {phase}",
        )  # fmt: skip
    if everything or any(figures[name] is not None for name in _CAMPAIGN):
        verification.compare(
            where, {name: figures[name] for name in _CAMPAIGN}, msgspec.to_builtins(compute_means(everything)),
            formula=formulas.PIVOT, source=", ".join(figures["run_numbers"]),
        )  # fmt: skip
