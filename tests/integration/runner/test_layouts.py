"""Random stacks of block devices on loop drives.

Used ones are refused, free ones are accepted, and nothing changes.
"""

import os
from pathlib import Path

import pytest
from tests.layouts.loop_drives import play_on_loops
from tests.layouts.trial import assert_judged_by_layers

LAYOUTS = 12


@pytest.mark.in_turn
def test_drawn_layouts_are_judged_by_their_layers(tmp_path, pytestconfig, capsys):
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("loop devices need root and /dev/loop-control")

    def on_loops(**limits):
        return play_on_loops(tmp_path, **limits)

    assert_judged_by_layers(pytestconfig, capsys, LAYOUTS, on_loops)
