"""The verdict of a run as its loops are judged, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ORDER = ("insufficient_rounds", "not_steady", "steady")


def add_loop_verdict(before: Mapping[str, Any] | None, loop: Mapping[str, Any]) -> dict[str, object]:
    """Return the steady state verdict of a run after adding the verdict of one loop.

    `before` is the verdict so far, None for the first loop. The first tracked variable of `loop` represents all of its
    variables. The verdict is steady only when all loops are steady.
    """
    loops = [entry for entry in (before or {}).get("loops") or [] if entry["name"] != loop["name"]]
    loops.append(dict(loop))
    first = loop["tracked"][0]
    lengths = [entry["round_seconds"] for entry in loops if entry["round_seconds"] is not None]
    return {
        **{key: loop[key] for key in ("window", "first_steady_round", "range_limit_pct", "slope_limit_pct")},
        **{key: loop[key] for key in ("t0_ms", "t1_ms")},
        **{key: first[key] for key in ("metric", "average", "range_pct", "slope_pct", "rounds")},
        "status": min((entry["status"] for entry in loops), key=_ORDER.index),
        "round_seconds": min(lengths, default=None),
        "sentence": " ".join(entry["sentence"] for entry in loops),
        "phase_ordinal": None,
        "loops": loops,
    }
