"""Fields of campaigns for queries over their list."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import aliased

from storagelab.campaigns.reading import is_listed, is_parent_in
from storagelab.db.models import Campaign, Server, User
from storagelab.domain.campaigns import CampaignState
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.query_columns import RelatedColumn, build_word_condition, make_related_column
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("campaign")
#: A campaign itself or a child of it: each that has a server.
_part = aliased(Campaign)
_SERVER = RelatedColumn(
    Campaign.id, func.coalesce(_part.parent_id, _part.id), Server.name, _part.server_id == Server.id
)
_STATE = case(*((is_parent_in(state), state.value) for state in CampaignState), else_=Campaign.state)


def _build_word_condition(word: str) -> ColumnElement[bool]:
    key = func.coalesce(_part.parent_id, _part.id)
    servers = select(key).where(_part.server_id == Server.id, Server.name.icontains(word, autoescape=True))
    return or_(build_word_condition(Campaign, word), Campaign.id.in_(servers))


CAMPAIGNS = QueryList(
    Campaign,
    (
        _make.number("number", Campaign.number, "Number of the campaign, without m-", "number:1..20"),
        _make.text("name", Campaign.name, "Name of the campaign", "name:RAID"),
        _make.choice("state", _STATE, "State of all of it", "state:running", *(state.value for state in CampaignState)),
        _make.text("server", _SERVER, "Name of a server that it measures on, or its number", "server:s-1"),
        _make.text("engine", Campaign.engine, "Engine that generates the load", "engine:fio"),
        _make.number("repeats", Campaign.repeats, "Number of runs of each cell", "repeats>1"),
        _make.number("priority", Campaign.priority, "Priority, the highest first", "priority>50"),
        _make.text(
            "by",
            make_related_column(Campaign.submitted_by, User, User.name),
            "Who submitted it",
            "by:ada",
            "submitted_by",
        ),
        _make.label(Campaign, "Label of the campaign, with or without a value"),
        _make.text("note", Campaign.note, "Note of the campaign", "note:again"),
        _make.date("deadline", Campaign.deadline, "Time by which it is to end", "deadline<2026-12"),
        _make.date("created", Campaign.created_at, "Time at which it was submitted", "created:today", "created_at"),
        _make.date("started", Campaign.started_at, "Time at which it started", "started>-7d", "started_at"),
        _make.date("finished", Campaign.finished_at, "Time at which it ended", "finished:2026-11", "finished_at"),
    ),
    _build_word_condition,
    shown=is_listed(),
)
CampaignPageDep = Annotated[SortedPage, page_of(CAMPAIGNS.fields)]
CampaignQuery = Annotated[TypedQuery | None, query_of(CAMPAIGNS.fields)]
