"""Giving and withdrawing awards, and which awards a ranking has."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.awards.schemas import AwardCreate, AwardOut, RankingReference
from storagelab.db.clock import read_clock
from storagelab.db.models import Award, Configuration, User
from storagelab.db.references import find_by_reference, format_row_number
from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput, NotFound
from storagelab.http.schemas import NumberedName
from storagelab.rankings.ranking import list_profile_runs, make_ranking
from storagelab.results.queries import find_runs


def name_ranking(
    session: Session, *, profile: str | None, run_ids: Sequence[str] | None, everything: bool, without: Sequence[str]
) -> RankingReference:
    """Return a reference to a ranking that is the same for every address of the ranking.

    The order of runs and of workloads makes no difference, nor does the reference system. Raises InvalidInput, and
    NotFound for a run.
    """
    if (profile is None) == (run_ids is None):
        raise InvalidInput("must have either profile or run_id", path="profile")
    runs = None
    if run_ids is not None:
        runs = [format_row_number(run) for run in sorted(find_runs(session, run_ids), key=lambda run: run.number)]
    return RankingReference(
        profile=_profile_name(profile) if profile is not None else None,
        runs=runs,
        all=everything,
        without=sorted(set(without)),
    )


def give_award(session: Session, *, user: Identity, body: AwardCreate, award_id: uuid.UUID) -> Award:
    """Store an award as `award_id`. Raises InvalidInput for a configuration that has no place in the ranking."""
    named = name_ranking(session, profile=body.profile, run_ids=body.run_ids, everything=body.all, without=body.without)
    if named.profile is not None:
        runs, _ = list_profile_runs(session, named.profile, everything=named.all)
    else:
        runs = find_runs(session, named.runs or [])
    ranking = make_ranking(session, runs, profile=named.profile, everything=named.all, without=named.without)
    wanted = body.configuration.lower()
    chosen = next((candidate for candidate in ranking.configurations if candidate.configuration.number == wanted), None)
    if chosen is None:
        raise InvalidInput("must be the number of a configuration in this ranking", path="configuration")
    award = Award(
        id=award_id,
        ranking_key=_hash_ranking(named),
        ranking=named.model_dump(),
        class_hash=chosen.class_hash,
        configuration_id=find_by_reference(session, Configuration, wanted).id,
        configuration_name=chosen.configuration.name,
        title=body.title,
        reason=body.reason,
        author_id=user.user_id,
    )
    session.add(award)
    audit.record_event(
        session,
        user_id=user.user_id,
        action="award_given",
        subject=f"configuration {chosen.configuration.number}",
        award=str(award_id),
        title=body.title,
        ranking=award.ranking,
    )
    session.flush()
    session.refresh(award)
    return award


def withdraw_award(session: Session, *, user: Identity, award: Award) -> None:
    """Withdraw an award from now on; repeating the call changes nothing.

    The award remains stored with its reason, its author and its end.
    """
    session.refresh(award, with_for_update=True)
    if award.withdrawn_at is not None:
        return
    award.withdrawn_at, award.withdrawn_by_id = read_clock(session), user.user_id
    audit.record_event(
        session,
        user_id=user.user_id,
        action="award_withdrawn",
        subject=f"configuration {award.configuration_name}",
        award=str(award.id),
        title=award.title,
    )
    session.flush()


def find_award(session: Session, award_id: uuid.UUID) -> Award:
    """Return the award with this id. Raises NotFound."""
    award = session.get(Award, award_id)
    if award is None:
        raise NotFound(f"There is no award {award_id}.")
    return award


def select_awards(named: RankingReference, *, withdrawn: bool) -> Select[Award]:
    """Select the awards of a ranking: the valid ones, or with `withdrawn` also withdrawn ones."""
    query = select(Award).where(Award.ranking_key == _hash_ranking(named))
    return query if withdrawn else query.where(Award.withdrawn_at.is_(None))


def describe_awards(session: Session, awards: Sequence[Award]) -> list[AwardOut]:
    """Return awards in the form of the API, in the same order.

    Names are read in two queries for any number of awards.
    """
    people: set[Any] = {key for award in awards for key in (award.author_id, award.withdrawn_by_id) if key}
    names = {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(people)))}
    ids = {award.configuration_id for award in awards if award.configuration_id}
    configurations = {
        configuration.id: configuration
        for configuration in session.scalars(select(Configuration).where(Configuration.id.in_(ids)))
    }
    return [
        AwardOut(
            id=award.id,
            ranking=RankingReference.model_validate(award.ranking),
            class_hash=award.class_hash,
            configuration=_describe_configuration(configurations.get(award.configuration_id))
            if award.configuration_id
            else None,
            configuration_name=award.configuration_name,
            title=award.title,
            reason=award.reason,
            author=names.get(award.author_id) if award.author_id else None,
            created_at=award.created_at,
            withdrawn_at=award.withdrawn_at,
            withdrawn_by=names.get(award.withdrawn_by_id) if award.withdrawn_by_id else None,
        )
        for award in awards
    ]


def _describe_configuration(configuration: Configuration | None) -> NumberedName | None:
    if configuration is None:
        return None
    return NumberedName(id=configuration.id, number=format_row_number(configuration), name=configuration.name)


def _profile_name(profile: str) -> str:
    """Return a profile reference with a plain version number: `four-corners@2` for `four-corners@02`.

    Any other text is returned unchanged; the ranking refuses it.
    """
    name, _, version = profile.partition("@")
    return f"{name}@{int(version)}" if version.isascii() and version.isdecimal() and len(version) < 10 else profile


def _hash_ranking(named: RankingReference) -> str:
    return hashlib.sha256(encode_canonical_json(named.model_dump())).hexdigest()
