"""Entries are named by what differs between them, and by no more."""

from __future__ import annotations

import pytest

from storagelab.domain.configuration_table import CellState, ConfigurationCell, ConfigurationFactorRow
from storagelab.evaluate.entry_names import name_by_factors


def row(key: str, *values: str | None) -> ConfigurationFactorRow:
    """Return a factor with its values; it differs when two known values differ."""
    present = [value for value in values if value is not None]
    states: list[CellState] = [
        "unknown" if value is None else "differs" if value != present[0] else "same" for value in values
    ]
    return ConfigurationFactorRow(
        key, key, "array", tuple(ConfigurationCell(value, state) for value, state in zip(values, states, strict=True))
    )


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([row("array.level", "RAID 5", "RAID 6", "RAID 10")], ["RAID 5", "RAID 6", "RAID 10"]),
        (
            [
                row("array.level", "no array", "RAID 10", "RAID 10"),
                row("array.condition", None, "optimal", "rebuilding"),
            ],
            ["no array", "RAID 10 · optimal", "RAID 10 · rebuilding"],
        ),
        (
            [row("server.kernel", "6.1", "6.12", "6.12"), row("array.level", "RAID 5", "RAID 5", "RAID 6")],
            ["RAID 5 · server.kernel 6.1", "RAID 5 · server.kernel 6.12", "RAID 6 · server.kernel 6.12"],
        ),
        (
            [row("server.kernel", "6.1", "6.1", "6.12"), row("array.level", "RAID 5", "RAID 0", "RAID 6")],
            ["RAID 5", "RAID 0", "RAID 6"],
        ),
        ([row("drives", "4 x A", "4 x A", "4 x B")], ["4 x A (r-1)", "4 x A (r-2)", "4 x B"]),
        ([row("drives", None, "4 x A", "4 x B")], ["first", "4 x A", "4 x B"]),
        (
            [row("drives", "8 x Samsung 470", "16 x Samsung 470 (OEM PM810)", "samsung 470")],
            ["8 drives", "16 drives", "1 drive"],
        ),
        (
            [row("controllers", "PERC H730P", "Dell PERC H730P", "LSI 9260-8i")],
            ["PERC H730P (r-1)", "PERC H730P (r-2)", "LSI 9260-8i"],
        ),
        (
            [row("drives", "8 x A", "16 x A", "A"), row("controllers", "C", "2 x C", "C")],
            ["8 drives · 1 controller", "16 drives · 2 controllers", "1 drive · 1 controller"],
        ),
        ([row("drives", "8 x A", "4 x A, 4 x B", "8 x B")], ["8 x A", "4 x A, 4 x B", "8 x B"]),
        ([row("controllers", None, "C", "2 x C")], ["first", "1 controller", "2 controllers"]),
        ([row("controllers", "none", "C", "2 x C")], ["no controller", "1 controller", "2 controllers"]),
        ([row("controllers", "none", "C", "D")], ["no controller", "C", "D"]),
        ([row("drives.firmware", "A1", "8.4", "off")], ["A1", "drives.firmware 8.4", "drives.firmware off"]),
        ([row("drives", "4 x A", "4 x A", "4 x A")], ["first", "second", "third"]),
        (
            [
                row("drives", "4 x A", "3 x A, 1 missing", "4 x A, 1 missing"),
                row("array.condition", "optimal", "degraded, 1 of 4 members missing", "rebuilding"),
            ],
            ["4 drives · optimal", "3 drives, 1 missing · degraded", "4 drives, 1 missing · rebuilding"],
        ),
        (
            [row("array.condition", *(f"degraded, {missing} of 8 members missing" for missing in (1, 2)), "optimal")],
            ["degraded, 1 of 8 members missing", "degraded, 2 of 8 members missing", "optimal"],
        ),
        (
            [
                row("profile", "p, 1", "p, 2", "p, 3"),
                row("array.condition", "optimal", "rebuilding", "degraded"),
                row("drives", "A", "A", "B"),
                row("array.level", "RAID 5", "RAID 5", "RAID 6"),
            ],
            ["RAID 5 · A · optimal", "RAID 5 · A · rebuilding", "RAID 6 · B · degraded"],
        ),
    ],
    ids=[
        "one",
        "condition",
        "others split ties",
        "others left out",
        "tie",
        "unknown",
        "numbers of one model in two spellings",
        "spellings of a model",
        "numbers of pieces",
        "models of pieces",
        "unknown number",
        "no pieces",
        "no pieces beside models",
        "bare values",
        "no difference",
        "missing pieces",
        "members tell conditions apart",
        "three at most",
    ],
)
def test_entries_are_named_by_their_differences(rows: list[ConfigurationFactorRow], names: list[str]) -> None:
    fallbacks = ["first", "second", "third"]
    assert name_by_factors(rows, fallbacks=fallbacks, numbers=["r-1", "r-2", "r-3"]) == names
