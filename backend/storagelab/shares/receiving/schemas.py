"""Schema of the document of a share, as far as this lab needs it to receive the share.

Others write the document. Every field that ends up in a row must fit its column and the expectations of the rest of the
lab. Fields that are not named here may be added by later releases and are ignored.
"""

from __future__ import annotations

import re
import uuid
from typing import Annotated

from pydantic import Field, model_validator

from storagelab.http.schemas import Count, Line, Moment
from storagelab.shares.options import MAX_BLOCKS, MAX_RUNS, MAX_TEXT, MAX_VERSION
from storagelab.shares.receiving.fields import LongText, Number, Received, Short, require_unique_names
from storagelab.shares.receiving.run_schemas import ReceivedRunDocument
from storagelab.shares.schemas import Kind


class ReceivedRow(Received):
    """One thing that is known of a configuration."""

    label: Short
    value: LongText


class ReceivedConfiguration(Received):
    """Configuration that runs were measured on."""

    key: Annotated[str, Field(max_length=24, pattern=r"^c[1-9][0-9]*$")]
    number: Number
    name: Short
    class_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    instance_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    rows: Annotated[list[ReceivedRow], Field(max_length=10_000)]


class ReceivedBlock(Received):
    """One thing in the author's order."""

    text: Annotated[str, Field(max_length=MAX_TEXT)] | None = None
    chart: Annotated[str, Field(max_length=100)] | None = None


class ReceivedChart(Received):
    """A chart: `data` and, where it was read when it was frozen, `table` name parts."""

    kind: Annotated[str, Field(max_length=100, pattern=r"^[a-z][a-z0-9-]*$")]
    title: LongText
    caption: LongText
    data: Short
    table: Short | None = None


class ReceivedBlob(Received):
    """Bytes of the share, by their hash."""

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    size_bytes: Count
    media_type: Annotated[str, Field(max_length=200, pattern=r"^[ -~]+$")]


class Redaction(Received):
    """Kinds of text that were hidden."""

    serials: bool
    names: bool
    aliases: bool


class ReceivedShareHeader(Received):
    """Description of a share by its author."""

    kind: Kind
    title: Annotated[Line, Field(min_length=1, max_length=200)]
    author: Annotated[Line, Field(max_length=200)]
    licence: Annotated[Line, Field(min_length=1, max_length=200)] | None
    contact: Annotated[Line, Field(min_length=1, max_length=200)] | None
    embargo_until: Moment | None
    lineage_id: Annotated[uuid.UUID, Field(strict=False)]
    version: Annotated[int, Field(ge=1, le=MAX_VERSION)]
    frozen_at: Moment
    redaction: Redaction


class Product(Received):
    """Product that froze the share."""

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    version: Annotated[Line, Field(min_length=1, max_length=100)]


class Document(Received):
    """The document of a share."""

    share: ReceivedShareHeader
    product: Product
    configurations: Annotated[list[ReceivedConfiguration], Field(max_length=MAX_RUNS)]
    runs: Annotated[list[ReceivedRunDocument], Field(min_length=1, max_length=MAX_RUNS)]
    body: Annotated[list[ReceivedBlock], Field(max_length=2 * MAX_BLOCKS)]
    charts: Annotated[dict[str, ReceivedChart], Field(max_length=2 * MAX_BLOCKS)]
    parts: Annotated[dict[str, ReceivedBlob], Field(max_length=100_000)]

    @model_validator(mode="after")
    def _check_names(self) -> Document:
        require_unique_names((run.number for run in self.runs), "a run")
        require_unique_names((run.result_id for run in self.runs if run.result_id is not None), "a result")
        keys = [configuration.key for configuration in self.configurations]
        require_unique_names(keys, "a configuration")
        if any(run.configuration is not None and run.configuration not in keys for run in self.runs):
            raise ValueError("a run refers to a configuration that is missing")
        named = {series.part for run in self.runs for series in run.series}
        named |= {bins.part for run in self.runs for bins in run.bins}
        named |= {name for chart in self.charts.values() for name in (chart.data, chart.table) if name is not None}
        missing = next(iter(sorted(named - self.parts.keys())), None)
        if missing is not None:
            raise ValueError(f"the part {_format_foreign_name(missing)} is missing")
        return self


def _format_foreign_name(name: str) -> str:
    """Return a name from another lab in quotes and ASCII, for use in an error message."""
    return repr(re.sub(r"[^ -~]", "?", name[:100]))
