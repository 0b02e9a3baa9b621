"""The frozen document of a share: everything the page needs, copied when the share is made, in canonical JSON.

Schema `storagelab.share/1`. Serial numbers, names of machines, addresses and paths are left out: what a reviewer needs
is which kind of system it was. Every sample at full rate, part statistics and bins are inside, so the document can be
checked and recomputed without the lab.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from storagelab.domain.configuration import DESCRIPTIVE_KEYS, INSTANCE_KEYS
from storagelab.domain.configuration_facts import facts_of
from storagelab.shares import figures

SCHEMA = "storagelab.share/1"
#: The caveat of a run that was invalid when it was frozen; its detail is the reason.
MARKED_INVALID = "The run was marked invalid"
#: Which runner it was decides nothing and tells nothing about the lab.
_PRIVATE = (INSTANCE_KEYS | DESCRIPTIVE_KEYS) - {"runner_version"}
#: Fields of a run that a reviewer may see. What is added to runs later stays private until it is named here.
_RUN_FIELDS = (
    "number", "title", "origin", "state", "data", "engine", "engine_version", "profile", "started_at", "finished_at",
    "duration_s", "verdict", "headline", "badges", "failure", "source",
)  # fmt: skip
#: The order in which a reader looks for the parts of a system; what is not named here follows.
_ORDER = (
    "product_name", "controller", "array", "drives", "target", "cpu_model", "cpu_sockets", "cpu_cores", "cpu_threads",
    "memory_bytes", "os_name", "kernel", "architecture", "engine", "engine_version", "runner_version",
)  # fmt: skip
_PHASE_FIELDS = (
    "ordinal", "name", "kind", "state", "workload", "planned_seconds", "t0_ms", "t1_ms", "stop", "stop_reason",
    "message", "measurement",
)  # fmt: skip


def build_document(
    *,
    run: dict[str, Any],
    title: str,
    author: str,
    note: str,
    frozen_at: dt.datetime,
    configuration_name: str | None,
    job_files: list[dict[str, Any]],
    artifacts: list[dict[str, Any]],
    series: list[dict[str, Any]],
    bins: list[dict[str, Any]],
    charts: list[dict[str, Any]],
) -> dict[str, Any]:
    """The document as a JSON value. `run` is the API's description of the run (`results.views.describe_run`)."""
    frozen_run = {field: run[field] for field in _RUN_FIELDS}
    frozen_run["phases"] = [{field: phase[field] for field in _PHASE_FIELDS} for phase in run["phases"]]
    measured = [phase["measurement"] for phase in run["phases"] if phase["measurement"]]
    kinds = {measurement["percentiles_of"] for measurement in measured} - {None}
    return {
        "schema": SCHEMA,
        "share": {"title": title, "author": author, "note": note, "frozen_at": frozen_at.isoformat(timespec="seconds")},
        "run": frozen_run,
        "configuration": _configuration(run, configuration_name),
        "caveats": _caveats(run),
        "method": _method(run),
        "percentiles_of": kinds.pop() if len(kinds) == 1 else None,
        "job_files": job_files,
        "artifacts": artifacts,
        "series": series,
        "bins": bins,
        "charts": charts,
    }


def _configuration(run: dict[str, Any], name: str | None) -> dict[str, Any] | None:
    snapshot = run["configuration_snapshot"]
    if snapshot is None:
        return None
    return {
        "name": name or "Configuration",
        "class_hash": run["class_hash"],
        "instance_hash": run["instance_hash"],
        "rows": _fact_rows(snapshot) if "snapshot_version" in snapshot else _rows(_in_order(snapshot), ()),
    }


def _place(item: tuple[str, Any]) -> tuple[int, str]:
    key = item[0]
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER), key)


def _fact_rows(snapshot: dict[str, Any]) -> list[dict[str, str]]:
    """What is known of a system, by name: eight equal drives are one row."""
    facts = facts_of(snapshot).values()
    return [{"label": fact.label, "value": str(fact.value)} for fact in facts if fact.value is not None]


def _in_order(snapshot: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(snapshot.items(), key=_place))


def _rows(value: Any, path: tuple[str, ...]) -> list[dict[str, str]]:
    """The public leaves of a snapshot as label and text, in the order they stand."""
    if isinstance(value, dict):
        return [row for key, item in value.items() if key not in _PRIVATE for row in _rows(item, (*path, key))]
    if isinstance(value, list):
        return [row for index, item in enumerate(value, 1) for row in _rows(item, (*path, str(index)))]
    if value is None or not path:
        return []
    key = path[-1]
    if key.endswith("_bytes") and isinstance(value, int):
        path, text = (*path[:-1], key.removesuffix("_bytes")), figures.size(value)
    else:
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    label = " ".join(part.replace("_", " ") for part in path)
    for word in ("cpu", "os"):
        label = re.sub(rf"\b{word}\b", word.upper(), label)
    return [{"label": label[:1].upper() + label[1:], "value": text}]


def _caveats(run: dict[str, Any]) -> list[dict[str, str | None]]:
    """What a reader must know first: the badges of the run and of its measurements, each once."""
    seen: dict[str, dict[str, str | None]] = {}
    if run["data"] == "partial":
        seen["partial"] = {"label": "The data are partial", "detail": f"the run ended as {run['state']}"}
    if run["failure"]:
        seen["failure"] = {"label": "The run did not end well", "detail": run["failure"]["message"]}
    if run["invalid"]:
        seen["invalid"] = {"label": MARKED_INVALID, "detail": run["invalid"]["reason"]}
    measurements = (phase["measurement"] for phase in run["phases"] if phase["measurement"])
    for badge in [*run["badges"], *(badge for measurement in measurements for badge in measurement["badges"])]:
        seen.setdefault(badge["code"], {"label": badge["label"], "detail": badge.get("detail")})
    return list(seen.values())


def _method(run: dict[str, Any]) -> list[dict[str, str]]:
    rows = []
    if run["profile"]:
        rows.append(("Profile", f"{run['profile']['name']}, version {run['profile']['version']}"))
    if run["engine"]:
        rows.append(("Engine", run["engine_version"] or run["engine"]))
    if run["started_at"]:
        rows.append(("Started", figures.moment(run["started_at"])))
    if run["duration_s"] is not None:
        rows.append(("Duration", figures.duration(run["duration_s"])))
    if run["verdict"] and run["verdict"]["round_seconds"]:
        rows.append(("Rounds", f"{len(run['verdict']['rounds'])} of {run['verdict']['round_seconds']:g} s"))
    if run["source"]:
        rows.append(("Source", run["source"]["title"]))
        if run["source"]["note"]:
            rows.append(("Note", run["source"]["note"]))
    return [{"label": label, "value": value} for label, value in rows]
