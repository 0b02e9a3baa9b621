"""Servers in a list, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from storagelab.domain.lifecycle import ServerState
from storagelab.http.label_filters import LabelFilter
from storagelab.http.problems import QUERY_PROBLEM
from storagelab.http.session import SessionDep
from storagelab.inventory import queries
from storagelab.inventory.hardware_fields import SERVERS
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.parameters import ServerPageDep, ServerQuery
from storagelab.overview.server_summaries import summarize_servers
from storagelab.overview.server_summary_schemas import ServerSummaryPage

router = APIRouter()


@router.get("/server-summaries", responses=QUERY_PROBLEM)
def list_server_summaries(
    session: SessionDep,
    page: ServerPageDep,
    query: ServerQuery,
    state: ServerState | None = None,
    labels: LabelFilter = None,
) -> ServerSummaryPage:
    """List servers in short, newest first: their use, when they are free, and their slots.

    Retired ones are included only where `state` or the query names the state.
    """
    statement = queries.select_servers(state=state, wanted=query, labels=labels)
    rows, next_cursor = paginate_list(session, statement, SERVERS, page)
    return ServerSummaryPage(items=summarize_servers(session, rows), next_cursor=next_cursor)
