"""Plan of a job on drives in their recorded state: reusable conditioning, and phases left out."""

from __future__ import annotations

import dataclasses

from sqlalchemy.orm import Session

from storagelab.db.models import Server
from storagelab.errors import InvalidInput
from storagelab.planning.conditioning import Conditioning, find_conditioning
from storagelab.planning.endurance_budget import add_wear
from storagelab.planning.estimates import correct_plan
from storagelab.planning.plan import RunnablePlan, plan_job
from storagelab.planning.profile_selection import select_profile
from storagelab.planning.schemas import JobCreate
from storagelab.planning.targets import plan_target, use_warnings

_PREPARED = "No phase is left out: the preparation changes the drives before the first of them."
_SPOILED = "No phase is left out: a later repeat would not find the drives as the first one does."


def plan_on_drives(session: Session, *, body: JobCreate, server: Server) -> RunnablePlan:
    """Plan a job on its target, without the phases that the drives' present state makes unnecessary.

    Phases are left out only where the job reuses conditioning. Raises InvalidInput or RequestRefused for a job that
    cannot be run.
    """
    planned = correct_plan(session, _plan_target_phases(session, body=body, server=server), server=server)
    planned = add_wear(session, planned, body=body, server=server)
    planned = planned.add_warnings(*use_warnings(planned.target))
    if body.repeat_until is not None and not any(phase.kind == "measure" for phase in planned.phases):
        raise InvalidInput(
            f"{planned.profile.name} only prepares and measures no point that could be repeatable", path="repeat_until"
        )
    return planned


def _plan_target_phases(session: Session, *, body: JobCreate, server: Server) -> RunnablePlan:
    profile = select_profile(session, body.profile)
    target = plan_target(session, server=server, target=body.target)
    reuse = body.conditioning == "reuse"
    if target.file is not None:
        if reuse:
            raise InvalidInput(
                "a file is always new: choose drives, or have everything done again", path="conditioning"
            )
        return plan_job(body, profile=profile, target=target)
    planned = plan_job(body, profile=profile, target=target)
    if planned.preparation.writes:
        return planned.add_warnings(_PREPARED) if reuse else planned
    stable_ids = [item.stable_id for item in target.drives]
    conditioning = find_conditioning(
        session, planned.phases, server=server, stable_ids=stable_ids, repeats=body.repeats
    )
    saved = _sum_skipped_seconds(conditioning, planned)
    if reuse and conditioning.left_out:
        planned = plan_job(body, profile=profile, target=target, left_out=conditioning.left_out)
    if reuse and conditioning.spoiled:
        planned = planned.add_warnings(_SPOILED)
    return dataclasses.replace(planned, conditioning=tuple(conditioning.drives), reuse_saves_seconds=saved)


def _sum_skipped_seconds(conditioning: Conditioning, planned: RunnablePlan) -> float:
    ordinals = {skipped.ordinal for skipped in conditioning.left_out}
    return sum(phase.estimated_seconds(planned.target_bytes) for phase in planned.phases if phase.ordinal in ordinals)
