"""Files of campaigns as the command line reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from storagelab.cli.campaigns import _read, format_plan_lines
from storagelab.errors import InvalidInput


def test_campaign_file_is_read_as_yaml_or_json(tmp_path: Path) -> None:
    for name, text in (("c.yaml", "name: x\ndeadline: 2027-01-01"), ("c.json", '{"name": "x"}')):
        (tmp_path / name).write_text(text)
        assert _read(tmp_path / name)["name"] == "x"
    assert _read(tmp_path / "c.yaml")["deadline"] == "2027-01-01"


def test_file_with_yaml_aliases_is_refused(tmp_path: Path) -> None:
    lines = ["a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    # Small enough to be written out where they are not refused; each further line would make it nine times as much.
    lines += [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in ("ab", "bc", "cd")]
    file = tmp_path / "bomb.yaml"
    file.write_text("\n".join(lines))
    with pytest.raises(InvalidInput, match="aliases are not supported"):
        _read(file)


def a_plan(**values: Any) -> dict[str, Any]:
    """Return a plan of six cells that fits."""
    plan = {
        "parts": [], "expected_writes": None, "estimated_seconds": 18.0, "cells_total": 6, "cells_impossible": 0,
        "matrix": {"cells": [{"reason": None}]}, "fits": None, "proposals": [], "warnings": [],
    }  # fmt: skip
    return plan | values


TOO_FEW = {"cells": [{"reason": "RAID 6 needs 4 drives."}, {"reason": "RAID 6 needs 4 drives."}]}
SMOKE = {
    "available": True, "saves_seconds": 60, "title": "Shorter phases", "measure": "smoke", "reason": "Seconds do.",
}  # fmt: skip


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ({}, ["About 18 s, 6 cells."]),
        ({"cells_total": 1}, ["About 18 s, 1 cell."]),
        (
            {"cells_impossible": 2, "matrix": TOO_FEW},
            ["About 18 s, 4 cells, 2 impossible:", "- RAID 6 needs 4 drives."],
        ),
        ({"fits": False}, ["About 18 s, 6 cells.", "The campaign ends after its deadline."]),
        (
            {"fits": False, "proposals": [SMOKE | {"available": False}]},
            ["About 18 s, 6 cells.", "The campaign ends after its deadline."],
        ),
        (
            {"fits": False, "proposals": [SMOKE]},
            [
                "About 18 s, 6 cells.",
                "The campaign ends after its deadline. These steps shorten it, one after the other:",
                "Shorter phases (smoke) saves 1 min 00 s. Seconds do.",
            ],
        ),
    ],
)
def test_plan_has_colon_only_before_a_list(values: dict[str, Any], lines: list[str]) -> None:
    assert list(format_plan_lines(a_plan(**values))) == lines
