"""Identity of this lab, as every page shows it."""

from __future__ import annotations

import datetime as dt

from sqlalchemy.orm import Session

from storagelab import __version__
from storagelab.demo.load import has_demo_data
from storagelab.dispatch.pause import read_pause
from storagelab.dispatch.queue_schemas import LabPause
from storagelab.inventory.queries import read_public_key


class LabOut(LabPause, schema_name="Lab"):
    """This lab, and whether it is paused."""

    version: str
    demo_data: bool
    server_time: dt.datetime
    #: The key that servers let the lab in by; null until its worker has made one.
    public_key: str | None


def describe_lab(session: Session) -> LabOut:
    """Return the pause, version, server time, public key and demo-data flag of the lab."""
    return LabOut(
        **read_pause(session).model_dump(),
        version=__version__,
        demo_data=has_demo_data(session),
        server_time=dt.datetime.now(dt.UTC),
        public_key=read_public_key(session),
    )
