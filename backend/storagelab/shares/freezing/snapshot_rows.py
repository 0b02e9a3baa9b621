"""Public rows of snapshots without a version, most interesting first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from storagelab.domain.configuration import DESCRIPTIVE_KEYS, INSTANCE_KEYS
from storagelab.shares import figures

#: The choice of runner has no effect on results and reveals nothing about the lab.
_PRIVATE = (INSTANCE_KEYS | DESCRIPTIVE_KEYS) - {"runner_version"}
#: The order in which a reader looks for the parts of a system; what is not named here follows.
_ORDER = (
    "product_name", "controller", "array", "drives", "target", "cpu_model", "cpu_sockets", "cpu_cores", "cpu_threads",
    "memory_bytes", "os_name", "kernel", "architecture", "engine", "engine_version", "runner_version",
)  # fmt: skip


def list_public_rows(snapshot: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return label and text of every known fact that identifies no one."""
    return _list_rows(dict(sorted(snapshot.items(), key=_get_sort_key)), ())


def _get_sort_key(item: tuple[str, Any]) -> tuple[int, str]:
    key = item[0]
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER), key)


def _list_rows(value: Any, path: tuple[str, ...]) -> list[dict[str, str]]:
    if isinstance(value, dict):
        return [row for key, item in value.items() if key not in _PRIVATE for row in _list_rows(item, (*path, key))]
    if isinstance(value, list):
        # One of a kind needs no number.
        if len(value) == 1:
            return _list_rows(value[0], path)
        return [row for index, item in enumerate(value, 1) for row in _list_rows(item, (*path, str(index)))]
    if value is None or not path:
        return []
    key = path[-1]
    if key.endswith("_bytes") and isinstance(value, int):
        path, text = (*path[:-1], key.removesuffix("_bytes")), figures.format_size(value)
    else:
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    label = " ".join(part.replace("_", " ") for part in path)
    for word in ("cpu", "os"):
        label = re.sub(rf"\b{word}\b", word.upper(), label)
    return [{"label": label[:1].upper() + label[1:], "value": text}]
