"""Queue depths of the IOMeter profiles are those that their review states, or named as ours."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from storagelab.planning.plan import lay_out_profile
from storagelab.profiles.catalogue import get_profile

STATED = Path(__file__).parents[4] / "shared" / "reviews_data" / "seed_004_depths.csv"
#: Profile: pattern of the review, and its smallest and largest depth here.
PROFILES = {
    "iometer-database": ("Database", (1, 256)),
    "iometer-response-time": ("Disk response time", (1, 1)),
    "iometer-random-sizes": ("Random read and write", None),
    "iometer-sequential-sizes": ("Sequential read and write", (4, 4)),
    "iometer-streams": ("Multi-thread read and write", (1, 8)),
    "iometer-web-server": ("Webserver", None),
    "iometer-file-server": ("Fileserver", None),
    "iometer-workstation": ("Workstation", (1, 32)),
    "iometer-workstation-32g": ("Workstation on 32 GB", (1, 32)),
}


@pytest.mark.parametrize("name", PROFILES)
def test_profile_sweeps_the_stated_depths(name: str) -> None:
    profile = get_profile(name)
    _, stated = PROFILES[name]
    laid_out = lay_out_profile(profile, {})

    depths = [phase.workload.queue_depth for phase in laid_out.phases if phase.kind == "measure"]

    if stated is None:
        assert re.search(
            r"states no queue depths|Queue depth and length of the points are not published", profile.source
        )
    else:
        assert (min(depths), max(depths)) == stated


@pytest.mark.parametrize("name", PROFILES)
def test_stated_depths_are_those_of_the_review(name: str) -> None:
    if not STATED.exists():
        pytest.skip("the depths of the review are read from shared/reviews_data, which is not here")
    with STATED.open(encoding="utf-8", newline="") as file:
        rows = {row["pattern"]: row["depths_stated"] for row in csv.DictReader(file)}
    pattern, stated = PROFILES[name]

    numbers = [int(number) for number in re.findall(r"\d+", rows[pattern])]

    assert rows[pattern] == "not stated" if stated is None else max(numbers) == stated[1]
