"""A result of another lab beside own runs: entries name their lab, a share of both has the caveat."""

from __future__ import annotations

from typing import Any

import pytest
from tests.factories import Factory
from tests.integration.shares.other_lab import OtherLab
from tests.integration.shares.other_lab import compared as compared
from tests.integration.shares.other_lab import other_lab as other_lab
from tests.integration.shares.packed import Frozen, receive
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import make_place, make_subject

pytestmark = pytest.mark.usefixtures("checked_here")


@pytest.mark.in_turn
def test_entries_of_another_lab_are_named_beside_own_ones(compared: Frozen, other_lab: OtherLab) -> None:
    received = receive(other_lab.operator, compared.zipped())
    assert received["state"] == "draft"
    theirs = [run["here"] for run in received["received"]["runs"]]
    with other_lab.session() as session:
        make = Factory(session)
        own = f"r-{make_subject(make, make_place(make), iops=900.0).number}"

    def compare(*runs: str) -> list[dict[str, Any]]:
        return list(other_lab.get("/comparison", run_id=list(runs))["entries"])

    ours, *others = compare(own, *theirs)
    assert (ours["lab"], "other lab" in ours["label"]) == (None, False)
    assert [entry["lab"] for entry in others] == ["Jo", "Jo"]
    assert all(entry["label"].endswith("(other lab: Jo)") for entry in others)
    # Among themselves, their lab distinguishes nothing.
    assert not any("other lab" in entry["label"] for entry in compare(*theirs))

    share = freeze(other_lab.operator, kind="comparison", run_ids=[own, *theirs], publish=False, author="Kim")
    page = other_lab.operator.get(f"/api/v1/shares/{share['number']}/page").text
    assert "From another lab: Jo" in page
