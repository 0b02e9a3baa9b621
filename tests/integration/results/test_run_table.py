"""The table of runs in SQL and in plain Python: values, order, pages, groups, and the same as files."""

from __future__ import annotations

import csv
import datetime as dt
import io
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.http import table_files
from storagelab.results.search_filing import file_due

ADDRESS = "/api/v1/runs"
READ, MIX = 'p99@"4k READ"', "iops@(read:70)"
COLUMNS = ["model", "strip", "label.release", "iops", READ, MIX, "state", "started", "duration", "number", "server"]
RUN_COUNT = 40
Value = Any


@dataclass
class MadeRun:
    """One run as it was generated: its values by column, and which of them are several."""

    title: str
    created: dt.datetime
    values: dict[str, Value]
    ambiguous: set[str] = field(default_factory=set)


def make_results(make: Factory, run: Any, chance: random.Random) -> tuple[dict[str, Value], set[str]]:
    """Make phases with measurements; return the values of figures, and those that are several."""
    results = []
    for ordinal in range(1, chance.choice([1, 3, 4])):
        name, read = chance.choice([("4K read", 100.0), ("4K mix", 70.0)])
        iops, p99 = chance.choice([1e5, 2e5, 250_000.5]), chance.choice([1e6, 2e6, None])
        phase = make.phase(run, ordinal=ordinal, name=name, state="finished")
        make_measurement(make, phase, read_percent=read, random_percent=100.0, iops=iops, latency_p99_ns=p99)
        results.append((name, read, iops, p99))
    reads = [result for result in results if result[1] == 100.0]
    mixes = [result for result in results if result[1] == 70.0]
    values = {
        "iops": max((result[2] for result in reads or mixes), default=None),
        READ: reads[0][3] if len(reads) == 1 else None,
        MIX: mixes[0][2] if len(mixes) == 1 else None,
    }
    return values, {column for column, rows in ((READ, reads), (MIX, mixes)) if len(rows) > 1}


