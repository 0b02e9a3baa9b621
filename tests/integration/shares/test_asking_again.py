"""Tests of stored share options, the start of the next version, and of citations of new shares."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import Place, make_subject

from storagelab.db.models import Run, Share
from storagelab.errors import Conflict
from storagelab.shares.asking_again import read_options


def asked(operator: TestClient, share: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a share."""
    answer = operator.get(f"/api/v1/shares/{share['number']}/options")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_run_can_be_asked_for_again(operator: TestClient, whole_run: Run) -> None:
    subject = {"kind": "run", "run_id": str(whole_run.id)}
    offer = operator.post("/api/v1/shares/options", json=subject).json()
    hidden = next(each for each in offer["hidden"] if each["group"] == "serials")
    body = [{"text": f"Serial {hidden['text']}."}, {"chart": offer["charts"][0]["key"]}, {"text": "Behind it."}]
    model = offer["models"][0]
    share = freeze(
        operator,
        whole_run,
        body=body,
        author="A. Author",
        licence="CC BY 4.0",
        contact="lab@example.org",
        redaction={"names": True, "aliases": {model: "Drive X"}},
    )

    told = asked(operator, share)

    assert (told["kind"], told["run_id"], told["run_ids"], told["campaign"]) == (
        "run", f"r-{whole_run.number}", None, None
    )  # fmt: skip
    assert (told["title"], told["author"], told["licence"], told["contact"]) == (
        "A result", "A. Author", "CC BY 4.0", "lab@example.org"
    )  # fmt: skip
    texts = [block["text"] for block in told["body"]]
    assert hidden["text"] not in texts[0]
    assert hidden["instead"] in texts[0]
    assert (told["body"][1]["chart"], texts[1], texts[2]) == (offer["charts"][0]["key"], None, "Behind it.")
    assert (told["serials"], told["names"], told["had_aliases"], told["raw_files"]) == (False, True, True, False)
    assert model not in str(told)


def test_a_comparison_comes_back_with_its_settings(
    operator: TestClient, make: Factory, place: Place, whole_run: Run
) -> None:
    numbers = [f"r-{whole_run.number}", f"r-{make_subject(make, place, iops=1010.0).number}"]
    view = {"metric": "latency_mean_ns", "baseline": numbers[1], "pooled": False}
    share = freeze(operator, kind="comparison", run_ids=numbers, view=view)
    told = asked(operator, share)
    assert (told["run_id"], told["run_ids"]) == (None, numbers)
    assert {name: told["view"][name] for name in view} == view
    # What it was asked for with can be asked for as it stands.
    again = {name: told[name] for name in ("kind", "run_ids", "title", "body")}
    second = freeze(operator, **again, view=told["view"], version_of=share["number"])
    assert second["version"] == 2


def test_raw_files_that_are_given_out_are_asked_for_again(operator: TestClient, whole_run: Run) -> None:
    assert asked(operator, freeze(operator, whole_run, raw_files=True, publish=False))["raw_files"] is True


def test_a_draft_says_its_times_and_what_it_is_the_next_version_of(operator: TestClient, whole_run: Run) -> None:
    times: dict[str, Any] = {
        "embargo_until": "2999-01-01T08:00:00Z",
        "closed_until_embargo": True,
        "expires_at": "2999-02-01T08:00:00Z",
    }
    first = freeze(operator, whole_run)
    draft = freeze(operator, whole_run, publish=False, version_of=first["number"], **times)

    told = asked(operator, draft)

    assert {name: told[name] for name in times} == times
    assert told["version_of"] == first["number"]
    # It is replaced as the editor does it: the version stays the second one, and is counted without a gap.
    assert operator.delete(f"/api/v1/shares/{draft['number']}").status_code == 204
    again = freeze(operator, whole_run, publish=False, version_of=told["version_of"])
    assert (again["lineage_id"], again["version"]) == (first["lineage_id"], 2)
    begin = asked(operator, first)
    assert [begin[name] for name in (*times, "version_of")] == [None, False, None, None]


def test_a_share_of_another_lab_is_not_asked_for_again(session: Session) -> None:
    # Its runs have other numbers here: a form that began with them would freeze somebody else's.
    with pytest.raises(Conflict, match="p-7 was frozen by another lab"):
        read_options(session, Share(number=7, origin="received"))


def test_what_was_just_published_is_told_with_how_to_cite_it(
    operator: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    share = freeze(operator, whole_run, author="A. Author", title="50 % \ue000 of_it")
    page = anonymous.get(path_of(share)).text
    assert share["citation"].startswith("A. Author: 50 % of_it. ")
    assert share["citation"].count(share["url"]) == 1
    assert share["citation"].endswith(f"(SHA-256 {share['document_sha256']})")
    assert share["citation"] in page
    assert r"50 \% of\_it" in share["bibtex"]
    later = operator.get(f"/api/v1/shares/{share['number']}").json()
    assert (later["citation"], later["bibtex"]) == (None, None)
