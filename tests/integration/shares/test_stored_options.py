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
from storagelab.shares.stored_options import read_options


def fetch_options(operator: TestClient, share: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a share."""
    answer = operator.get(f"/api/v1/shares/{share['number']}/options")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_options_of_a_run_create_the_next_version(operator: TestClient, whole_run: Run) -> None:
    subject = {"kind": "run", "run_id": str(whole_run.id)}
    offer = operator.post("/api/v1/shares/options", json=subject).json()
    hidden = next(candidate for candidate in offer["hidden"] if candidate["group"] == "serials")
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

    options = fetch_options(operator, share)

    assert (options["kind"], options["run_id"], options["run_ids"], options["campaign"]) == (
        "run", f"r-{whole_run.number}", None, None
    )  # fmt: skip
    assert (options["title"], options["author"], options["licence"], options["contact"]) == (
        "A result", "A. Author", "CC BY 4.0", "lab@example.org"
    )  # fmt: skip
    texts = [block["text"] for block in options["body"]]
    assert hidden["text"] not in texts[0]
    assert hidden["instead"] in texts[0]
    assert (options["body"][1]["chart"], texts[1], texts[2]) == (offer["charts"][0]["key"], None, "Behind it.")
    assert (options["serials"], options["names"], options["had_aliases"], options["raw_files"]) == (
        False,
        True,
        True,
        False,
    )
    assert model not in str(options)


def test_a_comparison_comes_back_with_its_settings(
    operator: TestClient, make: Factory, place: Place, whole_run: Run
) -> None:
    numbers = [f"r-{whole_run.number}", f"r-{make_subject(make, place, iops=1010.0).number}"]
    view = {"metric": "latency_mean_ns", "baseline": numbers[1], "pooled": False}
    share = freeze(operator, kind="comparison", run_ids=numbers, view=view)
    options = fetch_options(operator, share)
    assert (options["run_id"], options["run_ids"]) == (None, numbers)
    assert {name: options["view"][name] for name in view} == view
    # The stored options can be submitted again unchanged.
    again = {name: options[name] for name in ("kind", "run_ids", "title", "body")}
    second = freeze(operator, **again, view=options["view"], version_of=share["number"])
    assert second["version"] == 2


def test_options_include_published_raw_files(operator: TestClient, whole_run: Run) -> None:
    assert fetch_options(operator, freeze(operator, whole_run, raw_files=True, publish=False))["raw_files"] is True


def test_options_of_a_draft_include_times_and_version(operator: TestClient, whole_run: Run) -> None:
    times: dict[str, Any] = {
        "embargo_until": "2999-01-01T08:00:00Z",
        "closed_until_embargo": True,
        "expires_at": "2999-02-01T08:00:00Z",
    }
    first = freeze(operator, whole_run)
    draft = freeze(operator, whole_run, publish=False, version_of=first["number"], **times)

    options = fetch_options(operator, draft)

    assert {name: options[name] for name in times} == times
    assert options["version_of"] == first["number"]
    # It is replaced as the editor does it: the version stays the second one, and is counted without a gap.
    assert operator.delete(f"/api/v1/shares/{draft['number']}").status_code == 204
    again = freeze(operator, whole_run, publish=False, version_of=options["version_of"])
    assert (again["lineage_id"], again["version"]) == (first["lineage_id"], 2)
    begin = fetch_options(operator, first)
    assert [begin[name] for name in (*times, "version_of")] == [None, False, None, None]


def test_options_of_a_received_share_are_refused(session: Session) -> None:
    # Its runs have other numbers here: a form that began with them would freeze runs of this lab.
    with pytest.raises(Conflict, match="p-7 was frozen by another lab"):
        read_options(session, Share(number=7, origin="received"))


def test_published_share_is_returned_with_its_citation(
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
    assert (later["citation"], later["bibtex"]) == (share["citation"], share["bibtex"])
