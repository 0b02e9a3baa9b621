"""Every interlock passes, refuses and, by its rule, does not apply."""

from __future__ import annotations

from storagelab_runner.allow_list import AllowList, Sandbox
from storagelab_runner.block_tree import PciController, SoftwareArray
from storagelab_runner.descriptors import DescriptorScan, OpenUser
from storagelab_runner.interlocks.configured_users import ConfiguredUser, ConfiguredUsers
from storagelab_runner.interlocks.facts import (
    Answered,
    NvmeIdentity,
    OpenedDevice,
    SystemMount,
    VolumeOfController,
)
from storagelab_runner.interlocks.kernel_users import KernelUser, KernelUsers
from storagelab_runner.interlocks.nvme_commands import NvmeHealth
from storagelab_runner.interlocks.stacking import parse_array_members
from storagelab_runner.interlocks.table import INTERLOCKS, judge
from storagelab_runner.mounts import MountEntry

ALL = [f"I{number}" for number in range(1, 26)]
#: What decides about a job that only reads.
READING = ["I1", "I4", "I5", "I6", "I10", "I17", "I23", "I25"]
VOLUME = VolumeOfController("/c0/v1", "Optl", "RAID1", 65536, ("A", "B"), False)


def test_there_are_twenty_five_in_order() -> None:
    assert [interlock.id for interlock in INTERLOCKS] == ALL


def test_good_drive_raises_no_refusal(facts) -> None:
    findings = judge(facts.device(), facts.host())
    assert [finding.id for finding in findings] == ALL
    assert {finding.device for finding in findings} == {"nvme-eui.1"}
    assert [finding.id for finding in findings if finding.verdict == "refuse"] == []
    assert [finding.id for finding in findings if finding.verdict == "not_applicable"] == ["I20", "I21", "I24"]


def test_absent_drive_passes_no_interlock(facts) -> None:
    refused = [finding.id for finding in judge(facts.absent(), facts.host()) if finding.verdict != "pass"]
    assert refused == ALL


def test_reading_job_skips_interlocks_against_writing(facts) -> None:
    enrolled_nowhere = facts.host(allow_list=AllowList((), None))
    findings = judge(facts.device(writes=False, signatures=None, contents=None, nvme=None), enrolled_nowhere)
    assert [finding.id for finding in findings if finding.verdict == "pass"] == READING
    assert [finding.id for finding in findings if finding.verdict == "refuse"] == []


def test_i1_wants_the_one_whole_drive(facts) -> None:
    device = facts.device()
    assert facts.verdict("I1", device)[0] == "pass"
    assert facts.verdict("I1", device._replace(wanted=device.wanted._replace(serial=None)))[0] == "refuse"
    other = device._replace(wanted=device.wanted._replace(serial="S"))
    assert facts.verdict("I1", other) == ("refuse", "The serial of nvme1n1 is S1 and not S: it is another drive.")
    part = facts.node("nvme1n1p1", whole="nvme1n1")
    assert "a part of nvme1n1" in facts.verdict("I1", facts.device(part))[1]
    assert facts.verdict("I1", facts.device(facts.node(hidden=True)))[0] == "refuse"
    moved = device._replace(wanted=device.wanted._replace(path="/dev/nvme2n1"))
    assert "is now /dev/nvme1n1 and not /dev/nvme2n1" in facts.verdict("I1", moved)[1]


def test_i1_accepts_loop_devices_only_in_sandbox(facts) -> None:
    loop = facts.node("loop0", backing_file="/images/a", transport="loop")
    device = facts.device(loop)
    assert facts.verdict("I1", device)[0] == "refuse"
    assert facts.verdict("I1", device, facts.host(loop, sandbox=Sandbox(())))[0] == "pass"
    assert facts.verdict("I1", device, facts.host(loop, sandbox=Sandbox(("/images",))))[0] == "pass"
    assert facts.verdict("I1", device, facts.host(loop, sandbox=Sandbox(("/image",))))[0] == "refuse"


