"""Counts of the runs of the same test, with reasons for runs that are not shown."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, Profile, Run
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.shares.document.share import FrozenCount, FrozenExclusion

SHOWN, FAILED = "shown", "failed"
#: Why runs of the same test are not shown that nothing speaks against.
NOT_CHOSEN = {
    "run": "the author did not choose them",
    "comparison": "the author did not choose them",
    "ranking": "the rules of the ranking left them out",
    "campaign": "they are not among the results of this campaign",
}


def count_runs(session: Session, runs: Sequence[Run], keys: Mapping[uuid.UUID, str], *, kind: str) -> list[FrozenCount]:
    """Count how many runs of each configuration and profile exist, are shown, failed or are excluded.

    Excluded runs are counted by reason. Runs are of one configuration where they have the same class. `keys` are the
    names that the document has for the configurations, by id.
    """
    shown = {run.id for run in runs}
    wanted = {(run.configuration_id, run.profile_id) for run in runs if run.configuration_id and run.profile_id}
    classes = dict(
        session.execute(
            select(Configuration.id, Configuration.class_hash).where(Configuration.id.in_({pair[0] for pair in wanted}))
        ).all()
    )
    groups: dict[tuple[str, uuid.UUID], str] = {}
    for configuration_id, profile_id in sorted(wanted, key=lambda pair: (keys[pair[0]], str(pair[1]))):
        groups.setdefault((classes[configuration_id], profile_id), keys[configuration_id])
    rows = session.execute(
        select(Configuration.class_hash, Profile.id, Profile.name, Profile.version, Run)
        .join(Run, Run.configuration_id == Configuration.id)
        .join(Profile, Profile.id == Run.profile_id)
        .where(tuple_(Configuration.class_hash, Run.profile_id).in_(list(groups)) if groups else Run.id.is_(None))
        .order_by(Run.number)
    )
    profiles: dict[tuple[str, uuid.UUID], str] = {}
    tallies: dict[tuple[str, uuid.UUID], Counter[str]] = {}
    for class_hash, profile_id, name, version, run in rows:
        place = (class_hash, profile_id)
        profiles[place] = f"{name}@{version}"
        reason = SHOWN if run.id in shown else _get_exclusion_reason(run, kind)
        tallies.setdefault(place, Counter())[reason] += 1
    counted = [
        FrozenCount(
            configuration=groups[place],
            profile=profiles[place],
            exist=tally.total(),
            shown=tally[SHOWN],
            failed=tally[FAILED],
            excluded=[
                FrozenExclusion(reason=reason, runs=count)
                for reason, count in tally.most_common()
                if reason not in (SHOWN, FAILED)
            ],
        )
        for place, tally in tallies.items()
    ]
    return sorted(counted, key=lambda entry: (entry.configuration, entry.profile))


def _get_exclusion_reason(run: Run, kind: str) -> str:
    if run.trashed_at is not None:
        return "they are in the trash"
    if run.invalid_at is not None:
        return "they were marked invalid"
    if RunState(run.state) not in RUN_TERMINAL:
        return "they have not ended"
    if run.state != RunState.FINISHED:
        return FAILED
    if run.scale != "full":
        return "they were shortened to seconds"
    return NOT_CHOSEN[kind]
