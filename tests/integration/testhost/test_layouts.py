"""Stacks of every kind on the drives of a virtual server: used ones are refused, free ones accepted."""

from __future__ import annotations

import pytest
from tests.integration.testhost.machine import SCRIPT
from tests.layouts.trial import assert_judged_by_layers
from tests.layouts.virtual_server import play_on_server

pytestmark = pytest.mark.testhost


# Hundreds take hours, so the lane's limit for one test does not fit this one.
@pytest.mark.timeout(8 * 3600)
def test_drawn_layouts_are_judged_by_their_layers(
    pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    if not SCRIPT.exists():
        pytest.skip("virtual servers need ../shared/testhost, which is absent")
    count = pytestconfig.getoption("--layouts", default=6)
    assert_judged_by_layers(pytestconfig, capsys, count, play_on_server)
