"""The fields that a query over the list of findings may use."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from sqlalchemy import ColumnElement, or_

from storagelab.db.models import StoredFinding, User
from storagelab.domain.finding import RELATIONS, FindingOrigin, Strength
from storagelab.findings.validity import IS_COUNTED
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.filters import parse_row_number
from storagelab.inventory.query_columns import make_related_column, select_yes_or_no
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("finding")
_TEXTS = (
    StoredFinding.subject,
    StoredFinding.object,
    StoredFinding.test,
    StoredFinding.note,
    StoredFinding.place,
    StoredFinding.source_title,
    StoredFinding.printed,
)


def _build_word_condition(word: str) -> ColumnElement[bool]:
    condition = or_(*(column.icontains(word, autoescape=True).is_(True) for column in _TEXTS))
    number = parse_row_number(StoredFinding, word)
    return condition if number is None else or_(condition, StoredFinding.number == number)


def _read_workload(key: str) -> Any:
    """Return the SQL text of a key of the workload; NULL where the source does not state it."""
    return StoredFinding.workload[key].as_string()


FINDINGS = QueryList(
    StoredFinding,
    (
        _make.number("number", StoredFinding.number, "Number of the finding, without f-", "number:1..20"),
        _make.text("subject", StoredFinding.subject, "Model or configuration it is about", "subject:areca"),
        _make.choice("relation", StoredFinding.relation, "Relation to the object", "relation:leads", *RELATIONS),
        _make.text("object", StoredFinding.object, "Other side of the relation", "object:promise"),
        _make.text("test", StoredFinding.test, "Test of the source", "test:database"),
        _make.text(
            "raid_level", StoredFinding.raid_level, "RAID level of the test", "raid_level:RAID5", heading="RAID level"
        ),
        _make.choice("state", StoredFinding.state, "State of the array or the moment", "state:optimal"),
        _make.number("value", StoredFinding.value, "Number that goes with it, in its unit", "value>=2"),
        _make.text("unit", StoredFinding.unit, "Unit of the number", "unit:x"),
        _make.choice(
            "strength",
            StoredFinding.strength,
            "Strength of the words or the test",
            "strength:clear",
            *get_args(Strength),
        ),
        _make.choice(
            "origin",
            StoredFinding.origin,
            "Published, written or computed",
            "origin:published",
            *get_args(FindingOrigin),
        ),
        _make.text("source", StoredFinding.source_title, "Title of the source", "source:perc"),
        _make.text("place", StoredFinding.place, "Heading and paragraph in the source", "place:conclusion"),
        _make.text("pattern", _read_workload("pattern"), "Access pattern of the workload", "pattern:random"),
        _make.text("block", _read_workload("block"), "Block size of the workload", "block:4k"),
        _make.text("metric", _read_workload("metric"), "Metric of the workload", "metric:iops"),
        _make.text("note", StoredFinding.note, "Note on the finding", "note:reconstructed"),
        _make.choice("counted", select_yes_or_no(IS_COUNTED), "Its runs count", "counted:no", "yes", "no"),
        _make.text(
            "author", make_related_column(StoredFinding.created_by, User, User.name), "Who wrote it", "author:ada"
        ),
        _make.date("created", StoredFinding.created_at, "Time at which it was stored", "created>-30d", "created_at"),
    ),
    _build_word_condition,
)
FindingPageDep = Annotated[SortedPage, page_of(FINDINGS.fields)]
FindingQuery = Annotated[TypedQuery | None, query_of(FINDINGS.fields)]
