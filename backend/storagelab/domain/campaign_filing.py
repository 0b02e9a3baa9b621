"""Under which state of its array a measured cell is filed, from what was seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.campaigns import DEVICE, OPTIMAL, REBUILDING


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on filing a measured cell as requested; `seen` describes the array conditions observed."""

    filed: bool
    seen: str | None
    reason: str | None


def judge(asked: str, layout: str, phases: Sequence[Mapping[str, Any] | None], *, on_array: bool = False) -> Verdict:
    """Decide whether figures may be filed as `planned`, from the conditions of every measuring phase.

    Conditions are None where they were not observed. The verdict prefers withholding: on an array everything must have
    been observed. `on_array` means that the devices of a configuration taken as it is are known to be arrays.
    """
    seen = _seen(phases)
    on_array = on_array or (layout == DEVICE and any((each or {}).get("arrays") for each in phases))
    if not layout.startswith("raid") and not on_array:
        if any(each is not None and each.get("optimal") is False for each in phases):
            return Verdict(False, seen, "An array below the drives was not optimal while it was measured.")
        return Verdict(True, seen, None)
    if not phases:
        return Verdict(False, seen, "No phase was measured.")
    wrong = [reason for each in phases if (reason := _why_not(asked, each)) is not None]
    if wrong:
        many = f" ({len(wrong)} of {len(phases)} phases)" if len(phases) > 1 else ""
        return Verdict(False, seen, f"The cell was planned for the {asked} array, and {wrong[0]}{many}.")
    return Verdict(True, seen, None)


def _why_not(asked: str, conditions: Mapping[str, Any] | None) -> str | None:
    """Return the reason why a phase was not measured in the planned condition; None when it was."""
    arrays = (conditions or {}).get("arrays") or []
    if conditions is None or not arrays:
        return "the array condition was not recorded"
    if asked == OPTIMAL:
        if conditions.get("optimal") is True:
            return None
        reason = next((each["reason"] for each in arrays if each.get("reason")), None)
        return reason or "the array condition was not recorded for the whole phase"
    for each in arrays:
        whole = (each.get("window") or {}).get("whole")
        # The figures of a window that was cut are of its one condition alone.
        counted = whole is True or (asked == REBUILDING and whole is False and conditions.get("measured") is not None)
        if each.get("condition") != asked or not counted:
            return each.get("reason") or f"the array was not {asked} throughout"
    return None


def _seen(phases: Sequence[Mapping[str, Any] | None]) -> str | None:
    found: dict[str, None] = {}
    for each in phases:
        for array in (each or {}).get("arrays") or []:
            condition = array.get("condition")
            if condition is not None:
                found[str(condition)] = None
            else:
                for moment in (array.get("start"), array.get("end")):
                    if moment and moment.get("condition"):
                        found[str(moment["condition"])] = None
    return ", then ".join(found) or None
