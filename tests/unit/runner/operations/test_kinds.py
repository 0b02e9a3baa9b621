"""Operations read field by field: anything unknown, out of bounds or out of order is refused."""

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.operations import kinds, playing
from storagelab_runner.operations.kinds import parse_operations
from storagelab_runner.operations.titles import format_title

FILL = {"kind": "fill", "passes": 2, "block_bytes": 131072, "pattern": "random"}
FILE_SYSTEM = {"kind": "make_file_system", "type": "ext4", "file_bytes": None, "mount_options": ["noatime"]}
ARRAY = {
    **{"kind": "mdadm_create", "level": "raid10", "chunk_bytes": 65536, "spares": 1},
    **{"bitmap": "none", "assume_clean": False, "name": "bench-1"},
}
VOLUME = {
    **{"kind": "storcli_vd_create", "level": "raid5", "strip_bytes": 65536, "members": ["Z4DS105ZTM3W"]},
    **{"drives_per_span": None, "read_policy": "nora", "write_policy": "wt", "io_policy": "direct"},
    **{"drive_cache": "default", "initialisation": "none", "name": "bench"},
}
WAIT = {"kind": "wait_quiet", "max_seconds": 60, "what": ["initialisation", "learn_cycle"]}
OTHERS = [
    {"kind": "discard"},
    {"kind": "write_zeroes"},
    {"kind": "nvme_format", "lbaf": None, "ses": 1},
    {"kind": "nvme_sanitize", "action": "crypto_erase"},
    {"kind": "ata_secure_erase", "enhanced": True},
    {"kind": "scsi_sanitize", "action": "overwrite"},
    {"kind": "scsi_format", "block_bytes": 4096},
    {"kind": "over_provision", "percent": 20},
    {"kind": "mdadm_stop", "erase_superblocks": True},
    {"kind": "mdadm_fail", "member": "nvme-QEMU_NVMe_Ctrl_LAB-1"},
    {"kind": "mdadm_readd", "member": "nvme-QEMU_NVMe_Ctrl_LAB-1", "full": False},
    {"kind": "mdadm_add_spare", "member": "nvme-QEMU_NVMe_Ctrl_LAB-2"},
    {"kind": "storcli_vd_delete"},
    {"kind": "storcli_drive_offline", "member": "Z4DS105ZTM3W"},
    {"kind": "storcli_drive_missing", "member": "Z4DS105ZTM3W"},
    {"kind": "storcli_rebuild_start", "member": "Z4DS105ZTM3W"},
    {"kind": "storcli_rebuild_rate", "percent": 60},
    {"kind": "storcli_hot_spare", "action": "add", "member": "Z4DS105ZTM3W"},
    {"kind": "storcli_cache_policy", "read_policy": None, "write_policy": "wb", "io_policy": None},
    {"kind": "storcli_drive_cache_policy", "drive_cache": "off"},
    {"kind": "storcli_jbod", "on": True, "members": ["Z4DS105ZTM3W"]},
]
EVERY = [FILL, FILE_SYSTEM, ARRAY, VOLUME, WAIT, *OTHERS]


@pytest.mark.parametrize("document", EVERY, ids=lambda document: document["kind"])
def test_every_kind_is_parsed_and_has_a_title(document):
    (operation,) = parse_operations("spec.preparation", [document])
    listed = {key: list(value) if isinstance(value, tuple) else value for key, value in operation.to_json().items()}
    assert listed == document
    assert format_title(operation)[0].isupper()


