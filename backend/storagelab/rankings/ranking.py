"""Rankings of runs of the lab: which runs take part, and the description for REST."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import String, cast, func, select
from sqlalchemy.orm import Session, load_only

from storagelab.db.models import Configuration, Profile, Run
from storagelab.db.references import find_all_by_reference, format_number, format_row_number
from storagelab.domain.result import ResultConfiguration
from storagelab.errors import InvalidInput
from storagelab.evaluate.ranking import RankingAnswer, is_countable, rank_runs
from storagelab.rankings import schemas
from storagelab.results.load import load_results

#: More runs than this are not looked at; the newest count.
MAX_RUNS = 300


def list_rankable(session: Session) -> list[schemas.RankableProfile]:
    """Return the profiles that have runs of two or more configurations, so that they can be ranked."""
    name = (Profile.name + "@" + cast(Profile.version, String)).label("name")
    classes = func.count(func.distinct(Configuration.class_hash))
    rows = session.execute(
        select(name, Profile.title, classes, func.count(Run.id))
        .join(Run, Run.profile_id == Profile.id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(*_build_countable_condition(), Run.rankable.is_(True))
        .group_by(Profile.id)
        .having(classes > 1)
        .order_by(classes.desc(), name)
    )
    return [
        schemas.RankableProfile(profile=profile, title=title, configurations=systems, runs=runs)
        for profile, title, systems, runs in rows
    ]


def describe_choice(session: Session) -> schemas.ChosenRanking:
    """Return an empty ranking with the profiles that can be ranked."""
    return schemas.ChosenRanking(
        profile=None,
        runs_considered=0,
        more_runs=False,
        reference=None,
        workloads=[],
        configurations=[],
        left_out=[],
        profiles=list_rankable(session),
    )


def list_profile_runs(session: Session, profile: str, *, everything: bool) -> tuple[list[Run], bool]:
    """Return the newest runs of a profile such as `four-corners@2`, and whether there are more. Raises InvalidInput."""
    name, _, version = profile.partition("@")
    if not name or not (version.isascii() and version.isdecimal()) or len(version) > 9:
        raise InvalidInput("must name a profile with its version, as in four-corners@2", path="profile")
    query = (
        select(Run)
        .join(Profile, Profile.id == Run.profile_id)
        .where(Profile.name == name, Profile.version == int(version), *_build_countable_condition())
        .order_by(Run.created_at.desc(), Run.id.desc())
        .limit(MAX_RUNS + 1)
    )
    if not everything:
        query = query.where(Run.rankable.is_(True))
    runs = list(session.scalars(query))
    return runs[:MAX_RUNS], len(runs) > MAX_RUNS


def make_ranking(
    session: Session,
    runs: Sequence[Run],
    *,
    profile: str | None = None,
    more_runs: bool = False,
    everything: bool = False,
    without: Sequence[str] = (),
    reference: str | None = None,
) -> RankingAnswer:
    """Rank the configurations of the runs as `rank_runs` does, in three queries.

    Raises InvalidInput for a `reference` that is not one of them.
    """
    results = load_results(session, [run.id for run in runs], measured=True, every_round=False)
    countable = {result.id for result in results if is_countable(result)}
    return rank_runs(
        results,
        _load_systems(session, [run for run in runs if str(run.id) in countable]),
        profile=profile,
        more_runs=more_runs,
        everything=everything,
        without=without,
        reference=reference,
    )


def describe_ranking(session: Session, view: RankingAnswer) -> schemas.RankingOut:
    """Describe a ranking for REST, with the ids of its configurations."""
    numbers = [system.configuration.number for system in view.configurations]
    rows = find_all_by_reference(session, Configuration, numbers, load_only(Configuration.number)) if numbers else []
    ids = {format_row_number(row): row.id for row in rows}
    described = msgspec.to_builtins(view)
    for system in described["configurations"]:
        system["configuration"]["id"] = ids[system["configuration"]["number"]]
    return schemas.RankingOut.model_validate(described)


def _build_countable_condition() -> tuple[Any, ...]:
    return (Run.state == "finished", Run.invalid_at.is_(None), Run.trashed_at.is_(None))


def _load_systems(session: Session, runs: Sequence[Run]) -> dict[str, ResultConfiguration]:
    """Return the newest configuration of each class among the runs, by class hash."""
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    configurations = session.execute(
        select(Configuration.number, Configuration.name, Configuration.class_hash)
        .where(Configuration.id.in_(ids))
        .order_by(Configuration.created_at, Configuration.id)
    )
    return {
        row.class_hash: ResultConfiguration(
            number=format_number(Configuration, row.number), name=row.name, class_hash=row.class_hash
        )
        for row in configurations
    }
