"""Columns of a table: expressions to typed columns and back, with the place of what is wrong."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as data_field
from typing import NamedTuple

from storagelab.errors import InvalidQuery, QueryParameter
from storagelab.query.conditions import TypedQuery
from storagelab.query.fields import FieldSet, QueryField
from storagelab.query.grammar import parse_query, quote, unquote
from storagelab.query.printing import print_query
from storagelab.query.resolving import resolve_query
from storagelab.query.tree import And, Not, Or, Query, Word

MAX_COLUMNS = 64
#: Columns that order one list.
MAX_SORTS = 8
#: Characters of one parameter.
MAX_COLUMN_CHARACTERS = 8000

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
#: A figure and the run that it is compared with.
_DIFFERENCE = re.compile(r"vs\s*\(.*\)", re.DOTALL | re.IGNORECASE)
_RUN_NUMBER = re.compile(r"r-([0-9]{1,9})", re.IGNORECASE)
_BARE = re.compile(r'[^\s()",@]+')
_LABEL_SIGN, _WORKLOAD_SIGN = ".", "@"
#: A column of the page Runs alone, which a saved view or an address may have.
_PICTURE = "curve"
#: Ends of names, by base unit. A rate of I/O has none.
_ENDINGS: Mapping[str | None, str] = {
    None: "", "1/s": "", "ns": "_ns", "bytes/s": "_bytes_per_s", "bytes": "_bytes", "seconds": "_seconds",
    "percent": "_percent",
}  # fmt: skip
#: No date is possible in the query of a workload.
_NO_MOMENT = dt.datetime.min.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class NamedWorkload:
    """All results of this name, case aside."""

    name: str


@dataclass(frozen=True, slots=True)
class MatchedWorkload:
    """All results whose workload meets a query, as it was typed and as it is compared."""

    query: Query
    condition: TypedQuery


Workload = NamedWorkload | MatchedWorkload


@dataclass(frozen=True, slots=True)
class Baseline:
    """The number of the run that a figure is compared with, and its characters in the parameter."""

    number: int
    start: int = data_field(default=0, compare=False)
    end: int = data_field(default=0, compare=False)

    @property
    def reference(self) -> str:
        """Return the reference of the baseline run, as in `r-474`."""
        return f"r-{self.number}"


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One value of each run: a field, the label of a key, or a figure of a workload.

    A figure without a workload is that of the result that represents the run. With a baseline it is the difference from
    the figure of that run, in percent.
    """

    field: QueryField
    label_key: str | None = None
    workload: Workload | None = None
    baseline: Baseline | None = None

    @property
    def expression(self) -> str:
        """Return the normal form of the column's text, as in `vs(iops, r-474)`.

        `parse_columns` reads this text as the same column.
        """
        if self.baseline is not None:
            return f"vs({self.figure}, {self.baseline.reference})"
        return self.figure

    @property
    def figure(self) -> str:
        """Return the normal form of the column's text without its baseline, as in `iops`."""
        if self.label_key is not None:
            key = self.label_key if _BARE.fullmatch(self.label_key) else quote(self.label_key)
            return f"{self.field.name}{_LABEL_SIGN}{key}"
        return self.field.name if self.workload is None else f"{self.field.name}{self._print_workload()}"

    @property
    def title(self) -> str:
        """Return the heading of the column in a table, without its workload."""
        title = self.label_key if self.label_key is not None else self.field.title
        return title if self.baseline is None else f"{title} vs {self.baseline.reference}"

    @property
    def unit(self) -> str | None:
        """Return the unit of the column's numbers, None for a column without a unit."""
        return self.field.base_unit if self.baseline is None else "percent"

    @property
    def workload_text(self) -> str | None:
        """Return the name of the column's workload, or the query that selects it, else None."""
        if self.workload is None:
            return None
        return self.workload.name if isinstance(self.workload, NamedWorkload) else print_query(self.workload.query)

    @property
    def heading(self) -> str:
        """Return the heading of the column in a file.

        It is the field's name with its unit, as REST spells it, and the workload.
        """
        if self.label_key is not None:
            return self.expression
        if self.baseline is not None:
            return f"{self.field.name}_vs_{self.baseline.reference}_percent{self._print_workload()}"
        return f"{_find_unit_name(self.field)}{self._print_workload()}"

    def _print_workload(self) -> str:
        if self.workload is None:
            return ""
        if isinstance(self.workload, NamedWorkload):
            return f"{_WORKLOAD_SIGN}{quote(self.workload.name)}"
        return f"{_WORKLOAD_SIGN}({print_query(self.workload.query)})"


@dataclass(frozen=True, slots=True)
class Sort:
    """An order of runs: those without a value come last in both directions."""

    column: TableColumn
    is_descending: bool = False

    @property
    def expression(self) -> str:
        """Return the normal form of the sort order's text, as in `-iops`.

        `parse_sort` reads this text as the same order.
        """
        return f"{'-' if self.is_descending else ''}{self.column.expression}"


