"""Effect of a preparation on the rest of the spec: written devices, and the reach of phases."""

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.spec import FORMAT, check_reach, parse_spec

READ = "[phase]\nioengine=psync\nfilename=@TARGET@\nrw=read\nthread=1\n"
WRITE = READ.replace("rw=read", "rw=write")
DEVICE = {"stable_id": "nvme-x", "serial": "S1", "path": "/dev/nvme1n1", "size_bytes": 64 << 20}
FILE_SYSTEM = {"kind": "make_file_system", "type": "xfs", "file_bytes": 1 << 20, "mount_options": []}
RESERVE = {"kind": "over_provision", "percent": 50}
WAIT = {"kind": "wait_quiet", "max_seconds": 9, "what": ["rebuild"]}


def _spec(job_text=WRITE, *, devices=1, target=None, preparation=()):
    target = target or {"kind": "devices", "devices": [DEVICE] * devices}
    phase = {"ordinal": 1, "name": "x", "job_file": job_text, "writes": "rw=write" in job_text, "ramp_seconds": 0}
    phase |= {"status_interval_seconds": 1, "stop": {"kind": "time", "seconds": 5}}
    spec = {"format": FORMAT, "deadline_seconds": 60, "engine": "fio", "target": target, "phases": [phase]}
    return parse_spec({**spec, "preparation": list(preparation)})


def test_discard_marks_a_read_job_as_writing():
    assert not _spec(READ).writes
    assert not _spec(READ, preparation=[WAIT]).writes
    assert _spec(READ, preparation=[{"kind": "discard"}]).writes


@pytest.mark.parametrize("missing", ["stable_id", "serial", "size_bytes"])
def test_prepared_drive_requires_its_complete_identity(missing):
    target = {"kind": "devices", "devices": [{**DEVICE, missing: None}]}
    assert not _spec(READ, target=target).writes
    with pytest.raises(Refusal, match=rf"spec\.target\.devices\.0\.{missing} is missing"):
        _spec(READ, target=target, preparation=[{"kind": "discard"}])


def test_a_file_is_not_prepared():
    target = {"kind": "file", "path": None, "size_bytes": 1 << 20}
    assert len(_spec(target=target, preparation=[WAIT]).preparation) == 1
    with pytest.raises(Refusal, match="only devices can be prepared"):
        _spec(target=target, preparation=[{"kind": "discard"}])


def test_file_on_new_file_system_requires_first_write():
    assert _spec(WRITE + "size=1m\n", preparation=[FILE_SYSTEM])
    with pytest.raises(Refusal, match="first phase must write"):
        _spec(READ + "size=1m\n", preparation=[FILE_SYSTEM])


@pytest.mark.parametrize(
    ("lines", "devices", "preparation"),
    [
        ("size=65m\n", 1, []),
        ("offset=32m\nsize=33m\n", 1, []),
        ("offset=50%\nsize=33m\n", 1, []),
        ("size=129m\n", 2, []),
        ("size=33m\n", 1, [RESERVE]),
        ("size=51%\n", 1, [RESERVE]),
        ("offset=1%\nsize=50%\n", 1, [RESERVE]),
        ("size=0\n", 1, [RESERVE]),
        ("", 1, [RESERVE]),
        ("size=2m\n", 1, [FILE_SYSTEM]),
    ],
)
def test_phase_beyond_target_or_into_reserve_is_refused(lines, devices, preparation):
    with pytest.raises(Refusal, match="reaches byte"):
        _spec(WRITE + lines, devices=devices, preparation=preparation)


@pytest.mark.parametrize(
    ("lines", "devices", "preparation"),
    [
        ("", 1, []),
        ("offset=32m\nsize=32m\n", 1, []),
        ("offset=50%\nsize=80%\n", 1, []),
        ("size=128m\n", 2, []),
        ("size=32m\n", 1, [RESERVE]),
        ("size=50%\n", 1, [RESERVE]),
        ("size=1m\n", 1, [FILE_SYSTEM]),
    ],
)
def test_phases_that_stay_inside(lines, devices, preparation):
    assert len(_spec(WRITE + lines, devices=devices, preparation=preparation).phases) == 1


def test_prepared_device_is_measured_once_it_exists():
    array = {"kind": "mdadm_create", "level": "raid1", "chunk_bytes": None, "spares": 0, "bitmap": "none"}
    preparation = [{**array, "assume_clean": True, "name": "x"}]
    spec = _spec(WRITE + "size=1t\n", devices=2, preparation=preparation)
    with pytest.raises(Refusal, match="reaches byte"):
        check_reach(spec.phases, [64 << 20], 0)
    with pytest.raises(Refusal, match="no device to test"):
        check_reach(spec.phases, [], 0)
