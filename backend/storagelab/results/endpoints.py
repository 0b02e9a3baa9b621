"""Runs and what is filed under them, over HTTP."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import select

from storagelab.db.models import Artifact, Configuration, Drive, Run, Server
from storagelab.domain.lifecycle import RunState
from storagelab.domain.recipe_shape import RecipeInvalid
from storagelab.errors import NotFound
from storagelab.http.label_filters import LabelFilter
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import file_of
from storagelab.http.schemas import Line
from storagelab.http.session import OpenScopeDep, SessionDep
from storagelab.http.table_files import FileType, choose_file_type, refuse_page, respond_with_file
from storagelab.http.validation_messages import register_pattern_words
from storagelab.inventory.filters import filter_by_labels
from storagelab.inventory.list_order import paginate_list
from storagelab.jobs.recipe_schemas import RunRecipe
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.results import drive_runs, queries, run_files, schemas, views
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.caching import (
    IMMUTABLE,
    REVALIDATED,
    build_caching_headers,
    find_not_modified_response,
    is_over,
)
from storagelab.results.configuration_fields import CONFIGURATIONS, ConfigurationPageDep, ConfigurationQuery
from storagelab.results.download import download_headers, stream_content
from storagelab.results.recipes import read_recipe
from storagelab.results.run_columns import JoinedColumns
from storagelab.results.run_differences import find_baselines
from storagelab.results.run_queries import QueryText, TimeZone, read_run_query
from storagelab.results.run_table_parameters import TableDep
from storagelab.results.run_table_schemas import RunPage
from storagelab.results.run_table_views import describe_page, read_order
from storagelab.runs import schemas as run_schemas

router = APIRouter()

OrdinalCursor = Annotated[
    str | None,
    Query(
        pattern=register_pattern_words(r"^[0-9]{1,9}$", "is not a cursor of this list: begin without one"),
        description="`next_cursor` of the previous page",
    ),
]


@router.get(
    "/runs",
    response_model=RunPage,
    responses={**declare_problem_responses(404, 422), **QUERY_PROBLEM, **file_of(*FileType)},
)
def list_runs(
    request: Request,
    response: Response,
    session: SessionDep,
    open_scope: OpenScopeDep,
    table: TableDep,
    server_id: Annotated[str | None, Query(max_length=64, description="Id or number of a server")] = None,
    configuration: Annotated[str | None, Query(max_length=64, description="Id or number of a configuration")] = None,
    profile: Annotated[Line | None, Query(max_length=100, description="Name of a profile")] = None,
    state: RunState | None = None,
    origin: run_schemas.Origin | None = None,
    q: QueryText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
    labels: LabelFilter = None,
    valid: Annotated[bool | None, Query(description="Only runs that count, or only those marked invalid")] = None,
    trashed: Annotated[bool, Query(description="Those in the trash, in place of all others")] = False,
) -> Any:
    """List runs, newest first. `Accept` chooses a page in JSON, or a file with all of them."""
    server = find_by_reference(session, Server, server_id) if server_id is not None else None
    filed = find_by_reference(session, Configuration, configuration) if configuration is not None else None
    narrow = partial(
        queries.narrow_runs,
        server_id=server.id if server else None,
        configuration_id=filed.id if filed else None,
        profile=profile,
        state=state,
        origin=origin,
        wanted=read_run_query(session, q, time_zone=time_zone),
        labels=labels,
        valid=valid,
        trashed=trashed,
    )
    find_baselines(session, table.columns or ())
    kind = choose_file_type(request.headers.get("accept"))
    if kind is None:
        response.headers["Vary"] = "Accept"
        return describe_page(session, narrow, table, time_zone=time_zone)
    refuse_page(request, "runs", "cursor", "offset", "limit", "total", "facts", "summaries")
    order = read_order(session, JoinedColumns(session), table, time_zone=time_zone)
    file = run_files.open_run_file(session, open_scope, narrow, order, table.columns or (), kind)
    return respond_with_file(request, file, kind, "runs")


@router.get("/drives/{ref}/runs", responses=declare_problem_responses(404))
def list_drive_runs(ref: Reference, session: SessionDep, page: PageDep) -> schemas.DriveRunPage:
    """List the runs that worked on a drive, newest first, with what each wrote to it."""
    drive = find_by_reference(session, Drive, ref)
    rows, next_cursor = paginate(session, drive_runs.select_drive_runs(drive), Run, page)
    return schemas.DriveRunPage(items=drive_runs.describe_drive_runs(session, drive, rows), next_cursor=next_cursor)


@router.get("/runs/{ref}", response_model=schemas.RunOut, responses=declare_problem_responses(404))
def get_run(ref: Reference, request: Request, response: Response, session: SessionDep) -> Any:
    """Show one run with its phases, measurements and attempts."""
    run = queries.find_run(session, ref)
    if is_over(run):
        headers = build_caching_headers(queries.compute_version(session, runs=[run]), policy=REVALIDATED)
        if (cached := find_not_modified_response(request, headers)) is not None:
            return cached
        response.headers.update(headers)
    return views.describe_run(session, run)


@router.get("/runs/{ref}/recipe", responses=declare_problem_responses(404))
def get_run_recipe(ref: Reference, session: SessionDep) -> RunRecipe:
    """Give the recipe that repeats a run on other drives, in the form that `POST /jobs/from-recipe` takes."""
    try:
        return RunRecipe(recipe=read_recipe(session, queries.find_run(session, ref)), reason=None)
    except RecipeInvalid as none:
        return RunRecipe(recipe=None, reason=none.message)


@router.get("/runs/{ref}/artifacts", responses=declare_problem_responses(404, 422))
def list_artifacts(ref: Reference, session: SessionDep, page: PageDep) -> schemas.ArtifactPage:
    """List the raw files of a run, newest first."""
    run = find_by_reference(session, Run, ref)
    rows, next_cursor = paginate(session, select(Artifact).where(Artifact.run_id == run.id), Artifact, page)
    return schemas.ArtifactPage(items=views.describe_artifacts(session, rows), next_cursor=next_cursor)


@router.get(
    "/artifacts/{artifact_id}/content",
    response_class=StreamingResponse,
    responses={**file_of("application/octet-stream"), **declare_problem_responses(404, 503)},
)
def download_artifact(artifact_id: uuid.UUID, request: Request, session: SessionDep) -> Response:
    """Download a raw file, byte for byte."""
    artifact = session.get(Artifact, artifact_id)
    if artifact is None:
        raise NotFound(f"There is no artifact {artifact_id}.")
    headers = build_caching_headers(artifact.sha256, policy=IMMUTABLE)
    if (cached := find_not_modified_response(request, headers)) is not None:
        return cached
    run = session.get_one(Run, artifact.run_id)
    content = stream_content(session, get_artifact_store(), artifact)
    return StreamingResponse(content, headers=headers | download_headers(artifact, run_number=run.number))


@router.get("/configurations", responses={**declare_problem_responses(422), **QUERY_PROBLEM})
def list_configurations(
    session: SessionDep, page: ConfigurationPageDep, query: ConfigurationQuery, labels: LabelFilter = None
) -> schemas.ConfigurationPage:
    """List configurations, newest first unless `sort` gives another order."""
    statement = filter_by_labels(select(Configuration), Configuration, labels)
    rows, next_cursor = paginate_list(session, CONFIGURATIONS.narrow(statement, query), CONFIGURATIONS, page)
    return schemas.ConfigurationPage(items=views.describe_configurations(session, rows), next_cursor=next_cursor)


@router.get("/configurations/{ref}", responses=declare_problem_responses(404))
def get_configuration(ref: Reference, session: SessionDep) -> schemas.ConfigurationOut:
    """Show one configuration with its snapshot and the histories of its runs."""
    return views.describe_configuration(session, find_by_reference(session, Configuration, ref))
