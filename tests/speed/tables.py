"""`python -m tests.speed.tables < bench.json`: the figures of the pages as the table of docs/speed.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

_HEAD = ("| Figure | Measured | Goal | |", "| --- | --- | --- | --- |")
_MET = {True: "met", False: "**missed**", None: ""}
_SIGNS = {"lower": "≤", "higher": "≥"}


def table(figures: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the lines of a Markdown table of figures in the form of a benchmark document."""
    return [*_HEAD, *(_row(figure) for figure in figures)]


def _row(figure: Mapping[str, Any]) -> str:
    goal = "" if figure["goal"] is None else f"{_SIGNS[figure['better']]} {figure['goal']:g}"
    value = float(f"{figure['value']:.3g}")
    return f"| `{figure['name']}` | {value:,.10g} {figure['unit']} | {goal} | {_MET[figure['met']]} |"


def main() -> int:
    """Read a document and print its table."""
    print("\n".join(table(json.load(sys.stdin)["figures"])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
