"""Configurations named and compared, and the conditions of phases, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.models import Configuration, Run
from storagelab.http.optimistic_locking import refuse_overtaken
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.session import SessionDep
from storagelab.results import configuration_schemas as schemas
from storagelab.results import views
from storagelab.results.comparing import compare, find_side
from storagelab.results.conditions import read_conditions
from storagelab.results.configuration_names import rename_configuration
from storagelab.results.schemas import ConfigurationOut

router = APIRouter()

Side = Annotated[str, Query(max_length=64, description="Id or number of a configuration or a run, such as c-12")]


@router.get("/configurations/diff", responses=declare_problem_responses(404, 409, 422))
def diff_configurations(session: SessionDep, a: Side, b: Side) -> schemas.ConfigurationDiff:
    """Show the factors in which two configurations, or those of two runs, differ."""
    return compare(session, find_side(session, a), find_side(session, b))


@router.patch("/configurations/{ref}", responses=declare_problem_responses(404, 409))
def change_configuration(
    ref: Reference, body: schemas.ConfigurationUpdate, session: SessionDep, user: CurrentUser
) -> ConfigurationOut:
    """Rename a configuration. Its snapshot and its hashes never change."""
    configuration = find_by_reference(session, Configuration, ref)
    session.refresh(configuration, with_for_update=True)
    refuse_overtaken(format_row_number(configuration), {"name": configuration.name}, body)
    rename_configuration(session, user=user, configuration=configuration, name=body.name)
    return views.describe_configuration(session, configuration)


@router.get("/runs/{ref}/conditions", responses=declare_problem_responses(404))
def get_run_conditions(ref: Reference, session: SessionDep) -> schemas.RunConditions:
    """Show what arrays and drives were found in when each phase of a run was measured."""
    run = find_by_reference(session, Run, ref)
    by_phase = read_conditions(session, run_id=run.id)
    return schemas.RunConditions(
        run_id=run.id,
        phases=[
            schemas.PhaseConditions.model_validate({"ordinal": ordinal, **conditions}, strict=False)
            for ordinal, conditions in sorted(by_phase.items())
        ],
    )
