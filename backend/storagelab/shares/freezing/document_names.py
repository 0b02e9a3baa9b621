"""Names of fields in share documents: frozen and hashed, so they stay when columns get other names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

#: Name in a document: name in the database and in REST.
RUN_NAMES = {"data": "completeness", "duration_s": "duration_seconds"}
PHASE_NAMES = {"in_window": "in_measurement_window"}
FAILURE_NAMES = {"who": "responsible", "kept": "preserved"}


def pick_fields(described: Mapping[str, Any], fields: Iterable[str], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the `fields` of a REST object under the names that a document has for them.

    `names` maps a field of the document to the REST field with another name.
    """
    return {field: described[names.get(field, field)] for field in fields}
