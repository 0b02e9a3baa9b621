"""Outcome of `storagelab verify` as JSON and as lines for people. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from storagelab.shares.verification.check import Checked
from storagelab.shares.verification.formulas import ALL
from storagelab.shares.verification.verification_report import LineageLine

SCHEMA = "storagelab.verification/1"
#: More differences than these are counted for people, and are all in the JSON.
SHOWN = 10
_REASONS = 8
_LONG = 90


def describe_outcome(checked: Checked, *, document_sha256: str, of: str) -> dict[str, Any]:
    """Return the whole outcome of a verification as JSON.

    It has the counts, the differences, and the lineage of everything that was checked. `of` is the kind of the verified
    file: `zip` or `document`.
    """
    verification = checked.verification
    used = {line.formula.name for line in verification.lines if line.formula is not None}
    return {
        "schema": SCHEMA,
        "of": of,
        "document_sha256": document_sha256,
        "hashes": checked.hashes,
        "printed": {"standing": checked.printed.copied, "computed": checked.printed.computed},
        "numbers": dict(verification.total()),
        "differences": [
            {
                "place": difference.place,
                "frozen": difference.frozen,
                "computed": difference.computed,
                "formula": difference.formula.name,
                "version": difference.formula.version,
                "source": difference.source,
            }
            for difference in verification.differences
        ],
        "lineage": [_describe_lineage_line(line) for line in verification.lines],
        "formulas": [
            {
                "name": formula.name,
                "version": formula.version,
                "words": formula.words,
                "tolerance": formula.tolerance,
                "absolute": formula.absolute,
            }
            for formula in ALL
            if formula.name in used
        ],
    }


def _describe_lineage_line(line: LineageLine) -> dict[str, Any]:
    return {
        "place": line.place,
        "source": line.source or None,
        "formula": line.formula.name if line.formula is not None else None,
        "version": line.formula.version if line.formula is not None else None,
        "equal": line.equal,
        "different": line.different,
        "without_source": line.without_source,
        "why": line.reason,
    }


def format_outcome_lines(outcome: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the outcome for people."""
    numbers = outcome["numbers"]
    yield f"Document {outcome['document_sha256']}"
    yield f"{outcome['hashes']:,} hashes match."
    yield (
        f"{numbers['equal'] + numbers['different']:,} values were recomputed: {numbers['equal']:,} are equal, "
        + (f"{numbers['different']:,} differ." if numbers["different"] else "none differs.")
    )
    for difference in outcome["differences"][:SHOWN]:
        place, frozen, computed = (_shorten_value(difference[key]) for key in ("place", "frozen", "computed"))
        yield f"  {place}: frozen {frozen}, computed {computed}"
        source = _shorten_value(difference["source"])
        yield f"    by {difference['formula']} (version {difference['version']}) from {source}"
    if numbers["different"] > SHOWN:
        yield f"  and {numbers['different'] - SHOWN:,} more, see --json"
    if numbers["without_source"]:
        yield f"{numbers['without_source']:,} values were not checked:"
        reasons = Counter[str]()
        for line in outcome["lineage"]:
            if line["why"]:
                reasons[line["why"]] += line["without_source"]
        for reason, count in reasons.most_common(_REASONS):
            yield f"  {count:,}: {_shorten_value(reason)}"
    printed = outcome["printed"]
    if printed["standing"]:
        also = f", and {printed['computed']:,} counted or computed from it" if printed["computed"] else ""
        yield f"The page shows {printed['standing']:,} numbers of the document or its tables{also}."


def _shorten_value(value: Any) -> str:
    """Return a short form of a value for a line of a terminal: the document may hold anything."""
    text = "nothing" if value is None else str(value)
    shown = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:_LONG])
    return shown if len(text) <= _LONG else f"{shown}..."
