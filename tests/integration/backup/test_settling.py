"""Settling of a restored lab: nothing that was under way at the backup starts, or starts again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.factories import LONG_AGO
from tests.integration.backup.conftest import Place

from storagelab.backup.restore import restore
from storagelab.backup.verify import verify
from storagelab.backup.write import back_up_lab
from storagelab.campaigns.scheduler import find_due
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Attempt, AttemptEvent, Campaign, DriveStateEntry, Job, Lease, Phase, Run, Server
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import AttemptState
from storagelab.inventory.ledger import read_entries

BEFORE_START = {"queued": "waiting", "leased": "preparing", "prepared": "preparing"}
AFTER_START = {"starting": "preparing", "running": "running", "collecting": "collecting"}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("state", "run_state", "ends"),
    [
        *((state, run_state, "cancelled") for state, run_state in BEFORE_START.items()),
        *((state, run_state, "lost") for state, run_state in AFTER_START.items()),
    ],
)
def test_live_attempts_end_on_evidence(
    lab: Place, empty_place: Place, tmp_path: Path, state: str, run_state: str, ends: str
) -> None:
    holds = state != "queued"
    with lab.make() as make:
        server = make.server(state="busy" if holds else "ready")
        run = make.run(make.job(server, state="queued" if state == "queued" else "running"), state=run_state)
        attempt = make.attempt(run, state=state, fence=7 if holds else None, status={"phase": 1})
        make.phase(run, ordinal=1, state="finished")
        make.phase(run, ordinal=2, state="running" if ends == "lost" else "planned")
        make.phase(run, ordinal=3)
        if holds:
            make.session.add(Lease(resource="host:here", attempt_id=attempt.id, fence=7))
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    done = restore(empty_place.settings, archive, verify(archive))

    assert (done.settled.lost, done.settled.cancelled) == (([1], []) if ends == "lost" else ([], [1]))
    with empty_place.session() as session:
        attempt = session.scalars(select(Attempt)).one()
        assert (attempt.state, attempt.next_step_at, attempt.version) == (ends, None, 1)
        assert attempt.finished_at is not None
        event = session.scalars(select(AttemptEvent)).one()
        assert (event.who, event.from_state, event.to_state) == ("restore", state, ends)
        assert event.evidence is not None
        assert event.evidence["leases"] == (["host:here"] if holds else [])
        assert event.evidence["last_status"] == {"phase": 1}
        assert event.evidence_sha256 == hashlib.sha256(encode_canonical_json(event.evidence)).hexdigest()
        assert session.scalars(select(Lease)).all() == []
        run = session.scalars(select(Run)).one()
        assert (run.state, run.completeness) == (ends, "partial")
        assert run.failure_message == event.message
        assert "restored from its backup" in event.message
        job = session.scalars(select(Job)).one()
        assert (job.state, job.finished_at is not None) == ("failed" if ends == "lost" else "cancelled", True)
        assert session.scalars(select(Phase.state).order_by(Phase.ordinal)).all() == ["finished", ends, ends]
        server = session.scalars(select(Server)).one()
        assert (server.state, server.discovery) == (("quarantined", "requested") if holds else ("ready", "idle"))


def test_finished_work_stays_unchanged(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    with lab.make() as make:
        server = make.server(state="maintenance")
        for state, run_state in (("succeeded", "finished"), ("failed", "failed"), ("refused", "failed")):
            run = make.run(make.job(server, state="finished"), state=run_state)
            make.event(make.attempt(run, state=state), "It ended.")
        live = make.run(make.job(server, state="running"), state="running")
        make.attempt(live, state=AttemptState.RUNNING)
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    restore(empty_place.settings, archive, verify(archive))
    with empty_place.session() as session:
        states = session.scalars(select(Attempt.state).order_by(Attempt.number)).all()
        assert states == ["succeeded", "failed", "refused", "lost"]
        assert len(session.scalars(select(AttemptEvent)).all()) == 4
        assert session.scalars(select(Server.state)).one() == "maintenance"


def test_drive_states_before_the_backup_are_not_reused(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    with lab.make() as make:
        for identity, state in (("wwn:a", "purged"), ("wwn:a", "filled"), ("wwn:b", "filled")):
            make.session.add(DriveStateEntry(identity=identity, state=state, reason="a run"))
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    restore(empty_place.settings, archive, verify(archive))
    with empty_place.session() as session:
        rows = session.scalars(select(DriveStateEntry).order_by(DriveStateEntry.id)).all()
        assert [row.state for row in rows] == ["purged", "filled", "filled", "unknown", "unknown"]
        assert {row.identity for row in rows[3:]} == {"wwn:a", "wwn:b"}
        assert rows[3].reason.startswith("the lab was restored from a backup of ")
        assert read_entries(session, "wwn:a")[-1].state == "unknown"


def test_restore_pauses_planned_and_running_campaigns(lab: Place, empty_place: Place, tmp_path: Path) -> None:
    array = {"row": 0, "stable_id": "md-uuid-1", "standing": "optimal", "drives": ["nvme-a"], "stale": False}
    states = ("planned", "running", "paused", "waiting_for_decision", "finished", "cancelled")
    with lab.make() as make:
        server = make.server(discovered_at=LONG_AGO)
        for state in states:
            make.session.add(Campaign(id=generate_uuid7(), name=state, server_id=server.id, state=state, array=array))
    archive = tmp_path / "lab.tar.zst"
    back_up_lab(lab.settings, archive)
    restore(empty_place.settings, archive, verify(archive))

    with empty_place.session() as session:
        campaigns = {row.name: row for row in session.scalars(select(Campaign))}
        assert find_due(session, read_clock(session)) == []
        assert {name: row.state for name, row in campaigns.items()} == {
            **{state: state for state in states},
            **dict.fromkeys(("planned", "running"), "paused"),
        }
        assert "restored from its backup" in (campaigns["running"].waiting_reason or "")
        # The present state of the array is unknown, so it is looked for and made again.
        stale = {name: (row.array or {})["stale"] for name, row in campaigns.items()}
        assert stale == {state: state not in ("finished", "cancelled") for state in states}
        assert {name for name, row in campaigns.items() if row.inventory_not_before is not None} == set(states[:4])
