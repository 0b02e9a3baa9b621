"""The list of shares: stages, counts and the search by title, run and address."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, path_of

from storagelab.db.models import Run, Share


@pytest.fixture
def shares(operator: TestClient, run: Run, session: Session) -> dict[str, dict[str, Any]]:
    """Provide a share of each stage, by the stage, and a corrected one."""
    made = {
        name: freeze(
            operator, run, body=[], title=f"Title {name} 50%_", publish=name != "draft",
            embargo_until="2100-01-01T00:00:00Z" if name == "embargo" else None,
        )
        for name in ("draft", "published", "corrected", "embargo", "expired", "withdrawn")
    }  # fmt: skip
    ids = {name: share["id"] for name, share in made.items()}
    session.execute(update(Share).where(Share.id == ids["expired"]).values(expires_at=text("now() - interval '1s'")))
    operator.post(f"/api/v1/shares/{made['withdrawn']['number']}/revoke")
    operator.post(f"/api/v1/shares/{made['corrected']['number']}/correct", json={"correction": "Another firmware."})
    session.expire_all()
    return made


def listed(client: TestClient, **query: Any) -> set[str]:
    """Return the titles that a query lists, without what they have in common."""
    answer = client.get("/api/v1/shares", params=query)
    assert answer.status_code == 200, answer.text
    return {item["title"].split()[1] for item in answer.json()["items"]}


def test_each_share_is_in_one_stage_and_counted_there(
    operator: TestClient, anonymous: TestClient, shares: dict[str, dict[str, Any]]
) -> None:
    anonymous.get(path_of(shares["published"]))
    assert listed(operator) == set(shares)
    assert listed(operator, stage="published") == {"published", "corrected"}
    for stage in ("draft", "embargo", "expired", "withdrawn"):
        assert listed(operator, stage=stage) == {stage}
    counts = operator.get("/api/v1/shares", params={"stage": "draft", "limit": 1}).json()["counts"]
    assert counts == {
        "total": 6, "draft": 1, "published": 2, "embargo": 1, "expired": 1, "withdrawn": 1, "views_30_days": 1,
    }  # fmt: skip
    assert operator.get("/api/v1/shares", params={"kind": "campaign"}).json()["counts"]["total"] == 0


def test_shares_are_found_by_title_number_run_and_address(
    operator: TestClient, make: Factory, run: Run, shares: dict[str, dict[str, Any]]
) -> None:
    published = shares["published"]
    assert listed(operator, q="PUBLISHED title") == {"published"}
    assert listed(operator, q="50%_") == set(shares)
    assert listed(operator, q="50_%") == set()
    assert listed(operator, q=published["number"].upper()) == {"published"}
    assert listed(operator, q=f"r-{run.number} embargo") == {"embargo"}
    assert listed(operator, q="r-999999999999999999") == set()
    for address in (published["url"], path_of(published), published["token"], f"{published['url']}/v1"):
        assert listed(operator, q=address) == {"published"}
    assert listed(operator, q=published["token"][:-1]) == set()
    assert listed(operator, q=" ") == set(shares)
    assert operator.get("/api/v1/shares", params={"q": "x" * 201}).status_code == 422
