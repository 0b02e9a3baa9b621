"""Rules of addresses: status, and users who manage them."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from storagelab.auth.roles import Role
from storagelab.auth.service import Identity
from storagelab.db.models import Share, ShareAddress
from storagelab.shares.addresses import can_manage, evaluate_address

NOW = dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)
BEFORE, LATER = NOW - dt.timedelta(days=1), NOW + dt.timedelta(days=1)
AUTHOR, PUBLISHER, OTHER = (uuid.UUID(int=number) for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("share", "address", "status"),
    [
        ({}, {}, "open"),
        ({"expires_at": LATER}, {"expires_at": LATER}, "open"),
        ({"expires_at": BEFORE}, {}, "expired"),
        ({"expires_at": LATER}, {"expires_at": BEFORE}, "expired"),
        ({"expires_at": NOW}, {}, "expired"),
        ({"revoked_at": BEFORE}, {}, "withdrawn"),
        ({}, {"revoked_at": BEFORE, "expires_at": BEFORE}, "withdrawn"),
        ({"embargo_until": LATER}, {}, "open"),
        ({"embargo_until": LATER, "closed_until_embargo": True}, {}, "closed"),
        ({"embargo_until": BEFORE, "closed_until_embargo": True}, {}, "open"),
    ],
)
def test_status_of_an_address(share: dict[str, Any], address: dict[str, Any], status: str) -> None:
    assert evaluate_address(Share(**share), ShareAddress(**address), NOW) == status


@pytest.mark.parametrize(
    ("user_id", "role", "expected"),
    [
        (AUTHOR, "operator", True),
        (AUTHOR, "viewer", True),
        (PUBLISHER, "operator", True),
        (OTHER, "operator", False),
        (OTHER, "viewer", False),
        (OTHER, "admin", True),
    ],
)
def test_only_managers_manage_a_share(user_id: uuid.UUID, role: Role, expected: bool) -> None:
    user = Identity(user_id=user_id, name="x", role=role, by_cookie=False)
    assert can_manage(Share(created_by=AUTHOR), frozenset({PUBLISHER}), user) is expected


def test_a_share_without_an_author_is_managed_by_administrators_only() -> None:
    user = Identity(user_id=OTHER, name="x", role="operator", by_cookie=False)
    assert can_manage(Share(created_by=None), frozenset({None}), user) is False
