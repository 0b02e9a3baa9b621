"""Array records of the runner, read by the inventory's readers; missing answers stay unknown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab_workers.attempts.array_observations import ArrayObservation, parse_record

DATA = Path(__file__).parents[2] / "data"
MIRROR = "hmqeGc-Yzcu-RzGw-vWNE-MbZ4-rA3s-4B1sgF"
MDSTAT = """Personalities : [raid6] [raid5] [raid4]
md0 : active raid5 sdd[4] sdc[2] sdb[1] sda[0]
      3144192 blocks super 1.2 level 5, 512k chunk, algorithm 2 [4/{working}] [{letters}]
{more}
md1 : active raid1 sdf[1] sde[0]
      1046528 blocks super 1.2 [2/2] [UU]

unused devices: <none>
"""
WHOLE = MDSTAT.format(working=4, letters="UUUU", more="")
DEGRADED = MDSTAT.format(working=3, letters="UUU_", more="")
REBUILDING = MDSTAT.format(
    working=3, letters="UUU_",
    more="      [==>..................]  recovery = 12.6% (132352/1048064) finish=0.5min speed=26470K/sec",
)  # fmt: skip


def record(*entries: dict[str, Any]) -> bytes:
    return json.dumps({"boottime_ns": 1, "conditions": list(entries)}).encode()


def of_md(raw: str | None, name: str = "md0", **values: Any) -> dict[str, Any]:
    return {"device": "md-uuid-1", "kernel_name": name, "kind": "mdadm", "raw": raw, **values}


@pytest.mark.parametrize(("raw", "condition"), [(WHOLE, "optimal"), (DEGRADED, "degraded"), (REBUILDING, "rebuilding")])
def test_array_condition_is_read_from_mdstat(raw: str, condition: str) -> None:
    assert parse_record(record(of_md(raw))) == (ArrayObservation("md-uuid-1", "md0", condition, "none", name="md0"),)
    assert parse_record(record(of_md(raw, "md1"))) == (
        ArrayObservation("md-uuid-1", "md1", "optimal", "none", name="md1"),
    )


def test_unqueryable_array_is_unknown_with_a_reason() -> None:
    sights = parse_record(record(of_md(None, problem="no program"), of_md(WHOLE, "md9"), of_md("Gerät unbekannt")))
    assert [(sight.condition, sight.problem) for sight in sights] == [
        (None, "no program"),
        (None, "md9 is not in the output of mdadm"),
        (None, "md0 is not in the output of mdadm"),
    ]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"conditions": [1]}', b'{"conditions": [{}]}', b"\xff"])
def test_invalid_record_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_record(text)


def layer(kernel_name: str, identity: str | None = None, device: str = "the-target") -> dict[str, Any]:
    return {"device": device, "kernel_name": kernel_name, "identity": identity}


def recorded(kind: str, *layers: dict[str, Any], problem: str | None = None, **outputs: str | None) -> bytes:
    entry = {"kind": kind, "layers": layers, "outputs": {name.replace("__", "/"): outputs[name] for name in outputs}}
    return record(entry if problem is None else {**entry, "problem": problem})


def text(name: str) -> str:
    return (DATA / name).read_text()


def states(content: bytes) -> list[tuple[str, str | None, str | None, str | None]]:
    return [(sight.kernel_name, sight.name, sight.condition, sight.activity) for sight in parse_record(content)]


def test_arrays_of_the_kernel_share_one_answer() -> None:
    assert states(recorded("mdadm", layer("md0"), layer("md1"), mdstat=DEGRADED)) == [
        ("md0", "md0", "degraded", "none"),
        ("md1", "md1", "optimal", "none"),
    ]


@pytest.mark.parametrize(("capture", "condition"), [("mirrored", "optimal"), ("lost-drive", "degraded")])
def test_hidden_logical_volumes_are_not_arrays(capture: str, condition: str) -> None:
    report = text(f"lvm/{capture}-lvs.json")
    hidden = [row["lv_uuid"] for part in json.loads(report)["report"] for row in part["lv"] if row["lv_uuid"] != MIRROR]
    layers = [layer("dm-4", MIRROR), *(layer(f"dm-{number}", uuid) for number, uuid in enumerate(hidden))]
    assert states(recorded("lvm", *layers, lvm_lvs=report)) == [("dm-4", "lab/mirrored", condition, "none")]


@pytest.mark.parametrize(
    ("fields", "condition", "activity"),
    [
        ({"lv_attr": "rwi-a-r-p-", "lv_health_status": "partial"}, "degraded", "none"),
        ({"raid_sync_action": "recover", "sync_percent": "31.20"}, "rebuilding", "none"),
        ({"raid_sync_action": "check", "sync_percent": "31.20"}, "optimal", "consistency_check"),
        ({"raid_sync_action": "resync", "sync_percent": "31.20"}, "initialising", "none"),
        ({"lv_attr": "rwi-s-r---"}, None, None),
    ],
)
def test_logical_volume_reports_its_lvs_state(
    fields: dict[str, str], condition: str | None, activity: str | None
) -> None:
    report = json.loads(text("lvm/mirrored-lvs.json"))
    for part in report["report"]:
        for row in part["lv"]:
            row.update(fields if row["lv_uuid"] == MIRROR else {})
    content = recorded("lvm", layer("dm-4", MIRROR), lvm_lvs=json.dumps(report))
    assert states(content) == [("dm-4", "lab/mirrored", condition, activity)]


def test_missing_lvs_output_reports_top_volume_as_unknown() -> None:
    sights = parse_record(recorded("lvm", layer("dm-4", MIRROR), layer("dm-0", "x"), problem="no lvs", lvm_lvs=None))
    assert sights == (ArrayObservation("the-target", "dm-4", None, None, "no lvs"),)


def test_volume_missing_from_lvs_is_unknown() -> None:
    (sight,) = parse_record(recorded("lvm", layer("dm-9", "another"), lvm_lvs=text("lvm/mirrored-lvs.json")))
    assert (sight.condition, sight.problem) == (None, "dm-9 is not in the output of LVM")


def pool(state: str, scan: str, mirror: str = "ONLINE") -> str:
    return (
        f"  pool: tank\n state: {state}\n  scan: {scan}\nconfig:\n\n\tNAME  STATE  READ WRITE CKSUM\n"
        f"\ttank {state} 0 0 0\n\t  mirror-0 {mirror} 0 0 0\n\t    /dev/sda ONLINE 0 0 0\n\t    /dev/sdb ONLINE 0 0 0\n"
        "\nerrors: No known data errors\n"
    )


SCRUB = "scrub in progress since Sun Nov 1 00:24:01 2026\n\t1G scanned, 0B repaired, 12.50% done, 01:00:00 to go"
RESILVER = SCRUB.replace("scrub", "resilver")


@pytest.mark.parametrize(
    ("status", "condition", "activity"),
    [
        (pool("ONLINE", "none requested"), "optimal", "none"),
        (pool("ONLINE", SCRUB), "optimal", "consistency_check"),
        (pool("DEGRADED", RESILVER), "rebuilding", "none"),
        (pool("DEGRADED", "none requested"), "degraded", "none"),
        (pool("FAULTED", "none requested"), "failed", "none"),
        (pool("SUSPENDED", SCRUB), "failed", "consistency_check"),
    ],
)
def test_pool_and_its_parts(status: str, condition: str, activity: str) -> None:
    first, second = states(recorded("zfs", layer("tank"), zpool_status=status))
    assert first == ("tank", "tank", condition, activity)
    assert second[:2] == ("tank/mirror-0", "tank/mirror-0")


def test_unqueryable_pool_is_unknown() -> None:
    assert parse_record(recorded("zfs", layer("tank"), zpool_status=None, problem="zpool did not answer")) == (
        ArrayObservation("the-target", "tank", None, None, "zpool did not answer"),
    )
    (other,) = parse_record(recorded("zfs", layer("tank"), zpool_status=text("zfs/status-mirrors.txt")))
    assert (other.condition, other.problem) == (None, "tank is not in the output of ZFS")


VOLUMES = text("storcli/volumes.json")
RESTING = text("storcli/patrol_read.json")
READING = RESTING.replace("Stopped", "Active 4%")


def volume(**changes: str) -> tuple[str, str]:
    """Return the first virtual drive alone, in another state: its answer and its world-wide name."""
    document = json.loads(VOLUMES)
    data = document["Controllers"][0]["Response Data"]
    details = data["VD0 Properties"]
    data["/c0/v0"][0]["State"] = changes.pop("State", "Optl")
    details |= {"Active Operations": "None", **changes}
    sections = {"/c0/v0", "VD0 Properties", "PDs for VD 0"}
    document["Controllers"][0]["Response Data"] = {key: value for key, value in data.items() if key in sections}
    document["Controllers"] = document["Controllers"][:1]
    return json.dumps(document), details["SCSI NAA Id"]


@pytest.mark.parametrize(
    ("changes", "patrol", "condition", "activity"),
    [
        ({}, RESTING, "optimal", "none"),
        ({}, READING, "optimal", "patrol_read"),
        ({}, None, "optimal", None),
        ({"State": "Dgrd"}, RESTING, "degraded", "none"),
        ({"State": "Pdgd"}, RESTING, "degraded", "none"),
        ({"State": "OfLn"}, RESTING, "failed", "none"),
        ({"State": "Rec"}, RESTING, "rebuilding", "none"),
        ({"Active Operations": "Consistency Check (36%)"}, RESTING, "optimal", "consistency_check"),
        ({"Active Operations": "BGI (3%)"}, RESTING, "initialising", "none"),
    ],
)
def test_virtual_drive_is_matched_by_wwn(
    changes: dict[str, str], patrol: str | None, condition: str, activity: str | None
) -> None:
    answer, naa = volume(**changes)
    content = recorded("storcli", layer("sdz", f"naa.{naa}"), storcli_volumes=answer, storcli_patrol=patrol)
    ((kernel_name, _, *state),) = states(content)
    assert (kernel_name, state) == ("sdz", [condition, activity])


def test_unlisted_virtual_drive_is_unknown() -> None:
    answer, _ = volume()
    content = recorded("storcli", layer("sdz", "naa.600605b00d8a1bc02bcb5d3714b5b5b5"), storcli_volumes=answer)
    (sight,) = parse_record(content)
    assert (sight.condition, sight.problem) == (None, "sdz is not in the output of storcli")


def test_a_missing_program_leaves_it_unknown() -> None:
    content = recorded(
        "storcli", layer("sdb"), storcli_volumes=None, storcli_patrol=None, problem="storcli was not found on PATH"
    )
    assert parse_record(content) == (
        ArrayObservation("the-target", "sdb", None, None, "storcli was not found on PATH"),
    )


def test_unsupported_controller_is_unknown() -> None:
    content = recorded("arcmsr", layer("sdb"), problem="no tool reports on arcmsr")
    assert parse_record(content) == (ArrayObservation("the-target", "sdb", None, None, "no tool reports on arcmsr"),)


def test_adaptec_device_reports_condition_and_tasks() -> None:
    config = text("arcconf/serveraid-8k-raid6.txt")
    outputs = {"arcconf__1": config, "arcconf_status__1": text("arcconf/getstatus-idle.txt")}
    assert [state[2:] for state in states(recorded("arcconf", layer("sdb"), **outputs))] == [("optimal", "none")]
    busy = outputs | {"arcconf_status__1": text("arcconf/getstatus-tasks.txt")}
    assert [state[2:] for state in states(recorded("arcconf", layer("sdb"), **busy))] == [("rebuilding", "none")]
    untold = outputs | {"arcconf_status__1": None}
    assert [state[2:] for state in states(recorded("arcconf", layer("sdb"), **untold))] == [("optimal", None)]


def test_logical_drives_of_a_smart_array() -> None:
    answer = text("ssacli/p816i-raid6-raid1.txt")
    layers = [layer("sdb", "naa.600508b1001ccd7b72db95e459cddccc"), layer("sdd")]
    assert states(recorded("ssacli", *layers, ssacli=answer)) == [
        ("sdb", "00F87066PEYHD0CRHB00IZ E143", "optimal", "none"),
        ("sdd", "08F87097PEYHD0CRHB00IZ 67CC", "optimal", "none"),
    ]
    worse = answer.replace(
        "Status: OK\n         Unrecoverable", "Status: Interim Recovery Mode\n         Unrecoverable"
    )
    assert [state[2] for state in states(recorded("ssacli", *layers, ssacli=worse))] == ["degraded", "degraded"]


def test_layers_are_reported_one_by_one() -> None:
    entries = [
        json.loads(recorded("lvm", layer("dm-4", MIRROR), lvm_lvs=text("lvm/mirrored-lvs.json")))["conditions"][0],
        json.loads(recorded("mdadm", layer("md0"), mdstat=REBUILDING))["conditions"][0],
    ]
    assert states(record(*entries)) == [
        ("dm-4", "lab/mirrored", "optimal", "none"),
        ("md0", "md0", "rebuilding", "none"),
    ]
