"""Names that REST has for stored and frozen fields and metrics: one table, used at the edge alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, SerializationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from storagelab.domain.metrics import METRICS
from storagelab.http.schemas import Strict

#: Name in the database, in stored JSON and in share documents: name in REST and in events.
FIELD_NAMES: Mapping[str, str] = {
    "at_least": "min_repeats",
    "average": "mean",
    **{metric.column: metric.rest_name for metric in METRICS.values() if metric.rest_name != metric.column},
    "bytes_per_s": "throughput_bytes_per_s",
    "bytes_read": "read_bytes",
    "bytes_total": "total_bytes",
    "bytes_written": "written_bytes",
    "count_at_most": "max_count",
    "cov_percent": "cv_percent",
    "least": "min",
    "least_beyond": "min_beyond",
    "maximum": "max",
    "maximum_bytes": "max_bytes",
    "maximum_percent": "max_percent",
    "maximum_seconds": "max_seconds",
    "minimum": "min",
    "most": "max",
    "range_limit_pct": "range_limit_percent",
    "range_pct": "range_percent",
    "slope_limit_pct": "slope_limit_percent",
    "slope_pct": "slope_percent",
}
#: Key of a metric in the database, in profiles and in share documents: its name in REST, which is that of its field.
METRIC_NAMES: Mapping[str, str] = {
    **{metric.name: metric.rest_name for metric in METRICS.values()},
    "bytes_per_s": "throughput_bytes_per_s",
    "latency": "latency_mean_ns",
}
#: Changes whenever a name does: clients that stored an answer with the earlier names have to request it again.
NAMES_VERSION = hashlib.sha256(repr((sorted(FIELD_NAMES.items()), sorted(METRIC_NAMES.items()))).encode()).hexdigest()


def get_rest_field_name(name: str) -> str:
    """Return the name in REST of a field that is stored as `name`."""
    return FIELD_NAMES.get(name, name)


def get_rest_metric_name(key: str) -> str:
    """Return the name in REST of a metric that is stored as `key`."""
    return METRIC_NAMES.get(key, key)


def rename_fields(value: Any) -> Any:
    """Return an answer with its field names replaced by the names in REST.

    This includes nested objects and lists of objects.
    """
    if isinstance(value, dict):
        return {get_rest_field_name(name): rename_fields(item) for name, item in value.items()}
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return [rename_fields(item) for item in value]
    return value


class Renamed(Strict):
    """Base of bodies with fields that are stored or frozen under earlier names.

    They are written under the names of REST by alias alone, as answers are; what is stored or frozen is dumped without.
    """

    model_config = ConfigDict(alias_generator=get_rest_field_name, validate_by_name=True, validate_by_alias=True)


class AsPercent:
    """Marker of a number that is stored as a fraction of one and is percent in REST, as its alias shows."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return a schema that writes a fraction as percent where aliases are written.

        The conversion is exact: 0.07 is 7, not 7.000000000000001.
        """

        def write(value: float, info: SerializationInfo) -> float:
            return float(Decimal(repr(value)).scaleb(2)) if info.by_alias else value

        return core_schema.no_info_after_validator_function(
            float,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                write, info_arg=True, return_schema=core_schema.float_schema()
            ),
        )


class MetricKey:
    """Marker of a field or parameter with the key of a metric: REST has its name, Python and the database the key.

    `keys` are the allowed ones; without them the annotation has those as a literal, or any text is read. Keys are read,
    too: they occur in bookmarks, in bodies of earlier clients and in stored JSON.
    """

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._keys = tuple(keys)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return a schema that reads metric names and keys as keys.

        It writes names where aliases are written.
        """
        allowed = get_args(source) if get_origin(source) is Literal else self._keys
        keys = allowed or tuple(METRICS)
        stored = {get_rest_metric_name(key): key for key in reversed(keys)}
        expected = _format_alternatives([get_rest_metric_name(key) for key in keys])

        def read(value: Any) -> Any:
            key = stored.get(value, value) if isinstance(value, str) else value
            if allowed and key not in allowed:
                raise PydanticCustomError("literal_error", "Input should be {expected}", {"expected": expected})
            return key

        def write(value: str, info: SerializationInfo) -> str:
            return get_rest_metric_name(value) if info.by_alias else value

        return core_schema.no_info_before_validator_function(
            read,
            core_schema.literal_schema(list(allowed)) if allowed else handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                write, info_arg=True, return_schema=core_schema.str_schema()
            ),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the JSON schema of a metric key, with the metric names of REST."""
        described = dict(handler(schema["schema"]))
        if "enum" in described:
            described["enum"] = [get_rest_metric_name(key) for key in described["enum"]]
        return described


def _format_alternatives(names: list[str]) -> str:
    *others, last = [f"'{name}'" for name in names]
    return f"{', '.join(others)} or {last}" if others else last
