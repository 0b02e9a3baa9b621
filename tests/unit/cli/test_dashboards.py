"""Dashboards on the command line: files as it reads them, and newest results as it prints them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.cli.dashboards import build_figure_row, read_file
from storagelab.errors import InvalidInput

DOCUMENT = {"version": 1, "entries": {"runs": []}}


def read(folder: Path, content: Any) -> dict[str, Any]:
    file = folder / "board.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_file(file)


def test_a_document_alone_is_a_new_dashboard(tmp_path: Path) -> None:
    assert read(tmp_path, DOCUMENT) == {"dashboard": {"document": DOCUMENT}, "number": None, "updated_at": None}


def test_shown_dashboard_identifies_the_dashboard_to_replace(tmp_path: Path) -> None:
    own = {"name": "x", "colour": 1, "document": DOCUMENT, "shared": True}
    shown = own | {"number": "b-1", "owner": "ada", "updated_at": "2026-11-28T10:00:00Z", "pin_position": None}
    assert read(tmp_path, shown) == {"dashboard": own, "number": "b-1", "updated_at": "2026-11-28T10:00:00Z"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ([], "must be a JSON object"),
        ({"document": DOCUMENT, "color": 1}, "unknown field color"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: Any, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read(tmp_path, content)


FIGURE = {"metric": "lat_mean", "label": "Mean latency", "value": 1_430_000.0, "unit": "ns", "workload": "4K read"}
NOTHING = {"usual": None, "change_percent": None, "comparison": None, "since": None}


def test_newest_results_are_printed_against_usual() -> None:
    usual = {"median": 1_200_000.0, "low": 1_190_000.0, "high": 1_210_000.0, "run_count": 7}
    shown = {"run_number": "r-9", "state": "finished", "figure": FIGURE, "usual": usual, "change_percent": 19.17}
    worse = shown | {"comparison": "worse", "since": {"run_number": "r-7"}}
    assert build_figure_row(worse) == (
        "r-9", "1.43 ms Mean latency", "4K read", "1.19 ms to 1.21 ms, n 7", "+19.2 %", "worse since r-7",
    )  # fmt: skip
    assert build_figure_row(shown | {"comparison": "usual", "since": None})[-1] == "usual"
    alone = {"run_number": "r-1", "state": "finished", "figure": FIGURE | {"workload": None}, **NOTHING}
    assert build_figure_row(alone) == ("r-1", "1.43 ms Mean latency", None, None, None, None)
    running = {"run_number": "r-2", "state": "running", "figure": None, **NOTHING}
    assert build_figure_row(running) == ("r-2", None, None, None, None, "running")
