"""The catalogue over HTTP."""

from __future__ import annotations

from starlette.testclient import TestClient

from storagelab.profiles.catalogue import load_catalogue


def test_every_profile_is_listed_and_shown(viewer: TestClient) -> None:
    listed = viewer.get("/api/v1/profiles").json()
    assert [item["name"] for item in listed["items"]] == sorted(load_catalogue())
    assert listed["next_cursor"] is None
    for item in listed["items"]:
        shown = viewer.get(f"/api/v1/profiles/{item['name']}").json()
        phases = shown.pop("phases")
        assert shown == item
        assert len(phases) == item["phase_count"]
        assert item["writes"] == any(phase["writes"] for phase in phases)
        assert item["engines"] == ["fio"]


def test_an_unknown_profile_is_not_found(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/profiles/nothing").status_code == 404
