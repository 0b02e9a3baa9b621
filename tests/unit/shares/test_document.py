"""What a frozen document holds, and what it must not."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from tests.unit.domain.configuration_samples import make_snapshot

from storagelab.shares.document import build_document

FROZEN_AT = dt.datetime(2026, 11, 20, 14, 2, tzinfo=dt.UTC)


def _run(**changes: Any) -> dict[str, Any]:
    run: dict[str, Any] = dict.fromkeys(
        ("title", "engine", "engine_version", "profile", "started_at", "finished_at", "duration_s", "verdict",
         "failure", "source", "class_hash", "instance_hash", "invalid")
    )  # fmt: skip
    run |= {"number": "r-7", "origin": "measured", "state": "finished", "data": "complete"}
    run |= {
        "headline": [],
        "badges": [],
        "phases": [],
        "configuration_snapshot": None,
        "server": {"name": "secret-host"},
    }
    return run | changes


def _document(run: dict[str, Any]) -> dict[str, Any]:
    return build_document(
        run=run,
        title="Title",
        author="",
        note="",
        frozen_at=FROZEN_AT,
        configuration_name="Configuration",
        job_files=[],
        artifacts=[],
        series=[],
        bins=[],
        charts=[],
    )


def test_names_serials_and_addresses_stay_in_the_lab() -> None:
    snapshot = {
        "hostname": "secret-host",
        "machine_id": "0123abcd",
        "kernel": "6.1.0",
        "target": {
            "path": "/srv/secret/file",
            "drive": {"model": "P5520", "serial": "SECRET123", "wwn": "eui.secret", "size_bytes": 1 << 30},
        },
    }
    text = json.dumps(_document(_run(configuration_snapshot=snapshot)))
    assert "secret" not in text.lower()
    assert "0123abcd" not in text
    assert "P5520" in text


def test_a_snapshot_becomes_rows_in_reading_order() -> None:
    snapshot = {
        "runner_version": "1",
        "os_name": "Debian 12",
        "target": {"size_bytes": 1 << 30, "sealed": True},
        "x": None,
    }
    rows = _document(_run(configuration_snapshot=snapshot))["configuration"]["rows"]
    assert [(row["label"], row["value"]) for row in rows] == [
        ("Target size", "1 GiB"),
        ("Target sealed", "yes"),
        ("OS name", "Debian 12"),
        ("Runner version", "1"),
    ]


def test_badges_of_run_and_measurements_are_each_told_once() -> None:
    badge = {"code": "not_snia_timing", "label": "not SNIA timing", "level": "info", "detail": "short rounds"}
    phase = dict.fromkeys(
        ("name", "kind", "state", "planned_seconds", "t0_ms", "t1_ms", "stop", "stop_reason", "message")
    )
    phase |= {"ordinal": 1, "workload": {}, "measurement": {"percentiles_of": "lat", "badges": [badge]}}
    document = _document(_run(badges=[badge], phases=[phase], data="partial", state="cancelled"))
    assert [caveat["label"] for caveat in document["caveats"]] == ["The data are partial", "not SNIA timing"]
    assert document["percentiles_of"] == "lat"


def test_a_snapshot_of_today_becomes_named_facts_without_any_name_of_a_piece() -> None:
    document = _document(_run(configuration_snapshot=make_snapshot()))
    rows = {row["label"]: row["value"] for row in document["configuration"]["rows"]}
    assert (rows["Drives"], rows["RAID level"], rows["Array condition"]) == ("4 x PM1653 1.92 TB", "RAID 5", "optimal")
    text = json.dumps(document["configuration"])
    for private in ("D1", "C1", "m1", "alpha", "lab1", "wwn-", "0000:3b", "/c0/", "sd1", "6009"):
        assert private not in text