def test_tested_documents_cover_every_kind():
    assert {document["kind"] for document in EVERY} == set(kinds.KINDS) == set(playing.DOING)


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"kind": "rm -rf"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": ["fill"]}, "kind"),
        ({"kind": "discard", "device": "/dev/sda"}, "device"),
        ({**FILL, "passes": 0}, "passes"),
        ({**FILL, "passes": 5}, "passes"),
        ({**FILL, "passes": True}, "passes"),
        ({**FILL, "passes": "2"}, "passes"),
        ({**FILL, "block_bytes": 5000}, "block_bytes"),
        ({**FILL, "block_bytes": 131072.5}, "block_bytes"),
        ({**FILL, "pattern": "random\nexec_prerun=x"}, "pattern"),
        ({key: value for key, value in FILL.items() if key != "pattern"}, "pattern"),
        ({"kind": "nvme_format", "lbaf": 64, "ses": 1}, "lbaf"),
        ({"kind": "nvme_format", "lbaf": 0, "ses": True}, "ses"),
        ({"kind": "nvme_format", "lbaf": 0, "ses": 3}, "ses"),
        ({"kind": "nvme_sanitize", "action": "2"}, "action"),
        ({"kind": "over_provision", "percent": 91}, "percent"),
        ({**FILE_SYSTEM, "type": "ext4 -F"}, "type"),
        ({**FILE_SYSTEM, "mount_options": ["suid"]}, "mount_options"),
        ({**FILE_SYSTEM, "mount_options": ["noatime", "noatime"]}, "mount_options"),
        ({**FILE_SYSTEM, "mount_options": "noatime"}, "mount_options"),
        ({**FILE_SYSTEM, "type": "xfs", "mount_options": ["nobarrier"]}, "mount_options"),
        ({**ARRAY, "name": "../../sda"}, "name"),
        ({**ARRAY, "name": "-x"}, "name"),
        ({**ARRAY, "level": 10}, "level"),
        ({**ARRAY, "level": "raid1"}, "chunk_bytes"),
        ({"kind": "mdadm_fail", "member": "/dev/sda"}, "member"),
        ({"kind": "mdadm_fail", "member": "a b"}, "member"),
        ({**VOLUME, "members": []}, "members"),
        ({**VOLUME, "members": ["A", "A"]}, "members"),
        ({**VOLUME, "members": ["252:0"]}, "members"),
        ({**VOLUME, "members": ["A force"]}, "members"),
        ({**VOLUME, "members": [{"serial": "A"}]}, "members"),
        ({**VOLUME, "strip_bytes": 1 << 21}, "strip_bytes"),
        ({"kind": "storcli_drive_offline", "member": "SN\n"}, "member"),
        ({"kind": "storcli_cache_policy", "read_policy": None, "write_policy": None, "io_policy": None}, "0 changes"),
        ({**WAIT, "what": ["everything"]}, "what"),
        ({**WAIT, "max_seconds": float("inf")}, "max_seconds"),
        ("discard", "0 must be an object"),
    ],
)
def test_wrong_field_is_named(document, field):
    with pytest.raises(Refusal, match=field) as refused:
        parse_operations("spec.preparation", [document])
    assert refused.value.code == "bad_request"


@pytest.mark.parametrize("value", [None, {}, "discard", [{"kind": "discard"}] * 65])
def test_preparation_must_be_a_bounded_list(value):
    with pytest.raises(Refusal, match="must be a list"):
        parse_operations("spec.preparation", value)


@pytest.mark.parametrize(
    ("documents", "reason"),
    [
        ([FILE_SYSTEM, {"kind": "discard"}], "once a file system is mounted"),
        ([FILE_SYSTEM, FILE_SYSTEM], "once a file system is mounted"),
        ([{"kind": "over_provision", "percent": 10}, {"kind": "discard"}], "after over_provision"),
        ([{"kind": "over_provision", "percent": 10}, ARRAY], "after over_provision"),
    ],
)
def test_invalid_order_of_operations_is_refused(documents, reason):
    with pytest.raises(Refusal, match=reason):
        parse_operations("spec.preparation", documents)


def test_a_reserve_is_whole_mebibytes_smaller():
    assert kinds.compute_over_provisioned_bytes(64 << 20, 0) == 64 << 20
    assert kinds.compute_over_provisioned_bytes(64 << 20, 20) == 51 << 20
    assert kinds.compute_over_provisioned_bytes(1000, 0) == 1000


def test_only_waiting_leaves_drives_unchanged():
    assert not kinds.has_drive_changes(parse_operations("p", [WAIT]))
    assert all(kinds.has_drive_changes(parse_operations("p", [document])) for document in EVERY if document is not WAIT)
