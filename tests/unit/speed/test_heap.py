"""Memory that a page retains, separated by kind."""

from __future__ import annotations

import json

from tests.speed.heap import sizes_by_kind


def test_snapshot_sizes_are_summed_by_kind() -> None:
    snapshot = {
        "snapshot": {
            "meta": {
                "node_fields": ["type", "name", "id", "self_size", "edge_count"],
                "node_types": [["hidden", "code", "object", "native"], "string", "number", "number", "number"],
            }
        },
        "nodes": [2, 0, 1, 100, 0, 1, 0, 3, 4000, 1, 2, 0, 5, 28, 0, 3, 0, 7, 512, 0],
    }
    assert sizes_by_kind(json.dumps(snapshot)) == {"object": 128, "code": 4000, "native": 512}
