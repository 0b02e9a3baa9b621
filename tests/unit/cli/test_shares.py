"""Requests of `storagelab share` to the lab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from storagelab.cli import shares
from storagelab.cli.client import AnsweredWithProblem
from storagelab.cli.main import app
from storagelab.cli.shares import _parse_aliases, build_subject, format_subject_title
from storagelab.errors import InvalidInput


def subject(*runs: str, campaign: str | None = None, ranking: str | None = None, **view: Any) -> dict[str, Any]:
    return build_subject(list(runs), campaign, ranking, **({"baseline": None, "pooled": False} | view))


def test_options_decide_the_shared_subject() -> None:
    assert subject("r-1") == {"kind": "run", "run_id": "r-1"}
    assert subject("r-1", "r-2", baseline="r-2", pooled=True) == {
        "kind": "comparison",
        "run_ids": ["r-1", "r-2"],
        "view": {"baseline": "r-2", "pooled": True},
    }
    assert subject(ranking="four-corners@2") == {"kind": "ranking", "view": {"profile": "four-corners@2"}}
    assert subject(campaign="m-1") == {"kind": "campaign", "campaign": "m-1"}
    assert build_subject([], None, dashboard="b-3") == {"kind": "comparison", "dashboard": "b-3"}
    digest = "0f" * 16
    address = f"https://lab.example.org/workbench?view={digest}"
    for named in (digest, address):
        assert build_subject([], None, workbench=named) == {"kind": "comparison", "workbench": digest}


def test_the_document_of_a_file_is_shared(tmp_path: Path) -> None:
    document = {"version": 1, "entries": {"runs": ["r-1", "r-2"]}}
    file = tmp_path / "board.json"
    for content in (document, {"name": "Nightly", "document": document}):
        file.write_text(json.dumps(content))
        assert build_subject([], None, workbench=str(file))["workbench"] == document
    with pytest.raises(InvalidInput, match="neither a file nor the address or digest"):
        build_subject([], None, workbench=str(tmp_path / "missing.json"))


@pytest.fixture
def bodies(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Provide the bodies that are sent to a lab, which offers two charts."""
    sent: list[dict[str, Any]] = []
    charts = [
        {"key": "bars", "title": "IOPS", "default": True},
        {"key": "bars-lat_p99", "title": "p99 latency", "default": False},
    ]

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append({"path": request.url.path, **json.loads(request.content)})
        content = json.dumps({"number": "p-1", "charts": charts, "left_out": []})
        return httpx2.Response(201, content=content, headers={"content-type": "application/json"})

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab/api/v1")
    monkeypatch.setattr(shares, "connect", lambda _: lab)
    return sent


