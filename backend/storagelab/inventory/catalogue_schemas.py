"""API schemas of hardware models, published hardware, and saved lists."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from storagelab.http.listing import Listing
from storagelab.http.optimistic_locking import Edit, Patch
from storagelab.http.schemas import Count, Line, Strict
from storagelab.http.validation_messages import register_pattern_words
from storagelab.inventory.hardware_schemas import Note

ModelComponent = Literal["server", "controller", "drive"]
ModelName = Annotated[Line, Field(min_length=1, max_length=200)]
ShortLine = Annotated[Line, Field(min_length=1, max_length=200)]
Amount = Annotated[float, Field(ge=0, le=1e15)]


class VendorClaim(Strict):
    """A figure that the vendor states, with its conditions and its source."""

    metric: ShortLine
    value: Annotated[float, Field(ge=-1e18, le=1e18)]
    unit: Annotated[Line, Field(min_length=1, max_length=50)]
    conditions: Annotated[Line, Field(max_length=500)] = ""
    source: Annotated[Line, Field(max_length=500)] = ""


class ModelFields(Patch):
    """Common facts of every component of a model.

    `alias` and `firmware_aliases` replace its names where a share hides it.
    """

    clearable: ClassVar[frozenset[str]] = frozenset(
        {
            "vendor",
            "alias",
            "price",
            "currency",
            "power_limit_watts",
            "rated_endurance_bytes",
            "drive_writes_per_day",
            "warranty_years",
            "nand",
        }
    )

    vendor: ShortLine | None = None
    alias: ShortLine | None = None
    firmware_aliases: Annotated[dict[ShortLine, ShortLine], Field(max_length=200)] | None = None
    price: Amount | None = None
    currency: (
        Annotated[str, Field(pattern=register_pattern_words("^[A-Z]{3}$", "must be three capital letters, as in EUR"))]
        | None
    ) = None
    power_limit_watts: Amount | None = None
    rated_endurance_bytes: Count | None = None
    drive_writes_per_day: Annotated[float, Field(ge=0, le=1000)] | None = None
    warranty_years: Annotated[float, Field(ge=0, le=100)] | None = None
    nand: ShortLine | None = None
    claims: Annotated[list[VendorClaim], Field(max_length=100)] | None = None
    note: Note | None = None


class HardwareModelUpdate(ModelFields, Edit):
    """Changes to a model."""


class HardwareModelCreate(ModelFields):
    """A model to write down."""

    component: ModelComponent
    model: ModelName


class HardwareModelOut(Strict, schema_name="HardwareModel"):
    """Common facts of every component of one model."""

    id: uuid.UUID
    component: ModelComponent
    model: str
    vendor: str | None
    alias: str | None
    firmware_aliases: dict[str, str]
    price: float | None
    currency: str | None
    power_limit_watts: float | None
    rated_endurance_bytes: int | None
    drive_writes_per_day: float | None
    warranty_years: float | None
    nand: str | None
    claims: list[VendorClaim]
    note: str
    created_at: dt.datetime


class HardwareModelPage(Listing[HardwareModelOut]):
    """One page of models."""


class PublishedHardwareOut(Strict, schema_name="PublishedHardware"):
    """A piece of hardware that a published review names: read, never tested here."""

    id: uuid.UUID
    source: str
    component: str
    name: str
    attributes: dict[str, str]
    created_at: dt.datetime


class PublishedHardwarePage(Listing[PublishedHardwareOut]):
    """One page of published hardware."""


FilterQuery = Annotated[
    Line,
    Field(
        max_length=2000,
        pattern=register_pattern_words(r"^[^?#\s]*$", "must be the query of an address, without ?, # and spaces"),
    ),
]


class SavedFilterCreate(Strict):
    """A list to see again: the path of its page and the query of its address, without `?`."""

    page: Annotated[
        str, Field(pattern=register_pattern_words(r"^/[a-z0-9/_-]{0,100}$", "must be the path of a page, as in /runs"))
    ]
    name: Annotated[Line, Field(min_length=1, max_length=100)]
    query: FilterQuery
    shared: bool = False


class SavedFilterUpdate(Strict):
    """Changes to a saved filter: visibility in the lab and query. Fields that are left out stay."""

    shared: bool | None = None
    query: FilterQuery | None = None


class SavedFilterOut(Strict, schema_name="SavedFilter"):
    """A saved list. Everyone sees a shared one, and only its owner or an administrator changes it."""

    id: uuid.UUID
    page: str
    name: str
    query: str
    shared: bool
    owner: str
    is_own: bool
    created_at: dt.datetime


class SavedFilterPage(Listing[SavedFilterOut]):
    """One page of saved filters."""
