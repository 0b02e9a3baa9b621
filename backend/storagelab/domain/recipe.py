"""The recipe of a run: what must be the same on other drives, and nothing of the lab it comes from.

Sizes are fractions of the capacity, conditioning is multiples of it. `recipe_writing` makes one, `recipe_scaling` fits
it to another target, `recipe_outcome` compares what came of it. A recipe that is read here came from anywhere: its
profile is only text until the lab has judged it as it judges every other one.
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import Meta, Struct, defstruct, field

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.operations import OperationValues
from storagelab.domain.plan import Scale
from storagelab.domain.profile import WrittenDocument
from storagelab.domain.recipe_shape import RecipeInvalid, check_plain, read_shape
from storagelab.domain.struct_faults import join_path

__all__ = ["BY_HAND", "SCHEMA", "Recipe", "RecipeInvalid", "compute_fingerprint", "parse_recipe", "read_document"]

SCHEMA = "storagelab.recipe/1"
#: Several of them, of a comparison or a campaign.
LIST_SCHEMA = "storagelab.recipes/1"
MAX_DEFINITION_CHARACTERS = 256 * 1024
MAX_RECIPES = 1000
MAX_DEPTH = 20
MAX_TARGETS = 64
MAX_CONDITIONING = 100
MAX_SIZES = 500
_MAX_BYTES = 2**62
_MAX_SECONDS = 366 * 86400.0

#: Operations on components of the lab: a recipe records that they were done, and people do them.
BY_HAND = (
    *("mdadm_stop", "mdadm_fail", "mdadm_readd", "mdadm_add_spare"),
    *("storcli_vd_create", "storcli_vd_delete", "storcli_drive_offline", "storcli_drive_missing"),
    *("storcli_rebuild_start", "storcli_hot_spare", "storcli_jbod"),
)

_Word = Annotated[str, Meta(max_length=50, pattern=r"\A[A-Za-z0-9_.-]+\Z")]
_Bytes = Annotated[int, Meta(ge=0, le=_MAX_BYTES)]
_Capacity = Annotated[int, Meta(ge=1, le=_MAX_BYTES)]
_Members = Annotated[int, Meta(ge=0, le=256)]
_Fraction = Annotated[float, Meta(ge=0, le=1)]
_Multiple = Annotated[float, Meta(ge=0)]
_Duration = Annotated[float, Meta(ge=0, le=_MAX_SECONDS * 100)]
_LimitPercent = Annotated[float, Meta(ge=0, le=1000)]
_Label = Annotated[str, Meta(max_length=100)]
_Name = Annotated[str, Meta(max_length=200)]

#: The fields of every operation beside its kind.
OPERATION_FIELDS: Mapping[str, Mapping[str, Any]] = {
    "fill": {"passes": Annotated[int, Meta(ge=1, le=4)], "block_bytes": _Bytes, "pattern": _Word},
    "discard": {},
    "write_zeroes": {},
    "nvme_format": {"ses": Annotated[int, Meta(ge=0, le=2)]},
    "nvme_sanitize": {"action": _Word},
    "ata_secure_erase": {"enhanced": bool},
    "scsi_sanitize": {"action": _Word},
    "scsi_format": {"block_bytes": _Bytes | None},
    "over_provision": {"percent": Annotated[int, Meta(ge=1, le=90)]},
    "make_file_system": {
        "type": _Word,
        "file_bytes": _Bytes | None,
        "file_fraction": _Fraction | None,
        "mount_options": Annotated[list[_Word], Meta(max_length=5)],
    },
    "mdadm_create": {
        "level": _Word,
        "chunk_bytes": _Bytes | None,
        "spares": _Members,
        "bitmap": _Word,
        "assume_clean": bool,
    },
    "storcli_rebuild_rate": {"percent": Annotated[int, Meta(ge=1, le=100)]},
    "storcli_cache_policy": {
        "read_policy": _Word | None,
        "write_policy": _Word | None,
        "io_policy": _Word | None,
    },
    "storcli_drive_cache_policy": {"drive_cache": _Word},
    "wait_quiet": {
        "max_seconds": Annotated[int, Meta(ge=1, le=30 * 86400)],
        "what": Annotated[list[_Word], Meta(max_length=6)],
    },
    **{kind: {} for kind in BY_HAND},
}


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping of a recipe, with exactly its fields."""


