"""Completion: the texts that are possible at the caret of a query that is being typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from storagelab.query.fields import FieldSet, QueryField
from storagelab.query.grammar import COMPARE, unquote
from storagelab.query.printing import print_value

MAX_COMPLETIONS = 50
#: One part of a text: a name with its operator and value, a word, or quoted text that may not be closed yet.
_TEXT = r'(?:"(?:[^"\\]|\\.)*(?:"|\Z)|[^\s()"]+)'
_PIECE = re.compile(rf"-?(?:{COMPARE.pattern}\s?{_TEXT}?|{_TEXT})", re.DOTALL)
#: Relative dates that are proposed, and their meaning.
DATE_PROPOSALS = {"today": "Today", "yesterday": "Yesterday", "-24h": "Last 24 hours", "-7d": "Last 7 days"}


@dataclass(frozen=True, slots=True)
class CompletionContext:
    """The place of the caret: the chosen text replaces the characters from `start` to `end`.

    `field` is set at a value, and None at a word or the name of a field. `prefix` is the text typed up to the caret,
    without quotation marks.
    """

    start: int
    end: int
    prefix: str
    field: QueryField | None


@dataclass(frozen=True, slots=True)
class Completion:
    """One possible text, as it is inserted. `count` objects have the value, None if that is not known."""

    kind: Literal["field", "value"]
    text: str
    description: str
    count: int | None = None


def find_context(text: str, caret: int, fields: FieldSet) -> CompletionContext:
    """Return the field or value that is being typed at the caret, and the range it replaces.

    `caret` counts characters; a caret outside of the text is moved into it.
    """
    caret = min(max(caret, 0), len(text))
    piece = next((match for match in _PIECE.finditer(text) if match.start() < caret <= match.end()), None)
    if piece is None:
        return CompletionContext(caret, caret, "", None)
    start = piece.start() + (1 if text[piece.start()] == "-" else 0)
    compare = COMPARE.match(text, start)
    if compare is None or caret < compare.end():
        return CompletionContext(start, piece.end(), text[start:caret], None)
    value_start = compare.end()
    while value_start < caret and text[value_start].isspace():
        value_start += 1
    field = fields.find(compare["name"])
    if field is None:
        return CompletionContext(caret, caret, "", None)
    return CompletionContext(
        value_start, max(piece.end(), value_start), _strip_quotation_marks(text[value_start:caret]), field
    )


def complete_fields(context: CompletionContext, fields: FieldSet) -> list[Completion]:
    """Return completions for the fields whose name, alias or description contains the prefix.

    Names that begin with the prefix come first, then aliases.
    """
    prefix = context.prefix.lower()
    ranked = [(rank, field) for field in fields.fields if (rank := _rank_field(field, prefix)) is not None]
    ranked.sort(key=lambda pair: pair[0])
    return [Completion("field", f"{field.name}:", field.description) for _, field in ranked[:MAX_COMPLETIONS]]


def complete_choices(context: CompletionContext) -> list[Completion]:
    """Return completions from the fixed values of a field or from relative dates.

    All of them begin with the prefix of the context.
    """
    field, prefix = context.field, context.prefix.lower()
    if field is None:
        return []
    proposals = DATE_PROPOSALS if field.type == "date" else dict.fromkeys(field.choices, field.description)
    return [
        Completion("value", text, description) for text, description in proposals.items() if text.startswith(prefix)
    ]


def make_value_completion(field: QueryField, value: str, count: int | None = None) -> Completion:
    """Return a completion for an existing value, with the number of objects that have the value."""
    return Completion("value", print_value(value), field.description, count)


def _rank_field(field: QueryField, prefix: str) -> int | None:
    names = [name.lower() for name in (field.name, *field.aliases)]
    if names[0].startswith(prefix):
        return 0
    if any(name.startswith(prefix) for name in names):
        return 1
    return 2 if prefix and (any(prefix in name for name in names) or prefix in field.description.lower()) else None


def _strip_quotation_marks(text: str) -> str:
    """Return a value without its quotation marks; the closing one may not be typed yet."""
    if not text.startswith('"'):
        return text
    is_closed = len(text) > 1 and text.endswith('"')
    return unquote(text if is_closed else f'{text}"')
