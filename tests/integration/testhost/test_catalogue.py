"""Profile of each kind on a drive of a virtual server.

`python -m tests.catalogue_testhost` runs all of them in this way.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.catalogue_testhost.running import DRIVE, profiles_on_drives, run_profile
from tests.faults_testhost.rig import Rig, new_rig
from tests.integration.testhost.machine import SCRIPT

pytestmark = pytest.mark.testhost


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    """Provide a server of its own, whose one drive is enrolled and slower than the machine."""
    if not SCRIPT.exists():
        pytest.skip("virtual servers need ../shared/testhost, which is absent")
    with new_rig(drives=1, throttle=DRIVE) as rig:
        rig.enrol(1)
        yield rig


@pytest.mark.parametrize("name", ["storagereview-4k", "iometer-response-time", "snia-xsr", "snia-wsat"])
def test_profile_on_a_drive_fills_every_panel(rig: Rig, name: str) -> None:
    profile = next(profile for profile in profiles_on_drives(rig) if profile["name"] == name)
    assert run_profile(rig, profile) == []