_Operation: Any = Union[  # noqa: UP007 - of types that are built here
    tuple(
        defstruct(kind, list(fields.items()), bases=(_Part,), tag_field="kind", tag=kind)
        for kind, fields in OPERATION_FIELDS.items()
    )
]


class _Origin(_Part, frozen=True):
    run: Annotated[str, Meta(pattern=r"\Ar-[0-9]{1,12}\Z")] | None
    document_sha256: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")] | None


class _Engine(_Part, frozen=True):
    name: _Word
    version: _Label | None


class _Profile(_Part, frozen=True):
    name: Annotated[str, Meta(max_length=100, pattern=r"\A[a-z0-9][a-z0-9-]*\Z")]
    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    definition: Annotated[str, Meta(max_length=MAX_DEFINITION_CHARACTERS)]
    parameters: Annotated[dict[_Label, Any], Meta(max_length=100)]
    scale: Scale


class _Target(_Part, frozen=True):
    kind: Literal["file", "devices"]
    layout: Literal["parallel"] | None
    count: Annotated[int, Meta(ge=1, le=MAX_TARGETS)]
    capacity_bytes: _Capacity
    device_bytes: _Capacity | None


class _Array(_Part, frozen=True):
    by: Literal["mdadm", "controller"]
    level: Annotated[str, Meta(max_length=20, pattern=r"\A[a-z0-9]+\Z")]
    strip_bytes: _Bytes | None
    members: Annotated[int, Meta(ge=1, le=256)]
    spares: _Members


class _Size(_Part, frozen=True):
    place: _Name
    bytes: _Bytes
    fraction: _Fraction


class _Conditioning(_Part, frozen=True):
    ordinal: Annotated[int, Meta(ge=1, le=2000)]
    name: _Name
    kind: Literal["fill", "precondition"]
    ends: Literal["time", "volume", "steady"]
    planned_multiple: _Multiple | None
    written_multiple: _Multiple | None


class _Durations(_Part, frozen=True):
    estimated_seconds: _Duration | None
    took_seconds: _Duration | None


class _SteadyRule(_Part, frozen=True):
    of: _Name
    round_seconds: Annotated[float, Meta(ge=0, le=_MAX_SECONDS)] | None
    window: Annotated[int, Meta(ge=1, le=1000)]
    max_rounds: Annotated[int, Meta(ge=1, le=100_000)]
    range_limit_percent: _LimitPercent
    slope_limit_percent: _LimitPercent
    metrics: Annotated[list[_Name], Meta(max_length=100)]


class _RepeatRule(_Part, frozen=True):
    cv_percent: Annotated[float, Meta(ge=0.001, le=100)]
    min_repeats: Annotated[int, Meta(ge=3, le=100)] = field(name="at_least")


class _Repeats(_Part, frozen=True):
    count: Annotated[int, Meta(ge=1, le=100)]
    until: _RepeatRule | None


class _Spread(_Part, frozen=True):
    cv_percent: Annotated[float, Meta(ge=0)]
    runs: Annotated[int, Meta(ge=3, le=100)]


class _Figure(_Part, frozen=True):
    metric: _Word
    label: _Label
    value: float
    unit: Annotated[str, Meta(max_length=20)]
    better: Literal["higher", "lower"]
    spread: _Spread | None


class _Expected(_Part, frozen=True):
    state: Annotated[str, Meta(max_length=20, pattern=r"\A[a-z]+\Z")]
    data: Literal["complete", "partial"]
    verdict: Literal["steady", "not_steady", "insufficient_rounds"] | None
    headline: Annotated[list[_Figure], Meta(max_length=4)]


