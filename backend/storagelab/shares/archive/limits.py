"""Limits of the zip of a share, and the names of its entries."""

from __future__ import annotations

import re

SCHEMA = "storagelab.share-zip/1"

MAX_UNPACKED_BYTES = 2 << 30
#: A zip counts its entries in 16 bits; more need a second form of list, and no share is that large.
MAX_ENTRIES = 65_000
MAX_DOCUMENT_BYTES = 64 << 20
MAX_MANIFEST_BYTES = 24 << 20
MAX_PART_BYTES = 256 << 20
#: Deflate cannot pack better than about 1032 to 1.
MAX_RATIO = 1100
#: Maximum depth of a value in a document or a part.
MAX_DEPTH = 64
MAX_NAME = 200

MANIFEST = "manifest.json"
DOCUMENT = "document.json"
PART_FOLDER = "parts/"
PAGE, PDF, WORKBOOK, MEASUREMENTS, README = "page.html", "page.pdf", "tables.xlsx", "measurements.csv", "README.txt"
CHART_FOLDER = "charts/"

_PART = re.compile(r"parts/[0-9a-f]{64}")
_CHART = re.compile(r"charts/[a-z0-9]+(?:-[a-z0-9]+)*\.svg")
_PRINTS = frozenset({PAGE, PDF, WORKBOOK, MEASUREMENTS, README})


def is_part(name: str) -> bool:
    """Return whether the zip entry `name` is a part of the document, named by its SHA-256."""
    return _PART.fullmatch(name) is not None


def is_print(name: str) -> bool:
    """Return whether the zip entry `name` is a print of the document, which is not frozen."""
    return name in _PRINTS or (len(name) <= MAX_NAME and _CHART.fullmatch(name) is not None)


def sort_names(names: list[str]) -> list[str]:
    """Return the names of zip entries in their order: manifest, document, parts, prints."""
    return sorted(names, key=lambda name: (name != MANIFEST, name != DOCUMENT, not is_part(name), name))
