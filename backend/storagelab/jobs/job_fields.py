"""The fields of jobs: vocabulary of a query over their list."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import ColumnElement, or_, select

from storagelab.db.models import Campaign, Job, Profile, Server, User
from storagelab.domain.lifecycle import JobState
from storagelab.http.pagination import SortedPage, build_columns_dependency, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.query_columns import build_word_condition, make_related_column
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.columns import TableColumn
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("job")


def _build_word_condition(word: str) -> ColumnElement[bool]:
    servers = select(Server.id).where(Server.name.icontains(word, autoescape=True))
    return or_(build_word_condition(Job, word), Job.server_id.in_(servers))


JOBS = QueryList(
    Job,
    (
        _make.number("number", Job.number, "Number of the job, without j-", "number:100..200"),
        _make.text("name", Job.name, "Name of the job", 'name:"quick look"'),
        _make.choice("state", Job.state, "State of the job", "state:queued", *(state.value for state in JobState)),
        _make.text(
            "server",
            make_related_column(Job.server_id, Server, Server.name),
            "Name of the server, or its number",
            "server:s-1",
        ),
        _make.text(
            "profile",
            make_related_column(Job.profile_id, Profile, Profile.name),
            "Name of the profile",
            "profile:quick",
        ),
        _make.text("engine", Job.engine, "Engine that generates the load", "engine:fio"),
        _make.text(
            "campaign",
            make_related_column(Job.campaign_id, Campaign, Campaign.name),
            "Name of the campaign, or its number",
            "campaign:m-1",
        ),
        _make.number("repeats", Job.repeats, "Number of runs at most", "repeats>1"),
        _make.number("priority", Job.priority, "Priority, the highest first", "priority>50"),
        _make.number(
            "duration",
            Job.estimated_seconds,
            "Time that one run is expected to take",
            "duration>1h",
            "estimated_seconds",
            unit="seconds",
        ),
        _make.text(
            "by", make_related_column(Job.submitted_by, User, User.name), "Who submitted it", "by:ada", "submitted_by"
        ),
        _make.label(Job, "Label of the job, with or without a value"),
        _make.text("note", Job.note, "Note of the job", "note:again"),
        _make.date("created", Job.created_at, "Time at which it was submitted", "created:today", "created_at"),
        _make.date("started", Job.started_at, "Time at which it started", "started>-7d", "started_at"),
        _make.date("finished", Job.finished_at, "Time at which it ended", "finished:2026-11", "finished_at"),
    ),
    _build_word_condition,
)
JobColumns = Annotated[tuple[TableColumn, ...] | None, build_columns_dependency(JOBS.fields)]
JobPageDep = Annotated[SortedPage, page_of(JOBS.fields)]
JobQuery = Annotated[TypedQuery | None, query_of(JOBS.fields)]
