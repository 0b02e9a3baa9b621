"""At most four headline figures: best values of a run, or changes that findings are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from storagelab.evaluate.finding_basis import FindingBasis, FindingSide
from storagelab.evaluate.ranking import RankingAnswer
from storagelab.shares.document.answers import FrozenView, RankingView
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenFinding, FrozenHeadline

MAX_HEADLINES = 4


def list_headlines(
    runs: Sequence[FrozenRun], view: FrozenView | None, findings: Sequence[FrozenFinding]
) -> list[FrozenHeadline]:
    """Return the headline figures of a share: of its run, of its ratings, or of its computed `findings` in order."""
    keys = {run.number: run.configuration for run in runs}
    if isinstance(view, RankingView):
        return _list_ranking_headlines(view.answer, keys)
    if view is not None:
        return list(_list_finding_headlines(findings, keys))[:MAX_HEADLINES]
    return [
        FrozenHeadline(
            label=headline.label,
            value=headline.value,
            unit=headline.unit,
            better=headline.better,
            configuration=runs[0].configuration,
            workload=headline.workload,
            metric=headline.metric,
            metric_label=headline.label,
        )
        for headline in runs[0].headline[:MAX_HEADLINES]
    ]


def _list_finding_headlines(
    findings: Sequence[FrozenFinding], keys: Mapping[str, str | None]
) -> Iterator[FrozenHeadline]:
    """Yield the figures of computed findings, of one load generator: the changes, else the values of both sides."""
    bases = [finding.basis for finding in findings if finding.basis is not None]
    bases = [basis for basis in bases if basis.load_generator == bases[0].load_generator]
    changes = [basis for basis in bases if basis.ratio is not None]
    for basis in changes or bases:
        yield _describe_side(basis, basis.entry, keys)
        if not changes and basis.baseline is not None:
            yield _describe_side(basis, basis.baseline, keys)


def _describe_side(basis: FindingBasis, side: FindingSide, keys: Mapping[str, str | None]) -> FrozenHeadline:
    is_entry = side is basis.entry
    reference = basis.baseline if is_entry and basis.ratio is not None else None
    return FrozenHeadline(
        label=f"{side.label}: {basis.metric_label}, {basis.workload}",
        value=side.median,
        unit=basis.unit,
        better=basis.better,
        configuration=keys.get(side.runs[0]) if side.runs else None,
        relative_percent=(basis.ratio - 1) * 100 if basis.ratio is not None and is_entry else None,
        baseline=not is_entry,
        subject=side.label,
        workload=basis.workload,
        phase=basis.phase,
        metric=basis.metric,
        metric_label=basis.metric_label,
        baseline_value=reference.median if reference is not None else None,
        baseline_label=reference.label if reference is not None else None,
    )


def _list_ranking_headlines(answer: RankingAnswer, keys: Mapping[str, str | None]) -> list[FrozenHeadline]:
    """Return the first ratings; the reference has 100."""
    headlines = []
    for row in answer.configurations:
        if row.rating is None:
            continue
        is_reference = row.configuration.number == answer.reference
        runs = [number for figure in row.figures for number in figure.runs]
        headlines.append(
            FrozenHeadline(
                label=f"{row.configuration.name}: rating",
                value=row.rating,
                unit="ratio",
                better="higher",
                configuration=next((keys[number] for number in runs if number in keys), None),
                relative_percent=None if is_reference else row.rating - 100,
                baseline=is_reference,
                subject=row.configuration.name,
                metric="rating",
                metric_label="Rating",
            )
        )
    return headlines[:MAX_HEADLINES]
