"""The API for a test. It is put together once in a process, as that takes longer than most tests do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from storagelab.config import Settings


def get_app(settings: Settings) -> FastAPI:
    """Return the API as in a new process; only its metrics go on counting from test to test."""
    from storagelab.app import start_afresh
    from storagelab.overview.event_stream import LabEvents

    pages = settings.frontend_dir
    app = _put_together(pages if pages is not None and pages.is_dir() else None)
    app.dependency_overrides.clear()
    start_afresh(app)
    # A client of a test has the whole of an answer, and a stream of the lab has no end of its own.
    app.state.lab_events = LabEvents(max_stream_seconds=0.0)
    return app


@cache
def _put_together(pages: Path | None) -> FastAPI:
    # Imported here, so that a unit test does not load the whole product.
    from storagelab.app import create_app
    from storagelab.config import get_settings

    return create_app(get_settings().model_copy(update={"frontend_dir": pages}))
