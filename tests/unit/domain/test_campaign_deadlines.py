"""How long a campaign takes, and what makes it end in time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storagelab.domain.campaign_deadlines import MEASURES, Cost, durations, solve

CELL = Cost(
    preparation_seconds=10,
    seconds=1000,
    short_seconds=400,
    conditioning_seconds=300,
    short_conditioning_seconds=300,
    conditioning="filled",
    array=0,
)


def test_conditioning_is_shared_by_cells_of_one_array_that_follow_one_another() -> None:
    cells = [CELL, CELL, replace(CELL, array=1), replace(CELL, array=1, conditioning=None)]
    assert durations(cells, short=False, shared=True) == [1010, 710, 1010, 1010]
    assert durations(cells, short=False, shared=False) == [1010] * 4
    assert durations(cells, short=True, shared=True) == [410, 110, 410, 410]


def test_without_a_deadline_nothing_is_dropped_and_nobody_knows_whether_it_fits() -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=False)
    assert sum(takes) == 3030
    assert [each.measure for each in proposals] == list(MEASURES)
    assert {each.fits for each in proposals} == {None}
    assert {each.measure: each.saves_seconds for each in proposals} == {
        "shorter_points": 1800,
        "until_steady": None,
        "shared_conditioning": 600,
        "cells_dropped": 0,
    }


def test_measures_are_tried_in_order_until_it_fits() -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=700, accepted=[], shared=False)
    assert sum(takes) == 3030
    by_name = {each.measure: each for each in proposals}
    assert not by_name["shorter_points"].fits
    assert by_name["shared_conditioning"].fits
    assert by_name["cells_dropped"].saves_seconds == 0
    assert not by_name["cells_dropped"].available


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (["shorter_points"], [410, 410, 410]),
        (["shared_conditioning"], [1010, 710, 710]),
        (["cells_dropped"], [1010, 0, 0]),
        (["shorter_points", "cells_dropped"], [410, 410, 0]),
        (["shorter_points", "shared_conditioning", "cells_dropped"], [410, 110, 110]),
    ],
)
def test_only_what_was_accepted_is_done(accepted: list[str], expected: list[float]) -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=1100, accepted=accepted, shared=False)
    assert takes == expected
    assert {each.measure for each in proposals if each.accepted} == set(accepted)
    dropped = next(each.drops for each in proposals if each.measure == "cells_dropped")
    if "cells_dropped" in accepted:
        assert dropped == tuple(index for index, seconds in enumerate(expected) if seconds == 0)


def test_a_campaign_that_shares_already_saves_nothing_by_it() -> None:
    _, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=True)
    assert next(each.saves_seconds for each in proposals if each.measure == "shared_conditioning") == 0
    _, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=False, can_share=False)
    assert next(each.saves_seconds for each in proposals if each.measure == "shared_conditioning") == 0


def test_a_cell_that_does_not_fit_makes_room_for_those_that_do_and_leaves_them_its_preparation() -> None:
    cells = [replace(CELL, seconds=5000), replace(CELL, seconds=100), replace(CELL, array=1, seconds=200)]
    takes, proposals = solve(cells, available_seconds=400, accepted=["cells_dropped"], shared=False)
    assert takes == [0, 120, 210]
    assert next(each.drops for each in proposals if each.measure == "cells_dropped") == (0,)
