"""Four drives of one server, and what carries out the jobs on them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.integration.campaigns.machine import Machine

from storagelab.db.models import Drive

Scope = Callable[[], AbstractContextManager[Session]]


@pytest.fixture
def drives(make: Factory) -> list[Drive]:
    """Provide four drives that may be destroyed."""
    server = make.server(discovered_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    drives = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", model="P5520", firmware="1.0")
        for name in "abcd"
    ]
    for drive in drives:
        make.enrolment(drive)
    return drives


@pytest.fixture
def machine(drives: list[Drive], scope: Scope) -> Machine:
    return Machine(scope, drives[0].server_id)
