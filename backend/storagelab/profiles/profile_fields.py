"""Fields of profiles: the fields and values of a query over their list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, get_args

from storagelab.engines.registry import ENGINES
from storagelab.http.pagination import MAX_LIMIT, SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.profiles.schemas import Origin, ProfileSummary, Report
from storagelab.query.conditions import TypedQuery, has_field_condition
from storagelab.query.fields import FieldSet, FieldType, QueryField
from storagelab.query.matching import is_match

_Read = Callable[[ProfileSummary], Iterable[Any]]
_YES_OR_NO = ("yes", "no")
#: Fields that are unknown where a version cannot be read any more.
_OF_PLAN = frozenset({"engine", "writes", "purge", "report", "phases", "duration"})


def _make(
    name: str, kind: FieldType, read: _Read, description: str, example: str, **more: Any
) -> tuple[QueryField, _Read]:
    return QueryField(name, kind, "profile", description, example, **more), read


def _make_flag_reader(name: str) -> _Read:
    return lambda profile: [_YES_OR_NO[0 if getattr(profile, name) else 1]]


def _make_attribute_reader(name: str) -> _Read:
    return lambda profile: [getattr(profile, name)]


def _make_shape_reader(name: str) -> _Read:
    """Return a function that reads one attribute of all workloads of a profile, as a set.

    The workloads are those of the plan with the default parameters.
    """
    return lambda profile: {getattr(shape, name) for shape in profile.shapes}


_ENTRIES = (
    _make("name", "text", _make_attribute_reader("name"), "Name of the profile", "name:quick-4k"),
    _make("title", "text", _make_attribute_reader("title"), "Title of the profile", 'title:"steady state"'),
    _make(
        "description", "text", _make_attribute_reader("description"), "Description of the profile", "description:mixed"
    ),
    _make(
        "origin",
        "choice",
        _make_attribute_reader("origin"),
        "Built-in, or of this lab",
        "origin:custom",
        choices=get_args(Origin),
    ),
    _make("version", "number", _make_attribute_reader("version"), "Newest version", "version>1"),
    _make(
        "engine",
        "choice",
        lambda profile: profile.engines,
        "Engine that can run it",
        "engine:vdbench",
        choices=tuple(ENGINES),
    ),
    _make("writes", "choice", _make_flag_reader("writes"), "Writes to its target", "writes:no", choices=_YES_OR_NO),
    _make("purge", "choice", _make_flag_reader("purge"), "Begins on purged drives", "purge:yes", choices=_YES_OR_NO),
    _make(
        "report",
        "choice",
        _make_attribute_reader("report"),
        "SNIA report of its results",
        "report:iops",
        choices=get_args(Report),
    ),
    _make("source", "text", _make_attribute_reader("source"), "Publication that it is from", "source:snia"),
    _make(
        "phases",
        "number",
        _make_attribute_reader("phase_count"),
        "Number of phases",
        "phases<10",
        aliases=("phase_count",),
    ),
    _make(
        "duration",
        "number",
        _make_attribute_reader("estimated_seconds"),
        "Time on a target of 256 MiB",
        "duration<10min",
        aliases=("estimated_seconds",),
        unit="seconds",
    ),
    _make(
        "bs",
        "number",
        _make_shape_reader("block_bytes"),
        "Block size of a workload",
        "bs:4k",
        aliases=("block_size", "block_bytes"),
        unit="bytes",
        heading="Block size",
    ),
    _make(
        "read",
        "number",
        _make_shape_reader("read_percent"),
        "Share of reads of a workload",
        "read:70%",
        aliases=("read_percent",),
        unit="percent",
        heading="Reads",
    ),
    _make(
        "random",
        "number",
        _make_shape_reader("random_percent"),
        "Share of random I/O of a workload",
        "random:100%",
        aliases=("random_percent",),
        unit="percent",
        heading="Random I/O",
    ),
    _make(
        "qd",
        "number",
        _make_shape_reader("outstanding_ios"),
        "Outstanding I/O of a workload",
        "qd:32",
        aliases=("outstanding_ios",),
        heading="Outstanding I/O",
    ),
    _make("threads", "number", _make_shape_reader("threads"), "Threads of a workload", "threads:16", aliases=("jobs",)),
    _make(
        "parameter",
        "text",
        lambda profile: [parameter.name for parameter in profile.parameters],
        "Parameter that can be chosen",
        "parameter:seconds",
    ),
    _make("owner", "text", _make_attribute_reader("owner"), "Who saved it first", "owner:ada"),
    _make(
        "by",
        "text",
        _make_attribute_reader("created_by"),
        "Who saved the newest version",
        "by:ada",
        aliases=("created_by",),
    ),
    _make("note", "text", _make_attribute_reader("note"), "Note on the newest version", "note:longer"),
    _make(
        "created",
        "date",
        _make_attribute_reader("created_at"),
        "Time at which the newest version was saved",
        "created>-30d",
        aliases=("created_at",),
    ),
    _make("archived", "choice", _make_flag_reader("archived"), "Not for new runs", "archived:yes", choices=_YES_OR_NO),
)
PROFILE_FIELDS = FieldSet(tuple(field for field, _ in _ENTRIES))
_READERS: Mapping[str, _Read] = {field.name: read for field, read in _ENTRIES}
ProfilePageDep = Annotated[SortedPage, page_of(PROFILE_FIELDS, default_limit=MAX_LIMIT)]
ProfileQuery = Annotated[TypedQuery | None, query_of(PROFILE_FIELDS)]


def list_field_values(profile: ProfileSummary, field: QueryField) -> list[Any]:
    """Return the known values of a query field for a profile, each once.

    Fields of the plan have none for a profile that can no longer be read.
    """
    if profile.problem is not None and field.name in _OF_PLAN:
        return []
    return [value for value in dict.fromkeys(_READERS[field.name](profile)) if value not in (None, "")]


def is_found(profile: ProfileSummary, query: TypedQuery | None) -> bool:
    """Return whether a profile matches a query; the query None matches every profile."""
    text = f"{profile.name} {profile.title} {profile.description}".lower()
    return query is None or is_match(query, lambda field: list_field_values(profile, field), text)


def needs_archived_profiles(query: TypedQuery | None) -> bool:
    """Return whether a query is about archived profiles as well, which are left out else."""
    return has_field_condition(query, "archived")
