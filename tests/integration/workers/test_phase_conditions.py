"""An attempt that ends leaves the states of its drives in the ledger, and its conditions as evidence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_artifact, make_measurement

from storagelab.db.models import (
    Attempt,
    AttemptEvent,
    Drive,
    DriveStateEntry,
    Job,
    Measurement,
    MeasurementPart,
    Phase,
    Run,
    Server,
)
from storagelab.domain.lifecycle import AttemptState
from storagelab.domain.workload import BlockSize, Workload
from storagelab.inventory.ledger import read_entries
from storagelab.results.conditions import find_observed_condition, read_conditions
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.phase_conditions import keep_conditions

SIZE = 1_000_000
RANDOM_WRITE = Workload((BlockSize(4096),), 0, 100, queue_depth=8).to_json()
SEQUENTIAL_WRITE = Workload((BlockSize(131072),), 0, 0).to_json()
READ = Workload((BlockSize(4096),), 100, 100).to_json()


class Ended:
    """A run on drives of a server that has just ended."""

    def __init__(self, make: Factory, *drives: Drive, preparation: list[Any] | None = None, **job: Any) -> None:
        self.make = make
        self.server = make.session.get_one(Server, drives[0].server_id)
        target = {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]}
        self.job: Job = make.job(self.server, **({"target": target, "preparation": preparation or []} | job))
        self.run: Run = make.run(self.job)
        self.attempt: Attempt = make.attempt(self.run, io_started=True, spec={"preparation": preparation or []})
        self.phases: list[Phase] = []

    def phase(self, workload: dict[str, Any], *, written: int | None = None, **values: Any) -> Phase:
        ordinal = len(self.phases) + 1
        times = {"t0_ms": 100 * ordinal, "t1_ms": 100 * ordinal + 90, "state": "finished"}
        phase = self.make.phase(self.run, ordinal=ordinal, workload=workload, **(times | values))
        self.phases.append(phase)
        if written is not None:
            measurement = make_measurement(self.make, phase)
            self.make.session.add(MeasurementPart(measurement_id=measurement.id, direction="write", bytes=written))
        return phase

    def keep(self, to_state: AttemptState = AttemptState.SUCCEEDED) -> None:
        session = self.make.session
        self.attempt.spec = {**self.attempt.spec, "phases": [{"ordinal": phase.ordinal} for phase in self.phases]}
        session.flush()
        change = AttemptTransaction(
            session, self.attempt, self.run, self.job, self.server, LONG_AGO, "worker", ("run", "now")
        )
        with session.no_autoflush:
            keep_conditions(change, to_state)
        session.flush()


@pytest.fixture
def drive(make: Factory) -> Drive:
    return make.drive(make.server(), stable_id="nvme-a", identity="wwn:a", size_bytes=SIZE)


def states(session: Session, identity: str = "wwn:a") -> list[tuple[str, int | None]]:
    return [(entry.state, entry.written_bytes) for entry in read_entries(session, identity)]


def test_executed_writes_set_drive_state_unlike_reads(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive, preparation=[{"kind": "discard"}, {"kind": "wait_quiet", "max_seconds": 1}])
    ended.attempt.exit_record = {"operations": [{"state": "finished"}, {"state": "finished"}]}
    ended.phase(SEQUENTIAL_WRITE, written=SIZE, name="fill", kind="fill")
    steady = ended.phase(RANDOM_WRITE, written=3 * SIZE, name="precondition", kind="precondition")
    ended.run.verdict = {"status": "steady", "phase_ordinal": 2}
    ended.phase(RANDOM_WRITE, written=1000, name="same")
    ended.phase(READ, written=0, name="read")
    ended.phase({**RANDOM_WRITE, "queue_depth": 1}, written=2000, name="other")
    ended.keep()

    assert states(session) == [
        ("purged", 0), ("filled", SIZE), ("steady", 3 * SIZE), ("steady", 1000), ("dirty", 2000),
    ]  # fmt: skip
    rows = session.scalars(select(DriveStateEntry).order_by(DriveStateEntry.id)).all()
    assert {(row.drive_id, row.run_id) for row in rows} == {(drive.id, ended.run.id)}
    assert (rows[0].phase_id, rows[2].phase_id, rows[2].workload) == (None, steady.id, RANDOM_WRITE)
    conditions = read_conditions(session, run_id=ended.run.id)
    assert [conditions[ordinal]["drive_states"][0]["state"] for ordinal in range(1, 6)] == [
        "purged", "filled", "steady", "steady", "steady",
    ]  # fmt: skip


def test_next_run_starts_from_the_last_drive_state(make: Factory, session: Session, drive: Drive) -> None:
    first = Ended(make, drive)
    first.phase(SEQUENTIAL_WRITE, written=SIZE)
    first.keep()
    second = Ended(make, drive)
    second.phase(RANDOM_WRITE, written=SIZE // 2)
    second.phase(READ)
    second.keep()
    conditions = read_conditions(session, run_id=second.run.id)
    assert [conditions[ordinal]["drive_states"][0]["state"] for ordinal in (1, 2)] == ["filled", "dirty"]
    assert conditions[2]["drive_states"][0]["written_since_bytes"] == SIZE // 2


def test_array_writes_set_the_state_of_its_members(make: Factory, session: Session) -> None:
    server = make.server()
    members = [make.drive(server, identity=f"wwn:{letter}", size_bytes=SIZE) for letter in "abcd"]
    device = make.drive(server, stable_id="md-uuid-1", identity=None, size_bytes=3 * SIZE)
    make.array(
        server, drive_id=device.id, members=[
            {"kind": "drive", "key": member.kernel_name, "drive_id": str(member.id), "slot": 0, "state": "online"}
            for member in members
        ],
    )  # fmt: skip
    ended = Ended(make, device)
    ended.phase(SEQUENTIAL_WRITE, written=3 * SIZE)
    ended.keep()
    assert [states(session, f"wwn:{letter}") for letter in "abcd"] == [[("filled", SIZE)]] * 4


def test_several_drives_share_written_bytes(make: Factory, session: Session, drive: Drive) -> None:
    server = session.get_one(Server, drive.server_id)
    other = make.drive(server, identity="wwn:b", size_bytes=SIZE)
    ended = Ended(make, drive, other)
    ended.phase(SEQUENTIAL_WRITE, written=2 * SIZE)
    ended.keep()
    assert states(session) == states(session, "wwn:b") == [("filled", SIZE)]


def test_larger_of_two_drives_is_not_marked_filled(make: Factory, session: Session, drive: Drive) -> None:
    server = session.get_one(Server, drive.server_id)
    larger = make.drive(server, identity="wwn:b", size_bytes=2 * SIZE)
    ended = Ended(make, drive, larger)
    ended.phase(SEQUENTIAL_WRITE, written=2 * SIZE)
    ended.keep()
    assert states(session) == [("filled", SIZE)]
    assert states(session, "wwn:b") == [("dirty", SIZE)]


def test_over_provisioned_space_need_not_be_filled(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive, preparation=[{"kind": "over_provision", "percent": 20}])
    ended.attempt.exit_record = {"operations": [{"state": "finished"}]}
    ended.phase(SEQUENTIAL_WRITE, written=SIZE * 8 // 10)
    ended.keep()
    assert states(session) == [("purged", 0), ("filled", SIZE * 8 // 10)]


def test_lost_write_phases_make_drive_state_unknown(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    ended.phase(SEQUENTIAL_WRITE, written=SIZE)
    ended.phase(RANDOM_WRITE, state="lost", t1_ms=None)
    ended.phase(RANDOM_WRITE, state="lost", t0_ms=None, t1_ms=None)
    ended.keep(AttemptState.LOST)
    assert [state for state, _ in states(session)] == ["filled", "unknown", "unknown"]


def test_possible_writes_of_lost_run_make_state_unknown(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    ended.phase(READ, state="lost", t1_ms=None)
    ended.phase(READ, state="lost", t0_ms=None, t1_ms=None)
    ended.phase(RANDOM_WRITE, state="lost", t0_ms=None, t1_ms=None)
    ended.keep(AttemptState.LOST)
    assert states(session) == [("unknown", None)]


def test_bytes_written_in_ramp_are_not_counted(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    ended.phase(SEQUENTIAL_WRITE, written=SIZE)
    ended.phase(RANDOM_WRITE, written=1000, ramp_seconds=5.0)
    ended.keep()
    assert states(session) == [("filled", SIZE), ("dirty", None)]


def test_unstarted_phase_adds_no_drive_state(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    ended.phase(RANDOM_WRITE, state="cancelled", t0_ms=None, t1_ms=None)
    ended.keep(AttemptState.CANCELLED)
    assert states(session) == []


def test_a_file_only_makes_its_drive_dirty(make: Factory, session: Session, drive: Drive) -> None:
    drive.mountpoints = ["/data"]
    ended = Ended(make, drive, target={"kind": "file", "path": "/data/x", "size_bytes": SIZE})
    ended.phase(SEQUENTIAL_WRITE, written=SIZE)
    ended.keep()
    assert states(session) == [("dirty", SIZE)]


def test_drive_without_identity_gets_neither_states_nor_events(make: Factory, session: Session) -> None:
    ended = Ended(make, make.drive(make.server(), identity=None, size_bytes=SIZE))
    ended.phase(SEQUENTIAL_WRITE, written=SIZE)
    ended.keep()
    assert session.scalars(select(DriveStateEntry)).all() == []
    assert session.scalars(select(AttemptEvent).where(AttemptEvent.attempt_id == ended.attempt.id)).all() == []


def mdstat(working: int) -> str:
    letters = "U" * working + "_" * (3 - working)
    return (
        "Personalities : [raid5]\nmd0 : active raid5 sdc[2] sdb[1] sda[0]\n"
        f"      2096128 blocks super 1.2 level 5, 512k chunk, algorithm 2 [3/{working}] [{letters}]\n\n"
    )


def test_measurement_on_a_degraded_array_is_badged(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    for _ in range(3):
        make_measurement(make, ended.phase(READ))
    names = {"conditions.json": 3, "phases/01/conditions.json": 3, "phases/02/conditions.json": 2,
             "phases/03/conditions.json": 2}  # fmt: skip
    for name, working in names.items():
        entry = {"device": "md-uuid-1", "kernel_name": "md0", "kind": "mdadm", "raw": mdstat(working)}
        content = json.dumps({"boottime_ns": 1, "conditions": [entry]}).encode()
        make_artifact(make, ended.run, content, name=name, attempt_id=ended.attempt.id)
    ended.keep()

    badges = session.scalars(select(Measurement.badges).join(Phase).order_by(Phase.ordinal)).all()
    assert [[badge["code"] for badge in phase_badges] for phase_badges in badges] == [
        [], ["array_not_optimal"], ["array_not_optimal"],
    ]  # fmt: skip
    assert badges[1][0]["detail"] == (
        "md0: the array went from optimal to degraded while it was measured. "
        "The figures are those of the whole phase, over all of that."
    )
    assert [badge["code"] for badge in ended.run.badges] == ["array_not_optimal"]
    conditions = read_conditions(session, run_id=ended.run.id)
    assert [conditions[ordinal]["optimal"] for ordinal in (1, 2, 3)] == [True, False, False]
    assert find_observed_condition(session, run_id=ended.run.id) == "optimal, then degraded"
    event = session.scalars(select(AttemptEvent).where(AttemptEvent.attempt_id == ended.attempt.id)).one()
    assert event.message == "The array was not optimal throughout in 2 of 3 phases."


def test_figures_cover_the_interval_without_array_changes(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    phase = ended.phase(READ, t0_ms=0, t1_ms=10_000)
    make_measurement(make, phase, iops=1000.0)
    ended.attempt.exit_record = {"phases": [{"ordinal": 1, "t0_ms": 0, "t1_ms": 10_000}]}
    files = {
        "conditions.json": conditions_record(3),
        "phases/01/conditions.json": conditions_record(2),
        "telemetry.jsonl": b"".join(telemetry_line(ms, degraded=int(ms > 4000)) for ms in range(-500, 10_500, 500)),
        # 1,000 IOPS while the array was whole, 200 afterwards.
        "phases/01/status.json": b"".join(
            status_document(1000 * min(s, 4) + 200 * max(s - 4, 0), 1000 * s) for s in range(1, 11)
        ),
    }
    for name, content in files.items():
        make_artifact(make, ended.run, content, name=name, attempt_id=ended.attempt.id)
    changed = {"kind": "array_state_changed", "subject": "md0", "ms": 4500}
    session.add(AttemptEvent(attempt_id=ended.attempt.id, who="worker", kind="telemetry", message="", evidence=changed))
    ended.keep()

    measurement = session.scalars(select(Measurement)).one()
    assert (measurement.iops, measurement.ios, measurement.runtime_ms) == (200.0, 1000, 5000)
    assert measurement.bandwidth_bytes_per_s == 200 * 4096
    (badge,) = measurement.badges
    assert badge["detail"] == (
        "md0: the array went from optimal to degraded while it was measured. "
        "The figures are those of the 6 s in which nothing changed."
    )
    conditions = read_conditions(session, run_id=ended.run.id)[1]
    assert conditions["measured"] == {"t0_ms": 4500, "t1_ms": 10_000}
    assert find_observed_condition(session, run_id=ended.run.id) == "degraded"


def conditions_record(working: int) -> bytes:
    entry = {"device": "md-uuid-1", "kernel_name": "md0", "kind": "mdadm", "raw": mdstat(working)}
    return json.dumps({"boottime_ns": 1, "conditions": [entry]}).encode()


def telemetry_line(ms: int, *, degraded: int) -> bytes:
    state = {"state": "clean", "degraded": degraded, "action": "idle", "completed": "none"}
    reading = {"ms": ms, "phase": 1, "dev": {}, "cpu": [0] * 8, "md": {"md0": state}}
    return json.dumps(reading).encode() + b"\n"


def status_document(ios: int, runtime_ms: int) -> bytes:
    latency = {"N": ios, "mean": 100.0, "stddev": 1.0, "min": 90, "max": 120, "bins": {"98": ios}}
    sizes = {"io_bytes": ios * 4096, "io_kbytes": ios * 4}
    part = {**sizes, "iops": 0.0, "runtime": runtime_ms, "total_ios": ios, "lat_ns": latency}
    job = {"jobname": "phase", "error": 0, "read": part}
    return json.dumps({"fio version": "fio-3.33", "timestamp_ms": runtime_ms, "jobs": [job]}, indent=1).encode()


def test_unreadable_record_leaves_conditions_unknown(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    make_measurement(make, ended.phase(READ))
    entry = {"device": "md-uuid-1", "kernel_name": "md0", "kind": "mdadm", "raw": mdstat(3)}
    content = json.dumps({"conditions": [entry]}).encode()
    make_artifact(make, ended.run, content, name="conditions.json", attempt_id=ended.attempt.id)
    make_artifact(make, ended.run, b"cut o", name="phases/01/conditions.json", attempt_id=ended.attempt.id)
    ended.keep()
    assert read_conditions(session, run_id=ended.run.id)[1]["optimal"] is None
    (badges,) = session.scalars(select(Measurement.badges)).all()
    assert [badge["code"] for badge in badges] == ["array_condition_unknown"]


def test_unreadable_initial_record_does_not_imply_plain_drive(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    make_measurement(make, ended.phase(READ))
    make_artifact(make, ended.run, b"cut o", name="conditions.json", attempt_id=ended.attempt.id)
    ended.keep()
    (badges,) = session.scalars(select(Measurement.badges)).all()
    assert [badge["code"] for badge in badges] == ["array_condition_unknown"]


def test_worst_layer_decides_and_each_layer_is_listed(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    make_measurement(make, ended.phase(READ))
    volume = {"lv_name": "fast", "vg_name": "lab", "lv_uuid": "u", "segtype": "raid1", "devices": "md0(0),md1(0)"}
    report = json.dumps({"report": [{"lv": [{**volume, "lv_attr": "rwi-a-r-p-", "lv_health_status": "partial"}]}]})
    layers = {"dm-2": ("lvm", "u", {"lvm_lvs": report}), "md0": ("mdadm", None, {"mdstat": mdstat(3)})}
    entries = [
        {"kind": kind, "outputs": outputs, "layers": [{"device": "d", "kernel_name": name, "identity": identity}]}
        for name, (kind, identity, outputs) in layers.items()
    ]
    content = json.dumps({"boottime_ns": 1, "conditions": entries}).encode()
    for name in ("conditions.json", "phases/01/conditions.json"):
        make_artifact(make, ended.run, content, name=name, attempt_id=ended.attempt.id)
    ended.keep()
    conditions = read_conditions(session, run_id=ended.run.id)[1]
    assert [(layer["name"], layer["condition"]) for layer in conditions["arrays"]] == [
        ("lab/fast", "degraded"),
        ("md0", "optimal"),
    ]
    assert conditions["optimal"] is False
    assert find_observed_condition(session, run_id=ended.run.id) == "degraded"
    (badges,) = session.scalars(select(Measurement.badges)).all()
    assert badges[0]["detail"] == "lab/fast (dm-2): the array was degraded throughout."


def test_unqueryable_layer_is_a_badge_with_reason(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive)
    make_measurement(make, ended.phase(READ))
    entries = [
        {"kind": "mdadm", "outputs": {"mdstat": mdstat(3)}, "layers": [{"device": "d", "kernel_name": "md0"}]},
        {
            "kind": "storcli",
            "layers": [{"device": "d", "kernel_name": "sdb", "identity": None}],
            "outputs": {"storcli_volumes": None, "storcli_patrol": None},
            "problem": "storcli was not found on PATH",
        },
    ]
    content = json.dumps({"boottime_ns": 1, "conditions": entries}).encode()
    for name in ("conditions.json", "phases/01/conditions.json"):
        make_artifact(make, ended.run, content, name=name, attempt_id=ended.attempt.id)
    ended.keep()
    assert read_conditions(session, run_id=ended.run.id)[1]["optimal"] is None
    assert find_observed_condition(session, run_id=ended.run.id) is None
    (badges,) = session.scalars(select(Measurement.badges)).all()
    assert [badge["code"] for badge in badges] == ["array_condition_unknown"]
    assert badges[0]["detail"].endswith("whole phase. sdb: storcli was not found on PATH.")


def test_unstorable_state_is_reported_and_run_ends(make: Factory, session: Session, drive: Drive) -> None:
    ended = Ended(make, drive, preparation=[{"kind": "discard"}])
    ended.attempt.exit_record = {"operations": {"nobody": "expects this"}}
    ended.phase(SEQUENTIAL_WRITE, written=SIZE)
    ended.keep()
    event = session.scalars(select(AttemptEvent).where(AttemptEvent.attempt_id == ended.attempt.id)).one()
    assert event.kind == "error"
    assert states(session) == [("unknown", None)]
