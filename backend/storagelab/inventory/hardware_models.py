"""Facts of hardware models: price, power, endurance, claims of the vendor, and alias in shares."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import HardwareModel
from storagelab.domain.json_values import RowValues
from storagelab.errors import Conflict, InvalidInput, NotFound
from storagelab.inventory.catalogue_schemas import HardwareModelCreate, HardwareModelOut, VendorClaim

#: Where words are looked for, in small letters; aliases are not among them.
MODEL_TEXT = func.lower(func.concat_ws(" ", HardwareModel.vendor, HardwareModel.model, HardwareModel.nand))


def select_models(*, component: str | None) -> Select[HardwareModel]:
    """Select models, those of one kind of hardware unless that is None."""
    query = select(HardwareModel)
    return query if component is None else query.where(HardwareModel.component == component)


def add_model(session: Session, *, user: Identity, body: HardwareModelCreate, model_id: uuid.UUID) -> HardwareModel:
    """Store a model as `model_id`. Raises Conflict for one that is written down already."""
    row = HardwareModel(id=model_id, **convert_to_columns(body.changes()))
    check_price(row)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise Conflict(f"The {body.component} {body.model} already exists. Change that entry.") from None
    _audit(session, user, row, action="hardware_model_added")
    return row


def change_model(session: Session, *, user: Identity, row: HardwareModel, changes: Mapping[str, Any]) -> None:
    """Set fields of a model that is locked. Raises InvalidInput for a price without a currency."""
    before = {name: getattr(row, name) for name in changes}
    for name, value in convert_to_columns(changes).items():
        setattr(row, name, value)
    check_price(row)
    after = {name: getattr(row, name) for name in changes}
    if before != after:
        _audit(session, user, row, action="hardware_model_changed", before=before, after=after)
    session.flush()


def remove_model(session: Session, *, user: Identity, row: HardwareModel) -> None:
    """Delete the recorded facts of a model."""
    _audit(session, user, row, action="hardware_model_removed")
    session.delete(row)
    session.flush()


def find_model(session: Session, model_id: uuid.UUID, *, lock: bool = False) -> HardwareModel:
    """Find the model with this id. Raises NotFound."""
    row = session.get(HardwareModel, model_id, with_for_update=lock)
    if row is None:
        raise NotFound(f"There is no hardware model {model_id}.")
    return row


def convert_to_columns(changes: Mapping[str, Any]) -> RowValues:
    """Return the changed fields of a request as column values of the table."""
    return {
        name: [claim.model_dump() for claim in value] if name == "claims" else value for name, value in changes.items()
    }


def check_price(row: HardwareModel) -> None:
    """Raise InvalidInput for a price without a currency."""
    if row.price is not None and row.currency is None:
        raise InvalidInput("is needed with a price, such as EUR", path="currency")


def describe_model(row: HardwareModel) -> HardwareModelOut:
    """Return a model as the API shows it."""
    names = [name for name in HardwareModelOut.model_fields if name != "claims"]
    return HardwareModelOut(
        **{name: getattr(row, name) for name in names}, claims=[VendorClaim(**claim) for claim in row.claims]
    )


def _audit(session: Session, user: Identity, row: HardwareModel, *, action: str, **detail: Any) -> None:
    audit.record_event(session, user_id=user.user_id, action=action, subject=f"{row.component} {row.model}", **detail)
