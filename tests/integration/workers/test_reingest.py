"""Reading stored raw files again.

The same bytes give the same figures; differences are reported and corrected.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, make_url, select, update
from sqlalchemy.orm import undefer
from tests.integration.workers.conftest import open_lab
from tests.integration.workers.lab import Lab

from storagelab.auth.service import Identity
from storagelab.config import Settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import (
    Artifact,
    AuditEvent,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Phase,
    Run,
    Series,
    Share,
    User,
)
from storagelab.db.session import get_database
from storagelab.errors import Conflict
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.measure import measure_window
from storagelab.results.reingest import Reingested, reingest_run
from storagelab.shares.freezing.choosing import choose_subject
from storagelab.shares.options import ShareOptions
from storagelab.shares.schemas import ShareSubject
from storagelab.shares.service import Offered, freeze_share, read_document


@dataclass(frozen=True)
class Measured:
    """A lab in which a run was measured, at rest: its database and its files are there to be copied."""

    database: str
    data: Path
    run_id: uuid.UUID


@pytest.fixture(scope="module")
def measured(services: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """Provide a run that was measured by a real engine."""
    folder = tmp_path_factory.mktemp("measured")
    with pytest.MonkeyPatch.context() as environment, open_lab(services, folder, environment) as lab:
        server_id = lab.add_local_server()
        lab.start_worker()
        lab.start_reconciler()
        attempt_id = lab.submit(server_id)
        assert lab.wait_for_end(attempt_id).state == "succeeded"
        run_id = lab.run_of(attempt_id).id
        # A database cannot be copied while it has connections.
        lab.processes.kill_all()
        get_database(lab.settings.database_url).dispose()
        yield Measured(make_url(lab.settings.database_url).database or "", lab.settings.data_dir, run_id)


@pytest.fixture
def lab(services: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measured: Measured) -> Iterator[Lab]:
    """Provide a copy of that lab for this test alone."""
    shutil.copytree(measured.data, tmp_path / "data")
    with open_lab(services, tmp_path, monkeypatch, template=measured.database) as lab:
        yield lab


@pytest.fixture
def run_id(measured: Measured) -> uuid.UUID:
    """Provide the id of the run in it."""
    return measured.run_id


def read_again(lab: Lab, run_id: uuid.UUID, *, store: bool = True) -> Reingested:
    """Read the run again in a transaction of its own."""
    return lab.read(lambda session: reingest_run(session, run=session.get_one(Run, run_id), user_id=None, store=store))


def figures(lab: Lab, run_id: uuid.UUID) -> list[Any]:
    """Return the rows that hold the measured values of a run, by identity."""
    return lab.read(
        lambda session: [
            *session.execute(
                select(Measurement.id, Measurement.iops, Measurement.badges).where(Measurement.run_id == run_id)
            ),
            *session.execute(select(Series.phase_id, Series.source, Series.metric, Series.direction, Series.data)),
            *session.scalars(select(Run.verdict).where(Run.id == run_id)),
        ]
    )


@pytest.mark.in_turn
def test_the_same_bytes_are_the_same_figures(lab: Lab, run_id: uuid.UUID) -> None:
    before = figures(lab, run_id)
    result = read_again(lab, run_id)
    assert (result.phases, result.without_files, result.differences, result.stored) == (4, (), (), False)
    assert figures(lab, run_id) == before
    assert lab.read(lambda session: session.scalar(select(func.count()).select_from(LiveChunk))) == 0


def test_wrong_figure_is_reported_and_corrected(lab: Lab, run_id: uuid.UUID) -> None:
    def spoil(session: Any) -> Any:
        measurement = session.scalars(
            select(Measurement).where(Measurement.run_id == run_id).order_by(Measurement.id).limit(1)
        ).one()
        right = measurement.iops
        measurement.iops = right * 10
        session.execute(
            update(MeasurementPart).where(MeasurementPart.measurement_id == measurement.id).values(bins=None)
        )
        session.execute(delete(Series).where(Series.phase_id == measurement.phase_id, Series.metric == "lat_mean"))
        session.execute(update(Run).where(Run.id == run_id).values(verdict=None))
        return right

    right = lab.read(spoil)
    preview = read_again(lab, run_id, store=False)
    places = {item.place for item in preview.differences}
    assert not preview.stored
    assert "phase 1: iops" in places
    assert any(place.startswith("phase 1, write 0: bins") for place in places)
    assert any("curve of lat_mean" in place for place in places)
    assert any(place.startswith("verdict.") for place in places)
    [difference] = [item for item in preview.differences if item.place == "phase 1: iops"]
    assert (difference.before, difference.after) == (pytest.approx(10 * right), pytest.approx(right))

    assert read_again(lab, run_id).stored
    assert read_again(lab, run_id).differences == ()
    [event] = lab.read(
        lambda session: session.scalars(select(AuditEvent).where(AuditEvent.action == "run_reingested")).all()
    )
    assert event.detail["differences"] == len(preview.differences)


def test_earlier_frozen_document_stays_byte_identical(lab: Lab, run_id: uuid.UUID) -> None:
    share_id = generate_uuid7()

    def freeze_wrong(session: Any) -> bytes:
        session.execute(update(Measurement).where(Measurement.run_id == run_id).values(iops=Measurement.iops * 2))
        user = User(name="ada", role="operator")
        session.add(user)
        session.flush()
        author = Identity(user.id, user.name, "operator", by_cookie=False)
        share, _ = freeze_share(
            session,
            subject=choose_subject(session, ShareSubject(kind="run", run_id=str(run_id)), user=author),
            options=ShareOptions(title="Frozen too early", raw_files=True),
            offered=Offered(publish=True),
            user_id=user.id,
            share_id=share_id,
        )
        return read_document(share)

    frozen = lab.read(freeze_wrong)
    assert read_again(lab, run_id).stored
    share = lab.read(lambda session: session.get_one(Share, share_id, options=[undefer(Share.document)]))
    assert read_document(share) == frozen
    assert hashlib.sha256(frozen).hexdigest() == share.document_sha256
    now = lab.read(lambda session: session.scalars(select(Measurement.iops).where(Measurement.run_id == run_id)).all())
    frozen_iops = [phase["measurement"]["iops"] for phase in json.loads(frozen)["runs"][0]["phases"]]
    assert sorted(frozen_iops) == pytest.approx(sorted(2 * iops for iops in now))


def test_phase_can_be_remeasured_over_a_window(lab: Lab, run_id: uuid.UUID) -> None:
    """Check that earlier figures are replaced with their parts, as when an array changes during the phase."""

    def measure_half(session: Any) -> tuple[int, int]:
        phase = session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal)).all()[-1]
        before = session.scalar(select(Measurement.ios).where(Measurement.phase_id == phase.id))
        stream = session.scalars(select(Artifact).where(Artifact.phase_id == phase.id, Artifact.kind == "status")).one()
        measured = measure_window(
            session,
            run=session.get_one(Run, run_id),
            phase=phase,
            blocks=get_artifact_store().read_blocks(stream.storage_key),
            t0_ms=0,
            t1_ms=(phase.t1_ms - phase.t0_ms) / 2,
        )
        assert measured is not None
        return before, measured.ios

    whole, half = lab.read(measure_half)
    assert 0 < half < whole
    assert "phase 4: ios" in {difference.place for difference in read_again(lab, run_id).differences}


def test_run_without_stored_output_stays_unchanged(lab: Lab, run_id: uuid.UUID) -> None:
    before = figures(lab, run_id)
    lab.read(
        lambda session: session.execute(delete(Artifact).where(Artifact.run_id == run_id, Artifact.kind == "status"))
    )
    result = read_again(lab, run_id)
    assert (result.phases, result.without_files, result.differences) == (0, (1, 2, 3, 4), ())
    assert figures(lab, run_id) == before


def test_imported_or_running_run_is_refused(lab: Lab, run_id: uuid.UUID) -> None:
    for values, words in (({"state": "running"}, "is running"), ({"origin": "imported"}, "import its files again")):
        lab.read(lambda session, values=values: session.execute(update(Run).where(Run.id == run_id).values(**values)))
        with pytest.raises(Conflict, match=words):
            read_again(lab, run_id)
