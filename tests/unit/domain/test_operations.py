"""Operations known to the lab, and their agreement with those of the runner."""

import pytest

from storagelab.domain.operations import (
    KINDS,
    OperationInvalid,
    check_operations,
    compute_max_seconds,
    describe,
    is_destructive,
    needs,
)
from storagelab_runner.operations.kinds import KINDS as RUNNER_KINDS

TIB = 1 << 40
FILL = {"kind": "fill", "passes": 2, "block_bytes": 131072, "pattern": "random"}
FILE_SYSTEM = {"kind": "make_file_system", "type": "ext4", "file_bytes": None, "mount_options": ["noatime"]}
ARRAY = {
    **{"kind": "mdadm_create", "level": "raid1", "chunk_bytes": None, "spares": 0},
    **{"bitmap": "none", "assume_clean": True, "name": "bench"},
}


def test_lab_and_runner_know_the_same_operations():
    assert set(KINDS) == set(RUNNER_KINDS)


def test_every_kind_has_a_title_and_meaning():
    for name, kind in KINDS.items():
        assert kind.title, name
        assert kind.meaning.endswith("."), name


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (FILL, "Fill (passes 2, block 128K, pattern random)"),
        (FILE_SYSTEM, "Make a file system (type ext4, mount options noatime)"),
        (ARRAY, "Create a software array (level raid1, spares 0, bitmap none, assume clean, name bench)"),
        ({"kind": "discard"}, "Discard"),
        ({"kind": "over_provision", "percent": 20}, "Over-provision (20 percent)"),
        (
            {"kind": "wait_quiet", "max_seconds": 60, "what": ["patrol_read", "rebuild"]},
            "Wait for quiet (max 60 s, what patrol read, rebuild)",
        ),
    ],
)
def test_an_operation_in_one_line(operation, words):
    assert describe(operation) == words


def test_destructive_operations():
    assert is_destructive(FILL)
    assert is_destructive({"kind": "nvme_format", "lbaf": None, "ses": 0})
    assert not is_destructive({"kind": "wait_quiet", "max_seconds": 60, "what": ["rebuild"]})
    assert not is_destructive({"kind": "storcli_rebuild_rate", "percent": 30})


def test_required_programs():
    assert needs(FILE_SYSTEM) == ("mkfs.ext4", "blkid", "mount")
    assert needs({"kind": "discard"}) == ()
    assert needs({"kind": "storcli_vd_delete"}) == ("storcli or perccli",)


def test_maximum_duration():
    assert compute_max_seconds(FILL, TIB) == 600 + 2 * TIB // (20 << 20)
    assert compute_max_seconds({"kind": "wait_quiet", "max_seconds": 60, "what": ["rebuild"]}, TIB) == 120
    assert compute_max_seconds({"kind": "nvme_format", "lbaf": None, "ses": 1}, TIB) == 4 * 3600


def test_valid_operation_sequences():
    check_operations([])
    check_operations([{"kind": "over_provision", "percent": 20}, FILL, FILE_SYSTEM])


@pytest.mark.parametrize(
    ("operations", "path"),
    [
        ([FILE_SYSTEM, {"kind": "discard"}], "preparation.1"),
        ([{"kind": "over_provision", "percent": 20}, ARRAY], "preparation.1"),
        ([{**ARRAY, "chunk_bytes": 65536}], "preparation.0.chunk_bytes"),
        ([FILL, {**FILE_SYSTEM, "type": "xfs", "mount_options": ["nobarrier"]}], "preparation.1.mount_options"),
        (
            [{"kind": "storcli_cache_policy", "read_policy": None, "write_policy": None, "io_policy": None}],
            "preparation.0.read_policy",
        ),
    ],
)
def test_contradicting_operations_name_their_place(operations, path):
    with pytest.raises(OperationInvalid) as refused:
        check_operations(operations)
    assert refused.value.path == path
