"""Fields of a query: name, type, unit and an example, and the nearest name to one that is unknown."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from storagelab.query.values import UNITS

FieldType = Literal["text", "number", "date", "choice", "label"]
#: What a field describes: the thing that is listed, or of a run its configuration, a workload or a figure.
FieldGroup = (
    Literal["run", "configuration", "workload", "figure"]
    | Literal[
        "server",
        "controller",
        "drive",
        "array",
        "job",
        "campaign",
        "profile",
        "dashboard",
        "model",
        "change",
        "finding",
        "share",
    ]
)


@dataclass(frozen=True, slots=True)
class QueryField:
    """One field. A number has a `unit` of `values.UNITS`, None for a plain one.

    A choice is one of `choices`, or any value where there are none. `normalise` returns the canonical writing of a
    value. `key` is the fact of a configuration or the column that holds it, where it has another name. `heading` is
    that of its column in a table, where the name is not suitable.
    """

    name: str
    type: FieldType
    group: FieldGroup
    description: str
    example: str
    aliases: tuple[str, ...] = ()
    unit: str | None = None
    choices: tuple[str, ...] = ()
    normalise: Callable[[str], str | None] | None = None
    key: str = ""
    heading: str = ""

    @property
    def title(self) -> str:
        """Return the heading of the field's column in a table."""
        return self.heading or self.name.replace("_", " ").capitalize()

    @property
    def base_unit(self) -> str | None:
        """Return the unit in which the field's numbers are compared, None for a field without a unit."""
        return None if self.unit is None else UNITS[self.unit].base or self.unit


@dataclass(frozen=True)
class FieldSet:
    """The fields of one list, in the order in which they are shown."""

    fields: tuple[QueryField, ...]

    @cached_property
    def by_name(self) -> Mapping[str, QueryField]:
        """Return every field under its name and its aliases, in lower case."""
        return {name.lower(): field for field in self.fields for name in (field.name, *field.aliases)}

    @property
    def names(self) -> list[str]:
        """Return the names without aliases, in order."""
        return [field.name for field in self.fields]

    @cached_property
    def figures(self) -> list[str]:
        """Return the names of fields that are figures, which only runs have."""
        return [field.name for field in self.fields if field.group == "figure"]

    def find(self, name: str) -> QueryField | None:
        """Return the field with this name or alias, in any case; None where there is none."""
        return self.by_name.get(name.lower())

    def suggest(self, name: str) -> str | None:
        """Return the name of the field nearest to a misspelt name; None where no name is near."""
        near = find_nearest(name, self.by_name)
        return self.by_name[near].name if near is not None else None


def find_nearest(text: str, names: Iterable[str]) -> str | None:
    """Return the name nearest to `text`, None where no name is near.

    Case, dashes and underscores are ignored.
    """
    plain = {_normalise_name(name): name for name in names}
    near = difflib.get_close_matches(_normalise_name(text), plain, n=1, cutoff=0.6)
    return plain[near[0]] if near else None


def _normalise_name(text: str) -> str:
    return text.lower().replace("-", "").replace("_", "")
