"""A ranking: the answer of the lab unchanged, and every run that takes part in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.errors import InvalidInput
from storagelab.http.references import format_row_number
from storagelab.rankings import ranking
from storagelab.shares.charts.answers import draw_ratings
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.document.answers import RankingSettings, RankingView
from storagelab.shares.freezing.subject import Subject, list_run_numbers, require_shareable


def share_ranking(
    session: Session,
    runs: Sequence[Run],
    *,
    profile: str | None,
    everything: bool,
    without: Sequence[str],
    reference: str | None,
) -> Subject:
    """Return a ranking of `runs`, or of all runs of `profile`, as the subject of a share.

    Raises Conflict and InvalidInput.
    """
    for run in runs:
        require_shareable(run)
    more = False
    considered = list(runs)
    if profile is not None:
        considered, more = ranking.list_profile_runs(session, profile, everything=everything)
    answer = ranking.make_ranking(
        session,
        considered,
        profile=profile,
        more_runs=more,
        everything=everything,
        without=without,
        reference=reference,
    )
    used = {number for row in answer.configurations for figure in row.figures for number in figure.runs}
    shown = [run for run in considered if format_row_number(run) in used]
    if not shown:
        raise InvalidInput("has no valid run: there is nothing to rank", path="view.profile" if profile else "run_ids")
    settings = RankingSettings(
        profile=profile,
        runs=None if profile else list(list_run_numbers(runs)),
        everything=everything,
        without=list(without),
        reference=answer.reference,
    )
    return Subject(
        "ranking",
        tuple(shown),
        tuple(_list_charts(msgspec.to_builtins(answer), list_run_numbers(shown))),
        RankingView(settings=settings, answer=answer),
    )


def _list_charts(answer: Mapping[str, Any], runs: tuple[str, ...]) -> list[OfferedChart]:
    data = draw_ratings(answer)
    if not data["bars"]:
        return []
    caption = "Geometric mean of the ratios to the reference, which has 100, over the workloads that all have."
    return [OfferedChart("rank", "rank", "Rating", caption, partial(dict, data), runs)]
