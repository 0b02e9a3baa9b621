"""Campaigns over HTTP: plan, submit, follow, decide, read the result set."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from storagelab.auth.dependencies import CurrentUser
from storagelab.campaigns import control, results, service, views
from storagelab.campaigns.calendar_views import describe_calendar
from storagelab.campaigns.campaign_fields import CAMPAIGNS, CampaignPageDep, CampaignQuery
from storagelab.campaigns.campaign_schemas import CampaignOut, CampaignPage, CampaignResults
from storagelab.campaigns.matrix_views import describe_matrix
from storagelab.campaigns.plan_schemas import CampaignCalendar, CampaignDryRun, CampaignMatrix
from storagelab.campaigns.plan_views import describe_plan
from storagelab.campaigns.reading import find_campaign, select_campaigns
from storagelab.campaigns.schemas import CampaignCreate, CampaignDecision, CampaignState
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Server
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.label_filters import LabelFilter
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.references import Reference, find_by_reference, format_row_number
from storagelab.http.responses import ACCEPTED, Responses
from storagelab.http.session import SessionDep
from storagelab.inventory.list_order import paginate_list

router = APIRouter()

_CSV: Responses = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


@router.post(
    "/campaigns",
    status_code=202,
    response_model=CampaignOut,
    responses={
        **declare_problem_responses(409),
        **ACCEPTED,
        200: {"model": CampaignDryRun, "description": "The plan. Nothing was stored"},
    },
)
def submit_campaign(
    body: CampaignCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    dry_run: Annotated[bool, Query(description="Only plan, without storing anything")] = False,
    idempotency_key: IdempotencyKey = None,
) -> CampaignOut | Response:
    """Submit a campaign. On each of its servers cells run one after the other in the background, each as one job."""
    if dry_run:
        plans = service.preview_plans(session, body=body)
        shown = describe_plan(plans, now=read_clock(session), deadline=body.deadline)
        return Response(CampaignDryRun(plan=shown).model_dump_json(by_alias=True), media_type="application/json")
    new_id = generate_uuid7()
    first = claim_key(session, user_id=user.user_id, key=idempotency_key, purpose="campaign", body=body, new_id=new_id)
    if first is None:
        service.submit_campaign(session, user=user, body=body, campaign_id=new_id)
    campaign_id = str(first or new_id)
    response.headers["Location"] = f"/api/v1/campaigns/{campaign_id}"
    return _show(session, campaign_id)


@router.get("/campaigns", responses={**declare_problem_responses(404), **QUERY_PROBLEM})
def list_campaigns(
    session: SessionDep,
    page: CampaignPageDep,
    query: CampaignQuery,
    state: CampaignState | None = None,
    server_id: Annotated[str | None, Query(max_length=64, description="Id or number of a server")] = None,
    labels: LabelFilter = None,
) -> CampaignPage:
    """List campaigns, newest first unless `sort` gives another order."""
    server = find_by_reference(session, Server, server_id) if server_id is not None else None
    statement = select_campaigns(state=state, server_id=server.id if server is not None else None, labels=labels)
    rows, next_cursor = paginate_list(session, CAMPAIGNS.narrow(statement, query), CAMPAIGNS, page)
    return CampaignPage(items=views.list_campaigns(session, rows), next_cursor=next_cursor)


@router.get("/campaigns/{ref}", responses=declare_problem_responses(404))
def get_campaign(ref: Reference, session: SessionDep) -> CampaignOut:
    """Show one campaign: its progress, its estimated end, and the decision it waits for."""
    return _show(session, ref)


@router.get("/campaigns/{ref}/matrix", responses=declare_problem_responses(404))
def get_campaign_matrix(ref: Reference, session: SessionDep) -> CampaignMatrix:
    """Show every cell, impossible ones with their reason."""
    return describe_matrix(session, find_campaign(session, ref))


@router.get("/campaigns/{ref}/calendar", responses=declare_problem_responses(404))
def get_campaign_calendar(ref: Reference, session: SessionDep) -> CampaignCalendar:
    """Show when cells ran and when the others are expected to run."""
    return describe_calendar(session, find_campaign(session, ref))


@router.get(
    "/campaigns/{ref}/results", response_model=CampaignResults, responses={**declare_problem_responses(404), **_CSV}
)
def get_campaign_results(
    ref: Reference,
    session: SessionDep,
    file_format: Annotated[
        Literal["json", "csv"], Query(alias="format", description="`csv`: a table to save")
    ] = "json",
) -> CampaignResults | Response:
    """Give the result set: configuration by workload, the states of the array side by side."""
    campaign = find_campaign(session, ref)
    result_set = results.read_results(session, campaign)
    if file_format == "json":
        return result_set
    headers = {"Content-Disposition": f'attachment; filename="{format_row_number(campaign)}.csv"'}
    return Response(results.format_results_csv(result_set), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/campaigns/{ref}/cancel", status_code=202, responses={**declare_problem_responses(404, 409), **ACCEPTED})
def cancel_campaign(ref: Reference, response: Response, session: SessionDep, user: CurrentUser) -> CampaignOut:
    """Cancel a campaign. Measured results are retained, and so is an array that it has created."""
    campaign = find_campaign(session, ref)
    control.cancel(session, user=user, campaign=campaign)
    response.headers["Location"] = f"/api/v1/campaigns/{campaign.id}"
    return _show(session, str(campaign.id))


@router.post("/campaigns/{ref}/pause", responses=declare_problem_responses(404, 409))
def pause_campaign(ref: Reference, session: SessionDep, user: CurrentUser) -> CampaignOut:
    """Pause a campaign: no further cell is submitted. Runs in progress finish."""
    campaign = find_campaign(session, ref)
    control.pause(session, user=user, campaign=campaign)
    return _show(session, str(campaign.id))


@router.post("/campaigns/{ref}/resume", responses=declare_problem_responses(404, 409))
def resume_campaign(ref: Reference, session: SessionDep, user: CurrentUser) -> CampaignOut:
    """Resume a campaign that was paused."""
    campaign = find_campaign(session, ref)
    control.resume(session, user=user, campaign=campaign)
    return _show(session, str(campaign.id))


@router.post("/campaigns/{ref}/decision", responses=declare_problem_responses(404, 409))
def decide_campaign(ref: Reference, body: CampaignDecision, session: SessionDep, user: CurrentUser) -> CampaignOut:
    """Answer the question of a campaign: redo the affected cells, keep both generations, or stop."""
    campaign = find_campaign(session, ref)
    control.decide(session, user=user, campaign=campaign, choice=body.choice)
    return _show(session, str(campaign.id))


def _show(session: SessionDep, reference: str) -> CampaignOut:
    return views.describe_campaign(session, find_campaign(session, reference))