def test_i2_refuses_both_twins(facts) -> None:
    node = facts.node()
    for twin in (facts.node("nvme9n1", number="259:9"), facts.node("nvme9n1", number="259:9", serials=("other",))):
        assert "same identity as nvme9n1" in facts.verdict("I2", facts.device(), facts.host(node, twin))[1]
    for other in (facts.node("nvme1c1n1", hidden=True), facts.node("nvme1n2", wwid="eui.2")):
        assert facts.verdict("I2", facts.device(), facts.host(node, other))[0] == "pass"
    nameless = facts.node(wwid=None, serials=())
    assert facts.verdict("I2", facts.device(nameless), facts.host(nameless))[0] == "refuse"
    first, second = (facts.node(name, wwid=None) for name in ("sda", "sdb"))
    assert "same identity as sdb" in facts.verdict("I2", facts.device(first), facts.host(first, second))[1]


def test_i3_wants_an_enrolment_that_holds(facts) -> None:
    device = facts.device()
    assert facts.verdict("I3", device) == ("pass", "ada enrolled it here, and nothing about it has changed.")
    for entry in (facts.entry(expires_realtime_ns=facts.NOW), facts.entry(model="other"), facts.entry(serial="S")):
        assert "is void" in facts.verdict("I3", device, facts.host(allow_list=AllowList((entry,), None)))[1]
    assert "is not enrolled" in facts.verdict("I3", device, facts.host(allow_list=AllowList((), None)))[1]
    assert facts.verdict("I3", device, facts.host(allow_list=AllowList((), "Doubt."))) == ("refuse", "Doubt.")


def test_i3_checks_every_member_of_an_array(facts) -> None:
    member = facts.node(holders=("md0",))
    array = facts.node("md0", number="9:0", slaves=("nvme1n1",), array=SoftwareArray("raid1", "clean", None), wwid=None)
    array = array._replace(controllers=(), serials=("uuid",))
    device = facts.device(array)
    device = device._replace(wanted=device.wanted._replace(stable_id="md-uuid-1"))
    assert facts.verdict("I3", device, facts.host(member, array))[0] == "pass"
    changed = facts.host(member._replace(model="other"), array)
    assert "whose enrolment is void" in facts.verdict("I3", device, changed)[1]
    assert "which is not enrolled" in facts.verdict("I3", device, facts.host(member, array, names={}))[1]
    alone = facts.host(member, array._replace(slaves=()))
    assert facts.verdict("I3", facts.device(array._replace(slaves=())), alone)[0] == "refuse"


def test_i3_compares_parts_of_a_virtual_drive(facts) -> None:
    node = facts.scsi("megaraid_sas", channel=2)
    pins = {"transport": "sas", "members": ("A", "B"), "level": "RAID1", "strip_bytes": 65536}
    enrolled = facts.host(node, allow_list=AllowList((facts.entry(**pins),), None))
    assert facts.verdict("I3", facts.device(node, volume=Answered(VOLUME, None)), enrolled)[0] == "pass"
    for volume in (VOLUME._replace(members=("A", "C")), VOLUME._replace(level="RAID0"), VOLUME._replace(strip_bytes=1)):
        assert (
            "made of other drives"
            in facts.verdict("I3", facts.device(node, volume=Answered(volume, None)), enrolled)[1]
        )
    assert facts.verdict("I3", facts.device(node, volume=Answered(None, "x")), enrolled)[0] == "refuse"
    members = tuple(facts.entry(stable_id=f"id-{serial}", serial=serial) for serial in ("A", "B"))
    by_members = facts.host(node, allow_list=AllowList(members, None))
    assert facts.verdict("I3", facts.device(node, volume=Answered(VOLUME, None)), by_members)[0] == "pass"
    one = facts.host(node, allow_list=AllowList(members[:1], None))
    assert facts.verdict("I3", facts.device(node, volume=Answered(VOLUME, None)), one)[0] == "refuse"


def test_i4_reports_reason_of_failed_open(facts) -> None:
    assert facts.verdict("I4", facts.device())[0] == "pass"
    assert facts.verdict("I4", facts.device(opened=None, busy="It is in use.")) == ("refuse", "It is in use.")


def test_i5_compares_the_opened_device(facts) -> None:
    node = facts.node()
    assert facts.verdict("I5", facts.device())[0] == "pass"
    for opened in (OpenedDevice("8:0", 1, node), OpenedDevice(node.number, 1, None), None):
        assert facts.verdict("I5", facts.device(opened=opened))[0] == "refuse"
    swapped = OpenedDevice(node.number, 1, node._replace(serials=("S9",)))
    assert "has the serial S9 and not S1" in facts.verdict("I5", facts.device(opened=swapped))[1]


