"""The catalogue over HTTP."""

from __future__ import annotations

from starlette.testclient import TestClient

from storagelab.profiles.catalogue import load_catalogue
from storagelab.profiles.yaml_text import read_yaml


def test_every_profile_is_listed_and_shown(viewer: TestClient) -> None:
    listed = viewer.get("/api/v1/profiles").json()
    assert [item["name"] for item in listed["items"]] == sorted(load_catalogue())
    assert listed["next_cursor"] is None
    for item in listed["items"]:
        shown = viewer.get(f"/api/v1/profiles/{item['name']}").json()
        phases, text, document = (shown.pop(name) for name in ("phases", "text", "document"))
        loops, report = shown.pop("loops"), shown["report"]
        assert all(version["version"] >= 1 for version in shown.pop("versions"))
        assert (report is None) or item["name"].startswith("snia-")
        assert {phase["loop"] for phase in phases} - {None} == {loop["name"] for loop in loops}
        assert read_yaml(text).value == document
        assert shown == item
        assert len(phases) == item["phase_count"]
        assert item["writes"] == any(phase["writes"] for phase in phases)
        assert ("files" if item["name"].startswith("fc-test") else "fio") in item["engines"]


def test_an_unknown_profile_is_not_found(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/profiles/nothing").status_code == 404
