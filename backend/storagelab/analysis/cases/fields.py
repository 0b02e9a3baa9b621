"""Reading the fields of a case, so that a wrong one is named instead of guessed at."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from storagelab.errors import InvalidInput

#: How a case writes the values that JSON has no number for.
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
#: No count is larger, and longer numbers could not even be printed.
_LARGEST_WHOLE = 10**30

#: The result of a case, which is only written out.
CaseResult: TypeAlias = Mapping[str, object]
Option = TypeVar("Option", bound=str)


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object inside a case; `path` is what its fields are named after, as in `parts[0].`.

    A field that is missing or of another type is refused with InvalidInput: the case is not one of its kind. A number
    that cannot be meant raises ValueError: the case is well formed and cannot be computed.
    """

    values: Mapping[str, Any]
    path: str = ""

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def number(self, name: str) -> float | None:
        """Return the field `name` as a number that may be NaN or infinite, or None for null.

        Raises InvalidInput where the field is absent or no number.
        """
        return parse_number(self._get(name), self.path + name)

    def read_optional_number(self, name: str) -> float | None:
        """Return the field `name` as a number that may be NaN or infinite, or None for null or absence.

        Raises InvalidInput for a field of another type.
        """
        return self.number(name) if name in self.values else None

    def read_known_number(self, name: str) -> float:
        """Return the field `name` as a finite number.

        Raises InvalidInput where the field is absent or no number, ValueError for null, NaN and infinite numbers.
        """
        value = self.number(name)
        if value is None or not math.isfinite(value):
            raise ValueError(f"{self.path}{name} is not known")
        return value

    def whole(self, name: str) -> int:
        """Return the field `name` as a whole number, 0 or more.

        Raises InvalidInput where the field is absent or no number, ValueError for null and any other number.
        """
        return parse_whole_number(self._get(name), self.path + name)

    def numbers(self, name: str) -> list[float | None]:
        """Return the field `name` as a list of numbers, None for each null.

        Raises InvalidInput where the field is absent or no such list.
        """
        where = self.path + name
        return [
            parse_number(value, f"{where}[{place}]") for place, value in enumerate(_parse_list(self._get(name), where))
        ]

    def text(self, name: str) -> str:
        """Return the field `name` as text. Raises InvalidInput where the field is absent or no text."""
        value = self._get(name)
        if not isinstance(value, str):
            raise _make_type_error(self.path + name, "a text", value)
        return value

    def choice(self, name: str, options: Sequence[Option]) -> Option:
        """Return the field `name` as one of `options`.

        Raises InvalidInput for any other value and where the field is absent.
        """
        value = self._get(name)
        for option in options:
            if value == option:
                return option
        raise _make_type_error(self.path + name, " or ".join(options), value)

    def flag(self, name: str) -> bool:
        """Return the field `name` as a bool. Raises InvalidInput where the field is absent or no bool."""
        value = self._get(name)
        if not isinstance(value, bool):
            raise _make_type_error(self.path + name, "true or false", value)
        return value

    def object(self, name: str) -> Fields:
        """Return the JSON object in the field `name`. Raises InvalidInput where there is none."""
        return parse_fields(self._get(name), self.path + name)

    def read_optional_object(self, name: str) -> Fields | None:
        """Return the JSON object in the field `name`, or None where the field is absent or null.

        Raises InvalidInput for a field of another type.
        """
        return self.object(name) if self.values.get(name) is not None else None

    def objects(self, name: str) -> list[Fields]:
        """Return the JSON objects in the list of the field `name`.

        Raises InvalidInput where the field is absent or no list of objects.
        """
        where = self.path + name
        return [
            parse_fields(value, f"{where}[{place}]") for place, value in enumerate(_parse_list(self._get(name), where))
        ]

    def _get(self, name: str) -> Any:
        if name not in self.values:
            raise InvalidInput(f"{self.path}{name} is missing", path=self.path + name)
        return self.values[name]


def parse_fields(value: object, where: str) -> Fields:
    """Return the JSON object `value` as `Fields`, whose error messages use the path `where`.

    Raises InvalidInput when `value` is no object.
    """
    if not isinstance(value, Mapping):
        raise _make_type_error(where, "an object", value)
    return Fields(value, f"{where}." if where else "")


def parse_number(value: object, where: str) -> float | None:
    """Return `value` as a float, or None for null; the texts NaN, Infinity and -Infinity are numbers.

    Raises InvalidInput, with the path `where`, for any other type.
    """
    if value is None:
        return None
    if isinstance(value, str) and value in _SPECIAL:
        return _SPECIAL[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _make_type_error(where, "a number, null, NaN, Infinity or -Infinity", value)
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def parse_whole_number(value: object, where: str) -> int:
    """Return `value` as a whole number, 0 or more.

    Raises InvalidInput, with the path `where`, for a value that is no number, and ValueError for null and any other
    number.
    """
    number = parse_number(value, where)
    if number is None or not number.is_integer() or not 0 <= number <= _LARGEST_WHOLE:
        raise ValueError(f"{where} is not a whole number from 0 to 1e30")
    return value if isinstance(value, int) else int(number)


def _parse_list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise _make_type_error(where, "a list", value)
    return value


def _make_type_error(where: str, wanted: str, value: object) -> InvalidInput:
    names = {str: "text", bool: "true or false", type(None): "null", list: "a list", dict: "an object"}
    if isinstance(value, str) and len(value) <= 40:
        given = ascii(value)
    else:
        given = names.get(type(value), "a number")
    return InvalidInput(f"{where or 'it'} has to be {wanted}, not {given}", path=where)
