"""Checks of the factors of a comparison: cells by the configurations, counts by the cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab.domain.configuration_table import ConfigurationCell, ConfigurationFactorRow
from storagelab.evaluate.comparison import describe_factors
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.verification_report import VerificationReport

#: Facts that a document does not store with a configuration: the earlier state of its array, and the runs on it.
_OF_RUNS = frozenset({"array.condition", "profile", "scale"})
_PLACE = "view/answer/factors"


def check_factors(share: FrozenShare, answer: Json, verification: VerificationReport) -> None:
    """Check the table of factors of a comparison against the configurations of the document.

    The column of each entry is the configuration of its first run.
    """
    factors = answer["factors"]
    rows = [
        ConfigurationFactorRow(
            row["key"],
            row["label"],
            row["group"],
            tuple(ConfigurationCell(cell["value"], cell["state"]) for cell in row["cells"]),
        )
        for row in factors["rows"]
    ]
    computed = describe_factors(rows, list(factors["without"]))
    names = ("known_count", "unknown_count", "by", "sentence")
    verification.compare(
        _PLACE, {**{name: factors[name] for name in names}, "states": [row["state"] for row in factors["rows"]]},
        {**{name: getattr(computed, name) for name in names}, "states": [row.state for row in computed.rows]},
        formula=formulas.COMPARE, source="the cells of its table",
    )  # fmt: skip
    columns = [_collect_facts(share, entry["runs"][0]["number"]) for entry in answer["entries"]]
    for number, row in enumerate(factors["rows"]):
        if row["key"] in _OF_RUNS:
            continue
        expected = [
            _find_value(cell["value"], column.get(row["label"]))
            for cell, column in zip(row["cells"], columns, strict=True)
        ]
        verification.compare(
            f"{_PLACE}/rows/{number}/cells", [cell["value"] for cell in row["cells"]], expected, formula=formulas.COPY,
            source="configurations",
        )  # fmt: skip


def _collect_facts(share: FrozenShare, number: str) -> Mapping[str, list[str]]:
    """Return the facts of the configuration of a run by label. Several facts may share one label."""
    run = share.run(number)
    facts: dict[str, list[str]] = {}
    for configuration in share.document["configurations"]:
        if configuration["key"] == run["configuration"]:
            for row in configuration["rows"]:
                facts.setdefault(row["label"], []).append(row["value"])
    return facts


def _find_value(shown: Any, values: list[str] | None) -> Any:
    """Return the value with which the cell `shown` of a factor table is compared.

    `values` are the values of the configuration under the label of the cell. The result is `shown` if it is among
    `values`, else the first of `values`. An unknown fact, or a label without values, gives `shown` itself.
    """
    if shown is None or values is None:
        # Unknown facts have no row, and earlier configurations have rows of other names.
        return shown
    return shown if shown in values else values[0]
