"""The base of every body that enters or leaves the API, and the field types that reach the database safely."""

from __future__ import annotations

import datetime as dt
import unicodedata
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

#: The largest whole number that PostgreSQL's bigint holds.
BIGINT_MAX = 2**63 - 1
#: A longer text has no use anywhere; fields set smaller limits of their own.
MAX_TEXT = 10_000


def clean_text(value: str) -> str:
    """The text in Unicode form NFC. Raises ValueError for what a database, a log or a page cannot hold.

    Newline and tab are text; other control characters, surrogates and noncharacters are not.
    """
    for character in value:
        category = unicodedata.category(character)
        if (category == "Cc" and character not in "\n\t") or category == "Cs":
            raise ValueError(f"the character U+{ord(character):04X} is not allowed in text")
    return unicodedata.normalize("NFC", value)


def clean_line(value: str) -> str:
    """One line of visible text, without space at its ends. Raises ValueError for anything else."""
    line = clean_text(value).strip()
    if "\n" in line or "\t" in line or "\u2028" in line or "\u2029" in line:
        raise ValueError("must be one line of text")
    return line


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
    """Base of all bodies: unknown keys, NaN, infinity and values of another type are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)
