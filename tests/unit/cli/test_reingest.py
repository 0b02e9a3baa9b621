"""Result of reading a run again, in lines."""

from __future__ import annotations

import pytest

from storagelab.cli.reingest import _print


def test_unknown_figures_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    differences = [{"place": "phase 1: iops", "before": None, "after": 5.0}]
    _print({"run": "r-1", "phases": 1, "without_files": [], "differences": differences}, dry_run=True)
    assert capsys.readouterr().out.splitlines() == [
        "r-1: 1 phase read, 1 figure would change",
        "  phase 1: iops: unknown -> 5.0",
    ]
