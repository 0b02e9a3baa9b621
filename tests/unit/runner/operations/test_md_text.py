"""mdadm and the kernel are read as they print."""

from pathlib import Path

import pytest

from storagelab_runner.operations.md_text import ArrayActivity, parse_detail, parse_mdstat

DATA = Path(__file__).parents[3] / "data" / "mdadm"


@pytest.fixture(scope="module")
def arrays():
    return {array.name: array for array in parse_mdstat((DATA / "mdstat.txt").read_text())}


def _detail(name):
    return parse_detail((DATA / f"detail-{name}.txt").read_text())


def test_every_array_of_the_kernel_is_found(arrays):
    assert len(arrays) == 18
    assert {name for name, array in arrays.items() if not array.active} == {"md4", "md219"}


@pytest.mark.parametrize(
    ("name", "level", "chunk_bytes"),
    [
        ("md3", "raid6", 64 << 10),
        ("md127", "raid1", None),
        ("md10", "raid0", 64 << 10),
        ("md7", "raid6", 512 << 10),
        ("md120", "linear", None),
        ("md11", "raid1", None),
        ("md219", None, None),
    ],
)
def test_levels_and_chunks(arrays, name, level, chunk_bytes):
    assert (arrays[name].level, arrays[name].chunk_bytes) == (level, chunk_bytes)


@pytest.mark.parametrize(
    ("name", "activity"),
    [
        ("md127", None),
        ("md6", ArrayActivity("recovery", 8.5)),
        ("md8", ArrayActivity("resync", 8.5)),
        ("md201", ArrayActivity("check", 5.7)),
        ("md9", ArrayActivity("resync", None)),
        ("md11", ArrayActivity("resync", None)),
        ("md42", ArrayActivity("reshape", 56.1)),
    ],
)
def test_activity_of_arrays(arrays, name, activity):
    assert arrays[name].activity == activity


def test_members_that_failed_or_wait(arrays):
    assert arrays["md9"].members == ("sdc2", "sdd2", "sdb2", "sda2", "sde", "sdf", "sdg")
    assert (arrays["md9"].faulty, arrays["md9"].spares) == (("sde", "sdf"), ("sdg",))


def test_an_empty_list_of_arrays():
    assert parse_mdstat("Personalities : \nunused devices: <none>\n") == ()


def test_detail_of_new_array_is_parsed():
    detail = _detail("resyncing")
    assert (detail.level, detail.raid_devices, detail.chunk_bytes) == ("raid10", 4, 65536)
    assert detail.states == {"clean", "resyncing"}
    assert detail.uuid == "9bab029c:760f56e7:e7c2fff8:f66d43f4"
    assert [member.path for member in detail.members] == [f"/dev/nvme{number}n1" for number in (1, 2, 3, 4)]
    assert detail.members[1].states == {"active", "sync", "set-B"}


def test_detail_of_degraded_array_shows_failed_member():
    detail = _detail("faulty")
    assert detail.states == {"clean", "degraded"}
    assert len(detail.members) == 4
    assert (detail.members[-1].path, detail.members[-1].states, detail.members[-1].slot) == (
        "/dev/nvme2n1",
        {"faulty"},
        None,
    )


def test_detail_of_rebuilding_array_shows_spare():
    detail = _detail("recovering")
    assert detail.states == {"clean", "degraded", "recovering"}
    assert detail.members[1].states == {"spare", "rebuilding"}
    assert _detail("raid5-spare").members[-1].states == {"spare"}


def test_invalid_detail_text_is_unknown():
    detail = parse_detail("mdadm: cannot open /dev/md0: No such file or directory\n")
    assert (detail.level, detail.uuid, detail.members) == (None, None, ())
