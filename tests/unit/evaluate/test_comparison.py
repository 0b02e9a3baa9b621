"""The sentence over the table of factors: what differs is never mixed up with what is unknown."""

from __future__ import annotations

import pytest

from storagelab.domain.configuration_table import CellState, ConfigurationCell, ConfigurationFactorRow
from storagelab.evaluate.comparison import describe_factors


def row(label: str, state: CellState) -> ConfigurationFactorRow:
    return ConfigurationFactorRow(
        label.lower(), label, "server", (ConfigurationCell("here", "same"), ConfigurationCell(None, state))
    )


@pytest.mark.parametrize(
    ("differing", "unknown", "sentence"),
    [
        ([], 0, "No known factor differs."),
        ([], 1, "No known factor differs; 1 factor is unknown."),
        ([], 37, "No known factor differs; 37 factors are unknown."),
        (["Drives"], 0, "One factor differs: Drives."),
        (["Drives"], 1, "One factor differs: Drives; 1 other factor is unknown."),
        (["Drives"], 37, "One factor differs: Drives; 37 other factors are unknown."),
        (["Drives", "Kernel"], 2, "2 factors differ; 2 other factors are unknown."),
    ],
)
def test_sentence_counts_unknown_factors(differing: list[str], unknown: int, sentence: str) -> None:
    rows = [
        *(row(label, "differs") for label in differing),
        *(row(f"Unknown {number}", "unknown") for number in range(unknown)),
        row("CPU", "same"),
    ]
    description = describe_factors(rows, [])
    assert description.sentence == sentence
    assert (description.known_count, description.unknown_count) == (len(differing), unknown)
