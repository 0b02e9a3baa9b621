"""Reader of a zip from another lab: its document validated, its curves and distributions as numbers."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
import numpy as np
from msgspec import structs

from storagelab.analysis.downsample import IntArray
from storagelab.errors import InvalidInput
from storagelab.imports.storable import make_storable
from storagelab.shares.archive.reading import ShareZip
from storagelab.shares.document.run import FrozenBins, FrozenSeries
from storagelab.shares.document.share import ShareDocument, decode_document
from storagelab.shares.document.texts import replace_texts
from storagelab.shares.receiving.consistency import check_consistency, clean_header

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


def read_document(opened: ShareZip) -> ShareDocument:
    """Return the validated document of a received zip, with every text as a database can hold it.

    Raises InvalidInput, with the place of the error, for a document that this lab cannot receive.
    """
    document = decode_document(opened.document_bytes, bounds=True)
    check_consistency(document)
    return replace_texts(structs.replace(document, share=clean_header(document.share)), _make_text_storable)


def _make_text_storable(text: str) -> str:
    storable: str = make_storable(text)
    return text if storable == text else storable


def read_points(opened: ShareZip, document: ShareDocument, series: FrozenSeries) -> tuple[IntArray, IntArray]:
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


def read_counts(opened: ShareZip, document: ShareDocument, bins: FrozenBins) -> dict[int, int]:
    """Return the counts of I/Os by the value of their bin in ns. Raises InvalidInput."""
    raw_counts = _decode_part(opened, document, bins.part, _Counts).counts
    if len(raw_counts) > _MAX_BINS:
        raise InvalidInput(f"The part {bins.part!r} has more bins than a distribution.")
    counts = {int(value): count for value, count in raw_counts.items() if value.isdecimal() and len(value) <= 18}
    if len(counts) != len(raw_counts) or any(str(value) not in raw_counts for value in counts):
        raise InvalidInput(f"The part {bins.part!r} counts values that are not times in ns.")
    return counts


def _decode_part(opened: ShareZip, document: ShareDocument, name: str, shape: type[_Shape]) -> _Shape:
    content = opened.part(document.parts[name].sha256)
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise InvalidInput(f"The part {name!r} does not match the document.") from None
