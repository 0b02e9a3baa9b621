"""Memory that a page retains, by kind: its data, the compiled code of the engine, and its nodes."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import CDPSession
from tests.e2e.lab import MIB

#: Kinds that are not data of the page's scripts: what the engine compiled, and what belongs to the browser.
_COMPILED = "code"
_OF_THE_BROWSER = "native"


@dataclass(frozen=True, slots=True)
class Held:
    """Memory that cannot be collected: data and compiled code of JavaScript in MiB, and nodes, attached or not."""

    data_mib: float
    code_mib: float
    nodes: int


def read_held(session: CDPSession) -> Held:
    """Return the memory that a page retains now, after garbage collection.

    It takes seconds of the page's processor time.
    """
    parts: list[str] = []

    def hear(event: dict[str, str]) -> None:
        parts.append(event["chunk"])

    session.send("Performance.enable")
    session.on("HeapProfiler.addHeapSnapshotChunk", hear)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", hear)
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    sizes = sizes_by_kind("".join(parts))
    code = sizes.pop(_COMPILED, 0)
    sizes.pop(_OF_THE_BROWSER, 0)
    return Held(sum(sizes.values()) / MIB, code / MIB, int(metrics["Nodes"]))


def sizes_by_kind(snapshot: str) -> Counter[str]:
    """Return the bytes of all objects of a heap snapshot by their kind, without the objects that they refer to."""
    document = json.loads(snapshot)
    described = document["snapshot"]["meta"]
    fields, kinds = described["node_fields"], described["node_types"][0]
    nodes, width = document["nodes"], len(fields)
    sizes: Counter[str] = Counter()
    for kind, size in zip(nodes[fields.index("type") :: width], nodes[fields.index("self_size") :: width], strict=True):
        sizes[kinds[kind]] += size
    return sizes
