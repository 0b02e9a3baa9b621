"""Findings computed from the results of a share, of any kind. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from storagelab.domain.campaigns import OPTIMAL
from storagelab.domain.components import NOT_WHOLE
from storagelab.domain.result import RunResult
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.evaluate.finding_pairs import FindingEntry
from storagelab.evaluate.findings import find_comparison_findings
from storagelab.evaluate.ranking_findings import find_ranking_findings
from storagelab.evaluate.run_findings import find_run_findings
from storagelab.shares.campaign_lines import Lines
from storagelab.shares.document.answers import CampaignView, ComparisonView, FrozenView, RankingView
from storagelab.shares.document.share import FrozenFinding
from storagelab.shares.shown_names import name_compared_entries


def compute_findings(results: Sequence[RunResult], view: FrozenView | None) -> dict[str, ComputedFinding]:
    """Return the computed findings of a share by their keys `f1`, `f2` and so on, the lead first."""
    return {f"f{place}": finding for place, finding in enumerate(_find(results, view), 1)}


def _find(results: Sequence[RunResult], view: FrozenView | None) -> list[ComputedFinding]:
    by_number = {run.number: run for run in results}
    if isinstance(view, ComparisonView):
        return _compare_entries(view, by_number)
    if isinstance(view, RankingView):
        return find_ranking_findings(view.answer)
    if isinstance(view, CampaignView):
        return _compare_configurations(view, by_number)
    run = results[0]
    return find_run_findings(run, label=run.configuration.name if run.configuration is not None else run.title)


def _compare_entries(view: ComparisonView, runs: Mapping[str, RunResult]) -> list[ComputedFinding]:
    entries = view.answer.entries
    baseline = next(place for place, entry in enumerate(entries) if entry.key == view.answer.baseline)
    names = name_compared_entries(view)
    compared = [
        FindingEntry(
            names[entry.key],
            [structs.replace(runs[run.number], joins_rows=view.settings.joins_rows) for run in entry.runs],
            is_whole=_is_whole(view, place),
        )
        for place, entry in enumerate(entries)
    ]
    return find_comparison_findings(compared, baseline=baseline)


def _is_whole(view: ComparisonView, place: int) -> bool:
    """Return whether the condition of the arrays of an entry, as its factors name it, is whole or unknown."""
    conditions = [row.cells[place].value for row in view.answer.factors.rows if row.key == "array.condition"]
    return all((condition or "").partition(",")[0] not in NOT_WHOLE for condition in conditions)


def _compare_configurations(view: CampaignView, runs: Mapping[str, RunResult]) -> list[ComputedFinding]:
    """Return the findings of a campaign: its configurations with optimal arrays against the first one."""
    lines = Lines(view.answer.results)
    if lines.baseline is None:
        return []
    entries = {
        place: FindingEntry(name, [runs[number] for number in _list_optimal_runs(view, place) if number in runs])
        for place, name in lines.configurations.items()
    }
    return find_comparison_findings(list(entries.values()), baseline=list(entries).index(lines.baseline))


def _list_optimal_runs(view: CampaignView, place: tuple[int, int]) -> list[str]:
    numbers = (
        number
        for line in view.answer.results.lines
        if (line.row, line.generation) == place
        for cell in line.figures
        if cell.state == OPTIMAL and cell.cell_state == "measured"
        for number in cell.run_numbers
    )
    return list(dict.fromkeys(numbers))


def choose_headline_findings(
    findings: Sequence[FrozenFinding], computed: Mapping[str, ComputedFinding]
) -> list[FrozenFinding]:
    """Return the findings that the headline is about: computed ones that the author chose, else all computed ones."""
    return [finding for finding in findings if finding.basis is not None] or [
        freeze_computed(key, finding) for key, finding in computed.items()
    ]


def freeze_computed(key: str, computed: ComputedFinding) -> FrozenFinding:
    """Return a computed finding as a share has it."""
    return FrozenFinding(
        key=key,
        origin="computed",
        sentence=computed.sentence,
        short=computed.short,
        finding=computed.finding,
        basis=computed.basis,
    )
