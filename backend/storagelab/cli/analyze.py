"""`storagelab analyze`: the rules of the analysis on cases from a file, without a database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from storagelab.cli.output import JsonOption, print_table
from storagelab.errors import InvalidInput

STANDARD_INPUT = "-"
_WIDEST = 100


def analyze(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="Kind of the cases: steady-state, latency, knee, usl, welch ...")
    ],
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON list of cases, or - for standard input.")],
    as_json: JsonOption = False,
) -> None:
    """Compute reference cases and print one result for each, in order."""
    from storagelab.analysis.cases.kinds import compute_cases, format_case_name  # noqa: PLC0415 - see cli/main.py.

    cases = _read_cases(file)
    results = compute_cases(kind, cases)
    if as_json:
        # Escaped, because a name in a case may hold characters that no terminal or pipe takes.
        print(json.dumps(results, indent=2, allow_nan=False))
        return
    rows = [
        (format_case_name(place, case), _format_first_figures(result))
        for place, (case, result) in enumerate(zip(cases, results, strict=True))
    ]
    print_table(("Case", "Result"), rows)


def _read_cases(file: str) -> list[Any]:
    """Return the list of cases in the JSON `file`, or on standard input.

    Raises InvalidInput for anything but a JSON list.
    """
    named = "standard input" if file == STANDARD_INPUT else file
    content = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    try:
        cases = json.loads(content)
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{named}: byte {error.start} is not UTF-8 text. Save the file as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise InvalidInput(f"{named}: line {error.lineno}, column {error.colno} is not JSON: {error.msg}.") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            f"{named}: a number or list is too long to read. Split the cases over several files."
        ) from error
    if not isinstance(cases, list):
        raise InvalidInput(f"{named}: not a JSON list. Put the cases into a list.")
    return cases


def _format_first_figures(result: Any) -> str:
    """Return the result as JSON on one line, cut to its first figures."""
    text = json.dumps(result)
    return text if len(text) <= _WIDEST else f"{text[:_WIDEST]} ..."
