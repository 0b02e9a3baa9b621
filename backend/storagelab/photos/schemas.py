"""Schemas of photos."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Literal

from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict
from storagelab.inventory.hardware_schemas import Component

MediaType = Literal["image/png", "image/jpeg", "image/webp"]


class PhotoKey(Strict):
    """Identity of a request to store a photo. Repeating the request stores nothing."""

    component: Component
    component_id: uuid.UUID
    title: str
    sha256: str


class PhotoOut(Strict, schema_name="Photo"):
    """A picture of a piece of hardware. `address` serves it."""

    id: uuid.UUID
    component: Component
    component_id: uuid.UUID
    title: str
    media_type: MediaType
    size_bytes: int
    sha256: str
    address: str
    created_by: str | None
    created_at: dt.datetime


class PhotoPage(Listing[PhotoOut]):
    """One page of photos."""
