"""Software and hardware arrays in an inventory, with reports of states that spoil a measurement."""

from pathlib import Path

import pytest

from storagelab.collectors import mdadm, registry, storcli

DATA = Path(__file__).parents[2] / "data"
MDSTAT = (DATA / "mdadm" / "mdstat.txt").read_text()
VOLUMES = (DATA / "storcli" / "volumes.json").read_text()


def test_software_arrays():
    arrays = {array.name: array for array in mdadm.parse_mdstat(MDSTAT)}
    assert len(arrays) == 18
    array = arrays["md6"]
    assert (array.level, array.chunk_bytes, array.missing, array.activity, array.percent) == (
        *("raid1", None, 1, "recovery", 8.5),
    )
    assert (array.members, array.faulty, array.spares) == (("sdb2", "sdc", "sda2"), ("sdb2",), ("sdc",))
    assert (arrays["md12"].level, arrays["md12"].chunk_bytes, arrays["md12"].missing) == ("raid0", 512 << 10, None)


@pytest.mark.parametrize(
    "warning",
    [
        "The array md4 is not active.",
        "The array md7 lacks 1 of its members.",
        "Faulty in the array md9: sde, sdf.",
        "The recovery of the array md6 is at 8.5 %.",
        "The resync of the array md11 waits for its turn.",
    ],
)
def test_software_array_has_measurement_warnings(warning):
    assert warning in registry.collect({"mdstat": MDSTAT}).warnings


@pytest.mark.parametrize(
    ("level", "counts", "lacks"),
    [
        ("raid6", "[6/5]", "lacks 1 of its members."),
        ("raid6", "[6/4]", "lacks 2 of its members: no redundancy left."),
        ("raid1", "[3/1]", "lacks 2 of its members: no redundancy left."),
        ("raid10", "[4/2]", "lacks 2 of its members."),
    ],
)
def test_redundancy_left_is_distinguished(level, counts, lacks):
    mdstat = f"md0 : active {level} sda[0] sdb[1]\n      1024 blocks super 1.2 {counts} [UU____]\n"
    assert mdadm.parse({"mdstat": mdstat}).warnings == (f"The array md0 {lacks}",)


def test_idle_array_gives_no_warning():
    assert not any("md127" in warning or "md12 " in warning for warning in mdadm.parse({"mdstat": MDSTAT}).warnings)
    assert mdadm.parse({"mdstat": None}).warnings == ()


def test_virtual_drives():
    (drive,) = storcli.parse_volumes(VOLUMES)
    assert (drive.address, drive.level, drive.state, drive.strip_bytes) == ("/c0/v0", "RAID10", "Optl", 256 << 10)
    assert drive.members == ("252:6", "252:7", "252:8", "252:9")
    assert (drive.naa, drive.cache, drive.activity) == ("6a0042bb0fccfec02c14e04218ae3545", "RWBD", None)


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        (VOLUMES, ()),
        (VOLUMES.replace('"Optl"', '"Dgrd"'), ("The virtual drive /c0/v0 is not optimal: Dgrd.",)),
        (
            VOLUMES.replace('"Active Operations" : "None"', '"Active Operations" : "Background Initialization (22%)"'),
            ("The virtual drive /c0/v0 is busy with Background Initialization (22%).",),
        ),
        ("storcli: command failed", ("The output of the RAID tool about virtual drives was not understood.",)),
        ("", ()),
        (None, ()),
    ],
)
def test_virtual_drive_has_measurement_warnings(text, warnings):
    assert storcli.parse({"storcli_volumes": text}).warnings == warnings
