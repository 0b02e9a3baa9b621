"""Answers of a server to a target probe, reason by reason, as the API shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from storagelab.http.schemas import Strict

ProbeVerdict = Literal["pass", "refuse", "not_applicable"]
_VERDICTS = {"pass": "pass", "not_applicable": "not_applicable"}


class ProbeResult(Strict):
    """One reason for or against a target. `device` is the stable id of the drive it is about, null for all of it."""

    id: str
    device: str | None
    title: str
    verdict: ProbeVerdict
    reason: str


def read_probe_results(stored: Any) -> list[ProbeResult]:
    """Parse the probe results of a runner from their stored form.

    An unknown verdict counts as a refusal.
    """
    items = stored if isinstance(stored, list) else []
    return [_read(item) for item in items if isinstance(item, Mapping)]


def _read(item: Mapping[str, Any]) -> ProbeResult:
    verdict: ProbeVerdict = _VERDICTS.get(item.get("verdict"), "refuse")  # type: ignore[assignment,arg-type]
    device = item.get("device")
    return ProbeResult(
        id=str(item.get("id", "")),
        device=str(device) if device is not None else None,
        title=str(item.get("title", "")),
        verdict=verdict,
        reason=str(item.get("reason", "")),
    )
