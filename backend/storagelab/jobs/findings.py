"""What a server said about a target, reason by reason, as the API shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from storagelab.http.schemas import Strict

FindingVerdict = Literal["pass", "refuse", "not_applicable"]
_VERDICTS = {"pass": "pass", "not_applicable": "not_applicable"}


class Finding(Strict):
    """One reason for or against a target; `device` is the stable id of the drive it is about, null for all of it."""

    id: str
    device: str | None
    title: str
    verdict: FindingVerdict
    reason: str


def read_findings(stored: Any) -> list[Finding]:
    """Findings as a runner gave them. A verdict that this version does not know is a refusal, like anything unknown."""
    items = stored if isinstance(stored, list) else []
    return [_read(item) for item in items if isinstance(item, Mapping)]


def _read(item: Mapping[str, Any]) -> Finding:
    verdict: FindingVerdict = _VERDICTS.get(item.get("verdict"), "refuse")  # type: ignore[assignment,arg-type]
    device = item.get("device")
    return Finding(
        id=str(item.get("id", "")),
        device=str(device) if device is not None else None,
        title=str(item.get("title", "")),
        verdict=verdict,
        reason=str(item.get("reason", "")),
    )
