"""The fields of changes of hardware: vocabulary of a query over their list."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from sqlalchemy import ColumnElement, case, func, or_, select, union_all

from storagelab.db.models import Array, Controller, Drive, Enclosure, InventoryChange, Run, Server, User
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.filters import parse_row_number
from storagelab.inventory.history import EARLIER_FIELDS
from storagelab.inventory.history_schemas import ChangedComponent, ChangeKind, ChangeSource
from storagelab.inventory.naming import MODELS
from storagelab.inventory.query_columns import RelatedColumn, is_in, make_related_column
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("change")
_FIELD = case(EARLIER_FIELDS, value=InventoryChange.field, else_=InventoryChange.field)
_NAMED = union_all(
    select(Server.id, Server.name.label("name")),
    select(Controller.id, Controller.model),
    select(Drive.id, Drive.model),
    select(Array.id, Array.name),
    select(Enclosure.id, func.coalesce(Enclosure.product, Enclosure.key)),
).subquery("named")
_RUN_NUMBER = select(Run.number).where(Run.id == InventoryChange.run_id).correlate_except(Run).scalar_subquery()


def _build_mention_condition(word: str) -> ColumnElement[bool]:
    matches: list[ColumnElement[bool]] = [
        func.coalesce(_FIELD, "").icontains(word, autoescape=True),
        InventoryChange.piece_id.in_(select(_NAMED.c.id).where(_NAMED.c.name.icontains(word, autoescape=True))),
        is_in(InventoryChange.server_id, select(Server.id).where(Server.name.icontains(word, autoescape=True))),
    ]
    numbers: dict[type[Any], int | None] = {model: parse_row_number(model, word) for model in MODELS.values()}
    matches += [
        InventoryChange.piece_id.in_(select(model.id).where(model.number == number))
        for model, number in numbers.items()
        if number is not None
    ]
    return or_(*matches)


CHANGES = QueryList(
    InventoryChange,
    (
        _make.date("at", InventoryChange.at, "Time of the change", "at>-7d", "when", "created"),
        _make.choice(
            "component",
            InventoryChange.component,
            "Kind of hardware",
            "component:drive",
            *get_args(ChangedComponent),
        ),
        _make.text(
            "name",
            RelatedColumn(InventoryChange.piece_id, _NAMED.c.id, _NAMED.c.name),
            "Name of the component, or its model",
            'name:"PM9A3"',
            "model",
        ),
        _make.text(
            "server",
            make_related_column(InventoryChange.server_id, Server, Server.name),
            "Name of the server, or its number",
            "server:s-1",
        ),
        _make.choice("kind", InventoryChange.kind, "Kind of change", "kind:moved", *get_args(ChangeKind)),
        _make.text("field", _FIELD, "Field that changed", "field:firmware"),
        _make.choice("source", InventoryChange.source, "Source of the change", "source:run", *get_args(ChangeSource)),
        _make.text(
            "by",
            make_related_column(InventoryChange.by_user_id, User, User.name),
            "Who changed it",
            "by:ada",
            "changed_by",
        ),
        _make.number("run", _RUN_NUMBER, "Number of the run that caused it, without r-", "run:474"),
    ),
    _build_mention_condition,
)
ChangePageDep = Annotated[SortedPage, page_of(CHANGES.fields)]
ChangeQuery = Annotated[TypedQuery | None, query_of(CHANGES.fields)]
