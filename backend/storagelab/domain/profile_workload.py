"""The workload of a phase as a profile writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from storagelab.domain.access import AddressRange, Bursts, CpuPolicy, DistributionKind, RequestDistribution
from storagelab.domain.file_sets import FileGroup, FileOperation, FileSet
from storagelab.domain.profile_language import ProfileInvalid, parse_number, parse_whole_number, refuse_unknown
from storagelab.domain.units import parse_duration, parse_size
from storagelab.domain.workload import Arrival, BlockSize, Workload

FIELDS = (
    *("block_size", "block_sizes", "block_align", "read", "random", "distribution", "range", "streams"),
    *("threads", "queue_depth", "per_device", "offered_iops", "arrival", "compress", "cpu_policy", "bursts"),
    "file_set",
)
#: What a profile calls the fields that a workload names with their unit.
_WRITTEN = {
    "read_percent": "read",
    "random_percent": "random",
    "block_align_bytes": "block_align",
    "compress_percent": "compress",
}


class _Reader:
    """The fields of one workload, each with its place and with parameters put in."""

    def __init__(self, path: str, raw: Mapping[str, Any], places: Mapping[str, str], values: Mapping[str, float]):
        self.raw = raw
        self._path = path
        self._places = places
        self.values = values

    def place(self, field: str) -> str:
        """Return the place where a field was written: in the workload, or in the sweep that overrides it."""
        return self._places.get(field, f"{self._path}.{field}")

    def whole(self, field: str, default: Any) -> int:
        """Return a field as a whole number, or `default` where the field is absent."""
        return parse_whole_number(self.place(field), self.raw.get(field, default), self.values)

    def percent(self, field: str) -> float:
        """Return a field as a number; it has no default. Raises ProfileInvalid where it is absent."""
        if field not in self.raw:
            raise ProfileInvalid(self.place(field), "is missing")
        return parse_number(self.place(field), self.raw[field], self.values)

    def size(self, place: str, raw: Any) -> int:
        """Return a size in bytes from a text such as `4k` or from a parameter."""
        return parse_whole_number(place, raw, self.values, parse_size)


def parse_workload(
    path: str, raw: Mapping[str, Any], places: Mapping[str, str], values: Mapping[str, float]
) -> Workload:
    """Parse the workload that `raw` describes; `places` contains the places of fields that are not below `path`.

    Raises ProfileInvalid with the place.
    """
    refuse_unknown(path, raw, FIELDS)
    fields = _Reader(path, raw, places, values)
    streams = fields.whole("streams", 1)
    try:
        if raw.get("file_set") is not None:
            return _read_file_workload(fields)
        return Workload(
            block_sizes=_block_sizes(fields),
            read_percent=fields.percent("read"),
            random_percent=fields.percent("random"),
            threads=fields.whole("threads", streams),
            queue_depth=fields.whole("queue_depth", 1),
            address_range=_read_range(fields),
            offered_iops=None if raw.get("offered_iops") is None else fields.whole("offered_iops", None),
            distribution=_read_distribution(fields),
            streams=streams,
            arrival=cast(Arrival, raw.get("arrival", "even")),
            block_align_bytes=_read_optional_size(fields, "block_align"),
            compress_percent=fields.whole("compress", 0),
            per_device=_read_flag(fields.place("per_device"), raw.get("per_device", False)),
            cpu_policy=_read_cpu_policy(fields),
            bursts=_read_bursts(fields),
        )
    except ProfileInvalid:
        raise
    except (TypeError, ValueError) as wrong:
        raise _build_refusal(fields, str(wrong)) from None


def _read_file_workload(fields: _Reader) -> Workload:
    """Return the workload of a file set, whose only other field is the block size.

    The block size is the size that a call reads or writes.
    """
    for field in fields.raw:
        if field not in ("file_set", "block_size"):
            raise ProfileInvalid(fields.place(field), "cannot be combined with a file_set")
    file_set = _file_set(fields)
    size = fields.size(fields.place("block_size"), fields.raw.get("block_size", "1m"))
    return Workload((BlockSize(size),), 100 if file_set.operation == "read" else 0, 0, file_set=file_set)


def _file_set(fields: _Reader) -> FileSet:
    place, raw = fields.place("file_set"), fields.raw["file_set"]
    refuse_unknown(place, raw, ("files", "operation", "seed"))
    groups = raw.get("files")
    if not isinstance(groups, Sequence) or isinstance(groups, str):
        raise ProfileInvalid(f"{place}.files", "must be a list of mappings with count and bytes, of all files together")
    file_groups = []
    for index, group in enumerate(groups):
        where = f"{place}.files.{index}"
        refuse_unknown(where, group, ("count", "bytes"))
        if set(group) != {"count", "bytes"}:
            raise ProfileInvalid(where, "needs count and bytes, of all files together")
        count = parse_whole_number(f"{where}.count", group["count"], fields.values)
        file_groups.append(FileGroup(count, fields.size(f"{where}.bytes", group["bytes"])))
    seed = parse_whole_number(f"{place}.seed", raw.get("seed", 1), fields.values)
    return FileSet(tuple(file_groups), cast(FileOperation, raw.get("operation")), seed)


def _build_refusal(fields: _Reader, message: str) -> ProfileInvalid:
    """Return the error for one field of a workload, with the place where that field was written."""
    name, separator, rest = message.partition(": ")
    field = _WRITTEN.get(name, name)
    if field == "block_sizes" and "block_size" in fields.raw:
        field = "block_size"
    return (
        ProfileInvalid(fields.place(field), rest)
        if separator and field in FIELDS
        else ProfileInvalid(fields.place("workload"), message)
    )


def _block_sizes(fields: _Reader) -> tuple[BlockSize, ...]:
    raw = fields.raw
    if "block_sizes" not in raw:
        if "block_size" not in raw:
            raise ProfileInvalid(fields.place("block_size"), "is missing")
        return (BlockSize(fields.size(fields.place("block_size"), raw["block_size"])),)
    place, sizes = fields.place("block_sizes"), raw["block_sizes"]
    if "block_size" in raw:
        raise ProfileInvalid(place, "block_size is given too: give one of them")
    if not isinstance(sizes, Sequence) or isinstance(sizes, str):
        raise ProfileInvalid(place, "must be a list of mappings with size and percent")
    block_sizes = []
    for index, size in enumerate(sizes):
        where = f"{place}.{index}"
        refuse_unknown(where, size, ("size", "percent"))
        if set(size) != {"size", "percent"}:
            raise ProfileInvalid(where, "needs size and percent")
        share = parse_number(f"{where}.percent", size["percent"], fields.values)
        block_sizes.append(BlockSize(fields.size(f"{where}.size", size["size"]), share))
    return tuple(block_sizes)


def _read_range(fields: _Reader) -> AddressRange:
    place, raw = fields.place("range"), fields.raw.get("range")
    if raw is None:
        return AddressRange()
    refuse_unknown(place, raw, ("offset", "size"))
    parts = {name: _read_range_end(fields, f"{place}.{name}", text) for name, text in raw.items()}
    (offset_bytes, offset_percent), (size_bytes, size_percent) = (
        parts.get(name, (None, None)) for name in ("offset", "size")
    )
    return AddressRange(offset_bytes or 0, size_bytes, offset_percent, size_percent)


def _read_range_end(fields: _Reader, where: str, text: Any) -> tuple[int | None, float | None]:
    """Return an offset or a size in bytes, or in percent of the target."""
    if isinstance(text, str) and text.endswith("%"):
        return None, parse_number(where, text[:-1], {})
    return fields.size(where, text), None


def _read_distribution(fields: _Reader) -> RequestDistribution:
    place, raw = fields.place("distribution"), fields.raw.get("distribution")
    if raw is None:
        return RequestDistribution()
    refuse_unknown(place, raw, ("kind", "parameter", "zones"))
    zones = raw.get("zones", ())
    pairs = isinstance(zones, Sequence) and all(isinstance(zone, Sequence) and len(zone) == 2 for zone in zones)
    if not pairs or isinstance(zones, str):
        raise ProfileInvalid(f"{place}.zones", "must be a list of pairs: percent of the requests, percent of the range")
    return RequestDistribution(
        kind=cast(DistributionKind, raw.get("kind")),
        parameter=parse_number(f"{place}.parameter", raw["parameter"], fields.values) if "parameter" in raw else None,
        zones=tuple(
            (parse_number(f"{place}.zones", access, fields.values), parse_number(f"{place}.zones", span, fields.values))
            for access, span in zones
        ),
    )


def _read_optional_size(fields: _Reader, field: str) -> int | None:
    raw = fields.raw.get(field)
    return None if raw is None else fields.size(fields.place(field), raw)


def _read_cpu_policy(fields: _Reader) -> CpuPolicy | None:
    place, raw = fields.place("cpu_policy"), fields.raw.get("cpu_policy")
    if raw is None:
        return None
    refuse_unknown(place, raw, ("cpus", "numa_node", "polling"))
    cpus = raw.get("cpus", ())
    if not isinstance(cpus, Sequence) or isinstance(cpus, str):
        raise ProfileInvalid(f"{place}.cpus", "must be a list of numbers")
    node = raw.get("numa_node")
    return CpuPolicy(
        cpus=tuple(parse_whole_number(f"{place}.cpus", cpu, fields.values) for cpu in cpus),
        numa_node=None if node is None else parse_whole_number(f"{place}.numa_node", node, fields.values),
        polling=_read_flag(f"{place}.polling", raw.get("polling", False)),
    )


def _read_bursts(fields: _Reader) -> Bursts | None:
    place, raw = fields.place("bursts"), fields.raw.get("bursts")
    if raw is None:
        return None
    refuse_unknown(place, raw, ("io", "wait"))
    if set(raw) != {"io", "wait"}:
        raise ProfileInvalid(place, "needs io and wait, such as {io: 5s, wait: 10s}")
    return Bursts(
        *(parse_number(f"{place}.{name}", raw[name], fields.values, parse_duration) for name in ("io", "wait"))
    )


def _read_flag(place: str, raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise ProfileInvalid(place, f"{raw!r} is neither true nor false")
    return raw
