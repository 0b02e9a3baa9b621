"""Fields of queries, completion of a query that is being typed, and what a query finds, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.auth.dependencies import CurrentUser
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.query_text import QueryText, TimeZone, read_query_text
from storagelab.http.session import SessionDep
from storagelab.overview.field_schemas import (
    FieldDescription,
    FieldDescriptionPage,
    QueryCompletion,
    QueryMatch,
    QueryMatches,
    QueryProposal,
)
from storagelab.overview.query_lists import FIELDS, ListName, count_in_every_list, list_seen_by
from storagelab.query.completion import complete_fields, find_context
from storagelab.query.fields import QueryField
from storagelab.query.grammar import MAX_CHARACTERS
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.query.values import PLAIN, UNITS

router = APIRouter()

FieldsOf = Annotated[ListName, Query(alias="list", description="The list that the query is about")]


@router.get("/fields")
def list_fields(name: FieldsOf = ListName.RUNS) -> FieldDescriptionPage:
    """List the fields of queries over a list, with type, unit and an example each."""
    return FieldDescriptionPage(items=[_describe_field(field) for field in FIELDS[name].fields], next_cursor=None)


@router.get("/fields/completions", responses=declare_problem_responses(422))
def get_query_completion(
    session: SessionDep,
    user: CurrentUser,
    q: Annotated[str, Query(max_length=MAX_CHARACTERS, description="Query that is being typed")] = "",
    caret: Annotated[
        int | None, Query(ge=0, le=MAX_CHARACTERS, description="Characters before the caret. All by default")
    ] = None,
    name: FieldsOf = ListName.RUNS,
) -> QueryCompletion:
    """Propose fields, or values that there are, for the caret of a query."""
    # What PostgreSQL cannot store is in no value.
    text = q.replace("\x00", " ")
    fields = FIELDS[name]
    context = find_context(text, len(text) if caret is None else caret, fields)
    if context.field is None:
        completions = complete_fields(context, fields)
    else:
        completions = list_seen_by(user.user_id, name).complete(session, context)
    return QueryCompletion(
        start=context.start,
        end=context.end,
        field=context.field.name if context.field is not None else None,
        proposals=[
            QueryProposal(
                kind=completion.kind, text=completion.text, description=completion.description, count=completion.count
            )
            for completion in completions
        ],
    )


@router.get("/fields/matches", responses={**declare_problem_responses(422), **QUERY_PROBLEM})
def get_query_matches(
    session: SessionDep,
    user: CurrentUser,
    q: QueryText = None,
    time_zone: TimeZone = DEFAULT_TIME_ZONE,
    name: Annotated[
        ListName | None,
        Query(alias="list", description="Only this list. By default every one that has all of the fields"),
    ] = None,
) -> QueryMatches:
    """Count what a query finds: in one list, or, if it has a condition, in each list that has all of its fields."""
    if name is None:
        counts = count_in_every_list(session, q, time_zone=time_zone, viewer=user.user_id)
    else:
        query = read_query_text(session, q, FIELDS[name], time_zone=time_zone)
        counts = {name: list_seen_by(user.user_id, name).count(session, query)}
    return QueryMatches(items=[QueryMatch(list=list_name, count=count) for list_name, count in counts.items()])


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