def test_i6_finds_mounts_of_drive_and_partitions(facts) -> None:
    part = facts.node("nvme1n1p1", whole="nvme1n1", number="259:5")
    device = facts.device()._replace(family=(facts.node(), part))
    for number in ("259:1", "259:5"):
        host = facts.host(mounts=(MountEntry(number, "/data", "ext4", "x"),))
        assert facts.verdict("I6", device, host) == ("refuse", "It is mounted at /data: nothing was touched.")
    assert facts.verdict("I6", device)[0] == "pass"
    doubtful = facts.host(mounts_doubt="nobody knows")
    assert facts.verdict("I6", device, doubtful) == ("refuse", "Whether it is mounted is not known: nobody knows.")
    assert facts.verdict("I6", device._replace(writes=False), doubtful)[0] == "pass"


def test_i7_traces_system_mounts_to_their_drives(facts) -> None:
    def host(*nodes, point="/", kind="ext4", node="dm-0"):
        return facts.host(*nodes, system=(SystemMount(point, kind, "/dev/x", node),))

    drive = facts.node()
    volume = facts.node("dm-0", slaves=("md0",))
    array = facts.node("md0", slaves=("nvme1n1p2",))
    part = facts.node("nvme1n1p2", whole="nvme1n1")
    assert "The server's own / is on it" in facts.verdict("I7", facts.device(), host(drive, volume, array, part))[1]
    assert facts.verdict("I7", facts.device(), host(drive, node="nvme0n1"))[0] == "pass"
    assert "is not known" in facts.verdict("I7", facts.device(), host(drive, kind="overlay", node=None))[1]
    assert facts.verdict("I7", facts.device(), host(drive, kind="nfs4", node=None))[0] == "pass"
    assert "is not known" in facts.verdict("I7", facts.device(), host(drive, point="/var", node="nvme0n1"))[1]


def test_i7_recognises_pool_drives_by_signature(facts) -> None:
    host = facts.host(system=(SystemMount("/", "zfs", "rpool/root", None),))
    assert facts.verdict("I7", facts.device(), host)[0] == "pass"
    member = facts.device(signatures=(facts.signature(content="zfs_member"),))
    assert "may be one of its drives" in facts.verdict("I7", member, host)[1]
    assert facts.verdict("I7", facts.device(opened=None), host)[0] == "refuse"


def test_i8_refuses_boot_partitions_of_firmware(facts) -> None:
    for role in ("C12A7328-F81F-11D2-BA4B-00A0C93EC93B", "0xef", "21686148-6449-6e6f-744e-656564454649"):
        device = facts.device(signatures=(facts.signature(), facts.signature("nvme1n1p1", role=role)))
        verdict, reason = facts.verdict("I8", device)
        assert verdict == "refuse"
        assert reason.startswith("nvme1n1p1 is ")
    assert facts.verdict("I8", facts.device(signatures=(facts.signature(doubt="No tool"),)))[1] == "No tool."
    assert facts.verdict("I8", facts.device())[0] == "pass"


def test_i9_refuses_swap_and_hibernation_devices(facts) -> None:
    for host in (facts.host(swaps=("259:1",)), facts.host(resume="259:1"), facts.host(swaps_doubt="gone")):
        assert facts.verdict("I9", facts.device(), host)[0] == "refuse"
    assert facts.verdict("I9", facts.device(), facts.host(swaps=("8:1",)))[0] == "pass"


def test_i10_refuses_devices_in_use_by_other_layers(facts) -> None:
    assert "used by dm-3" in facts.verdict("I10", facts.device(facts.node(holders=("dm-3",))))[1]
    part = facts.node("nvme1n1p1", holders=("md1",))
    assert "used by md1" in facts.verdict("I10", facts.device()._replace(family=(facts.node(), part)))[1]
    assert facts.verdict("I10", facts.device(facts.node("dm-0", slaves=("sda",), mapper_uuid="LVM-1")))[0] == "refuse"
    for node in (
        facts.node("md0", slaves=("sda",), array=SoftwareArray("raid1", "clean", None)),
        facts.node("dm-0", slaves=("sda",), mapper_uuid="mpath-1"),
    ):
        assert facts.verdict("I10", facts.device(node))[0] == "pass"


