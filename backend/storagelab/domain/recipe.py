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

from storagelab.domain.configuration import canonical_json
from storagelab.domain.plan import Scale
from storagelab.domain.recipe_shape import (
    RecipeInvalid,
    fields,
    flag,
    kinds,
    listed,
    long_text,
    mapping_check,
    nullable,
    number,
    one_of,
    text,
    whole,
)

__all__ = ["BY_HAND", "SCHEMA", "Recipe", "RecipeInvalid", "fingerprint", "parse_recipe", "read_document"]

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

_bytes = whole(0, _MAX_BYTES)
_word = text(50, r"[A-Za-z0-9_.-]+")
_operation = kinds(
    {
        "fill": fields({"kind": _word, "passes": whole(1, 4), "block_bytes": _bytes, "pattern": _word}),
        "discard": fields({"kind": _word}),
        "write_zeroes": fields({"kind": _word}),
        "nvme_format": fields({"kind": _word, "ses": whole(0, 2)}),
        "nvme_sanitize": fields({"kind": _word, "action": _word}),
        "ata_secure_erase": fields({"kind": _word, "enhanced": flag}),
        "scsi_sanitize": fields({"kind": _word, "action": _word}),
        "scsi_format": fields({"kind": _word, "block_bytes": nullable(_bytes)}),
        "over_provision": fields({"kind": _word, "percent": whole(1, 90)}),
        "make_file_system": fields(
            {
                "kind": _word,
                "type": _word,
                "file_bytes": nullable(_bytes),
                "file_fraction": nullable(number(0, 1)),
                "mount_options": listed(_word, 5),
            }
        ),
        "mdadm_create": fields(
            {
                "kind": _word,
                "level": _word,
                "chunk_bytes": nullable(_bytes),
                "spares": whole(0, 256),
                "bitmap": _word,
                "assume_clean": flag,
            }
        ),
        "storcli_rebuild_rate": fields({"kind": _word, "percent": whole(1, 100)}),
        "storcli_cache_policy": fields(
            {
                "kind": _word,
                "read_policy": nullable(_word),
                "write_policy": nullable(_word),
                "io_policy": nullable(_word),
            }
        ),
        "storcli_drive_cache_policy": fields({"kind": _word, "drive_cache": _word}),
        "wait_quiet": fields({"kind": _word, "max_seconds": whole(1, 30 * 86400), "what": listed(_word, 6)}),
        **{kind: fields({"kind": _word}) for kind in BY_HAND},
    }
)
_spread = fields({"cv_percent": number(0), "runs": whole(3, 100)})
_figure = fields(
    {
        "metric": _word,
        "label": text(100),
        "value": number(),
        "unit": text(20),
        "better": one_of("higher", "lower"),
        "spread": nullable(_spread),
    }
)
_share = number(0, 1)
_whole_recipe = fields(
    {
        "schema": one_of(SCHEMA),
        "from": fields({"run": nullable(text(20, _NUMBER)), "document_sha256": nullable(text(64, _SHA256))}),
        "engine": fields({"name": _word, "version": nullable(text(100))}),
        "profile": fields(
            {
                "name": text(100, r"[a-z0-9][a-z0-9-]*"),
                "version": whole(1, 2**31 - 1),
                "definition": long_text(MAX_DEFINITION_CHARACTERS),
                "parameters": mapping_check(text(100), number(), 100),
                "scale": one_of("full", "smoke"),
            }
        ),
        "target": fields(
            {
                "kind": one_of("file", "devices"),
                "layout": nullable(one_of("parallel")),
                "count": whole(1, MAX_TARGETS),
                "capacity_bytes": whole(1, _MAX_BYTES),
                "device_bytes": nullable(whole(1, _MAX_BYTES)),
            }
        ),
        "array": nullable(
            fields(
                {
                    "by": one_of("mdadm", "controller"),
                    "level": text(20, r"[a-z0-9]+"),
                    "strip_bytes": nullable(_bytes),
                    "members": whole(1, 256),
                    "spares": whole(0, 256),
                }
            )
        ),
        "preparation": listed(_operation, 64),
        "sizes": listed(fields({"place": text(200), "bytes": _bytes, "fraction": _share}), MAX_SIZES),
        "conditioning": listed(
            fields(
                {
                    "ordinal": whole(1, 2000),
                    "name": text(200),
                    "kind": one_of("fill", "precondition"),
                    "ends": one_of("time", "volume", "steady"),
                    "planned_multiple": nullable(number(0)),
                    "written_multiple": nullable(number(0)),
                }
            ),
            MAX_CONDITIONING,
        ),
        "durations": fields(
            {
                "estimated_seconds": nullable(number(0, _MAX_SECONDS * 100)),
                "took_seconds": nullable(number(0, _MAX_SECONDS * 100)),
            }
        ),
        "steady": listed(
            fields(
                {
                    "of": text(200),
                    "round_seconds": nullable(number(0, _MAX_SECONDS)),
                    "window": whole(1, 1000),
                    "max_rounds": whole(1, 100_000),
                    "range_limit_percent": number(0, 1000),
                    "slope_limit_percent": number(0, 1000),
                    "metrics": listed(text(200), 100),
                }
            ),
            MAX_CONDITIONING,
        ),
        "repeats": fields(
            {
                "count": whole(1, 100),
                "until": nullable(fields({"cv_percent": number(0.001, 100), "at_least": whole(3, 100)})),
            }
        ),
        "expected": fields(
            {
                "state": text(20, r"[a-z]+"),
                "data": one_of("complete", "partial"),
                "verdict": nullable(one_of("steady", "not_steady", "insufficient_rounds")),
                "headline": listed(_figure, 4),
            }
        ),
        "unknown": listed(text(500), 50),
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
    if _deeper_than(document, MAX_DEPTH):
        raise RecipeInvalid(path, f"is nested deeper than {MAX_DEPTH} levels")
    return document


def fingerprint(value: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a recipe, the same whether it is still in its document or was handed on."""
    bare = copy.deepcopy(dict(value))
    bare["from"] = {**bare["from"], "document_sha256": None}
    return hashlib.sha256(canonical_json(bare)).hexdigest()


def _deeper_than(document: Any, levels: int) -> bool:
    layer = [document]
    for _ in range(levels + 1):
        layer = [
            item
            for node in layer
            if isinstance(node, (dict, list))
            for item in (node.values() if isinstance(node, dict) else node)
        ]
    return bool(layer)
