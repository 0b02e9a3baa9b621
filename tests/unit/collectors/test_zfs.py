"""ZFS pools as arrays of arrays."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.collectors import zfs
from storagelab.collectors.base import CollectedFacts, MemberFacts

DATA = Path(__file__).parents[2] / "data" / "zfs"
RESILVER = """  pool: tank
 state: DEGRADED
status: One or more devices is currently being resilvered.
action: Wait for the resilver to complete.
  scan: resilver in progress since Sat Jan 12 11:29:36 2019
\t2.85T scanned at 889M/s, 1.29T issued at 402M/s, 12.3T total
\t320G resilvered, 10.49% done, 07:57:38 to go
config:

\tNAME                     STATE     READ WRITE CKSUM
\ttank                     DEGRADED     0     0     0
\t  raidz2-0               DEGRADED     0     0     0
\t    replacing-0          DEGRADED     0     0     0
\t      4676737554230074290  UNAVAIL    0     0     0  was /dev/sda1
\t      /dev/sdd1          ONLINE       0     0     0  (resilvering)
\t    /dev/sdb1            ONLINE       0     0     0
\t    /dev/disk/by-id/wwn-0x5-part1  FAULTED  3  0  0  too many errors
\t  draid1:4d:6c:1s-1      ONLINE       0     0     0
\t    /dev/sde             ONLINE       0     0     0
\tlogs
\t  mirror-2               ONLINE       0     0     0
\t    /dev/nvme0n1p1       ONLINE       0     0     0
\t    /dev/nvme1n1p1       ONLINE       0     0     0
\tcache
\t  /dev/nvme2n1           ONLINE       0     0     0
\tspares
\t  /dev/sdz               INUSE     currently in use

