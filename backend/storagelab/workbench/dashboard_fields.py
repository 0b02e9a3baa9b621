"""The fields that a query over the list of dashboards may use."""

from __future__ import annotations

from typing import Annotated, get_args

from sqlalchemy import ColumnElement, or_, select

from storagelab.db.models import Dashboard, DashboardPin, User
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.filters import parse_row_number
from storagelab.inventory.query_columns import ListColumn, make_related_column, select_yes_or_no
from storagelab.inventory.query_lists import VIEWER, FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery
from storagelab.workbench.document import ChartKind
from storagelab.workbench.queries import is_listed

_make = FieldMaker("dashboard")
_PINNED = select(DashboardPin.dashboard_id).where(DashboardPin.user_id == VIEWER)


def _build_word_condition(word: str) -> ColumnElement[bool]:
    owners = select(User.id).where(User.name.icontains(word, autoescape=True))
    texts = (column.icontains(word, autoescape=True) for column in (Dashboard.name, Dashboard.search_text))
    number = parse_row_number(Dashboard, word)
    condition = or_(*texts, select_yes_or_no(Dashboard.user_id.in_(owners)) == "yes")
    return condition if number is None else or_(condition, Dashboard.number == number)


DASHBOARDS = QueryList(
    Dashboard,
    (
        _make.number("number", Dashboard.number, "Number of the dashboard, without b-", "number:1..20"),
        _make.text("name", Dashboard.name, "Name of the dashboard", "name:RAID"),
        _make.text("owner", make_related_column(Dashboard.user_id, User, User.name), "Who saved it first", "owner:ada"),
        _make.choice("shared", select_yes_or_no(Dashboard.shared), "Seen by everyone", "shared:yes", "yes", "no"),
        _make.choice("own", select_yes_or_no(Dashboard.user_id == VIEWER), "One of yours", "own:yes", "yes", "no"),
        _make.choice("pinned", select_yes_or_no(Dashboard.id.in_(_PINNED)), "Pinned by you", "pinned:yes", "yes", "no"),
        _make.choice("chart", ListColumn(Dashboard.charts), "A chart on it", "chart:bars", *get_args(ChartKind)),
        _make.text("query", Dashboard.entries_query, "Query that finds its runs", "query:raid"),
        _make.date("created", Dashboard.created_at, "Time at which it was saved first", "created>-30d", "created_at"),
        _make.date("changed", Dashboard.updated_at, "Time at which it was changed last", "changed:today", "updated_at"),
        _make.text(
            "changed_by",
            make_related_column(Dashboard.updated_by, User, User.name),
            "Who changed it last",
            "changed_by:ada",
            "updated_by",
        ),
    ),
    _build_word_condition,
    shown=is_listed(VIEWER),
)
DashboardPageDep = Annotated[SortedPage, page_of(DASHBOARDS.fields)]
DashboardQuery = Annotated[TypedQuery | None, query_of(DASHBOARDS.fields)]
