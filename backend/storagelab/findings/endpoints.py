"""Findings over HTTP: listed, written, changed, rated, and compared with measured runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import select

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Configuration, Run, StoredFinding
from storagelab.domain.finding import FindingOrigin, Relation
from storagelab.errors import InvalidInput
from storagelab.findings import queries, schemas, service
from storagelab.findings.finding_fields import FINDINGS, FindingPageDep, FindingQuery
from storagelab.findings.finding_files import open_finding_file, parse_columns
from storagelab.findings.matches import find_matches
from storagelab.findings.queries import FindingFilter
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.optimistic_locking import refuse_overtaken
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, RunsTogether, find_by_reference, format_row_number
from storagelab.http.responses import file_of
from storagelab.http.schemas import Line
from storagelab.http.session import OpenScopeDep, SessionDep
from storagelab.http.table_files import FileType, choose_file_type, refuse_page, respond_with_file
from storagelab.inventory.list_order import paginate_list
from storagelab.results.queries import find_runs

router = APIRouter()

_MAX_VALUES = 50


def read_filter(
    session: SessionDep,
    source: Annotated[list[Line] | None, Query(max_length=_MAX_VALUES, description="Title of a source")] = None,
    subject: Annotated[list[Line] | None, Query(max_length=_MAX_VALUES, description="Subject, in full")] = None,
    relation: Annotated[list[Relation] | None, Query(max_length=_MAX_VALUES)] = None,
    test: Annotated[list[Line] | None, Query(max_length=_MAX_VALUES, description="Test, in full")] = None,
    raid_level: Annotated[list[Line] | None, Query(max_length=_MAX_VALUES, description="As in RAID5, or all")] = None,
    state: Annotated[list[Line] | None, Query(max_length=_MAX_VALUES, description="As in optimal")] = None,
    origin: Annotated[list[FindingOrigin] | None, Query(max_length=3)] = None,
    run_id: Annotated[
        Line | None, Query(max_length=64, description="Run: its findings, those of its source and those linked to it")
    ] = None,
    configuration_id: Annotated[
        Line | None, Query(max_length=64, description="Configuration that a finding is about, by its runs and parts")
    ] = None,
) -> FindingFilter:
    """Read the filters of a list of findings from its query parameters. Raises NotFound."""
    return FindingFilter(
        sources=source or (),
        subjects=subject or (),
        relations=relation or (),
        tests=test or (),
        raid_levels=raid_level or (),
        states=state or (),
        origins=origin or (),
        run=find_by_reference(session, Run, run_id) if run_id is not None else None,
        configuration=find_by_reference(session, Configuration, configuration_id) if configuration_id else None,
    )


FilterDep = Annotated[FindingFilter, Depends(read_filter)]


@router.get(
    "/findings",
    response_model=schemas.FindingPage,
    responses={**declare_problem_responses(404), **QUERY_PROBLEM, **file_of(*FileType)},
)
def list_findings(
    request: Request,
    response: Response,
    session: SessionDep,
    open_scope: OpenScopeDep,
    page: FindingPageDep,
    user: CurrentUser,
    query: FindingQuery,
    chosen: FilterDep,
    columns: Annotated[
        Line | None,
        Query(max_length=500, description="Columns of a file, such as finding,subject,value"),
    ] = None,
) -> Any:
    """List findings, those stored last first unless `sort` gives another order.

    `Accept` chooses a page in JSON, or a file with all of them, whose columns an import reads again.
    """
    places = parse_columns(columns)
    statement = chosen.narrow(session, FINDINGS.narrow(select(StoredFinding), query))
    kind = choose_file_type(request.headers.get("accept"))
    if kind is None:
        if columns is not None:
            raise InvalidInput("is for files, which `Accept` chooses: leave it out", path="columns")
        response.headers["Vary"] = "Accept"
        rows, next_cursor = paginate_list(session, statement, FINDINGS, page)
        return schemas.FindingPage(items=queries.describe_findings(session, rows, user=user), next_cursor=next_cursor)
    refuse_page(request, "findings", "cursor", "limit")
    return respond_with_file(
        request, open_finding_file(session, open_scope, statement, page.sorts, kind, places), kind, "findings"
    )


@router.post("/findings", status_code=201, responses=declare_problem_responses(404, 409))
def create_finding(
    body: schemas.FindingCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> schemas.FindingOut:
    """Write a finding by hand, or one that a source states."""
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="finding", body=body, new_id=new_id)
    if first is None:
        row = service.write_finding(session, user=user, body=body, finding_id=new_id)
    else:
        row = service.find_finding(session, str(first))
    response.headers["Location"] = f"/api/v1/findings/{row.id}"
    return queries.describe_findings(session, [row], user=user)[0]


@router.get("/findings/matrix", responses=declare_problem_responses(404))
def get_rating_matrix(session: SessionDep, chosen: FilterDep) -> schemas.RatingMatrixOut:
    """Rate configurations by test and RAID level: who leads and who lags.

    Findings whose runs do not count are left out. An empty cell is unknown.
    """
    return queries.build_matrix(session, chosen)


@router.get("/findings/matching", responses=declare_problem_responses(404))
def get_finding_matches(session: SessionDep, user: CurrentUser, run_id: RunsTogether) -> schemas.FindingMatches:
    """Give the findings about compared runs, and the measured ratio beside each ratio of a finding.

    Subjects and objects are found by the names of configurations, controllers and drives, and by RAID level.
    """
    return find_matches(session, find_runs(session, run_id), user=user)


@router.get("/findings/sources")
def read_finding_sources(session: SessionDep) -> schemas.FindingSources:
    """List the sources of findings with the number of findings of each."""
    return schemas.FindingSources(
        items=[schemas.FindingSource(title=title, count=count) for title, count in queries.count_by_source(session)]
    )


@router.get("/findings/{ref}", responses=declare_problem_responses(404))
def get_finding(ref: Reference, session: SessionDep, user: CurrentUser) -> schemas.FindingOut:
    """Show one finding."""
    return queries.describe_findings(session, [service.find_finding(session, ref)], user=user)[0]


@router.patch("/findings/{ref}", responses=declare_problem_responses(404, 409))
def change_finding(
    ref: Reference, body: schemas.FindingUpdate, session: SessionDep, user: CurrentUser
) -> schemas.FindingOut:
    """Change a finding, as its author or as an administrator."""
    row = service.find_finding(session, ref, lock=True)
    service.require_change(user, row)
    refuse_overtaken(format_row_number(row), service.describe_content(session, row), body, at=row.edited_at)
    service.change_finding(session, user=user, row=row, body=body)
    return queries.describe_findings(session, [row], user=user)[0]


@router.delete("/findings/{ref}", status_code=204, responses=declare_problem_responses(404))
def delete_finding(ref: Reference, session: SessionDep, user: CurrentUser) -> None:
    """Delete a finding, as its author or as an administrator."""
    service.delete_finding(session, user=user, row=service.find_finding(session, ref, lock=True))


@router.get("/runs/{ref}/findings", responses=declare_problem_responses(404, 422))
def list_run_findings(
    ref: Reference, session: SessionDep, page: FindingPageDep, user: CurrentUser
) -> schemas.FindingPage:
    """List the findings of a run: its own, those of its source, and those that are linked to it."""
    run = find_by_reference(session, Run, ref)
    statement = select(StoredFinding).where(queries.is_of_run(run))
    rows, next_cursor = paginate_list(session, statement, FINDINGS, page)
    return schemas.FindingPage(items=queries.describe_findings(session, rows, user=user), next_cursor=next_cursor)
