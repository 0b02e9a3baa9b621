"""The fields of runs: one name each, and an example that is read."""

from __future__ import annotations

import datetime as dt

import pytest

from storagelab.db.models import Measurement
from storagelab.query.fields import QueryField
from storagelab.query.resolving import read_query
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.query.values import UNITS

NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)


def test_no_name_is_given_twice() -> None:
    names = [name.lower() for field in RUN_FIELDS.fields for name in (field.name, *field.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("field", RUN_FIELDS.fields, ids=lambda field: field.name)
def test_every_field_has_a_readable_example(field: QueryField) -> None:
    assert field.example.startswith(field.name)
    assert read_query(field.example, RUN_FIELDS, NOW) is not None
    assert field.unit is None or field.unit in UNITS
    assert not field.description.endswith(".")


def test_numeric_result_fields_match_measurement_columns() -> None:
    fields = [field for field in RUN_FIELDS.fields if field.group in ("workload", "figure") and field.type == "number"]
    assert [field.name for field in fields if field.key not in Measurement.__table__.columns] == []
