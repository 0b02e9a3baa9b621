"""Lab full of bad input: endless names, other scripts, markup, formulas, and curves at every extreme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
from tests.e2e.lab import MIB, Lab
from tests.e2e.made_runs import MadeRun, Rows, import_runs

#: In the headings of pages and in sentences these read as they were written, or not at all.
MARKUP = "<img src=x onerror=\"window.pwned='name'\"> {a|b} **b**"
FORMULA = "=cmd|' /C calc'!A0"
RIGHT_TO_LEFT = "مصفوفة التخزين رقم ١٢ (RAID 5)"
#: Text turned backwards by an invisible character, and never turned back.
OVERRIDDEN = "drive \u202e01 DIAR"
CHINESE = "固态硬盘阵列性能测试四万八千次随机写入"
SMILES = "👩‍🔧 🧪🇪🇺 naïve Ångström"


def endless(characters: int) -> str:
    """Return a name of one word, without a place to break it."""
    return "W" * characters


def names(longest: int) -> dict[str, str]:
    """Return names of every bad kind, none longer than `longest` characters."""
    return {
        "endless": endless(longest),
        "right to left": RIGHT_TO_LEFT,
        "overridden": OVERRIDDEN,
        "Chinese": (CHINESE * (longest // len(CHINESE)))[:longest],
        "smiles": SMILES,
        "markup": MARKUP[:longest],
        "formula": FORMULA,
    }


def label_of(text: str) -> dict[str, str | None]:
    """Return a text as a label: its key, or its value where a key cannot be so."""
    return {"text": text} if "=" in text else {text: None}


def every_second(*values: int) -> Rows:
    """Return a log with a row at the end of each second."""
    return [(1000 * second, value) for second, value in enumerate(values, start=1)]


DECADES = [10**power for power in range(11)]
#: A second with I/O, a second without, for longer than all readings could be shown as points.
STUTTER: Rows = [(1000 * second, 1000 + second) for second in range(1, 81, 2)]
GAPS: Rows = [(1000 * second, 5000) for second in (*range(1, 6), 100, *range(200, 206))]
NEW_YEAR_2099_MS = 4_070_908_800_000
SECOND_OF_1970_MS = 86_400_000

#: The logs of each run: IOPS, then latency in ns.
CURVES: dict[str, tuple[Rows, Rows]] = {
    "one sample": ([(1000, 5000)], [(1000, 80_000)]),
    "gaps": (GAPS, [(moment, 90_000) for moment, _ in GAPS]),
    "stutter": (STUTTER, [(moment, 100 * value) for moment, value in STUTTER]),
    "zeros": (every_second(*[0] * 10), ()),
    "ten decades": (every_second(*DECADES), every_second(*DECADES)),
    "1970": (every_second(*[1000] * 5), every_second(*[70_000] * 5)),
    "2099": (every_second(*[2000] * 5), every_second(*[60_000] * 5)),
}
BEGAN_MS = {"1970": SECOND_OF_1970_MS, "2099": NEW_YEAR_2099_MS}


@dataclass(frozen=True)
class BadInput:
    """Objects with bad input in the lab. Runs of extreme curves have the names of their curves."""

    runs: dict[str, dict[str, Any]]
    more: list[dict[str, Any]]
    """Others, so that more than eight curves are drawn."""
    failed_job: dict[str, Any]
    waiting_job: dict[str, Any]
    campaign: dict[str, Any]
    servers: list[dict[str, Any]]
    profile: str
    preview: str
    """Number of an import that waits to be stored."""
    share_url: str


def fill(lab: Lab, output: dict[str, Any]) -> BadInput:
    """Put all of it into a lab, which is left paused: its waiting jobs keep waiting."""
    failed_job = lab.wait_for_end(_refused_job(lab)["number"])
    lab.call("POST", "/lab/pause", json={"reason": endless(500)})
    # By one import: what two sources leave unknown is never the same work.
    made = import_runs(lab, output, [*_extreme_runs(), *_plain_runs(6)])
    runs, more = dict(zip(CURVES, made, strict=False)), made[len(CURVES) :]
    for name, run in zip(names(60), runs.values(), strict=True):
        _write_down(lab, run["number"], label=names(60)[name], note=names(2000)[name])
    for name in names(100).values():
        lab.call("POST", "/saved-filters", json={"page": "/runs", "name": name, "query": "origin=imported"})
        lab.call("POST", "/tokens", json={"name": name, "role": "viewer"})
    share = {"run_id": runs["gaps"]["id"], "title": RIGHT_TO_LEFT, "author": endless(200), "note": MARKUP}
    return BadInput(
        runs=runs,
        more=more,
        failed_job=failed_job,
        waiting_job=lab.submit(name=names(200)["Chinese"]),
        campaign=_campaign(lab),
        servers=[_server(lab, name) for name in names(100).values()],
        profile=_profile(lab),
        preview=_preview(lab),
        share_url=lab.call("POST", "/shares", json=share)["url"],
    )


def take_back(lab: Lab, bad: BadInput) -> None:
    """Leave the lab as it was for others: nothing waits, and no list shows what was put in."""
    lab.call("POST", f"/campaigns/{bad.campaign['number']}/cancel")
    lab.call("POST", f"/jobs/{bad.waiting_job['number']}/cancel")
    lab.wait_for_end(bad.waiting_job["number"])
    lab.call("POST", "/lab/resume")
    for server in bad.servers:
        lab.call("POST", f"/servers/{server['number']}/retire")
    for item in lab.call("GET", "/saved-filters")["items"]:
        delete(lab, f"/saved-filters/{item['id']}")
    endless_names = names(100).values()
    for item in lab.call("GET", "/tokens", params={"limit": 200})["items"]:
        if item["name"] in endless_names:
            delete(lab, f"/tokens/{item['id']}")
    lab.call("PATCH", f"/profiles/{bad.profile}", json={"archived": True})
    failed = bad.failed_job["runs"][0]
    for run in [*bad.runs.values(), *bad.more, failed]:
        delete(lab, f"/runs/{run['number']}")
    delete(lab, f"/imports/{bad.preview}")


def delete(lab: Lab, path: str) -> None:
    """Delete something; the answer may be empty."""
    answer = send_request(lab, "DELETE", path)
    answer.raise_for_status()


def send_request(lab: Lab, method: str, path: str, *, timeout: float = 30, **arguments: Any) -> httpx2.Response:
    """Return the answer of the API, also a refusal."""
    token = (lab.data / "cli-token").read_text(encoding="ascii").strip()
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.request(method, f"{lab.url}/api/v1{path}", headers=headers, timeout=timeout, **arguments)


def _extreme_runs() -> list[MadeRun]:
    return [
        MadeRun(
            title=name,
            configuration=name,
            iops=iops,
            latency_ns=latency,
            job=name[:100],
            began_ms=BEGAN_MS.get(kind),
        )
        for (kind, (iops, latency)), name in zip(CURVES.items(), names(200).values(), strict=True)
    ]


def _plain_runs(count: int) -> list[MadeRun]:
    return [
        MadeRun(f"Plain {place} {endless(150)}", f"System {place}", every_second(*[1000 + place] * 5))
        for place in range(count)
    ]


def _write_down(lab: Lab, run: str, *, label: str, note: str) -> None:
    lab.call("PATCH", f"/runs/{run}/labels", json={"add": label_of(label)})
    lab.call("POST", f"/runs/{run}/notes", json={"from_ms": 500, "to_ms": None, "metric": None, "text": note})


def _refused_job(lab: Lab) -> dict[str, Any]:
    """Return a job whose run fails at its start: the file that it should make belongs to another user already."""
    existing = lab.place / f"{endless(200)}.dat"
    existing.write_text("somebody's data", encoding="ascii")
    return lab.submit(name=endless(200), path=str(existing))


def _campaign(lab: Lab) -> dict[str, Any]:
    name = names(100)
    request = {
        "name": endless(200),
        "note": MARKUP,
        "server_id": lab.server()["id"],
        "configurations": [
            {"name": name[kind], "layout": "file", "size_bytes": 16 * MIB} for kind in ("endless", "right to left")
        ],
        "workloads": [{"profile": {"name": "quick-4k"}, "label": name[kind]} for kind in ("Chinese", "markup")],
    }
    campaign: dict[str, Any] = lab.call("POST", "/campaigns", json=request)
    return campaign


def _server(lab: Lab, name: str) -> dict[str, Any]:
    """Return a server that is never reached: nothing listens at its address."""
    request = {"name": name, "address": "127.0.0.1", "port": 1, "username": "lab"}
    server: dict[str, Any] = lab.call("POST", "/servers", json=request)
    return server


def _profile(lab: Lab) -> str:
    name = "w" * 64
    document = lab.call("GET", "/profiles/quick-4k")["document"]
    document |= {"name": name, "version": 1, "title": endless(200), "description": MARKUP, "source": FORMULA}
    lab.call("POST", "/profiles", json={"document": document})
    return name


def _preview(lab: Lab) -> str:
    """Return a table of figures of one configuration for each name, read and not stored."""
    return preview_of(lab, list(names(100).values()))


def preview_of(lab: Lab, configurations: Sequence[str]) -> str:
    """Return the number of an import that waits to be stored: a table with a figure of each of these configurations."""
    cells = "\r\n".join(
        f'"{name.replace(chr(34), chr(34) * 2)}",4k,IOPS,{1000 + place}' for place, name in enumerate(configurations)
    )
    table = f"configuration,block_size,metric,value\r\n{cells}\r\n"
    files = [("files", ("figures.csv", table.encode()))]
    read = lab.wait_for_import(lab.call("POST", "/imports", files=files, data={"title": endless(200)})["number"])
    assert read["state"] == "ready", read["error"]
    return str(read["number"])
