"""The fields of jobs: vocabulary of a query over their list."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import ColumnElement, or_, select

from storagelab.db.models import Campaign, Job, Profile, Server, User
from storagelab.domain.lifecycle import JobState
from storagelab.http.pagination import SortedPage, columns_of, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.query_columns import refer_to, shows_word
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.columns import TableColumn
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("job")


def _shows_word(word: str) -> ColumnElement[bool]:
    servers = select(Server.id).where(Server.name.icontains(word, autoescape=True))
    return or_(shows_word(Job, word), Job.server_id.in_(servers))


JOBS = QueryList(
    Job,
    (
        _make.number("number", Job.number, "Number of the job, without j-", "number:100..200"),
        _make.text("name", Job.name, "Name of the job", 'name:"quick look"'),
        _make.choice("state", Job.state, "State of the job", "state:queued", *(state.value for state in JobState)),
        _make.text(
            "server", refer_to(Job.server_id, Server, Server.name), "Name of the server, or its number", "server:s-1"
        ),
        _make.text("profile", refer_to(Job.profile_id, Profile, Profile.name), "Name of the profile", "profile:quick"),
        _make.text("engine", Job.engine, "Engine that generates the load", "engine:fio"),
        _make.text(
            "campaign",
            refer_to(Job.campaign_id, Campaign, Campaign.name),
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
        _make.text("by", refer_to(Job.submitted_by, User, User.name), "Who submitted it", "by:ada", "submitted_by"),
        _make.label(Job, "Label of the job, with or without a value"),
        _make.text("note", Job.note, "Note of the job", "note:again"),
        _make.date("created", Job.created_at, "Time at which it was submitted", "created:today", "created_at"),
        _make.date("started", Job.started_at, "Time at which it started", "started>-7d", "started_at"),
        _make.date("finished", Job.finished_at, "Time at which it ended", "finished:2026-11", "finished_at"),
    ),
    _shows_word,
)
JobColumns = Annotated[tuple[TableColumn, ...] | None, columns_of(JOBS.fields)]
JobPageDep = Annotated[SortedPage, page_of(JOBS.fields)]
JobQuery = Annotated[TypedQuery | None, query_of(JOBS.fields)]