class Recipe(_Part, frozen=True, dict=True):
    """A recipe as it was read."""

    schema: Literal["storagelab.recipe/1"]
    origin: _Origin = field(name="from")
    engine: _Engine
    profile: _Profile
    target: _Target
    array: _Array | None
    preparation: Annotated[list[_Operation], Meta(max_length=64)]
    sizes: Annotated[list[_Size], Meta(max_length=MAX_SIZES)]
    conditioning: Annotated[list[_Conditioning], Meta(max_length=MAX_CONDITIONING)]
    durations: _Durations
    steady: Annotated[list[_SteadyRule], Meta(max_length=MAX_CONDITIONING)]
    repeats: _Repeats
    expected: _Expected
    unknown: Annotated[list[Annotated[str, Meta(max_length=500)]], Meta(max_length=50)]

    @cached_property
    def value(self) -> dict[str, object]:
        """Return the whole recipe as JSON."""
        return dict(msgspec.to_builtins(self))

    @cached_property
    def document(self) -> WrittenDocument:
        """Return the profile of the recipe as JSON, keys in the order written. Raises RecipeInvalid."""
        return read_document(self.profile.definition)

    @property
    def operations(self) -> list[OperationValues]:
        """Return the preparation as operations."""
        return list(msgspec.to_builtins(self.preparation))

    @property
    def by_hand(self) -> list[str]:
        """Return the kinds of preparation that only people can carry out elsewhere, each once."""
        done = (operation["kind"] for operation in self.operations)
        return list(dict.fromkeys(kind for kind in done if kind in BY_HAND))


def parse_recipe(raw: Any) -> Recipe:
    """Parse a recipe from its JSON value. Raises RecipeInvalid with the place for anything else.

    The profile in it is read, not validated: the caller validates it as any other profile of a user.
    """
    schema = raw.get("schema") if isinstance(raw, dict) else None
    if schema != SCHEMA:
        printed = f"{schema!r}"[:100] if isinstance(schema, str) else "none"
        raise RecipeInvalid("schema", f"must be {SCHEMA}, and is {printed}")
    recipe = read_shape(raw, Recipe)
    parameters = recipe.profile.parameters
    for name, number in parameters.items():
        # One by one: msgspec does not name the key of a value that it refuses.
        parameters[name] = read_shape(number, float, join_path("profile.parameters", name))
    check_plain(recipe.value, free="profile.definition")
    for key in ("name", "version"):
        if recipe.document.get(key) != getattr(recipe.profile, key) or isinstance(recipe.document.get(key), bool):
            raise RecipeInvalid(f"profile.{key}", "is not that of the definition")
    if recipe.target.kind == "file" and recipe.target.count != 1:
        raise RecipeInvalid("target.count", "must be 1 for a file")
    return recipe


def read_document(definition: str) -> WrittenDocument:
    """Read a profile from JSON text.

    Raises RecipeInvalid for a text that is too deep, lists a key twice or contains values that are not plain.
    """
    path = "profile.definition"

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(items)
        if len(value) < len(items):
            raise RecipeInvalid(path, "lists a key twice")
        return value

    def finite(digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            raise RecipeInvalid(path, "holds a number that is not finite")
        return value

    try:
        document = json.loads(definition, object_pairs_hook=pairs, parse_float=finite, parse_constant=finite)
    except RecursionError:
        raise RecipeInvalid(path, f"is nested deeper than {MAX_DEPTH} levels") from None
    except RecipeInvalid:
        raise
    except ValueError:
        raise RecipeInvalid(path, "is not JSON") from None
    if not isinstance(document, dict):
        raise RecipeInvalid(path, "must be a mapping")
    if _is_deeper_than(document, MAX_DEPTH):
        raise RecipeInvalid(path, f"is nested deeper than {MAX_DEPTH} levels")
    return document


def compute_fingerprint(value: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a recipe without the hash of the document that contains it.

    It is the same for a recipe in its document and for a copy outside.
    """
    bare = copy.deepcopy(dict(value))
    bare["from"] = {**bare["from"], "document_sha256": None}
    return hashlib.sha256(encode_canonical_json(bare)).hexdigest()


def _is_deeper_than(document: Any, levels: int) -> bool:
    layer = [document]
    for _ in range(levels + 1):
        layer = [
            item
            for node in layer
            if isinstance(node, (dict, list))
            for item in (node.values() if isinstance(node, dict) else node)
        ]
    return bool(layer)
