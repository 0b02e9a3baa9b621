"""Facts of configurations that distinguish the rows of a list of runs."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import FiledFact, Run
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.run_columns import VALUE_SEPARATOR

Facts = dict[str, str | float]

#: By name of the field; those whose values are numbers have one, or are unknown.
NAMING_FIELDS = ("model", "drives", "raid", "condition", "controller", "filesystem", "firmware", "strip")
_BY_KEY = {field.key: field for field in RUN_FIELDS.fields if field.name in NAMING_FIELDS}


def read_naming_facts(session: Session, runs: Iterable[Run]) -> dict[uuid.UUID | None, Facts]:
    """Return the known facts of each configuration of these runs by the name of their field."""
    configurations = {run.configuration_id for run in runs if run.configuration_id is not None}
    columns = (FiledFact.configuration_id, FiledFact.field, FiledFact.text_value, FiledFact.number_value)
    query = (
        select(*columns)
        .where(FiledFact.configuration_id.in_(configurations), FiledFact.field.in_(_BY_KEY))
        .order_by(FiledFact.configuration_id, FiledFact.field, FiledFact.ordinal)
    )
    values: dict[tuple[uuid.UUID, str], list[tuple[str, float | None]]] = defaultdict(list)
    for configuration_id, key, as_text, as_number in session.execute(query):
        values[configuration_id, key].append((as_text, as_number))
    facts: dict[uuid.UUID | None, Facts] = defaultdict(dict)
    for (configuration_id, key), entries in values.items():
        field = _BY_KEY[key]
        if field.type != "number":
            facts[configuration_id][field.name] = VALUE_SEPARATOR.join(text for text, _ in entries)
        elif len(entries) == 1 and entries[0][1] is not None:
            facts[configuration_id][field.name] = entries[0][1]
    return dict(facts)
