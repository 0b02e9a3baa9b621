"""Cells of tables that people open in a spreadsheet: text in them is text, whatever it begins with."""

from __future__ import annotations

from typing import Any

#: A cell of text that begins like this would be a formula in a spreadsheet.
FORMULA_START = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def escape_formula(cell: Any) -> Any:
    """Return the cell; text that would be a formula gets a quote before it."""
    return f"'{cell}" if isinstance(cell, str) and _is_formula(cell) else cell


def read_cell(text: str) -> str:
    """Return the text of a cell that `escape_formula` wrote, without the quote."""
    return text[1:] if text.startswith("'") and _is_formula(text[1:]) else text


def _is_formula(text: str) -> bool:
    return text.lstrip(" ").startswith(FORMULA_START)