errors: No known data errors
"""
LIST = "tank\t1000\t5\t995\n\traidz2-0\t900\t3\t897\n\t/dev/sdd1\t-\t-\t-\n\nother\t-\t1\n"


def text(name: str) -> str:
    return (DATA / f"status-{name}.txt").read_text()


def test_a_pool_of_mirrors_and_a_spare() -> None:
    facts = zfs.parse({"zpool_status": text("spares")})
    pool, first, *rest = facts.arrays
    assert (pool.key, pool.level, pool.condition, pool.activity) == ("zfs:tank", "pool", "optimal", "none")
    assert pool.members[0] == MemberFacts("array", "zfs:tank/mirror-0", 0, "online")
    assert pool.members[4] == MemberFacts("drive", "sdf", 4, "hot_spare")
    assert pool.settings == {"data": 4, "spares": 1}
    assert (first.key, first.level) == ("zfs:tank/mirror-0", "raid1")
    assert first.members == (MemberFacts("drive", "sdh", 0, "online"), MemberFacts("drive", "sdk", 1, "online"))
    assert len(rest) == 3
    assert facts.warnings == ()


def test_several_pools_are_separate() -> None:
    facts = zfs.parse({"zpool_status": text("three-pools")})
    assert [(array.name, array.members[0].key) for array in facts.arrays] == [
        ("zhgstera6", "726060ALE614-K8JAPRGN:10"),
        ("zint500", "ST3500418AS-5VMSTSSX:5"),
        ("zsam53", "Portable_SSD_T5-S49WNP0N120517B:8"),
    ]
    assert len(zfs.parse({"zpool_status": text("mirrors")}).arrays) == 3


def test_a_pool_that_has_failed() -> None:
    facts = zfs.parse({"zpool_status": text("unavailable")})
    (pool,) = facts.arrays
    assert (pool.condition, [member.state for member in pool.members]) == ("failed", ["online", "missing"])
    assert facts.warnings == (
        "The pool tank is not whole: UNAVAIL.",
        "The pool tank has lost data: Permanent errors have been detected in the following files:",
    )


def test_resilver_has_progress_and_both_replacement_disks() -> None:
    facts = zfs.parse({"zpool_status": RESILVER, "zpool_list": LIST})
    pool, raidz, draid, log = facts.arrays
    assert (pool.condition, pool.progress_percent, pool.size_bytes) == ("rebuilding", 10.49, 1000)
    assert pool.settings == {"data": 2, "logs": 1, "cache": 1, "spares": 1}
    assert (raidz.level, raidz.condition, raidz.size_bytes) == ("raidz2", "rebuilding", 900)
    assert [(member.key, member.slot, member.state) for member in raidz.members] == [
        ("4676737554230074290", 0, "missing"),
        ("sdd1", 0, "rebuilding"),
        ("sdb1", 1, "online"),
        ("/dev/disk/by-id/wwn-0x5-part1", 2, "failed"),
    ]
    assert (draid.level, draid.settings, draid.condition) == ("draid1", {"layout": "draid1:4d:6c:1s"}, "optimal")
    assert (log.key, log.progress_percent) == ("zfs:tank/mirror-2", None)
    assert facts.warnings == (
        "The pool tank is not whole: DEGRADED.",
        "The resilver of the pool tank is at 10.49 %.",
    )


@pytest.mark.parametrize(
    ("scan", "condition", "activity", "progress"),
    [
        (
            "scan: scrub in progress since Mon\n\t5G scanned\n\t0B repaired, 43.00% done",
            *("optimal", "consistency_check", 43.0),
        ),
        ("scan: rebuild in progress since Mon", "rebuilding", "none", None),
        ("scan: resilver (draid2:8d:12c:2s-0) in progress since Mon\n\t 5,5% done", "rebuilding", "none", 5.5),
        ("scrub: scrub completed after 0h0m with 0 errors", "optimal", "none", None),
        ("scan: scrub paused since Mon\n\t5G scanned, 12% done", "optimal", "none", None),
        ("scan: none requested", "optimal", "none", None),
    ],
)
def test_pool_activity_beside_serving(scan: str, condition: str, activity: str, progress: float | None) -> None:
    listing = text("mirrors").replace("scan: scrub repaired 0B in 11:16:03 with 0 errors on Sun Feb 12", scan + "\n x")
    pool = zfs.parse({"zpool_status": listing}).arrays[0]
    assert (pool.condition, pool.activity, pool.progress_percent) == (condition, activity, progress)


def test_pool_without_devices_is_listed_with_a_warning() -> None:
    facts = zfs.parse({"zpool_status": "  pool: tank\n state: ONLINE\n  scan: none reque"})
    assert (facts.arrays[0].members, facts.arrays[0].condition) == ((), "optimal")
    assert facts.warnings == ("The output of ZFS about the pool tank ends early: its devices are not known.",)


@pytest.mark.parametrize("answer", ["Permission denied the ZFS utilities must be run as root.", "Bassin : tank", "<p>"])
def test_unreadable_output_is_a_warning(answer: str) -> None:
    assert zfs.parse({"zpool_status": answer}).warnings == ("The output of ZFS about its pools was not understood.",)


@pytest.mark.parametrize("answer", [None, "", "no pools available\n"])
def test_missing_pools_give_no_facts(answer: str | None) -> None:
    assert zfs.parse({"zpool_status": answer, "zpool_list": "no pools available\n"}) == CollectedFacts()


def test_markup_in_names_is_preserved_as_text() -> None:
    listing = RESILVER.replace("/dev/sdb1", "<img src=x>")
    assert "<img src=x>" in [member.key for member in zfs.parse({"zpool_status": listing}).arrays[1].members]


def test_truncated_output_is_parsed_without_error() -> None:
    parsed = [zfs.parse({"zpool_status": RESILVER[:end], "zpool_list": LIST[:end]}) for end in range(len(RESILVER))]
    assert {array.condition for facts in parsed for array in facts.arrays} <= {
        None,
        "rebuilding",
        "degraded",
        "optimal",
        "failed",
    }
