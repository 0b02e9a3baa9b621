"""Tests of hostile or damaged zips: refused with a sentence, and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.shares.packed import Frozen, frozen_of, receive
from tests.integration.shares.sharing import freeze

from storagelab.config import Settings
from storagelab.db import models

pytestmark = pytest.mark.usefixtures("checked_here")

MARKUP = '<script>document.title="ran"</script><img src=x onerror=alert(1)>=HYPERLINK("http://evil.example")'
_TABLES = (
    models.Share, models.SharePart, models.SharePartUse, models.ReceivedShare, models.ReceivedRun, models.Run,
    models.Phase, models.Measurement, models.Series, models.Configuration,
)  # fmt: skip


@pytest.fixture
def frozen(operator: TestClient, anonymous: TestClient, whole_run: models.Run) -> Frozen:
    """Provide a share whose result this lab does not have.

    It is that of a run of its own with another identity and another figure.
    """

    def measure_elsewhere(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0]["result_id"] = "0123456789abcdef" * 4
        measured(document)["iops"] += 1.0

    return frozen_of(anonymous, freeze(operator, whole_run, author="Jo", raw_files=True)).changed(measure_elsewhere)


@pytest.fixture(scope="module")
def frozen_cache() -> list[Frozen]:
    """Provide the share that a test of this module froze first."""
    return []


@pytest.fixture
def foreign(frozen_cache: list[Frozen], request: pytest.FixtureRequest) -> Frozen:
    """Provide a share for tests that change it and need nothing of its lab.

    It is frozen once, as that takes longer than the tests.
    """
    if not frozen_cache:
        frozen_cache.append(request.getfixturevalue("frozen"))
    return frozen_cache[0]


@pytest.fixture
def counted(foreign: Frozen, session: Session, settings: Settings) -> Iterator[None]:
    """Check that a refusal leaves no row and no file."""

    def rows() -> dict[str, int]:
        return {table.__tablename__: session.scalar(select(func.count()).select_from(table)) or 0 for table in _TABLES}

    before = rows()
    yield
    assert rows() == before
    assert not settings.import_dir.exists() or not list(settings.import_dir.iterdir())


def set_at(document: dict[str, Any], path: str, value: Any) -> None:
    """Put a value at a place such as `runs.0.title`."""
    *way, last = path.split(".")
    place: Any = document
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value


def measured(document: dict[str, Any]) -> dict[str, Any]:
    """Return the first measurement of the first run."""
    measurement: dict[str, Any] = next(p["measurement"] for p in document["runs"][0]["phases"] if p["measurement"])
    return measurement


@pytest.mark.in_turn
@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("runs", []),
        ("runs", None),
        ("runs.0.number", "r-0"),
        ("runs.0.number", MARKUP),
        ("runs.0.state", "running"),
        ("runs.0.origin", "ours"),
        ("runs.0.phases.0.kind", "made up"),
        ("runs.0.phases.0.state", "made up"),
        ("runs.0.phases.0.ordinal", 2),
        ("runs.0.phases.0.ordinal", 2**70),
        ("runs.0.phases.0.t0_ms", 2**70),
        ("runs.0.phases.0.workload", {"block_sizes": "many"}),
        ("runs.0.phases.0.workload", {"threads": {"$gt": 1}}),
        ("runs.0.phases.1.workload.distribution", {"kind": MARKUP}),
        ("runs.0.phases.0.planned_seconds", "1; drop table run"),
        ("runs.0.series.0.part", "runs/r-1/nowhere"),
        ("runs.0.series.0.points", 10**9),
        ("runs.0.series.0.factor", 0),
        ("runs.0.series.0.source", "elsewhere"),
        ("runs.0.bins.0.direction", "sideways"),
        ("runs.0.bins.0.part", "charts/nothing"),
        ("runs.0.configuration", "c9"),
        ("runs.0.badges", [{"code": "x", "label": "x", "level": "shout"}]),
        ("runs.0.verdict", {"status": "steady"}),
        ("runs.0.failure", {"kind": "nobody", "message": "x"}),
        ("configurations.0.class_hash", "0" * 63),
        ("configurations.0.rows", [["label", "value"]]),
        ("charts", {"over-time": {"kind": "../../etc/passwd", "title": "", "caption": "", "data": "x"}}),
        ("body", [{"text": "x" * 100_000}]),
        ("share.title", ""),
        ("share.title", "two\nlines"),
        ("share.version", 0),
        ("share.lineage_id", "not one"),
        ("share.kind", "library"),
        ("headline", [{"label": "x"}]),
        ("caveats", "none"),
        ("share.frozen_at", "yesterday"),
    ],
)
def test_a_document_that_no_lab_freezes(operator: TestClient, foreign: Frozen, path: str, value: Any) -> None:
    changed = foreign.changed(lambda document, _: set_at(document, path, value))
    answer = receive(operator, changed.zipped(), status=422)
    assert answer["detail"].endswith(".")
    assert "<script>" not in answer["detail"]


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("schema", "words"), [(1, "older release"), (3, "newer release"), ("x", "not that of a share")]
)
def test_other_schema_is_refused_with_its_remedy(
    operator: TestClient, foreign: Frozen, schema: Any, words: str
) -> None:
    changed = foreign.changed(lambda document, _: set_at(document, "schema", f"storagelab.share/{schema}"))
    assert words in receive(operator, changed.zipped(), status=422)["detail"]


def part_of(kind: str, document: dict[str, Any]) -> str:
    """Return the name of the first part of a kind."""
    name: str = document["runs"][0][kind][0]["part"]
    return name


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("series", b"{}"),
        ("series", b'{"t_ms":[1],"integers":[1]}'),
        ("series", b'{"t_ms":[1,2,3],"integers":[1,2]}'),
        ("series", b"[" * 100_000),
        ("series", b'{"t_ms":"now","integers":[]}'),
        ("bins", b'{"counts":{"-1":5}}'),
        ("bins", b'{"counts":{"01":5}}'),
        ("bins", b'{"counts":{"1e9":5}}'),
        ("bins", b'{"counts":{"900000":-5}}'),
        ("bins", b'{"counts":{"900000":NaN}}'),
        ("bins", b"null"),
    ],
)
def test_part_with_wrong_content_is_refused(operator: TestClient, foreign: Frozen, kind: str, content: bytes) -> None:
    def change(document: dict[str, Any], parts: dict[str, bytes]) -> None:
        parts[part_of(kind, document)] = content

    assert "part" in receive(operator, foreign.changed(change).zipped(), status=422)["detail"]


@pytest.mark.usefixtures("counted")
def test_curve_with_descending_times_is_refused(operator: TestClient, foreign: Frozen) -> None:
    def change(document: dict[str, Any], parts: dict[str, bytes]) -> None:
        name = part_of("series", document)
        points = json.loads(parts[name])
        parts[name] = json.dumps({**points, "t_ms": points["t_ms"][::-1]}).encode()

    assert "ascend" in receive(operator, foreign.changed(change).zipped(), status=422)["detail"]


@pytest.mark.usefixtures("counted")
def test_more_phases_than_a_run_has(operator: TestClient, foreign: Frozen) -> None:
    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        phases = document["runs"][0]["phases"]
        document["runs"][0]["phases"] = [{**phases[0], "ordinal": number} for number in range(1, 20_001)]

    assert "runs.0.phases" in receive(operator, foreign.changed(change).zipped(), status=422)["detail"]


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("body", [b"", b"PK\x03\x04", b"not a zip at all", b"\0" * 5000])
def test_body_that_is_not_a_zip_is_refused(operator: TestClient, foreign: Frozen, body: bytes) -> None:
    assert receive(operator, body, status=422)["detail"].endswith(".")


@pytest.mark.usefixtures("counted")
def test_zip_with_one_changed_byte_is_refused(operator: TestClient, foreign: Frozen) -> None:
    zipped = bytearray(foreign.changed(rename).zipped())
    zipped[len(zipped) // 2] ^= 1
    assert "damaged or changed" in receive(operator, bytes(zipped), status=422)["detail"]


@pytest.mark.usefixtures("counted")
def test_a_body_of_another_type_or_size(operator: TestClient) -> None:
    answer = operator.post("/api/v1/shares/received", content=b"{}", headers={"Content-Type": "application/json"})
    assert answer.status_code == 415
    headers = {"Content-Type": "application/zip", "Content-Length": str(3 << 30)}
    assert operator.post("/api/v1/shares/received", content=b"x", headers=headers).status_code == 413


def rename(document: dict[str, Any], _: dict[str, bytes]) -> None:
    """Change the title, as the smallest change."""
    document["share"]["title"] = "Another title"


TEXTS = (
    "share.title", "share.author", "share.licence", "share.contact", "configurations.0.name", "runs.0.title",
    "runs.0.engine", "runs.0.engine_version", "runs.0.phases.0.name", "runs.0.phases.1.name", "runs.0.phases.1.message",
    "runs.0.phases.0.stop_reason", "runs.0.badges.0.label", "runs.0.badges.0.detail", "configurations.0.rows.0.label",
    "configurations.0.rows.0.value", "runs.0.job_files.0.text", "runs.0.artifacts.0.name", "runs.0.method.0.value",
    "caveats.0.label", "caveats.0.detail",
)  # fmt: skip


def test_markup_in_every_text_is_text(operator: TestClient, anonymous: TestClient, frozen: Frozen) -> None:
    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        for path in TEXTS:
            set_at(document, path, MARKUP)
        document["body"].insert(0, {"text": f"{MARKUP} [link](javascript:alert(1))"})
        for chart in document["charts"].values():
            chart["title"] = chart["caption"] = MARKUP
        document["runs"][0]["phases"][1]["workload"]["description"] = MARKUP
        measured(document)["source_note"] = MARKUP

    received = receive(operator, frozen.changed(change).zipped())
    share = operator.post(f"/api/v1/shares/{received['number']}/publish").json()
    page = anonymous.get("/s/" + share["token"]).text
    assert "<script>document" not in page
    assert "<img src=x" not in page
    assert "javascript:" not in page.replace("[link](javascript:alert(1))", "")
    assert "\n=HYPERLINK" not in anonymous.get(f"/s/{share['token']}.csv").text
    number = received["runs"][0]
    assert operator.get(f"/api/v1/runs/{number}").json()["title"] == MARKUP
    for path in ("/comparison", "/pivot", "/measurements"):
        assert operator.get(f"/api/v1{path}", params={"run_id": [number, number]}).status_code in (200, 422), path


def test_characters_invalid_in_a_database_are_replaced(operator: TestClient, frozen: Frozen) -> None:
    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0]["title"] = "before\0after"
        document["runs"][0]["phases"][1]["workload"]["description"] = "a\0b"
        document["runs"][0]["badges"].append({"code": "x\0", "label": "y\0", "level": "info", "detail": None})

    received = receive(operator, frozen.changed(change).zipped())
    run = operator.get(f"/api/v1/runs/{received['runs'][0]}").json()
    assert run["title"] == "before\ufffdafter"
    assert run["phases"][1]["workload"]["description"] == "a\ufffdb"


def test_received_run_with_local_number_is_separate(
    operator: TestClient, frozen: Frozen, whole_run: models.Run
) -> None:
    received = receive(operator, frozen.changed(rename).zipped())
    (numbers,) = received["received"]["runs"]
    assert numbers["there"] == f"r-{whole_run.number}" != numbers["here"]
    mine = operator.get(f"/api/v1/runs/r-{whole_run.number}").json()
    theirs = operator.get(f"/api/v1/runs/{numbers['here']}").json()
    assert theirs["configuration"]["id"] != mine["configuration"]["id"]
    assert theirs["class_hash"] != mine["class_hash"]
    assert theirs["configuration"]["name"].endswith("(Jo)")


def test_field_of_a_later_release_is_ignored(operator: TestClient, frozen: Frozen) -> None:
    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        measured(document)["mood"] = {"formula": "x"}
        document["runs"][0]["weather"] = "fine"

    assert receive(operator, frozen.changed(change).zipped())["state"] == "draft"


def test_received_share_with_local_lineage_adds_no_version(operator: TestClient, frozen: Frozen) -> None:
    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["share"] |= {"version": 7, "title": "Version 7"}

    received = receive(operator, frozen.changed(change).zipped())
    assert (received["version"], received["received"]["version"]) == (1, 7)
    (ours,) = [
        share
        for share in operator.get("/api/v1/shares").json()["items"]
        if share["lineage_id"] == frozen.document["share"]["lineage_id"]
    ]
    assert ours["newest_version"] == 1
