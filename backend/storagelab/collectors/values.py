"""Single values from the output of programs: words, counts, sizes.

A value of another kind is None, never a guess.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from storagelab.domain.json_values import JsonObject

_COUNT = re.compile(r"-?\d{1,18}", re.ASCII)
_MAX_INTEGER = (1 << 63) - 1
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?", re.ASCII)


def get_output_text(outputs: Mapping[str, str | None], name: str) -> str | None:
    """Return one inventory output as text that the database accepts; None when absent or blank.

    Characters that a database text cannot contain are removed.
    """
    text = outputs.get(name)
    if not text or not text.strip():
        return None
    return text.replace("\0", "").encode(errors="replace").decode()


def iterate_output_texts(outputs: Mapping[str, str | None], tool: str) -> Iterator[tuple[str, str]]:
    """Yield device and text of the outputs of a tool that runs once per device, in the order of the devices."""
    for name in sorted(outputs):
        program, slash, device = name.partition("/")
        text = get_output_text(outputs, name) if program == tool and slash and device else None
        if text is not None:
            yield device, text


def parse_json_object(text: str | None) -> JsonObject | None:
    """Parse a text as a JSON object; None for anything else."""
    try:
        value = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def read_word(value: object) -> str | None:
    """Return a text with white space folded; None when nothing of it is printable."""
    if not isinstance(value, str):
        return None
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value).split()) or None


def count(value: object) -> int | None:
    """Return a number or text as a whole number from 0 on that fits a database column, else None."""
    if isinstance(value, str) and _COUNT.fullmatch(value.strip()):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_INTEGER else None


def read_number(value: object) -> float | None:
    """Return a finite number that is not absurdly large, also from text; None for anything else."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Neither an infinity nor what is not a number passes the comparison.
    return float(value) if abs(value) <= _MAX_INTEGER else None


def read_percentage(value: object) -> float | None:
    """Return a number from 0 to 100; some programs print it with the decimal comma of their language."""
    percent = read_number(value.strip().rstrip("%").replace(",", ".") if isinstance(value, str) else value)
    return percent if percent is not None and 0 <= percent <= 100 else None
