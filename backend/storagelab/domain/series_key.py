"""Key of a history of runs: the same server, role in it, profile and profile version.

The key leaves out what a firmware update changes, so the history goes on through that night with a marker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """Key of a series: `scope` is a server, or a class of configurations without one; `role` the system under load
    there.
    """

    scope: str
    role: str
    profile: str
    version: int | None


def build_series_key(
    *,
    server_id: str | None,
    class_hash: str | None,
    target: Mapping[str, Any] | None,
    profile: str | None,
    version: int | None,
) -> SeriesKey | None:
    """Return the key of the history that a run belongs to; None when too little is known of the run.

    Without a server, as for results made elsewhere, one class of configurations takes its place. A change of the class
    then begins another history, because no evidence shows that the system was the same.
    """
    scope = (
        f"server {server_id}" if server_id is not None else f"class {class_hash}" if class_hash is not None else None
    )
    if scope is None or profile is None:
        return None
    return SeriesKey(scope, get_target_role(target), profile, version)


def get_target_role(target: Mapping[str, Any] | None) -> str:
    """Return the role of a target in its server: sorted stable ids of its drives, or the paths of a file."""
    if target is None:
        return "unknown"
    if target.get("kind") == "devices":
        return " ".join(["devices", *sorted(target.get("stable_ids") or [])])
    file = f"file {target['path']}" if target.get("path") else "file"
    return f"{file} to {target['copy_to']}" if target.get("copy_to") else file
