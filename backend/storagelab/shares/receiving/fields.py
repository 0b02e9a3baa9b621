"""The fields of documents from other labs, held to the bounds of the columns that they end up in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from storagelab.http.schemas import BIGINT_MAX
from storagelab.imports.storable import make_storable

Word = Annotated[str, Field(max_length=100, pattern=r"^[a-z][a-z0-9_]*$")]
#: The number of a run or a configuration in the lab it comes from.
Number = Annotated[str, Field(max_length=24, pattern=r"^[a-z]-[1-9][0-9]*$")]
#: Any text of theirs, as a database can hold it.
LongText = Annotated[str, Field(max_length=10_000), AfterValidator(make_storable)]
Short = Annotated[str, Field(max_length=300), AfterValidator(make_storable)]
Whole = Annotated[int, Field(ge=-BIGINT_MAX, le=BIGINT_MAX)]
Real = Annotated[float, Field(ge=-1e300, le=1e300)]
Percent = Annotated[float, Field(ge=0, le=100)]


class Received(BaseModel):
    """Base of everything that is read from a document: strict in what it knows, and blind to the rest."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False, frozen=True)


def require_unique_names(names: Iterable[Hashable], subject: str) -> None:
    """Raise ValueError if a name in `names` appears twice; the message names the `subject`."""
    listed = list(names)
    if len(set(listed)) != len(listed):
        raise ValueError(f"{subject} is listed twice")
