"""Printed figures that are no measurements, as findings that state them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.domain.finding import PrintedFinding
from storagelab.domain.results import Statement

#: Keys of a workload by the columns of a table of figures.
_WORKLOAD_KEYS: Mapping[str, str] = {
    "workload": "pattern",
    "block_size": "block",
    "rw_mix": "read",
    "qd": "qd",
    "threads": "threads",
}
_MIX = re.compile(r"(\d{1,3})/\d{1,3}")


def convert_statement(statement: Statement) -> PrintedFinding:
    """Return the finding that states a printed figure; text without a value is its object.

    Conditions without a field of a finding follow the note.
    """
    conditions = {name: str(value) for name, value in statement.conditions.items() if value not in (None, "")}
    workload = {key: conditions.pop(column) for column, key in _WORKLOAD_KEYS.items() if column in conditions}
    if mix := _MIX.fullmatch(workload.get("read", "")):
        workload["read"] = mix[1]
    raid_level, state = conditions.pop("raid_level", None), conditions.pop("state", None)
    others = "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in conditions.items())
    return PrintedFinding(
        origin="published",
        relation="states",
        subject=statement.subject,
        object=statement.printed if statement.value is None else None,
        workload={**workload, "metric": statement.metric},
        raid_level=raid_level,
        state=state,
        value=statement.value,
        unit=statement.unit,
        value_kind=statement.value_kind,
        printed=statement.printed,
        source_reads=statement.source_reads,
        place=statement.place,
        note=". ".join(filter(None, (statement.note, others))) or None,
    )
