"""Duration of a campaign, and the measures that make it meet its deadline."""

from __future__ import annotations

import pytest

from storagelab.domain.campaign_deadlines import MEASURES, Cost, Phases, compute_durations, solve

SHORT, STEADY = "shorter_points", "until_steady"


def cell(*, seconds: float = 1000, conditioning: str | None = "filled", array: int = 0) -> Cost:
    """Return a cell whose points can be shortened by 600 s.

    Its preconditioning of 300 s may end after 100 s.
    """
    ways = {
        frozenset[str](): Phases(seconds, 300, conditioning),
        frozenset({SHORT}): Phases(seconds - 600, 300, conditioning),
        frozenset({STEADY}): Phases(seconds - 200, 100, conditioning and "steady"),
        frozenset({SHORT, STEADY}): Phases(seconds - 800, 100, conditioning and "steady"),
    }
    return Cost(preparation_seconds=10, phases=ways, array=array)


CELL = cell()


def test_consecutive_cells_of_one_array_share_conditioning() -> None:
    cells = [CELL, CELL, cell(array=1), cell(array=1, conditioning=None)]
    assert compute_durations(cells, shared=True) == [1010, 710, 1010, 1010]
    assert compute_durations(cells, shared=False) == [1010] * 4
    assert compute_durations(cells, measures=[SHORT], shared=True) == [410, 110, 410, 410]
    assert compute_durations(cells, measures=[SHORT, STEADY], shared=True) == [210, 110, 210, 210]


def test_missing_deadline_leaves_fit_unknown_without_drops() -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=False)
    assert sum(takes) == 3030
    assert [proposal.measure for proposal in proposals] == list(MEASURES)
    assert {proposal.fits for proposal in proposals} == {None}
    assert {proposal.measure: proposal.saves_seconds for proposal in proposals} == {
        "shorter_points": 1800,
        "until_steady": 600,
        "shared_conditioning": 200,
        "cells_dropped": 0,
    }


def test_measures_are_tried_in_order_until_campaign_fits() -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=500, accepted=[], shared=False)
    assert sum(takes) == 3030
    by_name = {proposal.measure: proposal for proposal in proposals}
    assert not by_name["shorter_points"].fits
    assert not by_name["until_steady"].fits
    assert by_name["shared_conditioning"].fits
    assert by_name["cells_dropped"].saves_seconds == 0
    assert not by_name["cells_dropped"].available


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (["shorter_points"], [410, 410, 410]),
        (["until_steady"], [810, 810, 810]),
        (["shorter_points", "until_steady"], [210, 210, 210]),
        (["shared_conditioning"], [1010, 710, 710]),
        (["cells_dropped"], [1010, 0, 0]),
        (["shorter_points", "cells_dropped"], [410, 410, 0]),
        (["shorter_points", "shared_conditioning", "cells_dropped"], [410, 110, 110]),
    ],
)
def test_only_accepted_measures_are_applied(accepted: list[str], expected: list[float]) -> None:
    takes, proposals = solve([CELL] * 3, available_seconds=1100, accepted=accepted, shared=False)
    assert takes == expected
    assert {proposal.measure for proposal in proposals if proposal.accepted} == set(accepted)
    dropped = next(proposal.drops for proposal in proposals if proposal.measure == "cells_dropped")
    if "cells_dropped" in accepted:
        assert dropped == tuple(index for index, seconds in enumerate(expected) if seconds == 0)


def test_unavailable_conditioning_sharing_saves_no_time() -> None:
    _, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=True)
    assert next(proposal.saves_seconds for proposal in proposals if proposal.measure == "shared_conditioning") == 0
    _, proposals = solve([CELL] * 3, available_seconds=None, accepted=[], shared=False, can_share=False)
    assert next(proposal.saves_seconds for proposal in proposals if proposal.measure == "shared_conditioning") == 0


def test_dropped_cell_leaves_time_and_preparation_to_rest() -> None:
    cells = [cell(seconds=5000), cell(seconds=1000), cell(seconds=1100, array=1)]
    takes, proposals = solve(cells, available_seconds=2200, accepted=["cells_dropped"], shared=False)
    assert takes == [0, 1020, 1110]
    assert next(proposal.drops for proposal in proposals if proposal.measure == "cells_dropped") == (0,)


def test_until_steady_saves_no_time_without_timed_preconditioning() -> None:
    plain = Phases(500, 0, None)
    ways = {frozenset(some): plain for some in ((), (SHORT,), (STEADY,), (SHORT, STEADY))}
    takes, proposals = solve([Cost(0, ways, array=0)], available_seconds=None, accepted=[STEADY], shared=False)
    assert takes == [500]
    until_steady = next(proposal for proposal in proposals if proposal.measure == STEADY)
    assert (until_steady.available, until_steady.saves_seconds) == (False, 0)
    assert "None of these profiles" in until_steady.reason
