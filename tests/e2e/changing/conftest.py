"""A lab for tests that change all of it: they pause it, stop its API, reserve its server, fill it with bad names."""

from __future__ import annotations

import pytest
from tests.e2e.lab import Lab, start
from tests.e2e.shared_labs import Labs, once


@pytest.fixture(scope="session")
def lab(labs: Labs) -> Lab:
    """A lab that only the tests of this folder use, one after the other."""
    once(labs.changing, "started", lambda: start(labs.changing))
    return labs.changing
