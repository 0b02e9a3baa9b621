"""Reader of a zip from another lab: its document validated, its curves and distributions as numbers."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
import numpy as np
from pydantic import ValidationError

from storagelab.analysis.downsample import IntArray
from storagelab.errors import InvalidInput
from storagelab.shares.archive.reading import ShareZip
from storagelab.shares.receiving.run_schemas import Bins, ReceivedSeries
from storagelab.shares.receiving.schemas import Document

_Moment = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
_Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_MAX_BINS = 1_000_000
#: Values of a curve are this large at most, in base units.
_MAX_VALUE = 1e300

_Shape = TypeVar("_Shape")


class _Points(msgspec.Struct):
    t_ms: list[_Moment]
    integers: list[_Int64]


class _Counts(msgspec.Struct):
    counts: dict[str, _Count]


def read_document(opened: ShareZip) -> Document:
    """Return the validated document of a received zip.

    Raises InvalidInput, with the place of the error, for a document that this lab cannot receive.
    """
    try:
        return Document.model_validate_json(opened.document_bytes)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])[:200]
        where = f" at {place}" if place.isprintable() and place else ""
        raise InvalidInput(
            f"The document does not have the form of a share{where}: {_format_reason(first['msg'])}."
        ) from None


def read_points(opened: ShareZip, document: Document, series: ReceivedSeries) -> tuple[IntArray, IntArray]:
    """Return the times in ms and the stored integers of a series, one or more of each.

    Raises InvalidInput.
    """
    points = _decode_part(opened, document, series.part, _Points)
    if not len(points.t_ms) == len(points.integers) == series.points > 0:
        raise InvalidInput(f"The part {series.part!r} has another number of points than in the document.")
    t_ms, integers = (np.array(column, dtype=np.int64) for column in (points.t_ms, points.integers))
    if np.any(t_ms[1:] < t_ms[:-1]):
        raise InvalidInput(f"The times in the part {series.part!r} do not ascend.")
    if float(np.abs(integers.astype(np.float64)).max()) * series.factor > _MAX_VALUE:
        raise InvalidInput(f"The part {series.part!r} holds numbers that no measurement has.")
    return t_ms, integers


def read_counts(opened: ShareZip, document: Document, bins: Bins) -> dict[int, int]:
    """Return the counts of I/Os by the value of their bin in ns. Raises InvalidInput."""
    raw_counts = _decode_part(opened, document, bins.part, _Counts).counts
    if len(raw_counts) > _MAX_BINS:
        raise InvalidInput(f"The part {bins.part!r} has more bins than a distribution.")
    counts = {int(value): count for value, count in raw_counts.items() if value.isdecimal() and len(value) <= 18}
    if len(counts) != len(raw_counts) or any(str(value) not in raw_counts for value in counts):
        raise InvalidInput(f"The part {bins.part!r} counts values that are not times in ns.")
    return counts


def _decode_part(opened: ShareZip, document: Document, name: str, shape: type[_Shape]) -> _Shape:
    content = opened.part(document.parts[name].sha256)
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise InvalidInput(f"The part {name!r} does not match the document.") from None


def _format_reason(text: Any) -> str:
    """Return the message of a validator as part of an error message."""
    words = str(text).removeprefix("Value error, ")[:300].rstrip(".")
    return words if words.isprintable() else "a value is not allowed"
