"""Queries over every list: SQL and a filter in Python find the same rows; errors and completion."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.overview.generated_lab import GeneratedLab
from tests.integration.overview.list_agreement import NOW, address_of, finds, queries_over

from storagelab.overview import field_schemas
from storagelab.overview.query_lists import FIELDS, QUERY_LISTS, ListName, list_seen_by
from storagelab.query.completion import find_context
from storagelab.query.conditions import has_field_condition
from storagelab.query.fields import FieldSet
from storagelab.query.printing import print_query
from storagelab.query.resolving import read_query
from storagelab.query.tree import Query

API = "/api/v1"
OTHER_LISTS: dict[ListName, FieldSet] = {name: fields for name, fields in FIELDS.items() if name is not ListName.RUNS}


@pytest.fixture
def generated(make: Factory) -> GeneratedLab:
    return GeneratedLab(make)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", QUERY_LISTS)
def test_sql_and_python_find_the_same_rows(name: ListName, generated: GeneratedLab, session: Session) -> None:
    queried, rows = QUERY_LISTS[name], generated.of(name)
    fields = {field.name: field for field in queried.fields.fields}

    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(queries_over(queried.fields))
    def agree(query: Query) -> None:
        text = print_query(query)
        wanted = read_query(text, queried.fields, NOW)
        statement = queried.narrow(select(queried.model.id), wanted, viewer=generated.viewer)
        hides_retired = queried.shown_by == "state" and not has_field_condition(wanted, "state")
        expected = [
            row.id
            for row in rows
            if finds(query, row, fields) and not (hides_retired and row.values["state"] == ["retired"])
        ]
        assert sorted(session.scalars(statement)) == sorted(expected), text

    agree()


@pytest.mark.in_turn
def test_every_example_is_read_by_its_list(viewer: TestClient) -> None:
    for name, fields in OTHER_LISTS.items():
        for field in fields.fields:
            assert field.example.startswith(field.name)
            assert not field.description.endswith(".")
            answer = viewer.get(address_of(name), params={"q": field.example})
            assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("name", OTHER_LISTS)
def test_no_name_is_given_twice(name: ListName) -> None:
    names = [alias.lower() for field in OTHER_LISTS[name].fields for alias in (field.name, *field.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.in_turn
@pytest.mark.parametrize("name", QUERY_LISTS)
def test_a_proposal_finds_its_rows(name: ListName, generated: GeneratedLab, session: Session) -> None:
    queried, seen = QUERY_LISTS[name], list_seen_by(generated.viewer, name)
    for field in queried.fields.fields:
        text = f"{field.name}:"
        proposals = seen.complete(session, find_context(text, len(text), queried.fields))
        assert bool(proposals) == (field.name != "number")
        for proposal in proposals if field.type != "date" else ():
            wanted = read_query(text + proposal.text, queried.fields, NOW)
            count = seen.count(session, wanted)
            # A text is part of other ones as well, and a label without value is found with any.
            assert count == proposal.count or (count > (proposal.count or 0) and field.type in ("text", "label"))


def test_list_fields_and_values_are_proposed(make: Factory, viewer: TestClient) -> None:
    make.drive(make.server(name="atlas"), model="Samsung PM9A3", size_bytes=1_920_000_000_000)
    fields = viewer.get(f"{API}/fields", params={"list": "drives"})
    field_schemas.FieldDescriptionPage.model_validate_json(fields.content)
    assert [item["name"] for item in fields.json()["items"]] == QUERY_LISTS[ListName.DRIVES].fields.names

    def propose(q: str) -> list[tuple[str, int | None]]:
        answer = viewer.get(f"{API}/fields/completions", params={"q": q, "list": "drives"})
        field_schemas.QueryCompletion.model_validate_json(answer.content)
        return [(item["text"], item["count"]) for item in answer.json()["proposals"]]

    assert propose("model:sam") == [('"Samsung PM9A3"', 1)]
    assert propose("ser")[:2] == [("serial:", None), ("server:", None)]
    assert propose("server:") == [("atlas", 1)]
    assert propose("size:") == [("1.92TB", 1)]
    assert propose("lifecycle:s") == [("spare", 0)]
    assert viewer.get(f"{API}/fields", params={"list": "photos"}).status_code == 422


@pytest.mark.parametrize("name", OTHER_LISTS)
def test_an_error_points_at_its_characters(name: ListName, viewer: TestClient) -> None:
    number = next(field.name for field in OTHER_LISTS[name].fields if field.type == "number")
    misspelt = number[:-2] + number[-1]
    at = len(f"alpha {number}:")
    for query, place in (
        (f"{misspelt}:5", (0, len(misspelt))),
        (f"alpha {number}:x", (at, at + 1)),
        ("alpha (", (6, 7)),
        (f"alpha {number}:5..4", (at, at + 4)),
    ):
        answer = viewer.get(address_of(name), params={"q": query})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "invalid_query"), answer.text
        assert (problem["start"], problem["end"]) == place
        if query.startswith(misspelt):
            assert (problem["known"], problem["suggestion"]) == (OTHER_LISTS[name].names, number)


def test_matches_name_the_lists_supporting_a_query(make: Factory, viewer: TestClient) -> None:
    server = make.server(name="atlas")
    make.server(name="old", state="retired")
    for _ in range(2):
        make.drive(server, model="Samsung PM9A3", search_text="pm9a3")

    def matches(q: str) -> dict[str, int]:
        answer = viewer.get(f"{API}/fields/matches", params={"q": q})
        field_schemas.QueryMatches.model_validate_json(answer.content)
        return {item["list"]: item["count"] for item in answer.json()["items"]}

    models = matches("model:pm9a3")
    assert {name for name, count in models.items() if count} == {"drives"}
    assert models["drives"] == 2
    assert "runs" in models
    assert "arrays" not in models
    assert matches("serial:x lifecycle:spare") == {"drives": 0, "controllers": 0}
    assert matches("state:retired")["servers"] == 1
    assert viewer.get(f"{API}/fields/matches", params={"list": "drives"}).json()["items"][0]["count"] == 2
    assert viewer.get(f"{API}/fields/matches", params={"list": "drives", "q": "raid:5"}).json()["start"] == 0
    assert matches("pm9a3") == matches("iops>") == matches("nothing:1") == {}
