"""Names of fields in share documents: frozen and hashed, so they stay when columns get other names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Name in a document: name in the database and in REST.
RUN_NAMES = {"data": "completeness", "duration_s": "duration_seconds"}
PHASE_NAMES = {"in_window": "in_measurement_window"}
FAILURE_NAMES = {"who": "responsible", "kept": "preserved"}


def rename_fields(described: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a REST object with the fields of a document that have other names in REST.

    `names` maps a field of the document to the REST field.
    """
    return {**described, **{field: described[name] for field, name in names.items()}}
