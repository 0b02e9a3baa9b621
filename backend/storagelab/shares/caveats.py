"""Caveats of a share, most severe first. Pure: from the frozen document alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from storagelab.shares.document.answers import CampaignView, ComparisonView, FrozenView, RankingView
from storagelab.shares.document.run import FrozenBadge, FrozenRun
from storagelab.shares.document.share import FrozenCaveat, FrozenConfiguration, FrozenCount
from storagelab.shares.repeats import count_repeats, map_configuration_classes

#: Order of the caveats; badges that are not named here follow by their level.
_ORDER = (
    *("marked_invalid", "did_not_end_well", "partial", "array_not_optimal", "array_condition_unknown", "smoke"),
    "rates_contradict",
    *("published", "imported", "estimated", "several_factors", "unknown_factors", "nothing_measured", "not_steady"),
    *(
        "rounds_not_steady",
        "clock_set",
        "cpu_bound",
        "generator_bound",
        "file_target",
        "few_repeats",
        "runs_not_shown",
        "one_factor",
    ),
)
_LEVELS = ("error", "warn", "info")
#: Fewer repeats do not show how repeatable a figure is.
_ENOUGH = 3


def list_caveats(
    *,
    runs: Sequence[FrozenRun],
    counted: Sequence[FrozenCount],
    view: FrozenView | None,
    configurations: Sequence[FrozenConfiguration] = (),
) -> list[FrozenCaveat]:
    """Return the caveats of a share, the most severe first.

    A caveat that several runs have is listed once and names their run numbers.
    """
    caveats: dict[str, FrozenCaveat] = {}
    levels: dict[str, int] = {}
    few = _generate_repeat_caveats(runs, map_configuration_classes(configurations), view)
    not_shown = _generate_omission_caveats(counted, is_one_run=view is None)
    for caveat, level in [
        *_generate_run_caveats(runs),
        *_generate_badge_caveats(runs),
        *_generate_view_caveats(view),
        *few,
        *not_shown,
    ]:
        caveats.setdefault(caveat.code, caveat)
        levels.setdefault(caveat.code, level)
    order = {code: place for place, code in enumerate(_ORDER)}
    # A badge that is not in the list comes after the listed ones of its level.
    places = {code: (order[code] if code in order else len(_ORDER) * (levels[code] + 1) / 3) for code in caveats}
    return sorted(caveats.values(), key=lambda caveat: places[caveat.code])


def _make_caveat(code: str, label: str, detail: str | None = None) -> FrozenCaveat:
    return FrozenCaveat(code=code, label=label, detail=detail)


def _list_affected_runs(runs: Sequence[FrozenRun], chosen: Sequence[FrozenRun]) -> str:
    """Return the numbers of the `chosen` runs, separated by commas; empty if `chosen` are all runs."""
    return "" if len(chosen) == len(runs) else ", ".join(str(run.number) for run in chosen)


def _generate_run_caveats(runs: Sequence[FrozenRun]) -> Iterator[tuple[FrozenCaveat, int]]:
    invalid = [(run, run.invalid) for run in runs if run.invalid]
    if invalid:
        detail = "; ".join(_add_run_number(runs, run, mark.reason) for run, mark in invalid)
        yield (
            _make_caveat(
                "marked_invalid",
                _choose_plural(invalid, "The run was marked invalid", "Runs were marked invalid"),
                detail,
            ),
            0,
        )
    failed = [(run, run.failure) for run in runs if run.failure]
    if failed:
        detail = "; ".join(_add_run_number(runs, run, failure.message) for run, failure in failed)
        yield (
            _make_caveat(
                "did_not_end_well", _choose_plural(failed, "The run did not end well", "Runs did not end well"), detail
            ),
            0,
        )
    partial = [run for run in runs if run.data == "partial"]
    if partial:
        detail = "; ".join(_add_run_number(runs, run, f"the run ended as {run.state}") for run in partial)
        yield _make_caveat("partial", "The data are partial", detail), 0
    simple: tuple[tuple[str, str, Callable[[FrozenRun], bool], int], ...] = (
        ("smoke", "Short test: seconds per phase, not a measurement", lambda run: run.scale != "full", 0),
        (
            "published",
            "Published: from a review, not measured by this lab",
            lambda run: run.origin == "published",
            0,
        ),
        ("imported", "Imported: measured elsewhere and read from files", lambda run: run.origin == "imported", 0),
        ("file_target", "Measured on a file and not on raw devices", lambda run: run.target == "file", 1),
    )
    for code, label, applies, level in simple:
        chosen = [run for run in runs if applies(run)]
        if chosen:
            sources = dict.fromkeys(run.source.title for run in chosen if run.source)
            details = [
                _list_affected_runs(runs, chosen),
                *(f"Source: {title}" for title in sources if code in ("published", "imported")),
            ]
            yield _make_caveat(code, label, "; ".join(filter(None, details)) or None), level
    empty = [run for run in runs if not any(phase.measurement for phase in run.phases)]
    if empty:
        yield _make_caveat("nothing_measured", "Nothing was measured", _list_affected_runs(runs, empty) or None), 0
    unsteady = [(run, run.verdict) for run in runs if run.verdict and run.verdict.status != "steady"]
    if unsteady:
        detail = "; ".join(_add_run_number(runs, run, verdict.sentence) for run, verdict in unsteady)
        yield _make_caveat("not_steady", "Not measured in steady state", detail), 1


def _add_run_number(runs: Sequence[FrozenRun], run: FrozenRun, text: str) -> str:
    return text if len(runs) == 1 else f"{run.number}: {text}"


def _choose_plural(chosen: Sequence[Any], one: str, several: str) -> str:
    return one if len(chosen) == 1 else several


def _generate_badge_caveats(runs: Sequence[FrozenRun]) -> Iterator[tuple[FrozenCaveat, int]]:
    """Yield a caveat with its severity for every badge of runs and measurements, each badge once.

    A caveat names the runs that have the badge, where not all runs have it.
    """
    badges: dict[str, FrozenBadge] = {}
    having: dict[str, list[FrozenRun]] = {}
    for run in runs:
        measured = [phase.measurement for phase in run.phases if phase.measurement]
        own = [*run.badges, *(badge for measurement in measured for badge in measurement.badges)]
        for badge in own:
            badges.setdefault(badge.code, badge)
        for code in dict.fromkeys(badge.code for badge in own):
            having.setdefault(code, []).append(run)
        if any(measurement.estimated for measurement in measured):
            having.setdefault("estimated", []).append(run)
    for code, chosen in having.items():
        numbers = _list_affected_runs(runs, chosen)
        if code not in badges:
            yield _make_caveat("estimated", "Some values are estimated", numbers or None), 1
            continue
        badge = badges[code]
        detail = "; ".join(filter(None, (badge.detail or None, numbers))) or None
        yield _make_caveat(code, badge.label, detail), _LEVELS.index(badge.level)


def _generate_view_caveats(view: FrozenView | None) -> Iterator[tuple[FrozenCaveat, int]]:
    if isinstance(view, ComparisonView):
        factors = view.answer.factors
        labels = ", ".join(row.label for row in factors.rows if row.state == "differs")
        if factors.known_count > 1:
            label = "More than one factor differs: the difference need not come from one of them alone"
            yield _make_caveat("several_factors", label, labels), 1
        elif factors.by is not None and not factors.unknown_count:
            yield _make_caveat("one_factor", "One factor differs", factors.by), 2
        if factors.unknown_count or factors.without:
            unknown = ", ".join(row.label for row in factors.rows if row.state == "unknown")
            without = ", ".join(f"nothing is known of {number}" for number in factors.without)
            detail = "; ".join(filter(None, (unknown, without))) or None
            yield _make_caveat("unknown_factors", "Not everything is known of what was compared", detail), 1
    if isinstance(view, RankingView) and view.answer.left_out:
        detail = "; ".join(f"{omission.figures} figures: {omission.reason}" for omission in view.answer.left_out)
        yield _make_caveat("figures_left_out", "Figures were left out of the rating", detail), 2
    if isinstance(view, CampaignView) and view.answer.pivot.along:
        labels = ", ".join(dict.fromkeys(factor.label for factor in view.answer.pivot.along))
        label = "The cells differ in more than the factors of rows and columns"
        yield _make_caveat("several_factors", label, labels), 1


def _generate_repeat_caveats(
    runs: Sequence[FrozenRun], classes: Mapping[str, str], view: FrozenView | None
) -> Iterator[tuple[FrozenCaveat, int]]:
    """Yield one caveat for few repeats; of a comparison it states that differences are not tested."""
    measured = [run for run in runs if run.origin == "measured"]
    few = sorted({count for count in count_repeats(measured, classes) if 0 < count < _ENOUGH})
    if few:
        times = "once" if few == [1] else "once or twice" if few == [1, 2] else "twice"
        is_untested = isinstance(view, ComparisonView) and any(
            verdict.verdict == "single_run" for verdict in view.answer.verdicts
        )
        label = "Fewer than 3 runs: differences are not tested" if is_untested else "Fewer than 3 repeats"
        yield _make_caveat("few_repeats", label, f"Measured {times}: repeatability unknown."), 1


def _generate_omission_caveats(
    counted: Sequence[FrozenCount], *, is_one_run: bool
) -> Iterator[tuple[FrozenCaveat, int]]:
    several = not is_one_run and len({entry.configuration for entry in counted}) > 1
    sentences = [
        f"{entry.configuration}: {sentence}" if several else sentence
        for entry in counted
        if (sentence := _format_omission(entry)) is not None
    ]
    if sentences:
        yield _make_caveat("runs_not_shown", "Not every run of this test is shown", " ".join(sentences)), 2


def _format_omission(entry: FrozenCount) -> str | None:
    """Return a sentence on the runs that a share leaves out; None where all runs are shown.

    `entry` has the counts of one configuration and profile. The sentence reads `7 runs of this configuration and
    profile exist, 3 are shown, 2 failed, 2 were excluded because ...`.
    """
    if entry.exist == entry.shown:
        return None
    parts = [
        f"{_format_run_count(entry.exist)} of this configuration and {entry.profile} exist",
        _are(entry.shown, "shown"),
    ]
    if entry.failed:
        parts.append(f"{entry.failed} failed")
    parts += [f"{_are(excluded.runs, 'excluded', past=True)} because {excluded.reason}" for excluded in entry.excluded]
    return ", ".join(parts) + "."


def _format_run_count(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"


def _are(count: int, participle: str, *, past: bool = False) -> str:
    one, several = ("was", "were") if past else ("is", "are")
    return f"{count} {one if count == 1 else several} {participle}"