def test_i11_refuses_multipath_paths_and_mapper_volumes(facts) -> None:
    path = facts.node(properties={"DM_MULTIPATH_DEVICE_PATH": "1"})
    for node in (path, facts.node(mapper_uuid="CRYPT-1"), facts.node(holders=("dm-0",))):
        assert facts.verdict("I11", facts.device(node))[0] == "refuse"
    assert facts.verdict("I11", facts.device(facts.node(mapper_uuid="mpath-1")))[0] == "pass"
    assert facts.verdict("I11", facts.device(path), facts.host(has_device_mapper=False))[0] == "not_applicable"


def test_i12_to_i14_refuse_members_by_signature(facts) -> None:
    for interlock, kind in (("I12", "LVM2_member"), ("I13", "linux_raid_member"), ("I14", "zfs_member")):
        for signature in (facts.signature("p1", content=kind), facts.signature("p1", magics=("gpt", kind))):
            device = facts.device(signatures=(facts.signature(), signature))
            verdict, reason = facts.verdict(interlock, device)
            assert verdict == "refuse"
            assert reason.startswith("p1 is ")
        assert facts.verdict(interlock, facts.device(signatures=(facts.signature(doubt="No"),))) == ("refuse", "No.")
        assert facts.verdict(interlock, facts.device())[0] == "pass"


def test_i13_reads_the_arrays_of_the_kernel(facts) -> None:
    mdstat = "Personalities : [raid1]\nmd7 : active raid1 nvme2n1[1] nvme1n1[0](F)\n      1 blocks\n\nunused devices: x"
    assert parse_array_members(mdstat) == {"md7": {"nvme1n1", "nvme2n1"}}
    assert facts.verdict("I13", facts.device(), facts.host(mdstat=mdstat)) == ("refuse", "It is a member of md7.")
    assert facts.verdict("I13", facts.device(), facts.host(mdstat=None))[0] == "refuse"
    for state, verdict in (("clean", "pass"), ("inactive", "refuse"), (None, "refuse")):
        array = facts.node("md7", array=SoftwareArray("raid1", state, None))
        assert facts.verdict("I13", facts.device(array), facts.host(array, mdstat=mdstat))[0] == verdict


def test_i15_refuses_every_foreign_signature(facts) -> None:
    for signature in (
        facts.signature(content="ext4"),
        facts.signature(partition_table="gpt"),
        facts.signature(magics=("iso9660",)),
        facts.signature(doubt="blkid is not there"),
    ):
        assert facts.verdict("I15", facts.device(signatures=(signature,)))[0] == "refuse"
    part = facts.node("nvme1n1p1", whole="nvme1n1")
    partitioned = facts.device()._replace(family=(facts.node(), part))
    assert "the partition nvme1n1p1" in facts.verdict("I15", partitioned)[1]


def test_i17_names_processes_that_hold_it_open(facts) -> None:
    user = OpenUser(7, "dd", "259:1", None)
    assert facts.verdict("I17", facts.device(users=DescriptorScan((user,), ()))) == (
        "refuse",
        "It is open in dd (process 7).",
    )
    orphan = user._replace(attempt_id="a-1")
    assert "an orphan of attempt a-1" in facts.verdict("I17", facts.device(users=DescriptorScan((orphan,), ())))[1]
    hidden = facts.device(users=DescriptorScan((), (3, 4)))
    assert "2 processes cannot be looked into" in facts.verdict("I17", hidden)[1]
    somebody = facts.host(is_root=False)
    assert facts.verdict("I17", hidden, somebody)[0] == "refuse"
    assert facts.verdict("I17", hidden._replace(writes=False), somebody)[0] == "not_applicable"


def test_i18_compares_serial_reported_by_drive(facts) -> None:
    assert facts.verdict("I18", facts.device())[0] == "pass"
    assert "reports the serial S2" in facts.verdict("I18", facts.device(nvme=facts.identity(serial="S2")))[1]
    for nvme in (None, Answered(None, "Input/output error")):
        assert facts.verdict("I18", facts.device(nvme=nvme))[0] == "refuse"
    assert facts.verdict("I18", facts.device(facts.scsi("ahci")))[0] == "not_applicable"


