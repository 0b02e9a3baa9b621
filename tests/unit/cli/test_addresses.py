"""Requests of `storagelab address` to the lab, and its output."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from storagelab.cli import addresses
from storagelab.cli.main import app

ADDRESS: dict[str, Any] = {
    "number": 1,
    "audience": "Public",
    "status": "open",
    "readability": "readable",
    "url": "https://lab.test/s/Vq3xT8mK2pYc7LwZ9aRbNf",
    "raw_files": True,
    "expires_at": None,
    "views": 1234,
}
EARLIER = {**ADDRESS, "number": 2, "readability": "not_stored", "url": None, "raw_files": False}


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, dict[str, Any]]]:
    """Provide the list of requests that the lab receives: method, path and body."""
    received: list[tuple[str, str, dict[str, Any]]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content) if request.content else {}
        received.append((request.method, request.url.path, body))
        listed = {"items": [ADDRESS, EARLIER], "next_cursor": None}
        content = listed if request.method == "GET" else {**ADDRESS, "number": 3}
        return httpx2.Response(200, content=json.dumps(content), headers={"content-type": "application/json"})

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab")
    monkeypatch.setattr(addresses, "connect", lambda _: lab)
    return received


def test_addresses_are_listed_to_be_copied(requests: list[Any]) -> None:
    result = CliRunner().invoke(app, ["address", "list", "p-1"])
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()[1:]
    assert first.split() == ["1", "Public", "open", "no", "end", "yes", "1,234", ADDRESS["url"]]
    assert second.endswith("not stored (created by an earlier release)")


def test_an_address_is_added_with_its_end(requests: list[Any]) -> None:
    arguments = ["address", "add", "p-1", "--audience", "Reviewers", "--expires-in", "30d"]
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, result.stdout) == (0, f"{ADDRESS['url']}\n")
    method, path, body = requests[0]
    assert (method, path) == ("POST", "/api/v1/shares/p-1/addresses")
    assert (body["audience"], body["raw_files"]) == ("Reviewers", False)
    days = (dt.datetime.fromisoformat(body["expires_at"]) - dt.datetime.now(dt.UTC)).total_seconds() / 86_400
    assert 29.9 < days < 30.1


def test_an_address_is_withdrawn_with_a_reason(requests: list[Any]) -> None:
    result = CliRunner().invoke(app, ["address", "withdraw", "p-1", "3", "--reason", "The review is printed."])
    assert result.stdout == "Address 3 of p-1 for Public is withdrawn.\n"
    assert requests == [("POST", "/api/v1/shares/p-1/addresses/3/revoke", {"reason": "The review is printed."})]


def test_a_lifetime_of_another_form_is_refused(requests: list[Any]) -> None:
    result = CliRunner().invoke(app, ["address", "add", "p-1", "--audience", "A", "--expires-in", "soon"])
    assert result.exit_code != 0
    assert requests == []
