"""Rates that depend on a measured maximum: a share of it, inserted into a checked job text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from storagelab_runner import fields
from storagelab_runner.errors import Refusal

MAX_PERCENT = 1000
MAX_IOPS = 1e9
_KEYS = frozenset({"of", "percent", "known_max"})


class LateRates(NamedTuple):
    """The load of a phase: `percent` of the IOPS that the phase `of` measures.

    `known_max` is what it measured in an earlier attempt, None where it is measured in this one.
    """

    of: int
    percent: float
    known_max: float | None


class Rate(NamedTuple):
    """Rate of a phase. The engine gets `offered_iops`, the whole rates nearest to `requested_iops`."""

    max_iops: float
    percent: float
    requested_iops: int
    offered_iops: int


def parse_late_rates(path: str, value: Mapping[str, Any]) -> LateRates | None:
    """Parse the late rates of a phase of a spec; None where it has none.

    Raises Refusal bad_request, naming the field.
    """
    if value.get("late_rates") is None:
        return None
    where = f"{path}.late_rates"
    raw = fields.require_object(where, value["late_rates"])
    fields.refuse_unknown_fields(where, raw, _KEYS)
    maximum = raw.get("known_max")
    return LateRates(
        of=fields.parse_integer(where, raw, "of", 1),
        percent=fields.parse_number(where, raw, "percent", 0.001, MAX_PERCENT),
        known_max=None if maximum is None else fields.parse_number(where, raw, "known_max", 0.001, MAX_IOPS),
    )


def compute_requested_iops(max_iops: float, percent: float) -> int:
    """Return `percent` of `max_iops`, rounded up to whole hundreds, or to whole tens up to 1000 IOPS."""
    rate = max(int(int(max_iops) * percent // 100), 1)
    step = 100 if rate > 1000 else 10
    return -(-rate // step) * step


def build_rate_refusal(place: str, late: LateRates) -> Refusal:
    """Return the Refusal for a phase whose rate is a share of a maximum that was not measured.

    `place` names the phase, as `phase 4 (80 %)`.
    """
    return Refusal(
        "refused",
        f"{place[0].upper()}{place[1:]} could not start: the maximum it is a share of, that of phase {late.of}, was "
        "not measured.",
        "engine",
    )
