"""Lab in which every text of people, devices or files tries to be markup, a script or a formula."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb
from tests.e2e import bad_input
from tests.e2e.conftest import Measured
from tests.e2e.lab import MIB, Lab

from storagelab.config import EMBEDDED_DATABASE, get_socket_dir

#: Each by itself is short enough for every field; what would run leaves a mark on its window.
PAYLOADS = (
    "<script>window.pwned=1</script>",
    '"><img src=x onerror="window.pwned=2">',
    "'><svg onload=window.pwned=3>",
    "</style><script>window.pwned=4</script>",
    "]]><script>window.pwned=5</script>",
    "</textarea></title><body onload=pwned=6>",
    "[x](javascript:window.pwned=7)",
    "![x](x) <javascript:window.pwned=8>",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    '#panic() #eval("1") $x$ *b*',
    "{{7*7}} ${7*7} %{7*7}",
    "drive \u202e01 DIAR\u202c",
    "nul\ufeff\u200b and \u2028 a line",
    "W" * 60,
)
LONGEST = 300

#: Which columns of which tables people, devices or files fill, as the tables of the lab are called.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "server": ("product_name", "os_name", "kernel", "cpu_model", "board_name", "bios_version", "owner", "note"),
    "drive": ("vendor", "model", "serial", "wwn", "firmware", "location", "slot", "note"),
    "controller": ("vendor", "model", "serial", "firmware", "driver", "driver_version", "note"),
    "array": ("name", "note"),
    "enclosure": ("product",),
    "run": ("title", "engine_version", "source_title", "source_note", "invalid_reason"),
    "phase": ("name", "group", "message"),
    "job": ("name", "note", "configuration_name"),
    "import": ("title",),
    "run_note": ("text",),
    "artifact": ("name",),
    "campaign_cell": ("title", "reason"),
    "measurement": ("source_note",),
    "attempt_event": ("message",),
}
#: Published figures are what some pages look for by name.
ONLY = {"run": "origin <> 'published'", "phase": "run_id in (select id from run where origin <> 'published')"}
#: Keys of a snapshot, or of facts, whose texts come from devices.
_DEVICE_KEYS = frozenset(
    {
        *("model", "vendor", "serial", "firmware", "product_name", "board", "bios", "os_name", "kernel", "driver"),
        *("driver_version", "name", "hostname", "product", "version", "manufacturer", "part_number", "location"),
    }
)
_SHOWN = {"redaction": {"serials": True, "names": True}}


#: Forms refuse these characters in a line of text; devices and files may well contain them.
REFUSED = re.compile("[\\t\u2028\ufeff]")


def texts(max_characters: int = LONGEST, *, typed: bool = False) -> Iterator[str]:
    """Yield texts of at most `max_characters`, each with another payload in front, without end."""
    payloads = [payload for payload in PAYLOADS if not typed or REFUSED.search(payload) is None]
    for place in itertools.count():
        whole = " ".join(payloads[(place + step) % len(payloads)] for step in range(len(payloads)))
        # Some of them have to differ from all others.
        ending = f" {place}"
        yield whole[: max_characters - len(ending)].rstrip() + ending


def fill(lab: Lab, measured: Measured) -> dict[str, Any]:
    """Put them everywhere and leave the lab paused; a share of the measured run, with its address."""
    many = texts(200, typed=True)
    _post(lab, "/lab/pause", {"reason": next(many)})
    run = lab.call("GET", f"/runs/{measured.run}")
    short = texts(60, typed=True)
    _post(lab, f"/runs/{measured.run}/labels", {"add": bad_input.label_of(next(short))}, method="PATCH")
    note = {"from_ms": 500, "to_ms": None, "metric": None, "text": next(texts(1000, typed=True))}
    _post(lab, f"/runs/{measured.run}/notes", note)
    _post(lab, "/saved-filters", {"page": "/runs", "name": next(short), "query": "origin=own"})
    panel = {"id": "p1", "chart": "bars", "workload": next(short), "x": 0, "y": 0, "w": 12, "h": 10}
    board = {"version": 1, "entries": {"query": ""}, "panels": [panel]}
    _post(lab, "/dashboards", {"name": next(short), "document": board})
    _post(lab, "/tokens", {"name": next(short), "role": "viewer"})
    for _ in range(3):
        _post(lab, "/servers", {"name": next(short), "address": "127.0.0.1", "port": 1, "username": "lab"})
    document = lab.call("GET", "/profiles/quick-4k")["document"] | {"name": "hostile", "version": 1}
    document |= {"title": next(many)[:100], "description": next(many), "source": next(many)[:100]}
    _post(lab, "/profiles", {"document": document})
    request = {
        "name": next(many),
        "note": next(many),
        "server_id": lab.server()["id"],
        "configurations": [{"name": next(short), "layout": "file", "size_bytes": 16 * MIB}],
        "workloads": [{"profile": {"name": "quick-4k"}, "label": next(short)}],
    }
    _post(lab, "/campaigns", request)
    bad_input.preview_of(lab, [next(short) for _ in PAYLOADS])
    rewrite(lab)
    body = [
        {"text": "\n\n".join(payload for payload in PAYLOADS if REFUSED.search(payload) is None)},
        {"text": f"```\n{PAYLOADS[3]}\n```\n\n| {PAYLOADS[1]} | b |\n|---|---|\n| 1 | 2 |"},
    ]
    charts = _post(lab, "/shares/options", {"kind": "run", "run_id": run["id"]})["charts"]
    body += [{"chart": chart["key"]} for chart in charts if chart["default"]]
    words = {"title": next(many), "author": next(many), "licence": next(many), "contact": next(many)}
    share = {"kind": "run", "run_id": run["id"], **words, **_SHOWN, "body": body, "raw_files": True, "publish": True}
    published: dict[str, Any] = _post(lab, "/shares", share)
    _post(lab, f"/shares/{published['number']}/correct", {"correction": next(many)})
    return published


def _post(lab: Lab, path: str, body: dict[str, Any], *, method: str = "POST") -> Any:
    answer = bad_input.send_request(lab, method, path, json=body, timeout=120)
    assert answer.is_success, f"{path}: {answer.text}"
    return answer.json()


def rewrite(lab: Lab) -> None:
    """Write them where no form leads: names that devices reported, and other names of measurements."""
    many = texts()
    connection = f"host={get_socket_dir(lab.data)} dbname={EMBEDDED_DATABASE} user={EMBEDDED_DATABASE}"
    with psycopg.connect(connection) as database:
        # As if it had always been so: nothing that was frozen resists.
        database.execute("set session_replication_role = replica")
        for table, columns in COLUMNS.items():
            where = sql.SQL(ONLY.get(table, "true"))  # type: ignore[arg-type]  # our own words
            matches = database.execute(
                sql.SQL("select ctid from {} where {}").format(sql.Identifier(table), where)
            ).fetchall()
            for (place,) in matches:
                values = [next(many) for _ in columns]
                setting = sql.SQL(", ").join(
                    # What is unknown stays so.
                    sql.SQL("{0} = case when {0} is null then null else %s end").format(sql.Identifier(column))
                    for column in columns
                )
                database.execute(
                    sql.SQL("update {} set {} where ctid = %s").format(sql.Identifier(table), setting), [*values, place]
                )
        for table, column in (("configuration", "snapshot"), ("server", "facts")):
            rows = database.execute(
                sql.SQL("select id, {} from {}").format(sql.Identifier(column), sql.Identifier(table))
            ).fetchall()
            for key, value in rows:
                database.execute(
                    sql.SQL("update {} set {} = %s where id = %s").format(
                        sql.Identifier(table), sql.Identifier(column)
                    ),
                    [Jsonb(_rewritten(value, many)), key],
                )
        for key, plan in database.execute("select id, plan from job").fetchall():
            for file in plan.get("job_files", []):
                file["name"], file["text"] = next(many), f"{file['text']}\n# {next(many)}\n"
            database.execute("update job set plan = %s where id = %s", [Jsonb(plan), key])
        changed = "update inventory_change set after = to_jsonb(%s::text) where jsonb_typeof(after) = 'string'"
        database.execute(changed, [next(many)])
        badge = {"code": "hostile", "label": next(many)[:60], "level": "warn", "detail": next(many)}
        database.execute("update run set badges = %s where origin <> 'published'", [Jsonb([badge])])


def _rewritten(value: Any, many: Iterator[str], key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _rewritten(item, many, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_rewritten(item, many, key) for item in value]
    return next(many) if isinstance(value, str) and key in _DEVICE_KEYS else value
