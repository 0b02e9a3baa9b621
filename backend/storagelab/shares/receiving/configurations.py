"""Configuration of a received run, always one of its own, however similar it is to one of ours.

A document describes a configuration in words; the snapshot behind its hashes stays in the lab that it comes from. So
neither hash can be checked here. A system of another lab is never matched with one of ours, nor with one of a third lab
that has the same hash. Documents of one lab agree where hash and words do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from storagelab.db import models
from storagelab.imports.configurations import find_or_create_configuration
from storagelab.shares.document.run import FrozenFact
from storagelab.shares.document.share import FrozenConfiguration, ShareDocument

#: Rows that identify the exact components, where the author showed them.
_OF_THE_PIECES = frozenset({"Server name", "Serial numbers"})
_NAME_CHARACTERS = 200


def get_sender_lab(document: ShareDocument, address: str | None) -> str:
    """Return the sender lab of a document: scheme and host of `address`, else its lineage."""
    if address is not None:
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.netloc.lower()}"
    return f"lineage {document.share.lineage_id}"


def format_sender(document: ShareDocument, address: str | None) -> str:
    """Return the sender of a document for people: its author, else the host of its address."""
    host = urlsplit(address).hostname if address is not None else None
    return document.share.author or host or "author unknown"


def snapshot_of(received: FrozenConfiguration, *, lab: str, blind: bool) -> dict[str, Any]:
    """Return the snapshot to store for a received configuration, with its lab of origin.

    `blind` means that the document has aliases for models: the hashes of the configuration are then valid only within
    the document.
    """
    return {
        "received_from": lab,
        "received_class": received.class_hash,
        "told": _join_values(row for row in received.rows if row.label not in _OF_THE_PIECES),
        "blind": blind,
        "source": lab,
        # Which very system it was: in the hash of the instance alone.
        "stable_id": received.instance_hash,
        "server": _join_values(row for row in received.rows if row.label in _OF_THE_PIECES),
    }


def _join_values(rows: Iterable[FrozenFact]) -> dict[str, str]:
    """Return the values of `rows` by label; several values under one label are joined into one."""
    values_by_label: dict[str, str] = {}
    for row in rows:
        values_by_label[row.label] = (
            f"{values_by_label[row.label]}; {row.value}" if row.label in values_by_label else row.value
        )
    return values_by_label


def file_configuration(
    session: Session, received: FrozenConfiguration, document: ShareDocument, *, address: str | None
) -> models.Configuration:
    """Return the configuration of this lab for a received one, created if it does not exist yet."""
    name = f"{received.name[: _NAME_CHARACTERS // 2]} ({format_sender(document, address)})"[:_NAME_CHARACTERS]
    lab = get_sender_lab(document, address)
    return find_or_create_configuration(
        session,
        name=name,
        origin="imported",
        facts=snapshot_of(received, lab=lab, blind=document.share.redaction.aliases),
        source=lab,
    )
