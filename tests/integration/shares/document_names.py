"""Frozen names of documents for fields and metrics of REST, independent of REST's present names."""

from __future__ import annotations

from typing import Any

FIELDS = {
    "cv_percent": "cov_percent", "max": "most", "mean": "average", "min": "least", "podium_rank": "place",
    "range_limit_percent": "range_limit_pct", "range_percent": "range_pct", "slope_limit_percent": "slope_limit_pct",
    "slope_percent": "slope_pct", "throughput_bytes_per_s": "bytes_per_s",
}  # fmt: skip
METRICS = {"latency_mean_ns": "lat_mean", "throughput_bytes_per_s": "bandwidth"}
METRICS |= {f"latency_{of}_ns": f"lat_{of}" for of in ("stddev", "min", "max", "p50", "p90", "p99", "p999", "p9999")}
#: Where an answer names a metric, and what a document has there.
PLACES = {"metric": METRICS, "name": METRICS, "figure": {"throughput_bytes_per_s": "bytes_per_s"}}


def as_frozen(value: Any, **fields: str) -> Any:
    """Return an answer of the lab under the names of documents; `fields` have other ones there."""
    if isinstance(value, dict):
        return {
            (FIELDS | fields).get(name, name): PLACES[name].get(item, item)
            if name in PLACES and isinstance(item, str)
            else as_frozen(item, **fields)
            for name, item in value.items()
        }
    return [as_frozen(item, **fields) for item in value] if isinstance(value, list) else value
