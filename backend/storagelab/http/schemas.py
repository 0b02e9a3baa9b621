"""Base of every API body, and field types that reach the database safely."""

from __future__ import annotations

import datetime as dt
import unicodedata
import uuid
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

#: The largest whole number that PostgreSQL's bigint holds.
BIGINT_MAX = 2**63 - 1
#: A longer text has no use anywhere; fields set smaller limits of their own.
MAX_TEXT = 10_000
_PUSH = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c"} | dict.fromkeys(
    "\u2066\u2067\u2068", "\u2069"
)
#: Letters by their category that draw nothing, beside spaces and formatting characters.
_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"


def clean_text(value: str) -> str:
    """Return the text in Unicode form NFC. Raises ValueError for text that a database, a log or a page cannot store.

    Newline and tab are text. Other control characters, surrogates and noncharacters are not. Changes of the writing
    direction are ended with the text, so that a name never reverses the text after it.
    """
    for character in value:
        category = unicodedata.category(character)
        if (category == "Cc" and character not in "\n\t") or category == "Cs":
            raise ValueError(f"the character U+{ord(character):04X} is not allowed in text")
    return unicodedata.normalize("NFC", value + _build_direction_endings(value))


def _build_direction_endings(text: str) -> str:
    """Return the characters that end the embeddings, overrides and isolates which the last line leaves open (UAX 9)."""
    ends: list[str] = []
    for character in text.rpartition("\n")[2]:
        if character in _PUSH:
            ends.append(_PUSH[character])
        elif character == _POP_EMBEDDING and ends[-1:] == [_POP_EMBEDDING]:
            ends.pop()
        elif character == _POP_ISOLATE and _POP_ISOLATE in ends:
            # The end of an isolate ends everything that was opened inside it.
            while ends.pop() != _POP_ISOLATE:
                pass
    return "".join(reversed(ends))


def clean_line(value: str) -> str:
    """Return one line of visible text, without space at its ends. Raises ValueError for anything else.

    Invisible text counts as empty, so that no name, label or link is a blank.
    """
    line = clean_text(value).strip()
    if "\n" in line or "\t" in line or "\u2028" in line or "\u2029" in line:
        raise ValueError("must be one line of text")
    return line if any(_is_seen(character) for character in line) else ""


def _is_seen(character: str) -> bool:
    return character not in _BLANKS and unicodedata.category(character) not in ("Cf", "Zs")


def _require_text(value: Any) -> Any:
    if not isinstance(value, str | dt.datetime):
        raise ValueError("must be a time such as 2026-11-20T12:00:00Z")
    return value


#: Free text of several lines.
Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(clean_text)]
#: One line of text.
Line = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(clean_line)]
#: A moment with its offset from UTC, as RFC 3339 writes it.
Moment = Annotated[AwareDatetime, BeforeValidator(_require_text), Field(strict=False)]
#: A whole number that fits a bigint.
Count = Annotated[int, Field(ge=0, le=BIGINT_MAX)]


class Strict(BaseModel):
    """Base of all bodies: unknown keys, NaN, infinity and values of another type are refused.

    `schema_name` is the name in the OpenAPI document of a class that cannot have it in Python, where a table does.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)

    @classmethod
    def __init_subclass__(cls, *, schema_name: str | None = None, **config: Any) -> None:
        """Set the name of the class in the OpenAPI document before pydantic makes the schema."""
        super().__init_subclass__(**config)
        if schema_name is not None:
            cls.__name__ = cls.__qualname__ = schema_name


class Numbered(Strict):
    """A reference to an object that has no name of its own."""

    id: uuid.UUID
    number: str


class NumberedName(Numbered):
    """A reference to a named object."""

    name: str
