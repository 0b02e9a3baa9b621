"""When a goal counts as met."""

from __future__ import annotations

from typing import Literal

import pytest

from storagelab.bench.report import BenchmarkFigure, build_document


@pytest.mark.parametrize(
    ("value", "better", "goal", "met"),
    [
        (1.0, "lower", 1.0, True),
        (1.1, "lower", 1.0, False),
        (1.0, "higher", 1.0, True),
        (0.9, "higher", 1.0, False),
        (1.0, "higher", None, None),
    ],
)
def test_figure_is_compared_with_its_goal(
    value: float, better: Literal["lower", "higher"], goal: float | None, met: bool | None
) -> None:
    figure = BenchmarkFigure("a", value, "s", better, goal, "")
    assert figure.met is met
    [shown] = build_document([figure])["figures"]
    assert (shown["value"], shown["met"]) == (value, met)


def test_document_names_the_machine() -> None:
    machine = build_document([])["machine"]
    assert machine["cores"] >= 1
    assert machine["load"] >= 0