def share(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["share", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_layout_is_requested_with_the_subject(bodies: list[dict[str, Any]]) -> None:
    share("--campaign", "m-1", "--title", "PERC 12", "--layout", "review", "--draft")
    assert (bodies[0]["kind"], bodies[0]["campaign"], bodies[0]["layout"]) == ("campaign", "m-1", "review")
    assert "body" not in bodies[0]


def test_charts_and_metrics_are_requested_in_order(bodies: list[dict[str, Any]]) -> None:
    named = ("--chart", "bars-lat_p99", "--chart", "bars", "--metric", "iops", "--metric", "lat_p99", "--note", "Why")
    share("r-1", "r-2", *named, "--title", "Two", "--draft")
    (body,) = bodies
    assert body["body"] == [{"text": "Why"}, {"chart": "bars-lat_p99"}, {"chart": "bars"}]
    assert body["view"] == {"baseline": None, "pooled": False, "metrics": ["iops", "lat_p99"]}
    assert "note" not in body


def test_finding_leads_where_the_lab_has_none(bodies: list[dict[str, Any]]) -> None:
    share("r-1", "r-2", "--finding", "Twice as fast.", "--note", "Why", "--title", "Two", "--draft")
    assert [body["path"].rpartition("/")[2] for body in bodies] == ["options", "shares"]
    assert bodies[1]["note"] == "Twice as fast.\n\nWhy"
    assert "findings" not in bodies[1]


def test_charts_are_listed_without_a_share(bodies: list[dict[str, Any]]) -> None:
    printed = share("r-1", "r-2", "--list-charts", "--metric", "iops", "--layout", "figure")
    assert [line.split() for line in printed.splitlines()[1:]] == [
        ["bars", "*", "IOPS"],
        ["bars-lat_p99", "p99", "latency"],
    ]
    assert [body["path"].rpartition("/")[2] for body in bodies] == ["options"]
    assert (bodies[0]["layout"], bodies[0]["view"]["metrics"]) == ("figure", ["iops"])


@pytest.mark.parametrize("given", [{}, {"campaign": "m-1", "ranking": "x@1"}])
def test_exactly_one_subject_is_shared(given: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="one of them"):
        subject(**given)


def test_other_names_are_given_as_pairs() -> None:
    assert _parse_aliases(["PM1653 = Drive A", "H965i=X=Y"]) == {"PM1653": "Drive A", "H965i": "X=Y"}
    for wrong in ("PM1653", "=A", "PM1653="):
        with pytest.raises(InvalidInput, match="is not MODEL=NAME"):
            _parse_aliases([wrong])


def test_campaign_share_is_titled_with_campaign_name() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        assert request.url.path.endswith("/campaigns/m-1")
        return httpx2.Response(
            200, content=json.dumps({"name": "PERC 12"}), headers={"content-type": "application/json"}
        )

    with httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab/api/v1") as client:
        assert format_subject_title(client, subject(campaign="m-1")) == "PERC 12"
    assert format_subject_title(None, subject("r-1", "r-2")) == "r-1, r-2 compared"  # type: ignore[arg-type]  # It asks nobody.


REFUSED = {
    "detail": "confirm_new_author: r-1 has the figures of others (An article), and the share names no author.",
    "code": "new_author",
    "errors": [],
}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Provide the bodies sent to a lab that requires a confirmation before it publishes figures of others."""
    sent: list[dict[str, Any]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        sent.append(body)
        json_type = {"content-type": "application/json"}
        if not body["confirm_new_author"]:
            return httpx2.Response(409, content=json.dumps(REFUSED), headers=json_type)
        published = {"number": "p-1", "url": "http://lab/s/token"}
        return httpx2.Response(201, content=json.dumps(published), headers=json_type)

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab")
    monkeypatch.setattr(shares, "connect", lambda _: lab)
    return sent


def test_piped_share_of_third_party_figures_is_refused(sent: list[dict[str, Any]]) -> None:
    result = CliRunner().invoke(app, ["share", "r-1", "--title", "A result"])
    assert isinstance(result.exception, AnsweredWithProblem)
    assert "--confirm-new-author" in result.exception.message
    assert "An article" in result.output
    assert [body["confirm_new_author"] for body in sent] == [False]


def test_flag_confirms_third_party_figures(sent: list[dict[str, Any]]) -> None:
    result = CliRunner().invoke(app, ["share", "r-1", "--title", "A result", "--confirm-new-author"])
    assert (result.exit_code, result.output.strip()) == (0, "http://lab/s/token")
    assert [body["confirm_new_author"] for body in sent] == [True]


@pytest.mark.parametrize(("typed", "status", "confirmed"), [("y\n", 0, [False, True]), ("n\n", 1, [False])])
def test_interactive_user_must_confirm_third_party_figures(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, typed: str, status: int, confirmed: list[bool]
) -> None:
    monkeypatch.setattr(shares, "_is_person", lambda: True)
    result = CliRunner().invoke(app, ["share", "r-1", "--title", "A result"], input=typed)
    assert result.exit_code == status
    assert "Publish it anyway?" in result.output
    assert [body["confirm_new_author"] for body in sent] == confirmed


def test_unshareable_dashboard_charts_are_listed_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {
        "/dashboards/b-3": {"name": "Nightly"},
        "/shares/options": {"left_out": [{"name": "Rank, IOPS", "reason": "has no data in these runs"}]},
        "/shares": {"number": "p-1", "url": "http://lab/s/x"},
    }
    requests: list[tuple[str, Any]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        requests.append((request.url.path, json.loads(request.content or b"{}")))
        return httpx2.Response(200, json=answers[request.url.path.removeprefix("/api/v1")])

    lab = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab")
    monkeypatch.setattr(shares, "connect", lambda _: lab)
    result = CliRunner().invoke(app, ["share", "--dashboard", "b-3"])
    assert (result.exit_code, result.stdout) == (0, "http://lab/s/x\n")
    assert result.stderr == "Not in the permalink: Rank, IOPS has no data in these runs.\n"
    assert [path for path, _ in requests][-2:] == ["/api/v1/shares/options", "/api/v1/shares"]
    assert (requests[-1][1]["title"], requests[-1][1]["dashboard"]) == ("Nightly", "b-3")