def test_i19_names_namespaces_that_share_the_media(facts) -> None:
    node, sibling = facts.node(), facts.node("nvme1n2", wwid="eui.2")
    assert "only namespace of nvme1" in facts.verdict("I19", facts.device())[1]
    verdict, reason = facts.verdict("I19", facts.device(nvme=facts.identity(is_shared=True)), facts.host(node, sibling))
    assert verdict == "pass"
    assert "shares its media with nvme1n2" in reason
    assert facts.verdict("I19", facts.device(nvme=None))[0] == "refuse"
    assert facts.verdict("I19", facts.device(facts.node(controllers=())))[0] == "refuse"
    assert facts.verdict("I19", facts.device(facts.scsi("ahci")))[0] == "not_applicable"


def test_i20_requires_a_healthy_non_boot_volume(facts) -> None:
    node = facts.scsi("megaraid_sas", channel=2)
    assert facts.verdict("I20", facts.device(node, volume=Answered(VOLUME, None)))[0] == "pass"
    for volume in (VOLUME._replace(state="Dgrd"), VOLUME._replace(is_boot=True), VOLUME._replace(is_boot=None)):
        assert facts.verdict("I20", facts.device(node, volume=Answered(volume, None)))[0] == "refuse"
    assert "no tool" in facts.verdict("I20", facts.device(node, volume=Answered(None, "no tool")))[1]
    assert facts.verdict("I20", facts.device(node))[0] == "refuse"
    assert facts.verdict("I20", facts.device(facts.scsi("megaraid_sas")))[0] == "pass"
    assert facts.verdict("I20", facts.device())[0] == "not_applicable"


def test_i21_requires_proof_of_pass_through(facts) -> None:
    host = facts.host(raid_devices=("0:1:1:0",))
    assert facts.verdict("I21", facts.device(facts.scsi("mpt3sas")), host)[0] == "pass"
    assert facts.verdict("I21", facts.device(facts.scsi("mpt3sas", channel=1)), host)[0] == "refuse"
    assert (
        facts.verdict("I21", facts.device(facts.scsi("mpt3sas", folder="/sys/0:0:1:0/block/sda")), host)[0] == "refuse"
    )
    for level, verdict in (("N/A", "pass"), ("RAID 1", "refuse"), (None, "refuse")):
        assert facts.verdict("I21", facts.device(facts.scsi("smartpqi", raid_level=level)))[0] == verdict
    for driver in ("aacraid", "unheard_of", None):
        assert facts.verdict("I21", facts.device(facts.scsi(driver)))[0] == "refuse"
    for driver in ("ahci", "megaraid_sas"):
        assert facts.verdict("I21", facts.device(facts.scsi(driver)))[0] == "not_applicable"
    virtio = facts.scsi("virtio-pci", pci=PciController("0000:00:02.0", "0x018000", "virtio-pci"))
    assert facts.verdict("I21", facts.device(virtio))[0] == "not_applicable"


def test_i22_refuses_a_drive_that_warns(facts) -> None:
    for bit in range(6):
        health = Answered(NvmeHealth(1 << bit, 100, 10, 30), None)
        assert facts.verdict("I22", facts.device(health=health))[0] == "refuse"
    worn = Answered(NvmeHealth(0, 5, 10, 30), None)
    assert facts.verdict("I22", facts.device(health=worn))[0] == "refuse"
    node = facts.scsi("ahci")
    for answer, verdict in ((True, "pass"), (False, "refuse"), (None, "refuse")):
        assert facts.verdict("I22", facts.device(node, health=Answered(answer, None)))[0] == verdict
    assert facts.verdict("I22", facts.device(node, health=Answered(None, "time-out")))[0] == "refuse"
    assert facts.verdict("I22", facts.device(node))[0] == "not_applicable"
    assert facts.verdict("I22", facts.device(facts.scsi("ahci", state="offline")))[0] == "refuse"
    assert facts.verdict("I22", facts.device(facts.node("vdb", transport="virtio")))[0] == "not_applicable"


