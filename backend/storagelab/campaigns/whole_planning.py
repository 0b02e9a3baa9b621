"""Plan of a campaign over several servers: one plan for each, and refusals with their fields."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy.orm import Session

from storagelab.campaigns.planning import CampaignPlan, plan_campaign
from storagelab.campaigns.schemas import MAX_CELLS, CampaignCreate
from storagelab.campaigns.table import make_rows
from storagelab.db.models import Server
from storagelab.domain.campaign_deadlines import Proposal
from storagelab.domain.campaign_parts import propose_for_whole
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.validation import find_server

#: Fields that each server has of its own, and rows, which it may have.
_OWN = ("server_id", "drives", "confirm_serials")
_ROWS = ("configurations", "axes")


def find_servers(session: Session, body: CampaignCreate, *, lock: bool) -> list[Server]:
    """Return the servers of a campaign, in its order.

    Raises InvalidInput, and RequestRefused for one that takes no jobs.
    """
    if body.servers is None:
        return [find_server(session, str(body.server_id), engine=body.engine, lock=lock)]
    servers: list[Server] = []
    for index, share in enumerate(body.servers):
        place = f"servers.{index}.server_id"
        try:
            server = find_server(session, share.server_id, engine=body.engine, lock=False)
        except RequestRefused as refused:
            refused.path = place
            raise
        if server in servers:
            raise InvalidInput(f"{server.name} is listed twice: give all of its rows at once", path=place)
        servers.append(server)
    if lock:
        # A fixed order of locking, whatever order they were named in, avoids deadlocks.
        for server in sorted(servers, key=lambda item: item.id):
            find_server(session, str(server.id), engine=body.engine, lock=True)
    return servers


def plan_servers(
    session: Session, *, body: CampaignCreate, servers: Sequence[Server], now: dt.datetime, binding_serials: bool
) -> list[CampaignPlan]:
    """Plan the campaign of each server; refusals name the server that they concern.

    With `binding_serials` only drives with a confirmed serial number are chosen. Raises InvalidInput.
    """
    if body.servers is None:
        return [plan_campaign(session, body=body, server=servers[0], now=now, binding_serials=binding_serials)]
    _check_size(body, servers)
    plans = []
    for index, server in enumerate(servers):
        try:
            plan = plan_campaign(
                session,
                body=build_child_body(body, index, server),
                server=server,
                now=now,
                binding_serials=binding_serials,
            )
        except RequestRefused as refused:
            raise _locate_refusal(refused, body, index, server) from None
        plan.refusals = [_locate_refusal(refused, body, index, server) for refused in plan.refusals]
        plans.append(plan)
    return plans


def _check_size(body: CampaignCreate, servers: Sequence[Server]) -> None:
    """Raise InvalidInput for more cells than one campaign may have, before each of them is planned."""
    cells = 0
    for index, server in enumerate(servers):
        try:
            cells += len(make_rows(body.build_child_campaign(index))) * len(body.workloads) * len(body.states)
        except InvalidInput as wrong:
            raise _locate_refusal(wrong, body, index, server) from None
    if cells > MAX_CELLS:
        raise InvalidInput(
            f"the campaign would have {cells:,} cells, at most {MAX_CELLS:,} are allowed",
            path="servers",
        )


def build_child_body(body: CampaignCreate, index: int, server: Server) -> CampaignCreate:
    """Return the campaign of the server at `index`, with the server in its name."""
    return body.build_child_campaign(index).model_copy(update={"name": f"{body.name} on {server.name}"})


def list_proposals(plans: Sequence[CampaignPlan]) -> list[Proposal]:
    """Return the proposals that would make the whole campaign shorter."""
    if len(plans) == 1:
        return plans[0].proposals
    return propose_for_whole(
        [(plan.plain_seconds, plan.proposals) for plan in plans], available_seconds=plans[0].available_seconds
    )


def build_no_cells_refusal(plan: CampaignPlan, body: CampaignCreate, index: int) -> RequestRefused:
    """Build the refusal of a plan in which no cell can be measured, with the reasons of the cells."""
    reasons = " ".join(dict.fromkeys(cell.reason for cell in plan.cells if cell.reason))
    if body.servers is None:
        return InvalidInput(f"no cell of this campaign can be measured: {reasons}", path="configurations")
    words = f"no cell of this campaign can be measured on {plan.server.name}: {reasons}"
    return InvalidInput(words, path=f"servers.{index}")


def _locate_refusal(refused: RequestRefused, body: CampaignCreate, index: int, server: Server) -> RequestRefused:
    """Return the refusal with the path and the name of the server that it concerns added."""
    share = (body.servers or [])[index]
    field = (refused.path or "").split(".")[0]
    if field in _OWN or (field in _ROWS and share.has_rows):
        refused.path = f"servers.{index}.{refused.path}"
    if server.name not in refused.message:
        refused.message = f"{server.name}: {refused.message}"
    return refused