class _Part(NamedTuple):
    """A part of a parameter, from the character `start` on."""

    parameter: QueryParameter
    text: str
    start: int

    def fault(self, message: str, *, available: Sequence[str] = (), suggestion: str | None = None) -> InvalidQuery:
        return InvalidQuery(
            message,
            start=self.start,
            end=self.start + len(self.text),
            available=available,
            suggestion=suggestion,
            parameter=self.parameter,
        )

    def cut(self, start: int, end: int | None = None) -> _Part:
        return _Part(self.parameter, self.text[start:end], self.start + start)


def parse_columns(text: str, fields: FieldSet) -> tuple[TableColumn, ...]:
    """Parse a list of table columns with commas between them; an empty text gives no columns.

    Raises InvalidQuery.
    """
    whole = _make_whole_part("columns", text)
    if not text.strip():
        return ()
    columns: dict[TableColumn, None] = {}
    for part in _split(whole):
        column = _read_column(part, fields)
        if column in columns:
            raise part.fault(f"The column {column.expression} is listed twice.")
        columns[column] = None
    if len(columns) > MAX_COLUMNS:
        raise whole.fault(f"There are {len(columns)} columns. At most {MAX_COLUMNS} are possible.")
    return tuple(columns)


def parse_sort(text: str, fields: FieldSet) -> Sort:
    """Parse a sort order: a column, with `-` before it for descending order.

    Raises InvalidQuery.
    """
    (part,) = _require_single_part(_make_whole_part("sort", text))
    return _read_sort(part, fields)


def parse_sorts(text: str, fields: FieldSet) -> tuple[Sort, ...]:
    """Parse sort orders with commas between them; the first decides before the others.

    Raises InvalidQuery.
    """
    whole = _make_whole_part("sort", text)
    sorts: dict[TableColumn, Sort] = {}
    for part in _split(whole):
        sort = _read_sort(part, fields)
        if sort.column in sorts:
            raise part.fault(f"The column {sort.column.expression} is listed twice.")
        sorts[sort.column] = sort
    if len(sorts) > MAX_SORTS:
        raise whole.fault(f"There are {len(sorts)} columns. At most {MAX_SORTS} are possible.")
    return tuple(sorts.values())


def parse_group(text: str, fields: FieldSet) -> TableColumn:
    """Return the column by which runs are grouped. Raises InvalidQuery, for figures as well."""
    (part,) = _require_single_part(_make_whole_part("group", text))
    column = _read_column(part, fields)
    if column.field.group == "figure":
        raise part.fault(
            f"The field {column.field.name} is a figure. Runs are grouped by other fields.",
            available=[field.name for field in fields.fields if field.group != "figure"],
        )
    _require_key(column, part)
    return column


def _make_whole_part(parameter: QueryParameter, text: str) -> _Part:
    if len(text) > MAX_COLUMN_CHARACTERS:
        raise _Part(parameter, text[MAX_COLUMN_CHARACTERS:], MAX_COLUMN_CHARACTERS).fault(
            f"There are {len(text)} characters. At most {MAX_COLUMN_CHARACTERS} are possible."
        )
    return _Part(parameter, text, 0)


def _require_single_part(whole: _Part) -> list[_Part]:
    parts = list(_split(whole))
    if len(parts) > 1:
        raise parts[1].fault("Only one column is possible here.")
    return parts


def _read_sort(part: _Part, fields: FieldSet) -> Sort:
    is_descending = part.text.startswith("-")
    column = _read_column(part.cut(1) if is_descending else part, fields)
    _require_key(column, part)
    return Sort(column, is_descending)


def _require_key(column: TableColumn, part: _Part) -> None:
    if column.baseline is not None:
        raise part.fault(
            f"Runs are not ordered by differences. Order them by {column.figure}.", suggestion=column.figure
        )
    if column.field.type == "label" and column.label_key is None:
        raise part.fault(
            f"Name the key of the label, as in {column.field.name}.release.", suggestion=f"{column.field.name}.release"
        )


def _split(whole: _Part) -> Iterator[_Part]:
    """Yield the parts of a text between commas, without the spaces around them.

    Commas within quotation marks or parentheses do not separate parts.
    """
    start, depth, position = 0, 0, 0
    while position < len(whole.text):
        character = whole.text[position]
        if character == '"':
            position = _end_of_quoted(whole, position)
            continue
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth <= 0:
            yield _strip_part(whole.cut(start, position))
            start = position + 1
        position += 1
    yield _strip_part(whole.cut(start))


def _end_of_quoted(whole: _Part, position: int) -> int:
    match = _QUOTED.match(whole.text, position)
    if match is None:
        raise whole.cut(position).fault("The quotation mark has no closing one.")
    return match.end()


def _strip_part(part: _Part) -> _Part:
    text = part.text.lstrip()
    if not text.strip():
        raise part.fault("A column is missing.")
    return _Part(part.parameter, text.rstrip(), part.start + len(part.text) - len(text))


