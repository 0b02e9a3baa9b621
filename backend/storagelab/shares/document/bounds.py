"""Bounds of the fields that a receiving lab stores; only documents of other labs are held to them.

A lab opens its own documents without them: a text that it froze may be longer than another lab accepts.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, defstruct, field, structs

from storagelab.http.schemas import BIGINT_MAX

Shape = TypeVar("Shape", bound=Struct)


class Bounds:
    """Marker of a field with bounds: the only values that it may have, or limits as `msgspec.Meta` takes them."""

    def __init__(self, *choices: str, **limits: Any) -> None:
        self._choices, self._limits = tuple(map(str, choices)), limits

    def bind(self, annotation: Any) -> Any:
        """Return `annotation` with these bounds."""
        return Literal[self._choices] if self._choices else Annotated[annotation, Meta(**self._limits)]


Word = Annotated[str, Bounds(max_length=100, pattern=r"\A[a-z][a-z0-9_]*\Z")]
#: The number of a run or a configuration in the lab it comes from.
Number = Annotated[str, Bounds(max_length=24, pattern=r"\A[a-z]-[1-9][0-9]*\Z")]
LongText = Annotated[str, Bounds(max_length=10_000)]
ShortText = Annotated[str, Bounds(max_length=300)]
Line = Annotated[str, Bounds(min_length=1, max_length=200)]
#: A time as RFC 3339 writes it.
Moment = Annotated[
    str, Bounds(max_length=40, pattern=r"\A\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)\Z")
]
Sha256 = Annotated[str, Bounds(pattern=r"\A[0-9a-f]{64}\Z")]
Whole = Annotated[int, Bounds(ge=-BIGINT_MAX, le=BIGINT_MAX)]
Count = Annotated[int, Bounds(ge=0, le=BIGINT_MAX)]
Ordinal = Annotated[int, Bounds(ge=1, le=1_000_000)]
Real = Annotated[float, Bounds(ge=-1e300, le=1e300)]
Percent = Annotated[float, Bounds(ge=0, le=100)]

_UNIONS = (Union, UnionType)
_bound: dict[type[Struct], type[Struct]] = {}


def bind(shape: type[Shape]) -> type[Shape]:
    """Return the struct with the bounds of its fields and of the structs in it; `shape` itself where there are none."""
    if shape not in _bound:
        # A struct within itself has no bounds.
        _bound[shape] = shape
        hints = get_type_hints(shape, include_extras=True)
        fields = [
            (info.name, annotation, _copy_field(info))
            for info in structs.fields(shape)
            if (annotation := _bind_annotation(hints[info.name])) != hints[info.name]
        ]
        if fields:
            _bound[shape] = defstruct(shape.__name__, fields, bases=(shape,), frozen=True, kw_only=True)
    return _bound[shape]  # type: ignore[return-value]


def _copy_field(info: structs.FieldInfo) -> Any:
    make: Any = field
    return make(default=info.default, default_factory=info.default_factory, name=info.encode_name)


def _bind_annotation(annotation: Any) -> Any:
    origin: Any = get_origin(annotation)
    arguments = get_args(annotation)
    if origin is Annotated:
        bounds = next((marker for marker in arguments[1:] if isinstance(marker, Bounds)), None)
        inner = _bind_annotation(arguments[0])
        return bounds.bind(inner) if bounds is not None else inner
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return bind(annotation)
    if not arguments or origin is Literal:
        return annotation
    inner = tuple(map(_bind_annotation, arguments))
    if inner == arguments:
        return annotation
    return Union[inner] if origin in _UNIONS else origin[inner]  # noqa: UP007
