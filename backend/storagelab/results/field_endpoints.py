"""Fields of queries over runs, and completion of a query that is being typed, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.http.problems import problems
from storagelab.http.session import SessionDep
from storagelab.query.completion import complete_fields, find_context
from storagelab.query.fields import QueryField
from storagelab.query.grammar import MAX_CHARACTERS
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.query.values import PLAIN, UNITS
from storagelab.results.field_schemas import FieldDescription, FieldDescriptionPage, QueryCompletion, QueryProposal
from storagelab.results.field_values import complete_values

router = APIRouter()


@router.get("/fields")
def list_fields() -> FieldDescriptionPage:
    """List the fields of queries over runs, with type, unit and an example each."""
    return FieldDescriptionPage(items=[_describe_field(field) for field in RUN_FIELDS.fields], next_cursor=None)


@router.get("/fields/completions", responses=problems(422))
def get_query_completion(
    session: SessionDep,
    q: Annotated[str, Query(max_length=MAX_CHARACTERS, description="Query that is being typed")] = "",
    caret: Annotated[
        int | None, Query(ge=0, le=MAX_CHARACTERS, description="Characters before the caret. All by default")
    ] = None,
) -> QueryCompletion:
    """Propose fields, or values that runs have, for the caret of a query."""
    # What PostgreSQL cannot store is in no value.
    text = q.replace("\x00", " ")
    context = find_context(text, len(text) if caret is None else caret, RUN_FIELDS)
    found = complete_fields(context, RUN_FIELDS) if context.field is None else complete_values(session, context)
    return QueryCompletion(
        start=context.start,
        end=context.end,
        field=context.field.name if context.field is not None else None,
        proposals=[
            QueryProposal(kind=each.kind, text=each.text, description=each.description, count=each.count)
            for each in found
        ],
    )


def _describe_field(field: QueryField) -> FieldDescription:
    table = UNITS[field.unit] if field.unit is not None else PLAIN
    return FieldDescription(
        name=field.name,
        aliases=list(field.aliases),
        title=field.title,
        type=field.type,
        group=field.group,
        unit=field.base_unit,
        description=field.description,
        example=field.example,
        units=list(table.factors) if field.type == "number" else [],
        choices=list(field.choices),
    )
