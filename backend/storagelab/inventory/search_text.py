"""The text in which a search looks for a row: its distinguishing facts, in small letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from storagelab.db.models import Array, Controller, Drive, PublishedHardware, Server
from storagelab.domain.labels import format_label

#: A longer text has no use in a search, and tools may report very much.
MAX_SEARCH_TEXT = 4000
_DESCRIBED = ("note", "labels", "manual")
_COLUMNS: dict[type[Any], tuple[str, ...]] = {
    Server: (
        "name", "address", "product_name", "board_name", "bios_version", "cpu_model", "os_name", "kernel",
        "fio_version", "owner", *_DESCRIBED,
    ),
    Controller: (
        "vendor", "model", "serial", "firmware", "driver", "driver_version", "pci_address", "kind", "cache_module",
        *_DESCRIBED, "settings",
    ),
    Drive: (
        "vendor", "model", "serial", "firmware", "wwn", "kernel_name", "path", "location", "stable_id", "stable_ids",
        "transport", "medium", *_DESCRIBED,
    ),
    Array: ("name", "kernel_name", "implementation", "level", "stable_id", "condition", *_DESCRIBED),
    PublishedHardware: ("name", "component", "source", "attributes"),
}  # fmt: skip


def search_text_of(row: Server | Controller | Drive | Array | PublishedHardware) -> str:
    """Return the value for `row.search_text`: the words of its searched columns in lower case.

    Each word occurs once. The text is cut at MAX_SEARCH_TEXT characters.
    """
    words = (word for name in _COLUMNS[type(row)] for word in _iterate_words(_get_searched_value(row, name)))
    return " ".join(dict.fromkeys(words))[:MAX_SEARCH_TEXT].lower()


def _get_searched_value(row: Any, name: str) -> Any:
    value = getattr(row, name)
    return [format_label(*label) for label in value.items()] if name == "labels" else value


def _iterate_words(value: Any) -> Iterator[str]:
    """Yield every word in a JSON value, the names of its fields included."""
    match value:
        case str():
            yield from value.split()
        case dict():
            for name, item in value.items():
                yield from _iterate_words(name)
                yield from _iterate_words(item)
        case list():
            for item in value:
                yield from _iterate_words(item)
        case int() | float() if not isinstance(value, bool):
            yield str(value)
