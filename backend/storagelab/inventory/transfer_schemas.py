"""API schemas of import and export: manual facts, models and published hardware."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from storagelab.http.labels import LabelsToSet
from storagelab.http.schemas import Line, Strict
from storagelab.inventory.catalogue_schemas import HardwareModelCreate
from storagelab.inventory.hardware_schemas import Component, Lifecycle, Manual, Note, Owner

FORMAT = "storagelab.inventory/1"
MAX_ROWS = 10_000
Name = Annotated[Line, Field(min_length=1, max_length=500)]


class ComponentRow(Strict):
    """The notes of people on one component. `serial`, where it is given, must be that of the component.

    Fields that are absent or null stay as they are, and so do manual facts that are not named. A fact that is given no
    text is removed, unless it has none already. `server`, `name` and `facts` are for the reader.
    """

    component: Component
    number: Annotated[Line, Field(min_length=1, max_length=64)]
    server: Line | None = None
    name: Line | None = None
    serial: Line | None = None
    lifecycle: Lifecycle | None = None
    owner: Owner | None = None
    note: Note | None = None
    labels: LabelsToSet | None = None
    manual: Manual | None = None
    facts: dict[str, JsonValue] | None = None


class PublishedRow(Strict):
    """Hardware that a published review names."""

    source: Name
    component: Annotated[Line, Field(min_length=1, max_length=50)]
    name: Name
    attributes: Annotated[
        dict[Annotated[Line, Field(min_length=1, max_length=100)], Annotated[Line, Field(max_length=2000)]],
        Field(max_length=100),
    ] = Field(default_factory=dict)


class InventoryDocument(Strict):
    """Everything that people wrote down, as one document. An import takes one, with any of the three lists."""

    format: Literal["storagelab.inventory/1"]
    components: list[ComponentRow]
    models: list[HardwareModelCreate]
    published: list[PublishedRow]


class InventoryImportChange(Strict):
    """One field that changes."""

    field: str
    before: JsonValue
    after: JsonValue


class InventoryImportRow(Strict):
    """The outcome of one row. Rows count from 1, those of a table without its head."""

    row: int
    kind: Literal["component", "model", "published"]
    name: str
    outcome: Literal["add", "change", "refuse"]
    changes: list[InventoryImportChange]
    reason: str | None


class InventoryImport(Strict):
    """Result of an import, or with `dry_run` its preview. Rows that change nothing are counted and not listed."""

    dry_run: bool
    added: int
    changed: int
    unchanged: int
    refused: int
    rows: list[InventoryImportRow]
    #: Lines that could not be read, in words.
    warnings: list[str]