def _read_column(part: _Part, fields: FieldSet) -> TableColumn:
    if fields.figures and _DIFFERENCE.fullmatch(part.text):
        return _read_difference(part.cut(part.text.index("(") + 1, -1), fields)
    match = _BARE.match(part.text)
    name = part.cut(0, match.end() if match else 0)
    rest = part.cut(len(name.text))
    if fields.figures and rest.text.startswith(_WORKLOAD_SIGN):
        return _read_figure(name, rest.cut(len(_WORKLOAD_SIGN)), fields)
    field = fields.find(name.text)
    if field is not None and not rest.text:
        return TableColumn(field)
    label, sign, _ = name.text.partition(_LABEL_SIGN)
    field = fields.find(label) if sign else None
    if field is not None and field.type == "label":
        return TableColumn(field, _read_key(name.cut(len(label) + len(sign)), rest))
    if not name.text or (rest.text and fields.find(name.text) is not None):
        missing = "A comma or the sign @ is missing" if fields.figures else "A comma is missing"
        raise rest.fault(f"{missing} before this." if name.text else "A field is missing here.")
    raise _make_unknown_field_error(name, fields)


def _read_difference(part: _Part, fields: FieldSet) -> TableColumn:
    """Parse `iops, r-474`, the text within `vs( )`, as the column of a difference to a baseline run.

    Raises InvalidQuery.
    """
    figure, *others = _split(part)
    number = _RUN_NUMBER.fullmatch(others[0].text) if len(others) == 1 else None
    if number is None:
        place = others[0] if len(others) == 1 else part
        raise place.fault("Name a figure and the number of a run, as in vs(iops, r-474).")
    column = _read_column(figure, fields)
    if column.field.group != "figure" or column.baseline is not None:
        available = fields.figures
        raise figure.fault(f"Differences are possible for figures: {', '.join(available)}.", available=available)
    start = others[0].start
    return replace(column, baseline=Baseline(int(number[1]), start, start + len(others[0].text)))


def _read_key(bare: _Part, rest: _Part) -> str:
    if not bare.text and _QUOTED.fullmatch(rest.text):
        key = unquote(rest.text).strip()
    elif rest.text:
        raise rest.fault("Write a key with spaces or signs in quotation marks.")
    else:
        key = bare.text
    if not key:
        raise (rest if rest.text else bare).fault("The label has no key. Write label.release.")
    return key.lower()


def _read_figure(name: _Part, rest: _Part, fields: FieldSet) -> TableColumn:
    field = fields.find(name.text)
    if field is None:
        raise _make_unknown_field_error(name, fields)
    if field.group != "figure":
        available = fields.figures
        raise name.fault(
            f"The field {field.name} is not a figure. A workload is possible for: {', '.join(available)}.",
            available=available,
        )
    if _QUOTED.fullmatch(rest.text):
        workload = unquote(rest.text).strip()
        if not workload:
            raise rest.fault("The name of the workload is empty.")
        return TableColumn(field, workload=NamedWorkload(workload))
    if len(rest.text) > 1 and rest.text.startswith("(") and rest.text.endswith(")"):
        return TableColumn(field, workload=_read_workload(rest.cut(1, -1), fields))
    if rest.text.startswith("("):
        raise rest.fault("The parenthesis is not closed at the end of the column.")
    place = rest if rest.text else name
    raise place.fault(
        f"Write the workload in quotation marks, or a query in parentheses, as in {field.name}@(bs:4k read:100%)."
    )


def _read_workload(part: _Part, fields: FieldSet) -> MatchedWorkload:
    try:
        query = parse_query(part.text)
        if query is None:
            raise InvalidQuery("The query of the workload is empty.", start=0, end=len(part.text))
        _require_workload(query, fields)
        return MatchedWorkload(query, resolve_query(query, fields, _NO_MOMENT))
    except InvalidQuery as fault:
        raise fault.within(part.parameter, part.start) from None


def _require_workload(query: Query, fields: FieldSet) -> None:
    """Raise InvalidQuery for a word, or a condition on a field that describes no workload."""
    if isinstance(query, And | Or):
        for item in query.items:
            _require_workload(item, fields)
    elif isinstance(query, Not):
        _require_workload(query.item, fields)
    else:
        field = None if isinstance(query, Word) else fields.find(query.field)
        if isinstance(query, Word) or (field is not None and field.group != "workload"):
            available = [candidate.name for candidate in fields.fields if candidate.group == "workload"]
            raise InvalidQuery(
                f"Only conditions on the workload are possible here. Available: {', '.join(available)}.",
                start=query.start,
                end=query.end,
                available=available,
            )


def _make_unknown_field_error(name: _Part, fields: FieldSet) -> InvalidQuery:
    if fields.figures and name.text == _PICTURE:
        return name.fault("The column curve is a picture. `GET /thumbnails` has its points.")
    suggestion = fields.suggest(name.text)
    remedy = f" Did you mean {suggestion}?" if suggestion else ""
    return name.fault(f"The field {name.text} is unknown.{remedy}", available=fields.names, suggestion=suggestion)


def _find_unit_name(field: QueryField) -> str:
    """Return the name or alias of a field that ends with its unit, as in `latency_p99_ns`."""
    ending = "_at" if field.type == "date" else _ENDINGS[field.base_unit]
    names = (field.name, *field.aliases)
    return next((name for name in names if name.endswith(ending)), f"{field.name}{ending}")