@pytest.fixture
def made(make: Factory, session: Session) -> list[MadeRun]:
    """Provide forty runs, the newest first."""
    chance = random.Random(27)
    configurations: list[tuple[Any, dict[str, Value]]] = [(None, {"model": None, "strip": None})]
    for number, models in enumerate([["PM9A3"], ["pm9a3 B", "MX500"], ["=1+1"], ["MX500"]]):
        strip = chance.choice([65536, 131072])
        arrays = [{"role": "under", "level": "raid5", "strip_bytes": strip}]
        snapshot = {"snapshot_version": 2, "drives": [{"model": model} for model in models], "arrays": arrays}
        facts = {"model": ", ".join(models), "strip": strip}
        configurations.append((make_configuration(make, f"Configuration {number}", **snapshot), facts))
    servers = [make.server(name=name) for name in ("atlas", "Borg", "atlas-2")]
    runs = []
    for number in range(RUN_COUNT):
        configuration, facts = chance.choice(configurations)
        server = chance.choice(servers)
        started = chance.choice([None, LONG_AGO, LONG_AGO + dt.timedelta(hours=23, microseconds=1)])
        finished = started + dt.timedelta(seconds=chance.choice([60, 90.5])) if started else None
        labels = chance.choice([{}, {"Release": "24.1"}, {"release": "9"}, {"RELEASE": None}, {"other": "1"}])
        run = make.run(
            make.job(server), title=f"run {number}", state=chance.choice(["finished", "failed"]), labels=labels,
            started_at=started, finished_at=finished, configuration_id=configuration.id if configuration else None,
            # Some were filed at the same moment.
            created_at=LONG_AGO + dt.timedelta(minutes=number // 3),
        )  # fmt: skip
        figures, ambiguous = make_results(make, run, chance)
        release = next((True if value is None else value for key, value in labels.items() if key != "other"), None)
        values = {
            **facts, **figures, "label.release": release, "state": run.state, "started": started, "number": run.number,
            "duration": (finished - started).total_seconds() if started and finished else None, "server": server.name,
        }  # fmt: skip
        runs.append((run.created_at, run.id, MadeRun(run.title, run.created_at, values, ambiguous)))
    while file_due(session):
        pass
    return [run for _, _, run in sorted(runs, key=lambda entry: entry[:2], reverse=True)]


def get(viewer: TestClient, **params: Any) -> dict[str, Any]:
    answer = viewer.get(ADDRESS, params=params)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def read_pages(viewer: TestClient, **params: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    page = get(viewer, limit=9, **params)
    items += page["items"]
    while page["next_cursor"]:
        page = get(viewer, limit=9, cursor=page["next_cursor"], **params)
        assert page["groups"] is None
        items += page["items"]
    return items


def as_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def sort_key(value: Value) -> Any:
    return as_text(value).lower() if isinstance(value, str | bool) else value


def ordered(runs: list[MadeRun], key: Callable[[MadeRun], Value], *, is_descending: bool = False) -> list[MadeRun]:
    """Return the runs by a value, unknown ones last; equal ones stay as they are."""
    present = sorted((run for run in runs if key(run) is not None), key=lambda run: sort_key(key(run)))
    if is_descending:
        values = sorted({sort_key(key(run)) for run in present}, reverse=True)
        present = [run for value in values for run in present if sort_key(key(run)) == value]
    return [*present, *(run for run in runs if key(run) is None)]


def shown(value: Value) -> Value:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, dt.datetime) else value


@pytest.mark.in_turn
def test_cells_have_the_values_of_each_run(viewer: TestClient, made: list[MadeRun]) -> None:
    page = get(viewer, columns=",".join(COLUMNS), limit=200, total=True)
    assert (page["total"], page["next_cursor"], page["groups"]) == (RUN_COUNT, None, None)
    for item, run in zip(page["items"], made, strict=True):
        assert (item["title"], item["values"]) == (run.title, [shown(run.values[column]) for column in COLUMNS])
        assert {COLUMNS[index] for index in item["ambiguous"]} == run.ambiguous
    assert any(run.ambiguous for run in made)
    assert page["columns"][4] == {
        "expression": 'p99@"4k READ"', "title": "p99 latency", "field": "p99", "workload": "4k READ", "type": "number",
        "unit": "ns", "baseline": None,
    }  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("column", COLUMNS)
def test_pages_are_complete_and_in_order(viewer: TestClient, made: list[MadeRun], column: str) -> None:
    for sign in ("", "-"):
        titles = [item["title"] for item in read_pages(viewer, sort=f"{sign}{column}")]
        assert titles == [run.title for run in ordered(made, lambda run: run.values[column], is_descending=bool(sign))]


@pytest.mark.in_turn
@pytest.mark.parametrize("sort", [None, "created", "-iops", "strip", "model", "-label.release"])
def test_offset_starts_at_any_run_of_the_order(viewer: TestClient, made: list[MadeRun], sort: str | None) -> None:
    given = {"columns": "iops,model"} | ({"sort": sort} if sort else {})
    whole = get(viewer, **given, limit=RUN_COUNT)["items"]
    for offset in range(0, RUN_COUNT + 6, 6):
        page = get(viewer, **given, limit=7, offset=offset)
        assert page["items"] == whole[offset : offset + 7]
        assert (page["next_cursor"] is None) == (offset + 7 >= RUN_COUNT)
    page = get(viewer, **given, limit=7, offset=3)
    assert get(viewer, **given, limit=7, cursor=page["next_cursor"])["items"] == whole[10:17]


@pytest.mark.in_turn
def test_an_offset_counts_matching_runs_alone(viewer: TestClient, made: list[MadeRun]) -> None:
    given = {"q": "iops>1", "sort": "strip"}
    whole = get(viewer, **given, limit=RUN_COUNT)["items"]
    assert 3 < len(whole) < RUN_COUNT
    assert get(viewer, **given, offset=3)["items"] == whole[3:]
    assert get(viewer, **given, offset=1_000_000)["items"] == []


@pytest.mark.in_turn
def test_rows_have_the_facts_that_name_them(viewer: TestClient, made: list[MadeRun]) -> None:
    items = get(viewer, limit=RUN_COUNT, facts=True)["items"]
    for run, item in zip(made, items, strict=True):
        facts = {name: run.values[name] for name in ("model", "strip") if run.values[name] is not None}
        assert item["facts"] == facts | (
            {"raid": "RAID 5", "drives": len(run.values["model"].split(", "))} if facts else {}
        )
    assert {item["facts"] for item in get(viewer, limit=RUN_COUNT)["items"]} == {None}


@pytest.mark.in_turn
def test_runs_are_newest_or_oldest_first(viewer: TestClient, made: list[MadeRun]) -> None:
    titles = [run.title for run in made]
    assert [item["title"] for item in read_pages(viewer)] == titles
    assert [item["title"] for item in read_pages(viewer, sort="-created_at")] == titles
    assert [item["title"] for item in read_pages(viewer, sort="created")] == titles[::-1]


GROUPS: dict[str, Callable[[Value], Value]] = {
    "model": str, "label.release": as_text, "strip": int, "state": str,
    "started": lambda moment: (moment + dt.timedelta(hours=1)).date(),
}  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("sort", ["-iops", READ])
def test_groups_have_ordered_runs_and_summaries(viewer: TestClient, made: list[MadeRun], group: str, sort: str) -> None:
    def group_of(run: MadeRun) -> Value:
        value = run.values[group]
        return None if value is None else GROUPS[group](value)

    def text_of(value: Value) -> str | None:
        return None if value is None else str(value)

    given = {"group": group, "sort": sort, "columns": "iops,model,duration", "time_zone": "Europe/Berlin"}
    by_sort = ordered(made, lambda run: run.values[sort.removeprefix("-")], is_descending=sort.startswith("-"))
    expected = ordered(by_sort, group_of)
    items = read_pages(viewer, **given)
    assert [(item["title"], item["group"]) for item in items] == [
        (run.title, text_of(group_of(run))) for run in expected
    ]
    groups = get(viewer, **given)["groups"]
    assert [table_group["value"] for table_group in groups] == list(
        dict.fromkeys(text_of(group_of(run)) for run in expected)
    )
    for table_group in groups:
        runs = [run for run in made if text_of(group_of(run)) == table_group["value"]]
        assert table_group["run_count"] == len(runs)
        assert table_group["summaries"] == [summarise(runs, "iops"), None, summarise(runs, "duration")]
    counted = get(viewer, **given, summaries=False)["groups"]
    assert counted == [{**table_group, "summaries": [None, None, None]} for table_group in groups]


def summarise(runs: list[MadeRun], column: str) -> dict[str, Any]:
    numbers = [run.values[column] for run in runs if run.values[column] is not None]
    if not numbers:
        return {"min": None, "median": None, "max": None, "count": 0}
    return {"min": min(numbers), "median": statistics.median(numbers), "max": max(numbers), "count": len(numbers)}


def test_files_have_the_values_of_the_pages(
    viewer: TestClient, made: list[MadeRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "BATCH", 7)
    given = {"columns": ",".join(COLUMNS), "sort": READ, "q": "run"}
    items = read_pages(viewer, **given)
    expected = [[item["number"], item["title"], *item["values"]] for item in items]

    def read(media_type: str) -> Any:
        answer = viewer.get(ADDRESS, params=given, headers={"Accept": f"application/json;q=0.5, {media_type}"})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].partition(";")[0] == media_type
        return answer

    stream = pa.ipc.open_stream(read(table_files.FileType.ARROW).content).read_all()
    parquet = pq.read_table(io.BytesIO(read(table_files.FileType.PARQUET).content))
    for table in (stream, parquet):
        assert [[from_arrow(cell) for cell in row.values()] for row in table.to_pylist()] == [
            [as_text(cell) if cell is not None else None for cell in row] for row in expected
        ]
        assert table.schema.field("strip_bytes").metadata[b"unit"] == b"bytes"

    headings, *lines = csv.reader(io.StringIO(read(table_files.FileType.CSV).text))
    assert headings[:4] == ["run", "title", "model", "strip_bytes"]
    assert lines == [[from_cell(cell) for cell in row] for row in expected]


def from_arrow(cell: Any) -> Any:
    return shown(cell)


def from_cell(cell: Any) -> str:
    text = "" if cell is None else str(as_text(cell))
    return f"'{text}" if text.startswith("=") else text


def test_file_without_runs_has_column_headings(viewer: TestClient, made: list[MadeRun]) -> None:
    given = {"columns": "iops,title", "q": "title:nothing"}
    text = viewer.get(ADDRESS, params=given, headers={"Accept": "text/csv"}).text
    assert text == "run,title,iops\r\n"
    answer = viewer.get(ADDRESS, params=given, headers={"Accept": table_files.FileType.PARQUET})
    assert pq.read_table(io.BytesIO(answer.content)).num_rows == 0


@pytest.mark.parametrize(
    ("params", "accept", "path", "detail"),
    [
        ({"sort": "iops", "cursor": "-"}, "", "cursor", "begin without one"),
        ({"cursor": "W10"}, "", "cursor", "begin without one"),
        ({"limit": "5"}, "text/csv", "limit", "A file has all runs"),
        ({"offset": "5"}, "text/csv", "offset", "A file has all runs"),
        ({"offset": "5", "cursor": "W10"}, "", "offset", "cannot be combined with `cursor`"),
        ({"offset": "5", "group": "model"}, "", "offset", "cannot be combined with `group`"),
        ({"offset": "-1"}, "", "offset", "at least 0"),
        ({"offset": "1000001"}, "", "offset", "at most 1000000"),
        ({"offset": "99999999999999999999"}, "", "offset", "at most 1000000"),
        ({"offset": "1.5"}, "", "offset", "whole number"),
        ({"group": "started", "time_zone": "Nowhere/City"}, "", "time_zone", "unknown time zone"),
    ],
)
def test_faults_of_a_page_are_named(
    viewer: TestClient, params: dict[str, str], accept: str, path: str, detail: str
) -> None:
    answer = viewer.get(ADDRESS, params=params, headers={"Accept": accept} if accept else {})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert detail in answer.json()["detail"]


def test_a_cursor_of_another_order_is_refused(viewer: TestClient, made: list[MadeRun]) -> None:
    cursor = get(viewer, sort="iops", limit=2)["next_cursor"]
    for params in ({"sort": "-iops"}, {}, {"sort": "iops", "group": "model"}, {"sort": "model"}):
        answer = viewer.get(ADDRESS, params={**params, "cursor": cursor})
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "cursor")


@pytest.mark.parametrize(
    ("parameter", "text", "start", "end"),
    [("columns", "iops,modl", 5, 9), ("sort", "-p99@(bx:4k)", 6, 8), ("group", "iops", 0, 4)],
)
def test_faults_of_columns_point_at_characters(
    viewer: TestClient, parameter: str, text: str, start: int, end: int
) -> None:
    answer = viewer.get(ADDRESS, params={parameter: text})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["parameter"]) == (422, "invalid_query", parameter)
    assert (problem["start"], problem["end"]) == (start, end)


def test_file_with_too_many_runs_is_refused(
    viewer: TestClient, made: list[MadeRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "MAX_FILE_ROWS", RUN_COUNT - 1)
    answer = viewer.get(ADDRESS, headers={"Accept": "text/csv"})
    assert answer.status_code == 422
    assert "more than 39 runs match" in answer.json()["detail"]
    assert viewer.get(ADDRESS, params={"q": "state:failed"}, headers={"Accept": "text/csv"}).status_code == 200
