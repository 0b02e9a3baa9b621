"""Under which state of its array a measured cell is filed, from what was seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.campaigns import DEVICE, OPTIMAL, REBUILDING


@dataclass(frozen=True, slots=True)
class CellVerdict:
    """Verdict on filing a measured cell as requested; `seen` describes the array conditions observed."""

    filed: bool
    seen: str | None
    reason: str | None


def judge(
    planned: str, layout: str, phases: Sequence[Mapping[str, Any] | None], *, on_array: bool = False
) -> CellVerdict:
    """Decide whether measured figures may be stored in a cell planned in the condition `planned`.

    `phases` are the observed array conditions of every measuring phase, None where not observed. In doubt the verdict
    withholds the figures: on an array everything must have been observed. `on_array` means that the devices of an
    existing configuration are known to be arrays.
    """
    seen = _find_seen_condition(phases)
    on_array = on_array or (layout == DEVICE and any((phase or {}).get("arrays") for phase in phases))
    if not layout.startswith("raid") and not on_array:
        if any(phase is not None and phase.get("optimal") is False for phase in phases):
            return CellVerdict(False, seen, "An array below the drives was not optimal while it was measured.")
        return CellVerdict(True, seen, None)
    if not phases:
        return CellVerdict(False, seen, "No phase was measured.")
    wrong = [reason for phase in phases if (reason := _find_mismatch(planned, phase)) is not None]
    if wrong:
        many = f" ({len(wrong)} of {len(phases)} phases)" if len(phases) > 1 else ""
        return CellVerdict(False, seen, f"The cell was planned for the {planned} array, and {wrong[0]}{many}.")
    return CellVerdict(True, seen, None)


def _find_mismatch(planned: str, conditions: Mapping[str, Any] | None) -> str | None:
    """Return the reason why a phase was not measured in the planned condition; None when it was."""
    arrays = (conditions or {}).get("arrays") or []
    if conditions is None or not arrays:
        return "the array condition was not recorded"
    if planned == OPTIMAL:
        if conditions.get("optimal") is True:
            return None
        reason = next((array["reason"] for array in arrays if array.get("reason")), None)
        return reason or "the array condition was not recorded for the whole phase"
    for array in arrays:
        whole = (array.get("window") or {}).get("whole")
        # The figures of a window that was cut are of its one condition alone.
        counted = whole is True or (planned == REBUILDING and whole is False and conditions.get("measured") is not None)
        if array.get("condition") != planned or not counted:
            return array.get("reason") or f"the array was not {planned} throughout"
    return None


def _find_seen_condition(phases: Sequence[Mapping[str, Any] | None]) -> str | None:
    conditions: dict[str, None] = {}
    for phase in phases:
        for array in (phase or {}).get("arrays") or []:
            condition = array.get("condition")
            if condition is not None:
                conditions[str(condition)] = None
            else:
                for moment in (array.get("start"), array.get("end")):
                    if moment and moment.get("condition"):
                        conditions[str(moment["condition"])] = None
    return ", then ".join(conditions) or None
