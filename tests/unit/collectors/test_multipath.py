"""Drives that are paths of one device: reported, and never merged."""

from pathlib import Path

import pytest

from storagelab.collectors import multipath

DATA = Path(__file__).parents[2] / "data" / "multipath"
#: By hand, in the layouts of versions 0.8 and 0.9.
FAILED = """mpatha (360000000000000001) dm-0 VENDOR,PRODUCT
size=1.0G features='0' hwhandler='1 alua' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| `- 6:0:2:0 sdb 8:16 active ready running
|-+- policy='service-time 0' prio=0 status=enabled
| `- 7:0:2:0 sdc 8:32 failed faulty offline
`-+- policy='service-time 0' prio=0 status=enabled
  `- #:#:#:# -   #:#  failed undef unknown
"""
NATIVE = """nqn.2014-08.org:x [nvme]:nvme0n1 NVMe,A drive,1.0
size=2097152 features='n/a' hwhandler='ANA' wp=rw
|-+- policy='n/a' prio=50 status=optimized
| `- 0:0:1 nvme0c0n1 0:0 n/a   optimized live
`-+- policy='n/a' prio=10 status=non-optimized
  `- 0:1:1 nvme0c1n1 0:0 n/a   non-optimized live
"""


def _parse(text):
    return multipath.parse({"multipath": text})


def _text(name):
    return (DATA / name).read_text()


def test_two_paths_of_one_device():
    facts = _parse(_text("3par.txt"))
    assert [detail.kernel_name for detail in facts.details] == ["sde", "sdf"]
    assert facts.details[0].settings == {
        "multipath": {
            "device": "dm-3",
            "name": "mpath6",
            "wwid": "350002ac20398383d",
            "paths": 2,
            "policy": "round-robin 0",
            "state": "active undef running",
        }
    }
    assert all(detail.wwn is None and detail.serial is None for detail in facts.details), "nothing to merge them by"
    assert facts.warnings == ("sde, sdf are paths of one device, mpath6 (350002ac20398383d): dm-3 is used for it.",)


def test_groups_of_paths():
    facts = _parse(_text("svc-two-groups.txt"))
    assert [detail.kernel_name for detail in facts.details] == ["sde", "sdg", "sdf", "sdh"]
    assert {detail.settings["multipath"]["paths"] for detail in facts.details} == {4}


def test_messages_between_the_answers():
    facts = _parse(_text("pure-with-messages.txt"))
    assert [detail.kernel_name for detail in facts.details] == ["sdaa", "sdac"]
    assert len(facts.warnings) == 1


def test_the_layout_of_old_versions():
    facts = _parse(_text("rhel5-v4.txt"))
    assert [detail.kernel_name for detail in facts.details] == ["sdk", "sdp", "sdf", "sdu"]
    assert facts.details[0].settings["multipath"] == {
        "device": "dm-9",
        "name": "L004",
        "wwid": "360060160ade32800f2e3baf47665e211",
        "paths": 4,
        "policy": "round-robin 0",
        "state": "active ready",
    }


def test_drives_below_several_devices_belong_to_none():
    facts = _parse(_text("several-devices-v4.txt"))
    assert facts.details == ()
    assert (
        "multipath lists sdf below several devices, mpathg, mpathe: which one is right is not known." in facts.warnings
    )
    assert "The multipath device mpathc (test_with_no_devs) has no path." in facts.warnings


def test_failed_and_missing_paths():
    facts = _parse(FAILED)
    assert [detail.kernel_name for detail in facts.details] == ["sdb", "sdc"]
    assert facts.details[1].settings["multipath"]["state"] == "failed faulty offline"
    assert facts.warnings[1:] == (
        "The path sdc of the multipath device mpatha (360000000000000001) does not work: failed faulty offline.",
        "A path of the multipath device mpatha (360000000000000001) is missing.",
    )


def test_native_paths_of_nvme():
    (device,) = multipath.parse_devices(NATIVE)
    assert (device.device, [drive for drive, _ in device.paths]) == ("nvme0n1", ["nvme0c0n1", "nvme0c1n1"])
    assert not any("does not work" in warning for warning in _parse(NATIVE).warnings)


@pytest.mark.parametrize("text", [None, "", "\n  \n", "Oct 13 10:24:01 | DM multipath kernel driver not loaded\n"])
def test_no_paths_give_no_facts(text):
    facts = _parse(text)
    assert (facts.details, facts.warnings, facts.tools) == ((), (), ())


def test_missing_rights_are_reported():
    facts = _parse("need to be root\n")
    assert [(report.name, report.state) for report in facts.tools] == [("multipath", "not_permitted")]
    assert facts.warnings == ("multipath reported nothing: need to be root.",)


@pytest.mark.parametrize("text", ["<html>", "Gerät nicht gefunden", "{" * 5000, "- 1:0:0:0 sda 8:0 active\n", "\0dm-"])
def test_unreadable_output_is_a_warning(text):
    assert _parse(text).warnings == ("The output of multipath was not understood.",)
    assert _parse(text).details == ()


def test_markup_in_a_name_stays_text():
    facts = _parse(FAILED.replace("mpatha", "<b>mpatha</b>"))
    assert facts.details[0].settings["multipath"]["name"] == "<b>mpatha</b>"


@pytest.mark.parametrize("fixture", sorted(path.name for path in DATA.glob("*.txt")))
def test_truncated_output_adds_no_path(fixture):
    text = _text(fixture)
    whole = {detail.kernel_name for detail in _parse(text).details}
    drives = {drive for device in multipath.parse_devices(text) for drive, _ in device.paths}
    for end in range(0, len(text), 41):
        names = {detail.kernel_name for detail in _parse(text[:end]).details}
        assert names <= (whole or drives)
