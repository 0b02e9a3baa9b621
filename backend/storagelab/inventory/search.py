"""One search over the rows that have a name: each word must occur, and an exact name comes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Text, case, cast, func, literal, or_, select, true
from sqlalchemy.dialects.postgresql import JSONPATH
from sqlalchemy.orm import Session

from storagelab.db.models import (
    Array,
    Configuration,
    Controller,
    Drive,
    HardwareModel,
    PublishedHardware,
    Run,
    Server,
)
from storagelab.db.references import KINDS, format_row_number
from storagelab.inventory.filters import (
    SERVER_TEXT,
    build_mention_condition,
    parse_row_number,
    select_label_text,
    split_search_words,
)
from storagelab.inventory.hardware_models import MODEL_TEXT
from storagelab.inventory.naming import get_descriptive_name, load_numbered_names
from storagelab.inventory.search_schemas import HitKind, SearchHit, SearchHitGroup


@dataclass(frozen=True)
class SearchSource:
    """One kind of thing: where its words are, and the names by which it is called exactly, all in small letters."""

    kind: HitKind
    model: type[Any]
    text: Any
    names: tuple[Any, ...]
    title: Callable[[Any], str]
    #: Rows that are found at all.
    where: ColumnElement[bool] = field(default_factory=true)
    #: Another condition by which a row is found for a word, such as the name of its server.
    also: Callable[[str], ColumnElement[bool]] | None = None

    def matches(self, word: str) -> ColumnElement[bool]:
        """Return the condition that a row is found for a word."""
        condition = build_mention_condition(self.model, self.text, word)
        return condition if self.also is None else or_(condition, self.also(word))


def select_label_pairs(model: type[Any]) -> ColumnElement[str | None]:
    """Return the labels of a row as text in which `key=value` is found; nothing where it has none."""
    return func.nullif(select_label_text(model.labels), "{}")


def _is_of_named(word: str) -> ColumnElement[bool]:
    """Return the condition that the configuration or server of a run has this word in its name."""
    configurations = select(Configuration.id).where(func.lower(Configuration.name).contains(word, autoescape=True))
    servers = select(Server.id).where(func.lower(Server.name).contains(word, autoescape=True))
    return or_(Run.configuration_id.in_(configurations), Run.server_id.in_(servers))


#: Models that a printed or imported configuration names. One of this lab has pieces that are found by their own.
PRINTED_MODELS = case((
    Configuration.origin != "discovered",
    func.jsonb_path_query_array(Configuration.snapshot, cast("strict $.**.model", JSONPATH)).op("||")(
        func.jsonb_path_query_array(Configuration.snapshot, cast("strict $.**.cpu", JSONPATH))
    ),
))  # fmt: skip

SOURCES = (
    SearchSource("server", Server, SERVER_TEXT, (Server.name,), get_descriptive_name),
    SearchSource(
        "controller",
        Controller,
        Controller.search_text,
        (Controller.model, Controller.firmware, Controller.serial, Controller.driver_version),
        get_descriptive_name,
    ),
    SearchSource(
        "drive",
        Drive,
        Drive.search_text,
        (Drive.serial, Drive.model, Drive.firmware, Drive.kernel_name),
        get_descriptive_name,
    ),
    SearchSource("array", Array, Array.search_text, (Array.name, Array.kernel_name), get_descriptive_name),
    SearchSource(
        "configuration",
        Configuration,
        func.lower(
            func.concat_ws(" ", Configuration.name, select_label_pairs(Configuration), cast(PRINTED_MODELS, Text))
        ),
        (Configuration.name,),
        lambda row: str(row.name),
    ),
    # The alias of a model in a share is not among its words: a reader who knows the alias must not find the model by
    # it.
    SearchSource("hardware_model", HardwareModel, MODEL_TEXT, (HardwareModel.model,), lambda row: str(row.model)),
    SearchSource(
        "run",
        Run,
        func.lower(func.concat_ws(" ", Run.title, select_label_pairs(Run))),
        (Run.title,),
        lambda row: str(row.title),
        where=Run.trashed_at.is_(None),
        also=_is_of_named,
    ),
    SearchSource(
        "published_hardware",
        PublishedHardware,
        PublishedHardware.search_text,
        (PublishedHardware.name,),
        lambda row: str(row.name),
    ),
)


def search(session: Session, *, q: str, limit: int, sources: Sequence[SearchSource] = SOURCES) -> list[SearchHitGroup]:
    """Return the rows that have all words of `q`: of each kind at most `limit`, and how many there are."""
    words = split_search_words(q)
    if not words:
        return []
    return [group for source in sources if (group := _search_in(session, source, words, limit)).count]


def _search_in(session: Session, source: SearchSource, words: Sequence[str], limit: int) -> SearchHitGroup:
    model = source.model
    # Only ids are sorted and counted: rows are wide, and of most of them nothing is shown.
    best = session.execute(
        select(model.id, func.count().over(), _select_rank(source, words))
        .where(source.where, *[source.matches(word) for word in words])
        .order_by(_select_rank(source, words), model.created_at.desc(), model.id.desc())
        .limit(limit)
    ).all()
    if not best:
        return SearchHitGroup(kind=source.kind, count=0, hits=[])
    rows_by_id = {row.id: row for row in session.scalars(select(model).where(model.id.in_([hit[0] for hit in best])))}
    rows = [rows_by_id[hit[0]] for hit in best]
    context = _load_row_places(session, rows)
    hits = [
        SearchHit(
            id=row.id,
            reference=_format_row_reference(row),
            title=source.title(row),
            context=context.get(row.id),
            rank=rank,
        )
        for row, (_, _, rank) in zip(rows, best, strict=True)
    ]
    return SearchHitGroup(kind=source.kind, count=best[0][1], hits=hits)


def _select_rank(source: SearchSource, words: Sequence[str]) -> ColumnElement[int]:
    """Return the SQL rank of a hit: 0 where its number or name equals the search text.

    1 for a name that begins with the search text, 2 for any other.
    """
    whole = " ".join(words)
    number = parse_row_number(source.model, whole)
    exact: list[ColumnElement[bool]] = [func.lower(name) == whole for name in source.names]
    if number is not None:
        exact.append(source.model.number == number)
    begins = [func.lower(name).startswith(whole, autoescape=True) for name in source.names]
    return case((or_(*exact), literal(0)), (or_(*begins), literal(1)), else_=literal(2))


def _load_row_places(session: Session, rows: Sequence[Any]) -> dict[Any, str]:
    """Return the context of each row: server of hardware and runs, source of published items, vendor of models."""
    if rows and isinstance(rows[0], PublishedHardware):
        return {row.id: f"{row.component}, {row.source}" for row in rows}
    if rows and isinstance(rows[0], HardwareModel):
        return {row.id: ", ".join(filter(None, (row.component, row.vendor))) for row in rows}
    in_servers = [row for row in rows if getattr(row, "server_id", None) is not None]
    servers = load_numbered_names(session, Server, [row.server_id for row in in_servers])
    return {row.id: servers[row.server_id].name for row in in_servers}


def _format_row_reference(row: Any) -> str:
    """Return the number of a row that has one, else its id."""
    return format_row_number(row) if type(row) in KINDS else str(row.id)
