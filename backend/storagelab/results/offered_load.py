"""Badges of a point whose load was a share of a measured maximum: requested against achieved."""

from __future__ import annotations

from storagelab.domain.result import BadgeValues

#: A point that is further from what was requested was not measured at that load.
TOLERANCE = 0.02


def load_badges(
    load_percent: float | None, requested_iops: float | None, achieved_iops: float | None
) -> list[BadgeValues]:
    """Return the badge of a load-curve point that missed its requested load; an empty list otherwise.

    Beyond 100 % the target cannot follow, so there the request is only reported.
    """
    if load_percent is None or not requested_iops or achieved_iops is None:
        return []
    requested = f"{requested_iops:,.0f} IOPS were requested, {load_percent:g} % of the maximum"
    figures = f"{requested}, and {achieved_iops:,.0f} achieved"
    if load_percent > 100:
        detail = f"{figures}: above the maximum the target may not keep up."
        return [{"code": "requested", "label": "requested beyond the maximum", "level": "info", "detail": detail}]
    if abs(achieved_iops - requested_iops) <= TOLERANCE * requested_iops:
        return []
    detail = f"{figures}, more than {100 * TOLERANCE:g} % away: read the point at its achieved rate."
    return [{"code": "off_rate", "label": "off the requested rate", "level": "warn", "detail": detail}]
