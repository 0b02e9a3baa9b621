"""Import of manual facts, with a preview of the changes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.base import generate_uuid7
from storagelab.db.models import HardwareModel, PublishedHardware
from storagelab.db.references import require_by_reference
from storagelab.errors import StorageLabError
from storagelab.inventory import hardware_models
from storagelab.inventory.catalogue_schemas import HardwareModelCreate
from storagelab.inventory.hardware_schemas import MAX_MANUAL
from storagelab.inventory.naming import MODELS, Piece
from storagelab.inventory.pieces import change_piece, find_differences
from storagelab.inventory.search_text import search_text_of
from storagelab.inventory.transfer_reading import Given, TransferReading
from storagelab.inventory.transfer_schemas import (
    ComponentRow,
    InventoryImport,
    InventoryImportChange,
    InventoryImportRow,
    PublishedRow,
)

Differences = list[tuple[str, Any, Any]]


def import_rows(session: Session, *, user: Identity, reading: TransferReading, dry_run: bool) -> InventoryImport:
    """Import every row that can be used, or with `dry_run` only report the outcome of each."""
    shown: list[InventoryImportRow] = []
    unchanged = 0
    for given in reading.rows:
        try:
            result = _take(session, user, given, dry_run=dry_run)
        except StorageLabError as wrong:
            result = _refuse(given, wrong.message)
        if result is None:
            unchanged += 1
        else:
            shown.append(result)
    counts = {outcome: sum(row.outcome == outcome for row in shown) for outcome in ("add", "change", "refuse")}
    return InventoryImport(
        dry_run=dry_run,
        added=counts["add"],
        changed=counts["change"],
        unchanged=unchanged,
        refused=counts["refuse"],
        rows=shown,
        warnings=list(reading.warnings),
    )


def _take(session: Session, user: Identity, given: Given, *, dry_run: bool) -> InventoryImportRow | None:
    match given.row:
        case ComponentRow() as row:
            return _take_piece(session, user, given, row, dry_run=dry_run)
        case HardwareModelCreate() as row:
            return _take_model(session, user, given, row, dry_run=dry_run)
        case PublishedRow() as row:
            return _take_published(session, given, row, dry_run=dry_run)
    return _refuse(given, given.reason or "it cannot be read")


def _take_piece(
    session: Session, user: Identity, given: Given, row: ComponentRow, *, dry_run: bool
) -> InventoryImportRow | None:
    model = MODELS[row.component]
    piece: Piece | None = session.scalars(require_by_reference(model, row.number).with_for_update()).one_or_none()
    if piece is None:
        return _refuse(
            given, f"There is no {row.component} {row.number}: hardware is found by discovery, not imported."
        )
    serial = getattr(piece, "serial", None)
    if row.serial is not None and row.serial != serial:
        return _refuse(given, f"{row.number} has the serial number {serial or 'unknown'}, not {row.serial}.")
    wanted = ("owner", "note", "labels") if row.component == "server" else ("lifecycle", "note", "labels")
    out_of_place = {"lifecycle", "owner"} - set(wanted)
    if any(getattr(row, name) is not None for name in out_of_place):
        return _refuse(given, f"A {row.component} has no {out_of_place.pop()}.")
    changes = {name: getattr(row, name) for name in wanted if getattr(row, name) is not None}
    if row.manual is not None:
        merged = {**piece.manual, **row.manual}
        # A fact that has no text stays: what was exported and is imported again changes nothing.
        changes["manual"] = {name: text for name, text in merged.items() if text or piece.manual.get(name) == ""}
        if len(changes["manual"]) > MAX_MANUAL:
            return _refuse(given, f"It would have more than {MAX_MANUAL} manual facts.")
    differences = list(find_differences(piece, changes))
    if not dry_run and differences:
        change_piece(session, user=user, row=piece, changes=changes, source="import")
    return _make_changed_row(given, differences)


def _take_model(
    session: Session, user: Identity, given: Given, row: HardwareModelCreate, *, dry_run: bool
) -> InventoryImportRow | None:
    stored = session.scalars(
        select(HardwareModel)
        .where(HardwareModel.component == row.component, HardwareModel.model == row.model)
        .with_for_update()
    ).one_or_none()
    changes = hardware_models.convert_to_columns(row.changes())
    if stored is None:
        hardware_models.check_price(HardwareModel(**changes))
        if not dry_run:
            hardware_models.add_model(session, user=user, body=row, model_id=generate_uuid7())
        return _make_added_row(given)
    hardware_models.check_price(
        HardwareModel(price=changes.get("price", stored.price), currency=changes.get("currency", stored.currency))
    )
    differences = [
        (name, getattr(stored, name), value) for name, value in changes.items() if getattr(stored, name) != value
    ]
    if not dry_run and differences:
        hardware_models.change_model(session, user=user, row=stored, changes=row.changes())
    return _make_changed_row(given, differences)


def _take_published(session: Session, given: Given, row: PublishedRow, *, dry_run: bool) -> InventoryImportRow | None:
    stored = session.scalars(
        select(PublishedHardware)
        .where(
            PublishedHardware.source == row.source,
            PublishedHardware.component == row.component,
            PublishedHardware.name == row.name,
        )
        .with_for_update()
    ).one_or_none()
    if stored is None:
        if not dry_run:
            new = PublishedHardware(id=generate_uuid7(), **row.model_dump())
            new.search_text = search_text_of(new)
            try:
                with session.begin_nested():
                    session.add(new)
            except IntegrityError:
                return _refuse(given, "Another user added it meanwhile.")
        return _make_added_row(given)
    before = stored.attributes
    if not dry_run and before != row.attributes:
        stored.attributes = row.attributes
        stored.search_text = search_text_of(stored)
        session.flush()
    return _make_changed_row(given, [("attributes", before, row.attributes)] if before != row.attributes else [])


def _make_added_row(given: Given) -> InventoryImportRow:
    return InventoryImportRow(row=given.line, kind=given.kind, name=given.name, outcome="add", changes=[], reason=None)


def _make_changed_row(given: Given, differences: Differences) -> InventoryImportRow | None:
    if not differences:
        return None
    changes = [InventoryImportChange(field=field, before=before, after=after) for field, before, after in differences]
    return InventoryImportRow(
        row=given.line, kind=given.kind, name=given.name, outcome="change", changes=changes, reason=None
    )


def _refuse(given: Given, reason: str) -> InventoryImportRow:
    return InventoryImportRow(
        row=given.line, kind=given.kind, name=given.name, outcome="refuse", changes=[], reason=reason
    )
