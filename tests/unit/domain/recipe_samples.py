"""A recipe with every field and every operation, for tests of its readers."""

from __future__ import annotations

from typing import Any

from storagelab.domain.recipe import BY_HAND, SCHEMA

HEADLINE = {"metric": "iops", "label": "Random read IOPS", "value": 1000.0, "unit": "1/s", "better": "higher"}


def build_full_recipe() -> dict[str, Any]:
    """Return a valid recipe in which no field is null and no list is empty."""
    return {
        "schema": SCHEMA,
        "from": {"run": "r-12", "document_sha256": "a" * 64},
        "engine": {"name": "fio", "version": "fio-3.36"},
        "profile": {
            "name": "quick-4k",
            "version": 1,
            "definition": '{"name":"quick-4k","version":1}',
            "parameters": {"fill_passes": 1.0},
            "scale": "full",
        },
        "target": {
            "kind": "devices",
            "layout": "parallel",
            "count": 4,
            "capacity_bytes": 1 << 40,
            "device_bytes": 1 << 38,
        },
        "array": {"by": "mdadm", "level": "raid5", "strip_bytes": 65536, "members": 4, "spares": 0},
        "preparation": [
            {"kind": "fill", "passes": 2, "block_bytes": 1 << 20, "pattern": "random"},
            {"kind": "discard"},
            {"kind": "write_zeroes"},
            {"kind": "nvme_format", "ses": 1},
            {"kind": "nvme_sanitize", "action": "block"},
            {"kind": "ata_secure_erase", "enhanced": False},
            {"kind": "scsi_sanitize", "action": "overwrite"},
            {"kind": "scsi_format", "block_bytes": 4096},
            {"kind": "over_provision", "percent": 28},
            {
                "kind": "make_file_system",
                "type": "xfs",
                "file_bytes": 1 << 30,
                "file_fraction": 0.5,
                "mount_options": ["noatime"],
            },
            {
                "kind": "mdadm_create",
                "level": "raid5",
                "chunk_bytes": 65536,
                "spares": 0,
                "bitmap": "none",
                "assume_clean": True,
            },
            {"kind": "storcli_rebuild_rate", "percent": 30},
            {"kind": "storcli_cache_policy", "read_policy": "ra", "write_policy": "wb", "io_policy": "direct"},
            {"kind": "storcli_drive_cache_policy", "drive_cache": "on"},
            {"kind": "wait_quiet", "max_seconds": 3600, "what": ["rebuild"]},
            *({"kind": kind} for kind in BY_HAND),
        ],
        "sizes": [{"place": "phases.0.workload.range.size", "bytes": 1 << 30, "fraction": 0.25}],
        "conditioning": [
            {
                "ordinal": 1,
                "name": "Fill",
                "kind": "fill",
                "ends": "volume",
                "planned_multiple": 1.0,
                "written_multiple": 1.5,
            }
        ],
        "durations": {"estimated_seconds": 60.0, "took_seconds": 61.5},
        "steady": [
            {
                "of": "Round",
                "round_seconds": 60.0,
                "window": 5,
                "max_rounds": 25,
                "range_limit_percent": 20.0,
                "slope_limit_percent": 10.0,
                "metrics": ["IOPS"],
            }
        ],
        "repeats": {"count": 3, "until": {"cv_percent": 5.0, "at_least": 3}},
        "expected": {
            "state": "finished",
            "data": "complete",
            "verdict": "steady",
            "headline": [{**HEADLINE, "spread": {"cv_percent": 1.5, "runs": 3}}],
        },
        "unknown": ["How large one drive was."],
    }
