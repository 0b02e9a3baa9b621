"""The list of shares: states, counts, orders, summaries, and its search."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, path_of

from storagelab.db.models import Run, Share, ShareSummary
from storagelab.shares.pictures import get_pictures
from storagelab.shares.summaries import refresh_summaries


@pytest.fixture
def shares(operator: TestClient, run: Run, session: Session) -> dict[str, dict[str, Any]]:
    """Provide a share of each state, by the state, and a corrected one."""
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


def test_each_share_is_in_one_state_and_counted_there(
    operator: TestClient, anonymous: TestClient, shares: dict[str, dict[str, Any]]
) -> None:
    anonymous.get(path_of(shares["published"]))
    assert listed(operator) == set(shares)
    assert listed(operator, state="published") == {"published", "corrected"}
    for state in ("draft", "embargo", "expired", "withdrawn"):
        assert listed(operator, state=state) == {state}
        assert operator.get(f"/api/v1/shares/{shares[state]['number']}").json()["state"] == state
    counts = operator.get("/api/v1/shares", params={"state": "draft", "limit": 1}).json()["counts"]
    states = {"draft": 1, "published": 2, "embargo": 1, "expired": 1, "withdrawn": 1}
    assert counts == {"total": 6, "received": 0, "views_30_days": 1, **states}
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


def test_shares_are_listed_in_each_order_page_by_page(
    operator: TestClient, anonymous: TestClient, run: Run, shares: dict[str, dict[str, Any]]
) -> None:
    newer = freeze(operator, run, body=[], title="Title newer", version_of=shares["published"]["number"])
    for _ in range(2):
        anonymous.get(path_of(newer))
    anonymous.get(path_of(shares["corrected"]))

    def titles(sort: str) -> list[str]:
        names, cursor = [], None
        while True:
            params = {"sort": sort, "limit": 3} | ({"cursor": cursor} if cursor else {})
            page = operator.get("/api/v1/shares", params=params).json()
            names += [item["title"].split()[1] for item in page["items"]]
            if (cursor := page["next_cursor"]) is None:
                return names

    order = [*shares, "newer"]
    assert titles("title") == sorted(order)
    assert titles("-title") == sorted(order, reverse=True)
    assert titles("frozen") == titles("created_at") == order
    assert titles("-created_at") == order[::-1]
    assert titles("-views")[:2] == ["newer", "corrected"]
    assert titles("-version")[0] == "newer"
    assert operator.get("/api/v1/shares", params={"sort": "colour"}).status_code == 422


def test_list_has_the_finding_as_readers_see_it(
    operator: TestClient, anonymous: TestClient, run: Run, session: Session
) -> None:
    share = freeze(operator, run, title="A result", redaction={"serials": True})
    (item,) = operator.get("/api/v1/shares").json()["items"]
    assert item == {**share, "citation": None, "bibtex": None}
    page = anonymous.get(path_of(share)).text
    assert item["finding"]
    assert escape(item["finding"]) in re.sub(r"</?b>", "", page)
    assert item["badges"]
    assert all(escape(badge["text"]) in page for badge in item["badges"])
    assert (item["layout"], item["hidden"]) == ("plain", ["names"])
    assert item["figures"] == len(anonymous.get(path_of(share) + ".json").json()["charts"])

    # A share of an earlier release gets its summary in the background, and has it in the list before.
    (item,) = operator.get("/api/v1/shares").json()["items"]
    session.execute(delete(ShareSummary))
    assert operator.get("/api/v1/shares").json()["items"] == [item]
    assert refresh_summaries(session) == 1
    assert refresh_summaries(session) == 0
    session.execute(update(ShareSummary).values(revision=0, finding="outdated"))
    assert operator.get("/api/v1/shares").json()["items"] == [item]
    assert refresh_summaries(session) == 1
    assert operator.get("/api/v1/shares").json()["items"] == [item]


def test_share_is_found_by_its_finding(operator: TestClient, run: Run) -> None:
    freeze(operator, run, title="Title other")
    finding = operator.post("/api/v1/shares/options", json={"kind": "run", "run_id": str(run.id)}).json()["findings"][0]
    text = "Twice the writes of the Quokka model"
    freeze(operator, run, title="Title one", findings=[{"key": finding["key"], "text": text}])
    assert listed(operator, q="quokka writes") == {"one"}
    assert listed(operator, q="quokka reads") == set()
    assert listed(operator, q="_uokka") == set()


@pytest.mark.in_turn
def test_picture_of_a_share_is_its_first_chart_without_texts(operator: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    assert share["picture"] == "chart"
    address = f"/api/v1/shares/{share['number']}/picture.svg"
    small, head = operator.get(address), operator.get(address, params={"size": "head", "theme": "dark"})
    assert small.headers["content-type"] == "image/svg+xml"
    assert 'width="46" height="24"' in small.text
    assert 'width="248" height="78"' in head.text
    assert "<text" not in small.text + head.text
    again = operator.get(address, headers={"If-None-Match": small.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert operator.get(address, params={"size": "wall"}).status_code == 422
    get_pictures().close()


def test_share_without_a_chart_has_no_picture(operator: TestClient, anonymous: TestClient, run: Run) -> None:
    share = freeze(operator, run, body=[])
    assert (share["picture"], share["figures"]) == (None, 0)
    answer = operator.get(f"/api/v1/shares/{share['number']}/picture.svg")
    assert answer.status_code == 404
    assert "has no picture" in answer.json()["detail"]
    assert anonymous.get(f"/api/v1/shares/{share['number']}/picture.svg").status_code == 401
