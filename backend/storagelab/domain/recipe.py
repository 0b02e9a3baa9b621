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
from dataclasses import dataclass
from typing import Any, Literal, cast

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.plan import Scale
from storagelab.domain.recipe_shape import (
    RecipeInvalid,
    build_choice_check,
    build_fields_check,
    build_kinds_check,
    build_list_check,
    build_long_text_check,
    build_mapping_check,
    build_nullable_check,
    build_number_check,
    build_text_check,
    build_whole_check,
    check_flag,
)

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
_NUMBER = r"r-[0-9]{1,12}"
_SHA256 = r"[0-9a-f]{64}"

#: Operations on components of the lab: a recipe records that they were done, and people do them.
BY_HAND = (
    *("mdadm_stop", "mdadm_fail", "mdadm_readd", "mdadm_add_spare"),
    *("storcli_vd_create", "storcli_vd_delete", "storcli_drive_offline", "storcli_drive_missing"),
    *("storcli_rebuild_start", "storcli_hot_spare", "storcli_jbod"),
)

_bytes = build_whole_check(0, _MAX_BYTES)
_word = build_text_check(50, r"[A-Za-z0-9_.-]+")
_operation = build_kinds_check(
    {
        "fill": build_fields_check(
            {"kind": _word, "passes": build_whole_check(1, 4), "block_bytes": _bytes, "pattern": _word}
        ),
        "discard": build_fields_check({"kind": _word}),
        "write_zeroes": build_fields_check({"kind": _word}),
        "nvme_format": build_fields_check({"kind": _word, "ses": build_whole_check(0, 2)}),
        "nvme_sanitize": build_fields_check({"kind": _word, "action": _word}),
        "ata_secure_erase": build_fields_check({"kind": _word, "enhanced": check_flag}),
        "scsi_sanitize": build_fields_check({"kind": _word, "action": _word}),
        "scsi_format": build_fields_check({"kind": _word, "block_bytes": build_nullable_check(_bytes)}),
        "over_provision": build_fields_check({"kind": _word, "percent": build_whole_check(1, 90)}),
        "make_file_system": build_fields_check(
            {
                "kind": _word,
                "type": _word,
                "file_bytes": build_nullable_check(_bytes),
                "file_fraction": build_nullable_check(build_number_check(0, 1)),
                "mount_options": build_list_check(_word, 5),
            }
        ),
        "mdadm_create": build_fields_check(
            {
                "kind": _word,
                "level": _word,
                "chunk_bytes": build_nullable_check(_bytes),
                "spares": build_whole_check(0, 256),
                "bitmap": _word,
                "assume_clean": check_flag,
            }
        ),
        "storcli_rebuild_rate": build_fields_check({"kind": _word, "percent": build_whole_check(1, 100)}),
        "storcli_cache_policy": build_fields_check(
            {
                "kind": _word,
                "read_policy": build_nullable_check(_word),
                "write_policy": build_nullable_check(_word),
                "io_policy": build_nullable_check(_word),
            }
        ),
        "storcli_drive_cache_policy": build_fields_check({"kind": _word, "drive_cache": _word}),
        "wait_quiet": build_fields_check(
            {"kind": _word, "max_seconds": build_whole_check(1, 30 * 86400), "what": build_list_check(_word, 6)}
        ),
        **{kind: build_fields_check({"kind": _word}) for kind in BY_HAND},
    }
)
_spread = build_fields_check({"cv_percent": build_number_check(0), "runs": build_whole_check(3, 100)})
_figure = build_fields_check(
    {
        "metric": _word,
        "label": build_text_check(100),
        "value": build_number_check(),
        "unit": build_text_check(20),
        "better": build_choice_check("higher", "lower"),
        "spread": build_nullable_check(_spread),
    }
)
_share = build_number_check(0, 1)
_whole_recipe = build_fields_check(
    {
        "schema": build_choice_check(SCHEMA),
        "from": build_fields_check(
            {
                "run": build_nullable_check(build_text_check(20, _NUMBER)),
                "document_sha256": build_nullable_check(build_text_check(64, _SHA256)),
            }
        ),
        "engine": build_fields_check({"name": _word, "version": build_nullable_check(build_text_check(100))}),
        "profile": build_fields_check(
            {
                "name": build_text_check(100, r"[a-z0-9][a-z0-9-]*"),
                "version": build_whole_check(1, 2**31 - 1),
                "definition": build_long_text_check(MAX_DEFINITION_CHARACTERS),
                "parameters": build_mapping_check(build_text_check(100), build_number_check(), 100),
                "scale": build_choice_check("full", "smoke"),
            }
        ),
        "target": build_fields_check(
            {
                "kind": build_choice_check("file", "devices"),
                "layout": build_nullable_check(build_choice_check("parallel")),
                "count": build_whole_check(1, MAX_TARGETS),
                "capacity_bytes": build_whole_check(1, _MAX_BYTES),
                "device_bytes": build_nullable_check(build_whole_check(1, _MAX_BYTES)),
            }
        ),
        "array": build_nullable_check(
            build_fields_check(
                {
                    "by": build_choice_check("mdadm", "controller"),
                    "level": build_text_check(20, r"[a-z0-9]+"),
                    "strip_bytes": build_nullable_check(_bytes),
                    "members": build_whole_check(1, 256),
                    "spares": build_whole_check(0, 256),
                }
            )
        ),
        "preparation": build_list_check(_operation, 64),
        "sizes": build_list_check(
            build_fields_check({"place": build_text_check(200), "bytes": _bytes, "fraction": _share}), MAX_SIZES
        ),
        "conditioning": build_list_check(
            build_fields_check(
                {
                    "ordinal": build_whole_check(1, 2000),
                    "name": build_text_check(200),
                    "kind": build_choice_check("fill", "precondition"),
                    "ends": build_choice_check("time", "volume", "steady"),
                    "planned_multiple": build_nullable_check(build_number_check(0)),
                    "written_multiple": build_nullable_check(build_number_check(0)),
                }
            ),
            MAX_CONDITIONING,
        ),
        "durations": build_fields_check(
            {
                "estimated_seconds": build_nullable_check(build_number_check(0, _MAX_SECONDS * 100)),
                "took_seconds": build_nullable_check(build_number_check(0, _MAX_SECONDS * 100)),
            }
        ),
        "steady": build_list_check(
            build_fields_check(
                {
                    "of": build_text_check(200),
                    "round_seconds": build_nullable_check(build_number_check(0, _MAX_SECONDS)),
                    "window": build_whole_check(1, 1000),
                    "max_rounds": build_whole_check(1, 100_000),
                    "range_limit_percent": build_number_check(0, 1000),
                    "slope_limit_percent": build_number_check(0, 1000),
                    "metrics": build_list_check(build_text_check(200), 100),
                }
            ),
            MAX_CONDITIONING,
        ),
        "repeats": build_fields_check(
            {
                "count": build_whole_check(1, 100),
                "until": build_nullable_check(
                    build_fields_check(
                        {"cv_percent": build_number_check(0.001, 100), "at_least": build_whole_check(3, 100)}
                    )
                ),
            }
        ),
        "expected": build_fields_check(
            {
                "state": build_text_check(20, r"[a-z]+"),
                "data": build_choice_check("complete", "partial"),
                "verdict": build_nullable_check(build_choice_check("steady", "not_steady", "insufficient_rounds")),
                "headline": build_list_check(_figure, 4),
            }
        ),
        "unknown": build_list_check(build_text_check(500), 50),
    }
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe as it was read; `value` is all of it, `document` its profile as JSON, keys in the order written."""

    value: Mapping[str, Any]
    document: Mapping[str, Any]

    @property
    def run(self) -> str | None:
        """The number that the run had in its lab."""
        return cast(str | None, self.value["from"]["run"])

    @property
    def document_sha256(self) -> str | None:
        """The fingerprint of the share it was taken out of; None where it was handed on by itself."""
        return cast(str | None, self.value["from"]["document_sha256"])

    @property
    def engine(self) -> str:
        """Return the name of the engine that generates the load."""
        return str(self.value["engine"]["name"])

    @property
    def engine_version(self) -> str | None:
        """In which version it did."""
        return cast(str | None, self.value["engine"]["version"])

    @property
    def parameters(self) -> dict[str, float]:
        """Every parameter of the profile."""
        return dict(self.value["profile"]["parameters"])

    @property
    def scale(self) -> Scale:
        """At which scale it ran."""
        return cast(Scale, self.value["profile"]["scale"])

    @property
    def target_kind(self) -> Literal["file", "devices"]:
        """A file, or drives."""
        return cast(Literal["file", "devices"], self.value["target"]["kind"])

    @property
    def count(self) -> int:
        """Return the number of drives; 1 for a file."""
        return int(self.value["target"]["count"])

    @property
    def capacity_bytes(self) -> int:
        """Return the bytes that phases could address."""
        return int(self.value["target"]["capacity_bytes"])

    @property
    def preparation(self) -> list[dict[str, Any]]:
        """Return the operations on the target before the first phase."""
        return [dict(operation) for operation in self.value["preparation"]]

    @property
    def by_hand(self) -> list[str]:
        """Those of it that only people can do elsewhere, each once."""
        done = (operation["kind"] for operation in self.value["preparation"])
        return list(dict.fromkeys(kind for kind in done if kind in BY_HAND))


def parse_recipe(raw: Any) -> Recipe:
    """Parse a recipe from its JSON value. Raises RecipeInvalid with the place for anything else.

    The profile in it is read, not validated: the caller validates it as any other profile of a user.
    """
    schema = raw.get("schema") if isinstance(raw, dict) else None
    if schema != SCHEMA:
        printed = f"{schema!r}"[:100] if isinstance(schema, str) else "none"
        raise RecipeInvalid("schema", f"must be {SCHEMA}, and is {printed}")
    value = _whole_recipe("", raw)
    document = read_document(value["profile"]["definition"])
    for key in ("name", "version"):
        if document.get(key) != value["profile"][key] or isinstance(document.get(key), bool):
            raise RecipeInvalid(f"profile.{key}", "is not that of the definition")
    if value["target"]["kind"] == "file" and value["target"]["count"] != 1:
        raise RecipeInvalid("target.count", "must be 1 for a file")
    return Recipe(value, document)


def read_document(definition: str) -> dict[str, Any]:
    """Read a profile from JSON text.

    Raises RecipeInvalid for a text that is too deep, lists a key twice or contains values that are not plain.
    """
    path = "profile.definition"

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
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
    """Return the SHA-256 of a recipe, the same whether it is still in its document or was handed on."""
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
