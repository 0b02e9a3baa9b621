"""Verification names a change to any field of a frozen finding or headline, in an exported archive."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import read_zip
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import Place, make_subject, other_configuration

from storagelab.shares.archive.reading import ShareZip
from storagelab.shares.document.share import FrozenFinding, FrozenHeadline
from storagelab.shares.verification.findings import check_findings
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.headlines import check_headline
from storagelab.shares.verification.verification_report import VerificationReport

Path = tuple[str | int, ...]
WRITTEN = {
    "relation": "at_least_times", "subject": "B2", "object": "A1", "test": "Random reads", "value": 2.0, "unit": "x",
    "workload": {"block": "4k", "read": "100"}, "raid_level": "RAID5", "state": "optimal", "place": "Results",
    "source_title": "A review", "note": "as its text states",
}  # fmt: skip


@pytest.fixture
def archive(operator: TestClient, anonymous: TestClient, make: Factory, place: Place, session: Session) -> ShareZip:
    """Provide the archive of a comparison whose first finding is computed, and whose second was written by hand."""
    other = other_configuration(make)
    runs = [
        *(make_subject(make, place, iops=iops) for iops in (1000.0, 1010.0, 990.0)),
        *(make_subject(make, place, iops=iops, configuration=other) for iops in (1660.0, 1650.0, 1670.0)),
    ]
    written = operator.post("/api/v1/findings", json={**WRITTEN, "subject_runs": [str(runs[3].id)]})
    assert written.status_code == 201, written.text
    chosen = [{"key": "f1", "text": "B2 reads more."}, {"finding": written.json()["number"]}]
    subject = {"kind": "comparison", "run_ids": [str(run.id) for run in runs], "view": {"pooled": True}}
    return read_zip(anonymous, freeze(operator, **subject, findings=chosen))


def find_differences(archive: ShareZip, document: dict[str, Any]) -> set[str]:
    """Return the places of the findings and headlines of a document that differ."""
    verification = VerificationReport()
    share = FrozenShare(document, archive.part)
    check_findings(share, verification)
    check_headline(share, verification)
    return {difference.place for difference in verification.differences}


def generate_changes(kind: inspect.Type, value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the path of each field below a value with another value that the document may have there."""
    if isinstance(kind, inspect.UnionType):
        (kind,) = (other for other in kind.types if not isinstance(other, inspect.NoneType))
        if value is not None:
            yield path, None
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.StructType):
        for item in kind.fields if value is not None else ():
            yield from generate_changes(item.type, value[item.encode_name], (*path, item.encode_name))
    elif isinstance(kind, inspect.DictType):
        yield path, {**value, "qd": "7"}
        yield from (((*path, key), f"{text}9") for key, text in value.items())
    elif isinstance(kind, inspect.ListType):
        yield path, [*value, *value[:1]]
        yield from (
            change
            for index, item in enumerate(value)
            for change in generate_changes(kind.item_type, item, (*path, index))
        )
    elif isinstance(kind, inspect.LiteralType):
        yield path, next(other for other in kind.values if other != value)
    elif isinstance(kind, inspect.BoolType):
        yield path, not value
    elif isinstance(kind, inspect.StrType):
        yield path, f"{value or ''}9"
    elif isinstance(kind, inspect.IntType):
        yield path, (value or 0) + 1
    elif isinstance(kind, inspect.FloatType):
        yield path, (value or 0) * 1.1 + 1
    else:
        raise AssertionError(f"no change of {kind} at {path}")


def list_fields(kind: inspect.Type, name: str) -> Iterator[str]:
    """Yield the names of all fields of a struct and of the structs in it."""
    if isinstance(kind, inspect.UnionType):
        kind = next(other for other in kind.types if not isinstance(other, inspect.NoneType))
    if isinstance(kind, inspect.StructType):
        for item in kind.fields:
            yield from list_fields(item.type, f"{name}.{item.encode_name}")
    else:
        yield name


def put(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return the document with another value at a path."""
    changed = copy.copy(document)
    *above, last = path
    place: Any = changed
    for step in above:
        place[step] = copy.copy(place[step])
        place = place[step]
    place[last] = value
    return changed


@pytest.mark.parametrize(
    ("name", "struct"), [("findings", FrozenFinding), ("headline", FrozenHeadline)], ids=["findings", "headline"]
)
def test_change_to_any_field_is_named(archive: ShareZip, name: str, struct: type[msgspec.Struct]) -> None:
    document = archive.document
    assert find_differences(archive, document) == set()
    kind = inspect.type_info(struct)
    named: dict[str, set[str]] = defaultdict(set)
    for index, item in enumerate(document[name]):
        for path, value in generate_changes(kind, item):
            place = f"{name}/{index}"
            differences = find_differences(archive, put(document, (name, index, *path), value))
            own = {other for other in differences if other == place or other.startswith(f"{place}/")}
            assert own, (path, value, differences)
            where = "/".join([place, *map(str, path)])
            by = "itself" if any(where.startswith(other) for other in own) else "its fingerprint"
            named[".".join(part for part in (name, *map(str, path)) if not part.isdecimal())].add(by)
    for field in sorted(set(list_fields(kind, name))):
        ways = {way for other, ways in named.items() if other == field or other.startswith(f"{field}.") for way in ways}
        assert ways, field
        print(f"{field}: named by {' or '.join(sorted(ways))}")


def test_another_order_is_named(archive: ShareZip) -> None:
    turned = {**archive.document, "findings": archive.document["findings"][::-1]}
    assert {"findings/0/fingerprint", "findings/1/fingerprint"} <= find_differences(archive, turned)
    tiles = {**archive.document, "headline": archive.document["headline"][::-1] * 2}
    assert any(place.startswith("headline") for place in find_differences(archive, tiles))


def test_changed_cell_of_a_rating_matrix_is_named(archive: ShareZip) -> None:
    """Check the fields that make a cell: the matrix itself is computed from the findings, and not frozen."""
    cell = {"subject": "A1", "test": "Writes", "raid_level": "RAID6", "relation": "equal", "strength": "clear"}
    for field, value in cell.items():
        differences = find_differences(archive, put(archive.document, ("findings", 1, "finding", field), value))
        assert {place.rpartition("/")[0] for place in differences} == {"findings/1"}
