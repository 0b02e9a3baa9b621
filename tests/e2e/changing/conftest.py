"""Lab for tests that change all of it.

They pause it, stop its API, reserve its server, and fill it with bad names.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.e2e.lab import Lab, start
from tests.e2e.shared_labs import Labs, once

REASON = "The cooling is off."


@pytest.fixture(scope="session")
def lab(labs: Labs) -> Lab:
    """Provide a lab that only the tests of this folder use, one after the other."""
    once(labs.changing, "started", lambda: start(labs.changing))
    return labs.changing


@pytest.fixture
def paused(lab: Lab) -> Iterator[Lab]:
    """Provide a lab that starts nothing until the test is over; its queued jobs are cancelled then."""
    lab.call("POST", "/lab/pause", json={"reason": REASON})
    yield lab
    for item in lab.call("GET", "/queue")["items"]:
        lab.call("POST", f"/jobs/{item['job_number']}/cancel")
    lab.call("POST", "/lab/resume")
