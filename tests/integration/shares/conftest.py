"""A finished run with a curve, and the chart bundle where it is built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.integration.shares.packed import checked_here as checked_here
from tests.integration.shares.subjects import Place, make_place, make_subject

from storagelab.analysis.series_codec import encode_series
from storagelab.config import CHECKOUT, Settings, get_settings
from storagelab.db.models import Measurement, Run, Series
from storagelab.shares import pictures
from storagelab.shares.picture_process import PictureProcess

BUILT = CHECKOUT / "frontend" / "dist"


@pytest.fixture(scope="session")
def drawing_processes() -> Iterator[list[PictureProcess]]:
    """Yield drawing processes for reuse by the next test, as a lab reuses them. V8 starts slowly."""
    processes: list[PictureProcess] = []
    yield processes
    for process in processes:
        process.close()


@pytest.fixture(autouse=True)
def _keep_drawing(drawing_processes: list[PictureProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    """Reuse the picture processes of earlier tests in the order of their starts; within a test, each is another
    process.
    """
    begun = 0

    def begin(bundle: Path) -> PictureProcess:
        nonlocal begun
        if bundle != BUILT / pictures.BUNDLE:
            return PictureProcess(bundle)
        if begun == len(drawing_processes):
            drawing_processes.append(PictureProcess(bundle))
        begun += 1
        return drawing_processes[begun - 1]

    monkeypatch.setattr(pictures, "PictureProcess", begin)


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Provide settings with the front end as `make test` builds it."""
    assert (BUILT / pictures.BUNDLE).is_file(), "the front end is not built: make test builds it"
    monkeypatch.setenv("STORAGELAB_FRONTEND_DIR", str(BUILT))
    get_settings.cache_clear()
    return get_settings()


@pytest.fixture
def run(make: Factory, session: Session) -> Run:
    """Provide a run with one phase of five seconds at about 1000 IOPS, with its measurement."""
    job = make.job(plan={"job_files": [{"ordinal": 1, "name": "Read", "text": "[phase]\nrw=randread\n"}]})
    run = make.run(job, state="finished", completeness="complete")
    phase = make.phase(run, name="=HYPERLINK(1)", state="finished", t0_ms=0, t1_ms=5000)
    times = [1000, 2000, 3000, 4000, 5000]
    for metric, factor, values in (
        ("iops", 0.001, [1_000_000, 1_010_000, 990_000, 1_000_000, 1_002_000]),
        ("lat_mean", 1.0, [900_000, 910_000, 905_000, 903_000, 901_000]),
    ):
        session.add(
            Series(
                run_id=run.id,
                phase_id=phase.id,
                source="status",
                metric=metric,
                direction="total",
                unit="1/s",
                factor=factor,
                n=5,
                t0_ms=1000,
                t1_ms=5000,
                data=encode_series(times, values),
            )
        )
    session.add(
        Measurement(
            run_id=run.id,
            phase_id=phase.id,
            iops=1000.4,
            latency_mean_ns=903_000.0,
            outstanding_ios=1,
            value_kind="exact",
        )
    )
    phase.folded_at = run.created_at
    session.flush()
    return run


@pytest.fixture
def place(make: Factory) -> Place:
    """Provide a server full of secrets."""
    return make_place(make)


@pytest.fixture
def whole_run(make: Factory, place: Place) -> Run:
    """Provide a run with everything that a run can have."""
    return make_subject(make, place)
