"""From a request to a plan: scales, loads for each drive, and what a target cannot take."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.db.models import Drive
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.plan import RunnablePlan, make_spec, plan_job
from storagelab.planning.plan_views import describe_plan
from storagelab.planning.schemas import FileTarget, JobCreate
from storagelab.planning.targets import TargetDrive, TargetPlan
from storagelab.profiles.catalogue import get_profile
from storagelab_runner.spec import parse_spec

GIB = 1 << 30
FILE = FileTarget(kind="file", size_bytes=GIB)


def drives(count: int, *, logical_block_bytes: int | None = 512, transport: str | None = None) -> TargetPlan:
    hardware = [
        Drive(
            path=f"/dev/sd{letter}",
            serial=f"S{letter}",
            size_bytes=64 * GIB,
            logical_block_bytes=logical_block_bytes,
            transport=transport,
        )
        for letter in "abcdefgh"[:count]
    ]
    return TargetPlan(
        tuple(TargetDrive(f"wwn-{drive.serial}", drive, {}, ()) for drive in hardware), 64 * GIB, 64 * GIB * count
    )


def plan(name: str, target: TargetPlan, *, scale: str = "full", **more: Any) -> RunnablePlan:
    wanted = {"kind": "devices", "stable_ids": [item.stable_id for item in target.drives]}
    body = {
        "server_id": "SRV-1",
        "profile": {"name": name, "scale": scale},
        "target": FILE.model_dump() if target.file else wanted,
        **more,
    }
    return plan_job(JobCreate.model_validate(body), profile=get_profile(name), target=target)


def test_smoke_scale_is_marked_and_takes_seconds() -> None:
    target = TargetPlan((), GIB, GIB, file=FILE)
    smoke = plan("storagereview-8k-70-30", target, scale="smoke")
    full = plan("storagereview-8k-70-30", target)
    assert (full.scale, smoke.scale) == ("full", "smoke")
    assert [phase.name for phase in full.phases] == [phase.name for phase in smoke.phases]
    assert smoke.maximum_seconds == 17 * 2
    assert smoke.warnings[0].startswith("Short test: seconds per phase")
    assert smoke.phases[1].group == "8K 70/30"
    assert len(parse_spec(make_spec(smoke, engine="fio")).phases) == 17


def test_deadline_includes_engine_start_of_every_phase() -> None:
    """Check that uncounted time between hundreds of short phases does not end a run on a slow server early."""
    planned = plan("snia-dirth", drives(1), scale="smoke")
    spec = make_spec(planned, engine="fio")
    assert len(spec["phases"]) > 300
    assert spec["deadline_seconds"] >= planned.maximum_seconds + 8 * len(spec["phases"])


def test_smoke_fill_counts_its_limited_volume() -> None:
    target = TargetPlan((), GIB, GIB, file=FILE)
    only_fill = plan("crystaldiskmark-8", target, scale="smoke").phases[0]
    assert only_fill.stop.compute_volume_bytes(only_fill.addressed_bytes(GIB)) == 64 << 20


def test_relative_load_is_planned_before_maximum_is_measured() -> None:
    planned = plan("perc12-vdbench", drives(1), scale="smoke")
    described = describe_plan(planned)
    maximum, share = described.phases[1], described.phases[9]
    assert (maximum.load_of, maximum.load) == (None, None)
    assert (share.name, share.load_of) == ("64K sequential read: 80 %", 2)
    assert share.load == "80 % of the maximum that phase 2 measures"
    assert share.workload.load_percent == 80
    assert "rate_iops=@READ_RATE@\n" in described.job_files[9].text
    spec = make_spec(planned, engine="fio")
    assert "late_rates" not in spec["phases"][1]
    assert spec["phases"][9]["late_rates"] == {"of": 2, "percent": 80.0}
    assert len(parse_spec(spec).phases) == 79


@pytest.mark.parametrize("profile", ["storagereview-file-server", "iometer-response-time", "h730p-block-sizes"])
def test_blocks_not_multiple_of_logical_block_are_refused(profile: str) -> None:
    assert plan(profile, drives(2))
    assert plan(profile, drives(1, logical_block_bytes=None))
    with pytest.raises(InvalidInput, match="takes multiples of its logical block of 4096 bytes: choose") as refused:
        plan(profile, drives(2, logical_block_bytes=4096))
    assert refused.value.path == "target.stable_ids.0"


def test_a_format_may_make_smaller_blocks() -> None:
    formats = [{"kind": "nvme_format", "lbaf": 0}]
    assert plan("h730p-block-sizes", drives(1, logical_block_bytes=4096), preparation=formats)


def test_a_range_is_parted_among_the_drives() -> None:
    planned = plan("transfer-rate", drives(2))
    job_file = planned.job_texts[50].splitlines()
    assert f"offset={32 * GIB}" in job_file
    assert len(parse_spec(make_spec(planned, engine="fio")).phases) == 100


def test_range_beyond_the_target_is_refused() -> None:
    target = TargetPlan((), GIB, GIB, file=FILE)
    with pytest.raises(InvalidInput, match="34359738368 bytes from byte 0 on do not fit the 1073741824") as refused:
        plan("iometer-workstation-32g", target)
    assert refused.value.path == "phases.1.workload.range"


def test_runner_accepts_plans_of_catalogue_profiles() -> None:
    for name in ("iometer-database", "iometer-streams", "snia-wsat", "storagereview-web-server"):
        planned = plan(name, drives(3))
        assert len(parse_spec(make_spec(planned, engine="fio")).phases) == len(planned.phases)


def test_profile_for_purged_drives_refuses_a_file() -> None:
    target = TargetPlan((), GIB, GIB, file=FILE)
    with pytest.raises(InvalidInput, match="a file cannot be purged: choose drives, run it at the smoke") as refused:
        plan("snia-wsat", target)
    assert refused.value.path == "target.kind"
    assert plan("snia-wsat", target, scale="smoke")
    on_files = [{"kind": "nvme_format"}, {"kind": "make_file_system", "type": "xfs"}]
    with pytest.raises(InvalidInput, match="a file cannot be purged") as refused:
        plan("snia-wsat", drives(1), preparation=on_files)
    assert refused.value.path == "preparation"


def test_drives_without_purge_are_a_warning() -> None:
    warning_start = "snia-iops begins on purged drives, and no step of the preparation purges them: add one"
    (warning,) = plan("snia-iops", drives(2)).warnings
    assert warning.startswith(warning_start)
    filled = plan("snia-iops", drives(2), preparation=[{"kind": "fill"}])
    assert any(warning.startswith(warning_start) for warning in filled.warnings)
    for kind in ("nvme_format", "ata_secure_erase", "scsi_format", "discard", "write_zeroes"):
        assert plan("snia-iops", drives(2), preparation=[{"kind": kind}]).warnings == ()
    assert plan("four-corners", drives(2)).warnings == ()


@pytest.mark.parametrize(
    ("kind", "transport", "words"),
    [
        (
            "nvme_format",
            "sata",
            "NVMe format cannot be done to /dev/sda: it is for NVMe drives, and this one is attached by SATA",
        ),
        ("ata_secure_erase", "nvme", "it is for ATA drives, and this one is attached by NVMe"),
        ("scsi_format", "nvme", "it is for SCSI drives, and this one is attached by NVMe"),
    ],
)
def test_purge_unsupported_by_drives_is_refused(kind: str, transport: str, words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        plan("snia-iops", drives(2, transport=transport), preparation=[{"kind": "discard"}, {"kind": kind}])
    assert words in refused.value.message
    assert "Choose the erase of its interface" in refused.value.message
    assert refused.value.path == "preparation.1.kind"


def test_adapter_may_hide_the_drive_type() -> None:
    assert plan("snia-iops", drives(1, transport="sas"), preparation=[{"kind": "ata_secure_erase"}])
    assert plan("snia-iops", drives(1, transport="nvme"), preparation=[{"kind": "nvme_format"}])


def test_incapable_engine_is_refused_with_a_capable_one() -> None:
    with pytest.raises(RequestRefused) as refused:
        plan("snia-hir", drives(1), engine="vdbench")
    assert refused.value.path == "engine"
    assert refused.value.message == (
        "vdbench cannot run phase 2 (Wait 5 s): bursts: Vdbench sends requests all the time and cannot pause "
        "between them. fio can run all of it."
    )
