"""Findings of shares: computed by default, chosen and worded by the author, verified, and redacted."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, read_zip
from tests.integration.shares.sharing import freeze, read_document
from tests.integration.shares.subjects import SECRETS, Place, make_subject, other_configuration
from tests.query_count import counted_queries

from storagelab.db.models import Run
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.shares.freezing import finding_results
from storagelab.shares.freezing.computed_findings import compute_findings


@pytest.fixture
def subject(make: Factory, place: Place) -> dict[str, Any]:
    """Provide the comparison of three repeats on each of two configurations."""
    other = other_configuration(make)
    runs = [
        *(make_subject(make, place, iops=iops) for iops in (1000.0, 1010.0, 990.0)),
        *(make_subject(make, place, iops=iops, configuration=other) for iops in (1660.0, 1650.0, 1670.0)),
    ]
    return {"kind": "comparison", "run_ids": [str(run.id) for run in runs], "view": {"pooled": True}}


def test_comparison_leads_with_its_largest_difference(
    operator: TestClient, anonymous: TestClient, subject: dict[str, Any]
) -> None:
    offered = operator.post("/api/v1/shares/options", json=subject).json()["findings"]
    document = read_document(anonymous, freeze(operator, **subject))

    lead = document["findings"][0]
    assert lead["sentence"] == "B2 reads 66 % more than A1: 26.6k against 16.0k IOPS, 4K random read, QD 16."
    assert [finding["key"] for finding in offered if finding["default"]] == [
        finding["key"] for finding in document["findings"]
    ]
    assert (lead["basis"]["support"], lead["basis"]["entry"]["n"], lead["basis"]["baseline"]["n"]) == ("tested", 3, 3)
    tile = document["headline"][0]
    assert tile["relative_percent"] == pytest.approx(66, abs=0.1)
    assert (tile["metric"], tile["workload"], tile["baseline_value"]) == (
        "iops", lead["basis"]["workload"], lead["basis"]["baseline"]["median"]
    )  # fmt: skip


def test_options_compute_findings_once(
    operator: TestClient, subject: dict[str, Any], connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []

    def compute(*arguments: Any) -> dict[str, ComputedFinding]:
        computed.append(arguments)
        return compute_findings(*arguments)

    monkeypatch.setattr(finding_results, "compute_findings", compute)
    with counted_queries(connection) as statements:
        offered = operator.post("/api/v1/shares/options", json=subject).json()
    assert (offered["findings"][0]["key"], len(computed)) == ("f1", 1)
    # The comparison, its table by factors and the metrics to choose read results, findings those of all phases.
    assert sum("FROM phase LEFT OUTER JOIN measurement" in statement for statement in statements) == 4
    freeze(operator, **subject)
    assert len(computed) == 2


def test_author_replaces_and_silences(operator: TestClient, anonymous: TestClient, subject: dict[str, Any]) -> None:
    chosen = [{"key": "f1", "text": "Firmware B2 reads more on atlas-17."}]
    share = freeze(operator, **subject, findings=chosen)
    document = read_document(anonymous, share)

    text = document["findings"][0]["text"]
    assert text.startswith("Firmware B2 reads more on ")
    assert "atlas-17" not in text
    stored = operator.get(f"/api/v1/shares/{share['number']}/options").json()["findings"]
    assert stored == [{"key": "f1", "finding": None, "text": text}]
    silent = read_document(anonymous, freeze(operator, **subject, findings=[]))
    assert silent["findings"] == []
    assert check(read_zip(anonymous, share), draws=False)["differences"] == []


@pytest.mark.parametrize(
    ("findings", "path"),
    [
        ([{"key": "f99"}], "findings.0.key"),
        ([{"key": "f1"}, {"key": "f1"}], "findings.1.key"),
        ([{"finding": "f-12"}], "findings.0.finding"),
        ([{"key": "f1", "finding": "f-12"}], "findings.0"),
        ([{}], "findings.0"),
        ([{"key": "f1", "text": "x" * 1001}], "findings.0.text"),
    ],
)
def test_unknown_choice_is_refused(
    operator: TestClient, subject: dict[str, Any], findings: list[dict[str, str]], path: str
) -> None:
    answer = operator.post("/api/v1/shares", json={**subject, "title": "A", "findings": findings})
    assert answer.status_code == 422, answer.text
    assert path in str(answer.json())


def test_names_in_findings_are_redacted(operator: TestClient, anonymous: TestClient, subject: dict[str, Any]) -> None:
    share = freeze(operator, **subject, redaction={"aliases": {"PM1653": "Drive X"}})
    document = read_document(anonymous, share)
    words = str(document["findings"]) + str(document["headline"])
    assert document["findings"]
    assert [secret for secret in (*SECRETS, "PM1653") if secret.lower() in words.lower()] == []
    assert check(read_zip(anonymous, share), draws=False)["differences"] == []


def change_sentence(finding: dict[str, Any]) -> None:
    finding["sentence"] = finding["sentence"].replace("66 %", "76 %")


def change_ratio(finding: dict[str, Any]) -> None:
    finding["basis"]["ratio"] *= 1.1


def change_value(finding: dict[str, Any]) -> None:
    finding["basis"]["entry"]["values"][1] += 1.0


def change_key(finding: dict[str, Any]) -> None:
    finding["key"] = "f77"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (change_sentence, "findings/0/sentence"),
        (change_ratio, "findings/0/basis/ratio"),
        (change_value, "findings/0/basis/entry/values/1"),
        (change_key, "findings/0"),
    ],
)
def test_changed_finding_is_named(
    operator: TestClient,
    anonymous: TestClient,
    subject: dict[str, Any],
    change: Callable[[dict[str, Any]], None],
    where: str,
) -> None:
    opened = read_zip(anonymous, freeze(operator, **subject))
    assert check(opened, draws=False)["differences"] == []
    document = copy.deepcopy(opened.document)
    change(document["findings"][0])
    assert where in {difference["place"] for difference in check(opened, document, draws=False)["differences"]}


def test_findings_of_a_run_name_its_workload(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    share = freeze(operator, whole_run)
    document = read_document(anonymous, share)
    assert document["findings"]
    assert all("4K random" in finding["sentence"] for finding in document["findings"])
    assert check(read_zip(anonymous, share), draws=False)["differences"] == []
