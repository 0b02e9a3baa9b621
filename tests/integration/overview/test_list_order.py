"""Orders of every list by its fields: SQL and Python agree, pages join up, errors have places."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.overview.generated_lab import GeneratedLab
from tests.integration.overview.list_agreement import GeneratedRow, address_of

from storagelab.http.pagination import SortedPage
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.query_lists import QueryList
from storagelab.overview.query_lists import FIELDS, QUERY_LISTS, ListName
from storagelab.query.columns import Sort, TableColumn
from storagelab.query.fields import FieldSet

API = "/api/v1"
LIMIT = 7


def orders_of(fields: FieldSet) -> st.SearchStrategy[tuple[Sort, ...]]:
    """Return orders by up to three columns, of the labels that of the rack."""
    columns = [TableColumn(field, "rack" if field.type == "label" else None) for field in fields.fields]
    chosen = st.lists(st.sampled_from(columns), min_size=1, max_size=3, unique=True)
    return st.tuples(chosen, st.integers(0, 7)).map(
        lambda drawn: tuple(Sort(column, bool(drawn[1] & 1 << place)) for place, column in enumerate(drawn[0]))
    )


def value_of(row: GeneratedRow, column: TableColumn) -> Any:
    """Return the value of a row that counts, None for an unknown one."""
    values = row.values[column.field.name]
    if column.field.type == "label":
        labels = {key.lower(): value for of_row in values for key, value in of_row.items()}
        return labels.get(column.label_key)
    if column.field.type in ("text", "choice"):
        return ", ".join(sorted(set(values))).lower() or None
    return values[0] if len(set(values)) == 1 else None


def sort_rows(rows: Sequence[GeneratedRow], sorts: Sequence[Sort]) -> list[Any]:
    """Return the ids of rows in order, those that come with the same values as they were."""
    ordered = list(rows)
    for sort in reversed(sorts):
        present = [row for row in ordered if value_of(row, sort.column) is not None]
        # A reverse sort keeps equal rows in their order as well.
        present.sort(key=lambda row: value_of(row, sort.column), reverse=sort.is_descending)
        ordered = present + [row for row in ordered if value_of(row, sort.column) is None]
    return [row.id for row in ordered]


def read_pages(session: Session, queried: QueryList, sorts: tuple[Sort, ...], viewer: Any) -> list[Any]:
    statement = queried.narrow(select(queried.model), None, viewer=viewer)
    ids: list[Any] = []
    cursor = None
    while True:
        rows, cursor = paginate_list(session, statement, queried, SortedPage(LIMIT, cursor, sorts), viewer=viewer)
        ids += [row.id for row in rows]
        if cursor is None:
            return ids


@pytest.mark.in_turn
@pytest.mark.parametrize("name", QUERY_LISTS)
def test_sql_and_python_agree_on_every_order(name: ListName, make: Factory, session: Session) -> None:
    generated = GeneratedLab(make)
    queried, rows = QUERY_LISTS[name], {row.id: row for row in generated.of(name)}
    newest = read_pages(session, queried, (), generated.viewer)

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(orders_of(queried.fields))
    def agree(sorts: tuple[Sort, ...]) -> None:
        texts = [sort.expression for sort in sorts]
        if texts == ["created"]:
            return
        expected = sort_rows([rows[row_id] for row_id in newest], sorts)
        assert read_pages(session, queried, sorts, generated.viewer) == expected, texts

    agree()


def test_a_list_is_ordered_page_by_page(make: Factory, viewer: TestClient) -> None:
    server = make.server(name="atlas")
    sizes = [("B", 2), ("a", 1), ("b", 3), (None, 5), ("a", 4)]
    for model, size in sizes:
        make.drive(server, model=model, size_bytes=size)

    def read(**params: Any) -> tuple[list[tuple[str | None, int]], str | None]:
        page = viewer.get(f"{API}/drives", params=params).json()
        return [(item["model"], item["size_bytes"]) for item in page["items"]], page["next_cursor"]

    ordered = [("a", 4), ("a", 1), ("b", 3), ("B", 2), (None, 5)]
    assert read(sort="model,-size")[0] == ordered
    assert read(sort="-model, -drive_size")[0] == [*ordered[2:4], *ordered[:2], ordered[4]]
    first, cursor = read(sort="model,-size", limit=3)
    make.drive(server, model="a", size_bytes=3)
    assert first == ordered[:3]
    assert read(sort="model,-size", limit=3, cursor=cursor)[0] == ordered[3:]
    for params in ({"sort": "-model"}, {}):
        answer = viewer.get(f"{API}/drives", params={**params, "cursor": cursor})
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "cursor")
    assert len(read(sort="-created_at")[0]) == len(sizes) + 1


@pytest.mark.parametrize("name", [name for name in FIELDS if name is not ListName.RUNS])
def test_order_error_points_at_its_characters(name: ListName, viewer: TestClient) -> None:
    field = FIELDS[name].names[0]
    for sort, wrong in (
        (f"{field},-nothing", "nothing"),
        (f'{field}@"4K"', '@"4K"'),
        (f"{field},", ""),
        (f"{field},-{field}", f"-{field}"),
        ("vs(iops, r-1)", "vs"),
    ):
        problem = viewer.get(address_of(name), params={"sort": sort}).json()
        assert (problem["status"], problem["code"], problem["parameter"]) == (422, "invalid_query", "sort"), sort
        assert sort[problem["start"] : problem["end"]] == wrong, sort


def test_forged_cursor_of_an_order_is_refused(make: Factory, viewer: TestClient) -> None:
    server = make.server()
    for size in (1, 2):
        make.drive(server, size_bytes=size)
    cursor = viewer.get(f"{API}/drives", params={"sort": "size", "limit": 1}).json()["next_cursor"]
    signature, *place = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_"))
    for values in ([10**30, *place[1:]], ["1", *place[1:]], [1, "x", place[2]], [1, place[1]], [*place, 1], [None]):
        forged = base64.urlsafe_b64encode(json.dumps([signature, *values]).encode()).decode()
        assert viewer.get(f"{API}/drives", params={"sort": "size", "cursor": forged}).status_code == 422, values
