"""Queries over runs as conditions of SQL, over columns of the run and of tables beside it.

No condition is ever null, so that NOT finds exactly the other runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, exists, func, literal, not_, or_, select, true

from storagelab.db.models import Campaign, Configuration, FiledFact, Job, Profile, Run, SearchableResult, Server
from storagelab.db.models.searchable import get_flag_column
from storagelab.db.references import KINDS, require_by_reference
from storagelab.errors import NotFound
from storagelab.inventory.filters import is_labelled, select_label_text
from storagelab.inventory.query_columns import build_label_condition, compare, is_in
from storagelab.query.conditions import (
    ContainsText,
    EqualsChoice,
    Mentions,
    NumberWithin,
    TypedCondition,
    TypedQuery,
)
from storagelab.query.fields import QueryField
from storagelab.query.tree import And, Not, Or

#: The version of a profile is a 32-bit integer.
MAX_VERSION_DIGITS = 9

#: Fields that are a column of the run under another name than their own.
_COLUMNS: Mapping[str, Any] = {
    "created": Run.created_at,
    "started": Run.started_at,
    "finished": Run.finished_at,
    "verdict": Run.verdict_status,
}
#: Fields of what a run refers to: the reference, and what it leads to.
_REFERENCES: Mapping[str, tuple[Any, Any]] = {
    "profile": (Run.profile_id, Profile),
    "server": (Run.server_id, Server),
    "configuration": (Run.configuration_id, Configuration),
    "job": (Run.job_id, Job),
}


def compile_query(query: TypedQuery) -> ColumnElement[bool]:
    """Return the SQL condition on `Run` for a query."""
    if isinstance(query, Not):
        return not_(compile_query(query.item))
    if isinstance(query, And):
        results = [item for item in query.items if _is_of_results(item)]
        others = [compile_query(item) for item in query.items if not _is_of_results(item)]
        return and_(*others, *([_compile_results(results)] if results else []))
    if _is_of_results(query):
        return _compile_results([query])
    if isinstance(query, Or):
        return or_(*(compile_query(item) for item in query.items))
    return _compile_facts(query) if _get_field_group(query) == "configuration" else _compile_run(query)


def compile_workload(query: TypedQuery, result: Any) -> ColumnElement[bool]:
    """Return the SQL condition on a result for a query on fields of workloads.

    `result` is SearchableResult or an alias.
    """
    if isinstance(query, Not):
        return not_(compile_workload(query.item, result))
    if isinstance(query, And | Or):
        join = and_ if isinstance(query, And) else or_
        return join(*(compile_workload(item, result) for item in query.items))
    return _compile_result(query, result)


def build_mention_condition(word: str) -> ColumnElement[bool]:
    """Return the SQL condition that a run's title, labels, names or number mention a word.

    The names are of its configuration and server. Case is ignored; `%` and `_` are plain characters.
    """
    return or_(
        Run.title.icontains(word, autoescape=True),
        and_(is_labelled(Run), func.strpos(func.lower(select_label_text(Run.labels)), word.lower()) > 0),
        _build_reference_condition(
            Run.configuration_id, Configuration, Configuration.name.icontains(word, autoescape=True)
        ),
        _build_reference_condition(Run.server_id, Server, Server.name.icontains(word, autoescape=True)),
        literal(f"{KINDS[Run][0]}-").concat(cast(Run.number, String)) == word.lower(),
    )


def _find_field(condition: TypedCondition) -> QueryField | None:
    return None if isinstance(condition, Mentions) else condition.field


def _get_field_group(condition: TypedCondition) -> str:
    field = _find_field(condition)
    return field.group if field is not None else "run"


def _is_of_results(query: TypedQuery) -> bool:
    """Return whether a query has conditions on results only, without NOT.

    One result can then meet the whole query.
    """
    if isinstance(query, And | Or):
        return all(_is_of_results(item) for item in query.items)
    return not isinstance(query, Not) and _get_field_group(query) in ("workload", "figure")


def _compile_results(items: Sequence[TypedQuery]) -> ColumnElement[bool]:
    """Return the SQL condition that one result of a run meets all of these queries.

    Without a condition on the workload only results that represent the run count.
    """
    if any(_has_workload_condition(item) for item in items):
        return _has_result(and_(true(), *(_compile_tree(item, _compile_result) for item in items)))
    return and_(true(), *(_compile_tree(item, _compile_figure) for item in items))


def _has_workload_condition(query: TypedQuery) -> bool:
    if isinstance(query, And | Or):
        return any(_has_workload_condition(item) for item in query.items)
    return not isinstance(query, Not) and _get_field_group(query) == "workload"


def _compile_tree(
    query: TypedQuery, compile_leaf: Callable[[TypedCondition], ColumnElement[bool]]
) -> ColumnElement[bool]:
    if isinstance(query, And):
        return and_(*(_compile_tree(item, compile_leaf) for item in query.items))
    if isinstance(query, Or):
        return or_(*(_compile_tree(item, compile_leaf) for item in query.items))
    assert not isinstance(query, Not)  # noqa: S101 - a negated condition is looked at for itself.
    return compile_leaf(query)


def _has_result(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(SearchableResult.run_id == Run.id, condition).correlate(Run)


def _compile_figure(condition: TypedCondition) -> ColumnElement[bool]:
    field = _find_field(condition)
    assert field is not None  # noqa: S101 - a word is about no result.
    return _has_result(and_(getattr(SearchableResult, get_flag_column(field.key)), _compile_result(condition)))


def _compile_result(condition: TypedCondition, result: Any = SearchableResult) -> ColumnElement[bool]:
    field = _find_field(condition)
    assert field is not None  # noqa: S101 - a word is about no result.
    return compare(condition, getattr(result, field.key))


def _compile_facts(condition: TypedCondition) -> ColumnElement[bool]:
    field = _find_field(condition)
    assert field is not None  # noqa: S101 - a word is about no fact.
    held = compare(condition, FiledFact.number_value if isinstance(condition, NumberWithin) else FiledFact.text_value)
    facts = select(FiledFact.configuration_id).where(FiledFact.field == field.key, held)
    return and_(Run.configuration_id.is_not(None), Run.configuration_id.in_(facts))


def _compile_run(condition: TypedCondition) -> ColumnElement[bool]:
    if isinstance(condition, Mentions):
        return and_(true(), *(build_mention_condition(word) for word in condition.text.split()))
    name = condition.field.name
    if name == "label":
        return build_label_condition(Run, condition)
    if name == "campaign":
        return _compile_campaign(condition)
    if name in _REFERENCES:
        return _compile_reference(condition, *_REFERENCES[name])
    if name == "validity":
        is_invalid = Run.invalid_at.is_not(None)
        if isinstance(condition, EqualsChoice):
            return is_invalid if condition.value == "invalid" else Run.invalid_at.is_(None)
        return true()
    if name == "duration":
        return compare(condition, Run.finished_at - Run.started_at)
    return compare(condition, _COLUMNS[name] if name in _COLUMNS else getattr(Run, name))


def _compile_campaign(condition: TypedCondition) -> ColumnElement[bool]:
    """Return the SQL condition on the campaign of a run's job.

    A campaign over several servers includes the runs of its child campaigns.
    """
    jobs = select(Job.id).where(Job.campaign_id.is_not(None))
    if isinstance(condition, ContainsText):
        named = _is_called(Campaign, condition.text)
        children = select(Campaign.id).where(Campaign.parent_id.in_(select(Campaign.id).where(named)))
        jobs = jobs.where(or_(Job.campaign_id.in_(select(Campaign.id).where(named)), Job.campaign_id.in_(children)))
    return and_(Run.job_id.is_not(None), Run.job_id.in_(jobs))


def _is_called(model: Any, text: str) -> ColumnElement[bool]:
    """Return the SQL condition that an object's name contains the text or its reference is the text."""
    named: ColumnElement[bool] = model.name.icontains(text, autoescape=True)
    referred = _is_version(text) if model is Profile else _is_referred(model, text)
    return named if referred is None else or_(named, referred)


def _is_referred(model: Any, text: str) -> ColumnElement[bool] | None:
    try:
        return require_by_reference(model, text.lower()).whereclause
    except NotFound:
        return None


def _is_version(text: str) -> ColumnElement[bool] | None:
    """Return the SQL condition on a profile named with its version, as in `quick-4k@2`; else None."""
    name, _, version = text.rpartition("@")
    if not name or not (version.isascii() and version.isdecimal()) or len(version) > MAX_VERSION_DIGITS:
        return None
    return and_(Profile.name == name, Profile.version == int(version))


def _compile_reference(condition: TypedCondition, reference: Any, model: Any) -> ColumnElement[bool]:
    """Return the SQL condition on an object that a run refers to, such as its server.

    The condition compares the object's name, or its number where the query has a number.
    """
    if isinstance(condition, ContainsText):
        return _build_reference_condition(reference, model, _is_called(model, condition.text))
    if isinstance(condition, NumberWithin):
        return _build_reference_condition(reference, model, compare(condition, model.number))
    return reference.is_not(None)  # type: ignore[no-any-return]


def _build_reference_condition(reference: Any, model: Any, condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return is_in(reference, select(model.id).where(condition))
