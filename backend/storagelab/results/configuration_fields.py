"""Fields of configurations: the fields and values of a query over their list."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import ColumnElement, or_, select

from storagelab.db.models import Configuration, FiledFact, Server
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.query_columns import RelatedColumn, build_word_condition, make_related_column
from storagelab.inventory.query_lists import FieldEntry, FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery
from storagelab.query.run_fields import RUN_FIELDS

#: Facts in which words are found.
_NAMING_FACTS = ("drives.model", "controllers", "array.level", "server.model")
_make = FieldMaker("configuration")


def _list_fact_fields() -> tuple[FieldEntry, ...]:
    """Return the search fields for facts of configurations, the same by which runs are found."""
    return tuple(
        (
            field,
            RelatedColumn(
                Configuration.id,
                FiledFact.configuration_id,
                FiledFact.number_value if field.type == "number" else FiledFact.text_value,
                FiledFact.field == field.key,
            ),
        )
        for field in RUN_FIELDS.fields
        if field.group == "configuration"
    )


def _build_word_condition(word: str) -> ColumnElement[bool]:
    facts = select(FiledFact.configuration_id).where(
        FiledFact.field.in_(_NAMING_FACTS), FiledFact.text_value.icontains(word, autoescape=True)
    )
    return or_(build_word_condition(Configuration, word), Configuration.id.in_(facts))


CONFIGURATIONS = QueryList(
    Configuration,
    (
        _make.number("number", Configuration.number, "Number of the configuration, without c-", "number:1..20"),
        _make.text("name", Configuration.name, "Name of the configuration", "name:baseline"),
        _make.choice(
            "origin",
            Configuration.origin,
            "Found by the lab, published or imported",
            "origin:discovered",
            *("discovered", "published", "imported"),
        ),
        _make.text(
            "server",
            make_related_column(Configuration.server_id, Server, Server.name),
            "Name of the server that it was found in, or its number",
            "server:s-1",
        ),
        *_list_fact_fields(),
        _make.label(Configuration, "Label of the configuration, with or without a value"),
        _make.date("created", Configuration.created_at, "Time at which it was filed", "created>-30d", "created_at"),
    ),
    _build_word_condition,
)
ConfigurationPageDep = Annotated[SortedPage, page_of(CONFIGURATIONS.fields)]
ConfigurationQuery = Annotated[TypedQuery | None, query_of(CONFIGURATIONS.fields)]