def test_i23_requires_registered_capacity_and_write_access(facts) -> None:
    assert facts.verdict("I23", facts.device())[0] == "pass"
    for read_only in (True, None):
        locked = facts.device(facts.node(read_only=read_only))
        assert facts.verdict("I23", locked)[0] == "refuse"
        assert facts.verdict("I23", locked._replace(writes=False))[0] == "pass"
    grown = OpenedDevice("259:1", facts.SIZE + 512, facts.node())
    assert "another drive or was reformatted" in facts.verdict("I23", facts.device(opened=grown))[1]


def test_i24_wants_no_other_host(facts) -> None:
    shared = facts.identity(is_shared=True, has_reservations=True)
    assert facts.verdict("I24", facts.device())[0] == "not_applicable"
    assert facts.verdict("I24", facts.device(nvme=facts.identity(is_shared=True)))[0] == "not_applicable"
    for keys, verdict in ((0, "pass"), (1, "refuse")):
        assert facts.verdict("I24", facts.device(nvme=shared, reservations=Answered(keys, None)))[0] == verdict
    assert facts.verdict("I24", facts.device(nvme=shared, reservations=Answered(None, "no")))[0] == "refuse"
    fabric = facts.node(transport="nvme-tcp")
    unshared = Answered(NvmeIdentity("S1", False, False, 1, False, True), None)
    assert facts.verdict("I24", facts.device(fabric, nvme=unshared))[0] == "refuse"
    for transport, verdict in (("sas", "refuse"), ("fc", "refuse"), ("iscsi", "refuse"), (None, "refuse")):
        assert facts.verdict("I24", facts.device(facts.scsi("x", transport=transport)))[0] == verdict
    for transport in ("sata", "usb", "virtio", "loop", "md"):
        assert facts.verdict("I24", facts.device(facts.scsi("x", transport=transport)))[0] == "not_applicable"


def test_i25_wants_the_job_to_fit(facts) -> None:
    device = facts.device()
    assert facts.verdict("I25", device)[0] == "pass"
    assert facts.verdict("I25", device._replace(wanted=device.wanted._replace(size_bytes=None)))[0] == "refuse"
    shrunk = OpenedDevice("259:1", facts.SIZE - 512, facts.node())
    assert facts.verdict("I25", facts.device(opened=shrunk))[0] == "refuse"


def test_users_inside_the_kernel_refuse_also_readers(facts) -> None:
    host = facts.host(kernel_users=KernelUsers((KernelUser("259:1", "the loop device loop0"),), None))
    for writes in (True, False):
        device = facts.device(writes=writes)
        assert facts.verdict("I10", device, host) == (
            "refuse",
            "It is used by the loop device loop0: nothing was touched.",
        )
    other = facts.host(kernel_users=KernelUsers((KernelUser("259:0", "the loop device loop0"),), None))
    assert facts.verdict("I10", facts.device(), other)[0] == "pass"


def test_unreadable_kernel_users_refuse_writers(facts) -> None:
    host = facts.host(kernel_users=KernelUsers((), "configfs is not mounted"))
    assert facts.verdict("I10", facts.device(), host)[0] == "refuse"
    assert facts.verdict("I10", facts.device(writes=False), host)[0] == "pass"


def test_user_of_a_member_refuses_its_array(facts) -> None:
    array = facts.node("md0", number="9:0", array=SoftwareArray("raid0", "clean", 1), slaves=("nvme1n1",))
    host = facts.host(kernel_users=KernelUsers((KernelUser("259:1", "the loop device loop0"),), None))
    device = facts.device(array)._replace(extent=(array, facts.node()))
    assert facts.verdict("I10", device, host)[0] == "refuse"


def test_file_that_names_the_drive_refuses_writers(facts) -> None:
    users = ConfiguredUsers((ConfiguredUser("259:1", "/etc/fstab", "/dev/nvme1n1"),), None)
    reason = "The server is set up to use it, in /etc/fstab (/dev/nvme1n1): nothing was touched."
    assert facts.verdict("I9", facts.device(), facts.host(configured_users=users)) == ("refuse", reason)
    unread = ConfiguredUsers((), "/etc/fstab cannot be read")
    assert facts.verdict("I9", facts.device(), facts.host(configured_users=unread))[0] == "refuse"


def test_container_cannot_see_all_users(facts) -> None:
    host = facts.host(sees_all_processes=False)
    assert facts.verdict("I17", facts.device(), host)[0] == "refuse"
    assert facts.verdict("I17", facts.device(writes=False), host)[0] == "pass"
