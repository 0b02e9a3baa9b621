"""Tests of verification for shares of every kind: all numbers are recomputed, changes are detected."""

from __future__ import annotations

import copy
import hashlib
import json
import re
import shlex
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import body, submit
from tests.integration.campaigns.machine import Machine
from tests.integration.shares.checked import check, make_measured_run, read_zip
from tests.integration.shares.sharing import freeze, path_of
from tests.integration.shares.subjects import Place, make_subject, other_configuration
from tests.integration.shares.test_campaign import drives, machine
from tests.result_factories import make_artifact
from typer.testing import CliRunner

from storagelab.cli import share_files
from storagelab.cli.main import app
from storagelab.config import CHECKOUT, Settings
from storagelab.db.models import Drive, Run
from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.filing import file_result
from storagelab.imports.sources import open_members
from storagelab.shares.archive.reading import open_zip

__all__ = ["drives", "machine"]


@pytest.fixture
def measured(make: Factory, settings: Settings) -> Run:
    """Provide a run of ours with its raw files."""
    return make_measured_run(make)


@pytest.mark.in_turn
def test_verify_recomputes_a_run_from_its_raw_files(operator: TestClient, anonymous: TestClient, measured: Run) -> None:
    verified = check(read_zip(anonymous, freeze(operator, measured, raw_files=True)))
    assert verified["differences"] == []
    assert verified["numbers"]["equal"] > 1000
    assert verified["printed"]["standing"] > 20
    sources = {line["source"] for line in verified["lineage"] if line["formula"] == "parse"}
    assert sources == {"phases/01/status.json", "phases/02/status.json"}
    assert {line["formula"] for line in verified["lineage"]} >= {
        "parse", "fold", "steady-state", "headline", "buckets", "distribution", "littles-law", "chart-table",
    }  # fmt: skip


def test_without_raw_files_derived_numbers_are_recomputed(
    operator: TestClient, anonymous: TestClient, measured: Run
) -> None:
    verified = check(read_zip(anonymous, freeze(operator, measured)))
    assert verified["differences"] == []
    assert verified["numbers"]["without_source"] > 100
    assert {line["formula"] for line in verified["lineage"]} >= {"merge-parts", "percentiles", "rounds"}


@pytest.mark.in_turn
def test_imported_runs(
    operator: TestClient, anonymous: TestClient, make: Factory, session: Session, settings: Settings
) -> None:
    """Check that all figures of imported runs are read again with their files.

    Without the files, figures that a source printed itself remain as frozen.
    """
    outcomes = []
    for path in ("fio/jsonplus-3.33.json", "vdbench/curve"):
        with open_members(CHECKOUT / "tests" / "data" / path) as members:
            (name, claim), *_ = find_claims(list(members))[0]
            run = file_result(session, next(iter(read_claim(name, claim))), origin="imported")
            for member in claim.members:
                make_artifact(make, run, member.read(), name=member.name)
            session.flush()
        outcomes += [check(read_zip(anonymous, freeze(operator, run, raw_files=given))) for given in (False, True)]
    assert [outcome["differences"] for outcome in outcomes] == [[]] * 4
    assert all(outcome["numbers"]["equal"] > 50 for outcome in outcomes)
    parsed = [{line["formula"] for line in outcome["lineage"]} & {"parse", "merge-parts"} for outcome in outcomes]
    assert parsed == [{"merge-parts"}, {"parse"}, {"merge-parts"}, {"parse"}]


@pytest.fixture
def runs(make: Factory, place: Place, whole_run: Run) -> list[Run]:
    """Provide two runs on one configuration and three on another that differs in one factor."""
    other = other_configuration(make)
    return [
        whole_run,
        make_subject(make, place, iops=1010.0),
        *(make_subject(make, place, iops=iops, configuration=other) for iops in (1300.0, 1290.0, 1310.0)),
    ]


@pytest.mark.in_turn
@pytest.mark.parametrize("pooled", [True, False])
def test_a_comparison(operator: TestClient, anonymous: TestClient, runs: list[Run], pooled: bool) -> None:
    verified = check(
        read_zip(
            anonymous,
            freeze(operator, kind="comparison", run_ids=[str(run.id) for run in runs], view={"pooled": pooled}),
        )
    )
    assert verified["differences"] == []
    formulas = {line["formula"] for line in verified["lineage"]}
    assert formulas >= {"comparison", "columns", "buckets", "chart-table"} - ({"columns"} if pooled else set())
    assert ("pooled" in formulas) is pooled


