"""What the command line understands of the API's answers."""

from __future__ import annotations

import httpx2
import pytest

from storagelab.cli.client import AnsweredWithProblem, call, connect, job_events, parse_events, problem_sentence
from storagelab.config import Settings
from storagelab.errors import LabUnavailable, NotSignedIn

REQUEST = httpx2.Request("POST", "http://lab/api/v1/jobs")


def test_events_are_read_with_their_ids_and_comments_are_not() -> None:
    lines = [
        ": keep-alive",
        "event: state",
        "id: 7",
        'data: {"job_state": "running"}',
        "",
        "",
        'data: {"a":',
        "data: 1}",
        "",
        'data: {"cut": "off"}',
    ]
    assert list(parse_events(iter(lines))) == [("state", "7", {"job_state": "running"}), ("message", "", {"a": 1})]


def test_problem_is_told_with_its_fields_and_what_was_kept() -> None:
    problem = {
        "detail": "The job cannot run.",
        "errors": [{"path": "target.size_bytes", "message": "at least 64 MiB"}],
        "kept": "Nothing was stored.",
    }
    answer = httpx2.Response(422, json=problem, request=REQUEST)
    assert problem_sentence(answer) == "The job cannot run.\ntarget.size_bytes: at least 64 MiB\nNothing was stored."


def test_answer_that_is_no_problem_document_is_named_by_its_status() -> None:
    answer = httpx2.Response(502, text="<html>", request=REQUEST)
    assert problem_sentence(answer) == "Storage Lab answered 502 to POST http://lab/api/v1/jobs."


def test_refusal_becomes_an_error_with_the_sentence_of_the_api() -> None:
    def refuse(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(404, json={"detail": "There is no job j-9."})

    with (
        httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(refuse)) as client,
        pytest.raises(AnsweredWithProblem, match="There is no job j-9"),
    ):
        call(client, "GET", "/jobs/j-9")


def test_broken_stream_is_taken_up_after_the_last_message() -> None:
    streams = iter(['id: 1\nevent: state\ndata: {"n": 1}\n\n', 'id: 2\nevent: state\ndata: {"n": 2}\n\n'])
    states = iter(["running", "finished"])
    resumed_from: list[str | None] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/events"):
            resumed_from.append(request.headers.get("Last-Event-ID"))
            return httpx2.Response(200, text=next(streams))
        return httpx2.Response(200, json={"state": next(states)})

    with httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(answer)) as client:
        assert [data["n"] for _, data in job_events(client, "j-1")] == [1, 2]
    assert resumed_from == [None, "1"]


def test_lab_that_does_not_run_is_said(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STORAGELAB_BASE_URL", raising=False)
    with pytest.raises(LabUnavailable, match="does not run on"):
        connect(Settings(data_dir=tmp_path))


def test_missing_token_is_said(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STORAGELAB_TOKEN", raising=False)
    with pytest.raises(NotSignedIn, match="set STORAGELAB_TOKEN"):
        connect(Settings(data_dir=tmp_path, base_url="http://lab"))
