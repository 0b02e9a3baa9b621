"""A snapshot holds what can change a result of a target, and two hashes that follow it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.db.models import Array, Configuration, Controller, Drive, Job, Server
from storagelab.domain.configuration import FIELDS, compute_class_hash, compute_instance_hash
from storagelab.domain.configuration_diff import diff_snapshots
from storagelab_workers.configuration_snapshot import file_configuration, read_snapshot

HELLO = {
    "hostname": "alpha",
    "runner_version": "0.1",
    "state_dir": "/var/lib/runner",
    "engines": {"fio": {"version": "fio-3.33"}},
}
SETTINGS = {
    "cmdline.mitigations": "off",
    "sysctl.vm.dirty_ratio": 20,
    "block.md127.scheduler": "none",
    "block.sda.scheduler": "mq-deadline",
    "block.sda.write_cache": "write back",
    "block.sda.rotational": 0,
    "block.sdx.scheduler": "bfq",
}


class Lab:
    """A server with four SAS drives behind an HBA that make a software RAID 5."""

    def __init__(self, make: Factory) -> None:
        self.make = make
        self.server: Server = make.server(
            name="lab1", kernel="6.1", product_name="R760", board_name="0ABC", bios_version="2.1",
            facts={"settings": dict(SETTINGS), "mounts": []},
        )  # fmt: skip
        self.hba: Controller = make.controller(
            self.server, kind="hba", model="HBA465e", firmware="8.4", serial="C1", settings={"rebuild_rate": 30}
        )
        self.drives: list[Drive] = [
            make.drive(
                self.server, kernel_name=f"sd{letter}", stable_id=f"wwn-{letter}", model="PM1653", serial=f"S{letter}",
                firmware="A1", controller_id=self.hba.id, size_bytes=2**40, medium="flash",
            )
            for letter in "abcd"
        ]  # fmt: skip
        self.device: Drive = make.drive(
            self.server, kernel_name="md127", stable_id="md-uuid-1", model="Software RAID (raid5)", transport="md",
            size_bytes=3 * 2**40,
        )  # fmt: skip
        self.array: Array = make.array(
            self.server, key="1:2:3:4", name="data", kernel_name="md127", drive_id=self.device.id, level="raid5",
            strip_bytes=65536, condition="optimal", activity="none", size_bytes=3 * 2**40,
            settings={"raid_devices": 4, "spares": 0, "write_mostly": ["sdd"], "layout": "left-symmetric"},
            members=[self.member(slot) for slot in range(4)],
        )  # fmt: skip

    def member(self, slot: int, state: str = "online") -> dict[str, Any]:
        drive = self.drives[slot]
        return {
            "kind": "drive", "key": drive.kernel_name, "drive_id": str(drive.id), "slot": slot, "state": state,
        }  # fmt: skip

    def job(self, *stable_ids: str, **values: Any) -> Job:
        target = {"kind": "devices", "stable_ids": list(stable_ids or ("md-uuid-1",))}
        return self.make.job(self.server, **({"target": target} | values))

    def snapshot(self, job: Job | None = None) -> dict[str, Any]:
        self.make.session.flush()
        return read_snapshot(
            self.make.session, server=self.server, job=job or self.job(), hello=HELLO, target_path=None
        )


@pytest.fixture
def lab(make: Factory) -> Lab:
    return Lab(make)


def labels(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    return {factor.label: (factor.a, factor.b) for factor in diff_snapshots(before, after)}


def test_snapshot_has_target_arrays_controllers_and_components(lab: Lab) -> None:
    snapshot = lab.snapshot()
    assert (snapshot["snapshot_version"], snapshot["board"], snapshot["bios"]) == (2, "0ABC", "2.1")
    (array,) = snapshot["arrays"]
    assert (array["role"], array["level"], array["strip_bytes"], array["member_count"]) == ("under", "raid5", 65536, 4)
    assert array["settings"] == {"write_mostly": 1, "layout": "left-symmetric"}
    assert array["block"] == {"scheduler": "none"}
    first = array["members"][0]
    assert (first["state"], first["drive"]["model"], first["drive"]["serial"]) == ("online", "PM1653", "Sa")
    assert (first["drive"]["write_cache"], first["drive"]["block"]) == ("write back", {"scheduler": "mq-deadline"})
    (controller,) = snapshot["controllers"]
    assert (controller["model"], controller["firmware"], controller["settings"]) == (
        "HBA465e", "8.4", {"rebuild_rate": 30},
    )  # fmt: skip
    (target,) = snapshot["target"]["drives"]
    assert (target["stable_id"], target["is_array"]) == ("md-uuid-1", True)
    assert snapshot["settings"] == {"cmdline.mitigations": "off", "sysctl.vm.dirty_ratio": 20}


def test_every_snapshot_field_is_assigned_to_the_hashes(lab: Lab) -> None:
    def fields(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield key
                yield from () if key in ("settings", "block", "policies") else fields(item)
        elif isinstance(value, list):
            for item in value:
                yield from fields(item)

    preparation = [{"kind": "over_provision", "percent": 20}, {"kind": "mdadm_create", "level": "raid5", "name": "x"}]
    for snapshot in (lab.snapshot(), lab.snapshot(lab.job("wwn-a", preparation=preparation))):
        assert set(fields(snapshot)) <= FIELDS.keys()


def test_failed_member_changes_class_hash_until_restored(lab: Lab) -> None:
    optimal = lab.snapshot()
    missing = {"kind": "drive", "key": "slot-1", "drive_id": None, "slot": 1, "state": "missing"}
    failed = {**lab.member(1, "failed"), "slot": None}
    lab.array.condition, lab.array.members = "degraded", [lab.member(0), missing, lab.member(2), lab.member(3), failed]
    degraded = lab.snapshot()
    lab.array.condition, lab.array.progress_percent = "rebuilding", 12.5
    lab.array.members = [lab.member(0), lab.member(1, "rebuilding"), lab.member(2), lab.member(3)]
    rebuilding = lab.snapshot()
    lab.array.progress_percent = 80.0
    later = lab.snapshot()
    lab.array.condition, lab.array.progress_percent = "optimal", None
    lab.array.members = [lab.member(0), {**lab.member(1), "slot": 4}, lab.member(2), lab.member(3)]
    again = lab.snapshot()

    assert len({compute_class_hash(snapshot) for snapshot in (optimal, degraded, rebuilding)}) == 3
    assert compute_instance_hash(later) == compute_instance_hash(rebuilding)
    assert (compute_class_hash(again), compute_instance_hash(again)) == (
        compute_class_hash(optimal),
        compute_instance_hash(optimal),
    )
    assert labels(optimal, degraded) == {
        "Array condition": ("optimal", "degraded, 1 of 4 members missing, no redundancy left")
    }
    assert labels(degraded, rebuilding) == {
        "Array condition": ("degraded, 1 of 4 members missing, no redundancy left", "rebuilding")
    }
    assert labels(rebuilding, again) == {"Array condition": ("rebuilding", "optimal")}


def test_names_changed_by_reboot_leave_hashes_unchanged(lab: Lab) -> None:
    before = lab.snapshot()
    lab.drives[0].kernel_name, lab.device.kernel_name, lab.array.kernel_name = "sdq", "md0", "md0"
    lab.hba.pci_address, lab.hba.key = "0000:ff:00.0", "pci:0000:ff:00.0"
    moved = {name.replace("block.sda.", "block.sdq.").replace("md127", "md0"): SETTINGS[name] for name in SETTINGS}
    lab.server.facts = {**lab.server.facts, "settings": moved}
    lab.array.members = [lab.member(slot) for slot in (3, 2, 1, 0)]
    after = lab.snapshot()
    assert (compute_class_hash(after), compute_instance_hash(after)) == (
        compute_class_hash(before),
        compute_instance_hash(before),
    )


def test_wear_and_drive_paths_leave_hashes_unchanged(lab: Lab) -> None:
    def settings(number: int) -> dict[str, Any]:
        paths = {"device": f"dm-{number}", "name": "mpatha", "wwid": f"3500{number}", "paths": 2, "state": "ready"}
        return {
            "trim": True, "smart_attributes": {"177": number}, "device_id": number, "controllers": [f"pci:{number}"],
            "multipath": paths,
        }  # fmt: skip

    lab.drives[0].settings = settings(1)
    before = lab.snapshot()
    lab.drives[0].settings = settings(2)
    after = lab.snapshot()
    assert (compute_class_hash(after), compute_instance_hash(after)) == (
        compute_class_hash(before),
        compute_instance_hash(before),
    )
    lab.drives[0].settings = {**settings(2), "trim": False}
    assert compute_class_hash(lab.snapshot()) != compute_class_hash(before)


def test_firmware_changes_class_and_serial_changes_instance(lab: Lab) -> None:
    before = lab.snapshot()
    lab.drives[0].serial = "another"
    swapped = lab.snapshot()
    assert compute_class_hash(swapped) == compute_class_hash(before)
    assert compute_instance_hash(swapped) != compute_instance_hash(before)
    lab.hba.firmware = "8.5"
    assert labels(before, lab.snapshot()) == {"Firmware of the controller": ("8.4", "8.5")}


def test_array_member_as_target_names_its_array(lab: Lab) -> None:
    snapshot = lab.snapshot(lab.job("wwn-a"))
    assert [(array["role"], array["level"]) for array in snapshot["arrays"]] == [("above", "raid5")]
    assert snapshot["target"]["drives"][0]["is_array"] is False


def test_nested_array_is_resolved_to_its_drives(lab: Lab, make: Factory) -> None:
    outer_device = make.drive(lab.server, kernel_name="md1", stable_id="md-uuid-outer", transport="md")
    by_drive = {"kind": "lun", "key": "md127", "drive_id": str(lab.device.id), "slot": 0, "state": "online"}
    by_key = {"kind": "array", "key": "other", "drive_id": None, "slot": 1, "state": "online"}
    make.array(lab.server, key="other", level="raid1", members=[])
    make.array(lab.server, key="outer", drive_id=outer_device.id, level="raid0", members=[by_drive, by_key])
    (array,) = lab.snapshot(lab.job("md-uuid-outer"))["arrays"]
    assert [member["array"]["level"] for member in array["members"]] == ["raid5", "raid1"]
    assert len(array["members"][0]["array"]["members"]) == 4
    assert lab.snapshot(lab.job("md-uuid-outer"))["controllers"][0]["model"] == "HBA465e"


def test_arrays_that_name_each_other_end(lab: Lab) -> None:
    lab.array.members = [{"kind": "array", "key": "1:2:3:4", "drive_id": None, "slot": 0, "state": "online"}]
    assert lab.snapshot()["arrays"][0]["members"][0]["array"] is None


def test_nvme_drive_contains_the_link_of_its_controller(lab: Lab, make: Factory) -> None:
    own = make.controller(lab.server, kind="nvme", link_speed_gts=16.0, link_width=2, max_link_width=4, firmware="B")
    make.drive(lab.server, stable_id="nvme-x", firmware="B", controller_id=own.id)
    snapshot = lab.snapshot(lab.job("nvme-x"))
    drive = snapshot["target"]["drives"][0]
    assert snapshot["controllers"] == []
    assert (drive["link_speed_gts"], drive["link_width"], drive["max_link_width"]) == (16.0, 2, 4)


def test_file_target_is_assigned_to_its_array(lab: Lab) -> None:
    for drive in (*lab.drives, lab.device):
        drive.mountpoints = ["/data"]
    mount = {"mountpoint": "/data", "filesystem": "xfs", "source": "/dev/md127"}
    lab.server.facts = {**lab.server.facts, "mounts": [mount]}
    job = lab.job(target={"kind": "file", "path": "/data/x", "size_bytes": 2**20})
    lab.make.session.flush()
    snapshot = read_snapshot(lab.make.session, server=lab.server, job=job, hello=HELLO, target_path="/data/x")
    assert (snapshot["target"]["filesystem"], snapshot["target"]["drive"]["stable_id"]) == ("xfs", "md-uuid-1")
    assert snapshot["arrays"][0]["name"] == "data"


def test_copy_target_has_its_own_drives_in_snapshot(lab: Lab) -> None:
    for drive in (*lab.drives, lab.device):
        drive.mountpoints = ["/data"]
    other = lab.make.drive(lab.server, kernel_name="sde", stable_id="wwn-e", model="PM9A3", serial="SE")
    other.mountpoints = ["/other"]
    lab.server.facts = {
        **lab.server.facts,
        "mounts": [
            {"mountpoint": "/data", "filesystem": "xfs", "source": "/dev/md127"},
            {"mountpoint": "/other", "filesystem": "ext4", "source": "/dev/sde1"},
        ],
    }

    def snapshot(**second: str) -> dict[str, Any]:
        job = lab.job(target={"kind": "file", "path": "/data/x", "size_bytes": 2**20, **second})
        lab.make.session.flush()
        return read_snapshot(lab.make.session, server=lab.server, job=job, hello=HELLO, target_path="/data/x")

    one, two = snapshot(), snapshot(copy_to="/other/x")
    assert "copy_to" not in one["target"]
    second = two["target"]["copy_to"]
    assert (second["path"], second["filesystem"], second["drive"]["model"]) == ("/other/x", "ext4", "PM9A3")
    assert (second["arrays"], second["controllers"]) == ([], [])
    # The array and its members are those of the first place alone.
    assert two["arrays"] == one["arrays"]
    assert labels(one, two) == {"File system of copies": ("none", "ext4 on PM9A3")}
    assert labels(two, snapshot(copy_to="/data/y")) == {"File system of copies": ("ext4 on PM9A3", "xfs on RAID 5")}
    assert compute_class_hash(one) != compute_class_hash(two)
    assert compute_class_hash(two) == compute_class_hash(snapshot(copy_to="/other/elsewhere"))


def test_lasting_preparation_changes_configuration_but_cleaning_does_not(lab: Lab) -> None:
    plain = lab.snapshot(lab.job("wwn-a"))
    cleaning = [{"kind": "discard"}, {"kind": "wait_quiet", "max_seconds": 5}]
    cleaned = lab.snapshot(lab.job("wwn-a", preparation=cleaning))
    reserved = lab.snapshot(lab.job("wwn-a", preparation=[{"kind": "over_provision", "percent": 20}]))
    assert compute_class_hash(cleaned) == compute_class_hash(plain)
    assert reserved["target"]["drives"][0]["over_provisioned_percent"] == 20
    assert compute_class_hash(reserved) != compute_class_hash(plain)


def test_drive_missing_from_inventory_has_only_its_name(lab: Lab) -> None:
    snapshot = lab.snapshot(lab.job("wwn-gone"))
    (drive,) = snapshot["target"]["drives"]
    assert drive["stable_id"] == "wwn-gone"
    assert (drive["model"], drive["serial"], snapshot["arrays"]) == (None, None, [])


def test_same_system_is_filed_once_under_its_name(lab: Lab, session: Session) -> None:
    def filed(**values: Any) -> uuid.UUID:
        return file_configuration(session, server=lab.server, job=lab.job(**values), hello=HELLO, target_path=None)

    first = filed()
    assert filed() == first
    named = filed(configuration_name="2x PERC 12, RAID 5, rebuild")
    assert named != first
    renamed = session.get_one(Configuration, named)
    renamed.name, renamed.derived_name = "Rebuild", renamed.name
    session.flush()
    assert filed(configuration_name="2x PERC 12, RAID 5, rebuild") == filed(configuration_name="Rebuild") == named
    lab.array.condition = "degraded"
    session.flush()
    degraded = filed()
    assert degraded not in (first, named)
    assert session.get_one(Configuration, degraded).name == "lab1, RAID 5 of 4 x PM1653, degraded"
    configuration = session.get_one(Configuration, first)
    assert configuration.name == "lab1, RAID 5 of 4 x PM1653"
    assert configuration.class_hash == compute_class_hash(configuration.snapshot)
    assert configuration.instance_hash == compute_instance_hash(configuration.snapshot)


def test_configuration_name_includes_array_created_by_job(lab: Lab, session: Session) -> None:
    making = [{"kind": "mdadm_create", "level": "raid0", "chunk_bytes": 65536, "members": ["wwn-a"]}]
    job = lab.job("wwn-a", preparation=making)
    made = file_configuration(session, server=lab.server, job=job, hello=HELLO, target_path=None)
    assert "RAID 0 of 1 x " in session.get_one(Configuration, made).name