def test_a_ranking(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    verified = check(read_zip(anonymous, freeze(operator, kind="ranking", view={"profile": "write-saturation@3"})))
    assert verified["differences"] == []
    ranked = [line for line in verified["lineage"] if line["formula"] == "ranking"]
    assert sum(line["equal"] for line in ranked) > 10


@pytest.mark.in_turn
def test_a_campaign(
    operator: TestClient,
    anonymous: TestClient,
    drives: list[Drive],
    machine: Machine,
) -> None:
    campaign = submit(operator, body(drives))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    for layout in ("plain", "review"):
        verified = check(
            read_zip(anonymous, freeze(operator, kind="campaign", campaign=campaign["number"], layout=layout))
        )
        assert [
            (difference["place"], difference["frozen"], difference["computed"])
            for difference in verified["differences"]
        ] == []
        pivot = [line for line in verified["lineage"] if line["formula"] == "pivot"]
        assert sum(line["equal"] for line in pivot) > 10


def hashed(value: Any) -> tuple[str, bytes]:
    content = encode_canonical_json(value)
    return hashlib.sha256(content).hexdigest(), content


def with_part(document: dict[str, Any], name: str, value: Any) -> dict[str, bytes]:
    """Put another value under the name of a part, with the hash that fits it."""
    sha256, content = hashed(value)
    document["parts"][name] = {**document["parts"][name], "sha256": sha256, "size_bytes": len(content)}
    return {sha256: content}


@pytest.mark.in_turn
def test_verify_detects_a_rehashed_change(operator: TestClient, anonymous: TestClient, measured: Run) -> None:
    """Check that a changed number needs a change of all its sources, down to the raw file and its hash."""
    opened = read_zip(anonymous, freeze(operator, measured, raw_files=True))
    number = f"r-{measured.number}"

    def places(change: Callable[[dict[str, Any]], dict[str, bytes] | None]) -> set[str]:
        document = copy.deepcopy(opened.document)
        parts = change(document) or {}
        return {difference["place"] for difference in check(opened, document, parts)["differences"]}

    def measurement(document: dict[str, Any]) -> None:
        document["runs"][0]["phases"][1]["measurement"]["iops"] *= 1.01

    differing = places(measurement)
    assert f"runs/{number}/phases/2/measurement/iops" in differing
    assert f"runs/{number}/phases/2/measurement/little_ratio" in differing

    def part(document: dict[str, Any]) -> None:
        document["runs"][0]["phases"][0]["measurement"]["parts"][0]["latency_mean_ns"] += 1

    assert f"runs/{number}/phases/1/measurement/parts/read/0/latency_mean_ns" in places(part)

    def sample(document: dict[str, Any]) -> dict[str, bytes]:
        name = f"runs/{number}/series/1/status/iops/total"
        series = json.loads(opened.part(document["parts"][name]["sha256"]))
        series["integers"][2] += 1000
        return with_part(document, name, series)

    assert f"runs/{number}/series/1/status/iops/total/integers/2" in places(sample)

    def bin_of(document: dict[str, Any]) -> dict[str, bytes]:
        name = f"runs/{number}/bins/1/read/0"
        counts = json.loads(opened.part(document["parts"][name]["sha256"]))["counts"]
        first = next(iter(counts))
        return with_part(document, name, {"counts": {**counts, first: counts[first] + 1}})

    assert any(place.startswith(f"runs/{number}/phases/1/bins/read/0/") for place in places(bin_of))

    def drawn(document: dict[str, Any]) -> dict[str, bytes]:
        name = document["charts"]["over-time"]["data"]
        data = json.loads(opened.part(document["parts"][name]["sha256"]))
        curve = data["series"][0]["mean"]
        place = next(index for index, value in enumerate(curve) if value is not None)
        curve[place] *= 1.5
        return with_part(document, name, data)

    assert any(place.startswith("charts/over-time/series/0/mean/") for place in places(drawn))

    def table(document: dict[str, Any]) -> dict[str, bytes]:
        name = document["charts"]["over-time"]["table"]
        table_data = json.loads(opened.part(document["parts"][name]["sha256"]))
        row = next(row for row in table_data["rows"] if any(isinstance(cell, float) for cell in row))
        column = next(index for index, cell in enumerate(row) if isinstance(cell, float))
        row[column] *= 2
        return with_part(document, name, table_data)

    assert any(place.startswith("charts/over-time/table/rows/") for place in places(table))

    def verdict(document: dict[str, Any]) -> None:
        document["runs"][0]["verdict"]["range_pct"] = 0.5
        document["runs"][0]["verdict"]["rounds"][0] += 1

    differing = places(verdict)
    assert {f"runs/{number}/verdict/range_pct", f"runs/{number}/verdict/rounds/0"} <= differing

    def headline(document: dict[str, Any]) -> None:
        document["headline"][0]["value"] += 1
        document["runs"][0]["headline"][0]["value"] += 2

    assert {"headline/0/value", f"runs/{number}/headline/0/value"} <= places(headline)

    def raw(document: dict[str, Any]) -> dict[str, bytes]:
        file = next(artifact for artifact in document["runs"][0]["artifacts"] if artifact["part"])
        content = opened.part(document["parts"][file["part"]]["sha256"]) + b"\n"
        sha256 = hashlib.sha256(content).hexdigest()
        document["parts"][file["part"]] |= {"sha256": sha256, "size_bytes": len(content)}
        return {sha256: content}

    assert f"runs/{number}/artifacts/0/sha256" in places(raw)


@pytest.mark.in_turn
def test_without_raw_files_a_changed_number_differs(operator: TestClient, anonymous: TestClient, measured: Run) -> None:
    opened = read_zip(anonymous, freeze(operator, measured))
    document = copy.deepcopy(opened.document)
    changed = document["runs"][0]["phases"][0]["measurement"]
    changed["latency_p99_ns"] += 1000
    changed["latency_mean_ns"] += 1
    verified = check(opened, document)
    number = f"r-{measured.number}"
    assert {difference["place"] for difference in verified["differences"]} >= {
        f"runs/{number}/phases/1/measurement/latency_p99_ns",
        f"runs/{number}/phases/1/measurement/latency_mean_ns",
    }


@pytest.mark.in_turn
def test_malformed_document_is_reported_as_different(
    operator: TestClient, anonymous: TestClient, measured: Run
) -> None:
    """Check that a missing value or one of another type ends as a difference with its place."""
    opened = read_zip(anonymous, freeze(operator, measured))
    for name in ("runs", "charts", "headline", "view", "counted", "share", "parts"):
        for value in (None, 7, [], {}, "x", [7], [[]], {"a": None}):
            verified = check(opened, {**opened.document, name: value}, draws=False)
            assert set(verified) >= {"numbers", "differences"}, (name, value)
    for name in ("phases", "series", "bins", "artifacts", "verdict", "headline", "invalid", "source", "number"):
        for value in (7, [7], {"a": None}, "x"):
            run = {**opened.document["runs"][0], name: value}
            verified = check(opened, {**opened.document, "runs": [run]}, draws=False)
            assert verified["numbers"]["different"] or name in ("invalid", "source"), (name, value)


@pytest.mark.in_turn
def test_verify_command_prints_its_outcome(
    operator: TestClient, anonymous: TestClient, measured: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = freeze(operator, measured, raw_files=True)
    content = anonymous.get(path_of(share) + ".zip").content
    path = tmp_path / "share.zip"
    path.write_bytes(content)
    run = CliRunner().invoke

    def fetch(address: str, file: IO[bytes]) -> None:
        assert address == "https://lab.example.org/s/TOKEN"
        file.write(content)

    monkeypatch.setattr(share_files, "_fetch", fetch)
    documented = re.findall(r"^storagelab (verify .*)$", (CHECKOUT / "docs" / "reviewers.md").read_text(), re.MULTILINE)
    assert len(documented) == 3
    for line in documented:
        words = {"share.zip": str(path), "FINGERPRINT": share["document_sha256"]}
        arguments = [words.get(word, word) for word in shlex.split(line.partition(" > ")[0])]
        assert run(app, arguments).exit_code == 0, line
    good = run(app, ["verify", str(path), "--sha256", share["document_sha256"]])
    assert good.exit_code == 0, good.output
    assert "none differs" in good.output
    printed = json.loads(run(app, ["verify", str(path), "--json"]).output)
    assert printed["schema"] == "storagelab.verification/1"
    assert printed["document_sha256"] == share["document_sha256"]
    assert set(printed) == {
        "schema", "of", "document_sha256", "hashes", "printed", "numbers", "differences", "lineage", "formulas"
    }  # fmt: skip
    assert all(set(line) == {"place", "source", "formula", "version", "equal", "different", "without_source", "why"}
               for line in printed["lineage"])  # fmt: skip

    with open_zip(path) as opened:
        document = json.loads(opened.document_bytes)
    document["headline"][0]["value"] += 1
    changed = tmp_path / "document.json"
    changed.write_bytes(encode_canonical_json(document))
    differs = run(app, ["verify", str(changed)])
    assert differs.exit_code == 3
    assert "headline/0/value" in differs.output

    path.write_bytes(content[:-1])
    damaged = run(app, ["verify", str(path)])
    assert isinstance(damaged.exception, InvalidInput)
    assert "end is missing" in damaged.exception.message
    missing = run(app, ["verify", str(tmp_path / "none.zip")])
    assert isinstance(missing.exception, InvalidInput)
