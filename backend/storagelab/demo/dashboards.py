"""Dashboards of the demo: comparisons of five reviews, and runs by date around a firmware update."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import Dashboard, Run
from storagelab.db.references import format_row_number
from storagelab.workbench.document import WorkbenchDocument


class Panel(TypedDict, total=False):
    """A panel of a workbench, with its place once it has one."""

    id: str
    chart: str
    metric: str
    x: int
    y: int
    w: int
    h: int


@dataclass(frozen=True, slots=True)
class DemoDashboard:
    """A comparison of runs of demo sets. `runs` are titles by set, None for all of it; the first run is the baseline.

    Titles begin with `prefix`. `rows` are panels side by side, from top to bottom. A `query` finds the runs in place of
    their numbers, so that later ones join them.
    """

    name: str
    title: str
    colour: int
    prefix: str
    runs: Mapping[str, Sequence[str] | None]
    rows: Sequence[Sequence[Panel]]
    query: str | None = None


def _build_panel(chart: str, width: int, height: int, metric: str = "iops", **more: Any) -> Panel:
    return cast("Panel", {"chart": chart, "metric": metric, "w": width, "h": height, **more})


_THROUGHPUT = "throughput_bytes_per_s"
_LATENCY = "latency_mean_ns"
_LOG = {"log": True}
_ON_CARDS = ["array.level", "controllers"]
_BY_DRIVES = ["array.level", "drives.count"]

LSI_MEGARAID = DemoDashboard(
    "lsi_megaraid",
    "LSI MegaRAID: one card or two",
    0,
    "LSI MegaRAID: ",
    {
        "lsi_megaraid": ["16 SSD, one card", "16 SSD, two cards", "8 SSD, one card", "single drive"],
        "p420i_intel": None,
        "p420i_raid0": None,
    },
    [
        [
            _build_panel("bars", 4, 8, workload="4K random read"),
            _build_panel("bars", 4, 8, _THROUGHPUT, workload="IOMeter sequential read"),
            _build_panel("bars", 4, 8, _THROUGHPUT, workload="IOMeter sequential write"),
        ],
        [_build_panel("queue_depth", 6, 10), _build_panel("queue_depth", 6, 10, _LATENCY, options=_LOG)],
        [
            _build_panel(
                "heat_map",
                6,
                9,
                _THROUGHPUT,
                workload="IOMeter sequential read",
                factors=["controllers", "drives.count"],
            ),
            _build_panel("table", 6, 9, _THROUGHPUT),
        ],
    ],
)
PERC_H730P = DemoDashboard(
    "perc_h730p",
    "PERC H730P: RAID levels by drives",
    1,
    "Dell PERC 9: ",
    {"perc_h730p": None},
    [
        [
            _build_panel("heat_map", 6, 10, workload="random write", factors=_BY_DRIVES),
            _build_panel("heat_map", 6, 10, workload="random read", factors=["workload.block", "drives.count"]),
        ],
        [_build_panel("bars", 6, 20), _build_panel("table", 6, 20)],
    ],
)
IODRIVE2 = DemoDashboard(
    "iodrive2_duo",
    "ioDrive2 Duo: preconditioning and spare area",
    2,
    "ioDrive2 Duo review: ",
    {
        "iodrive2_duo": [
            "duo stock capacity, CentOS 6.3",
            "duo high-performance (20 % extra over-provisioning), CentOS 6.3",
            "duo stock capacity, Windows Server 2008 R2 SP1",
            "duo high-performance (20 % extra over-provisioning), Windows Server 2008 R2 SP1",
            "duo both modes, CentOS 6.3",
            "duo both modes, Windows Server 2008 R2 SP1",
            "p320h, CentOS 6.3",
            "duo stock capacity, Linux and Windows",
            "duo high-performance (20 % extra over-provisioning), Linux and Windows",
            "p320h, Linux and Windows",
            "fm2 high-performance",
        ],
        "precondition": None,
    },
    [
        [
            _build_panel("bars", 6, 8, workload="4K random write preconditioning, steady"),
            _build_panel("bars", 6, 8, _LATENCY, workload="4K random write preconditioning, steady"),
        ],
        [_build_panel("over_time", 6, 10), _build_panel("over_time", 6, 10, _LATENCY, options=_LOG)],
        [
            _build_panel("bars", 4, 9, workload="4K random write, steady"),
            _build_panel("bars", 4, 9, workload="4K random read, steady"),
            _build_panel("bars", 4, 9, workload="File server preconditioning, steady"),
        ],
        [_build_panel("table", 12, 10)],
    ],
)
PERC12 = DemoDashboard(
    "perc12",
    "PERC 12 and direct drives",
    3,
    "",
    {"perc12": None},
    [
        [
            _build_panel("bars", 4, 10, workload="fio 4 KB random reads"),
            _build_panel("bars", 4, 10, workload="fio 4 KB random writes"),
            _build_panel("bars", 4, 10, workload="fio 4 KB OLTP"),
        ],
        [
            _build_panel("heat_map", 6, 9, _THROUGHPUT, workload="fio Max sequential reads", factors=_ON_CARDS),
            _build_panel("heat_map", 6, 9, _THROUGHPUT, workload="fio Max sequential writes", factors=_ON_CARDS),
        ],
        [_build_panel("table", 12, 10)],
    ],
)
SIX_CONTROLLERS = DemoDashboard(
    "six_controllers",
    "Six SAS RAID controllers",
    4,
    "Six SAS RAID controllers: ",
    {
        "six_controllers": ["8 drives, strip 64 KB, all", "8 drives, strip 64 KB, Adaptec RAID ASR-5805"],
        "sweep": None,
    },
    [
        [_build_panel("queue_depth", 6, 10), _build_panel("queue_depth", 6, 10, "latency_p99_ns", options=_LOG)],
        [
            _build_panel("bars", 4, 8, _LATENCY, workload="IOMeter disk response time read"),
            _build_panel("bars", 4, 8, _THROUGHPUT, workload="IOMeter random write large blocks"),
            _build_panel("scatter", 4, 8),
        ],
        [_build_panel("table", 12, 9)],
    ],
)
NIGHTLY = DemoDashboard(
    "nightly",
    "Nightly: before and after a firmware update",
    5,
    "",
    {"regression": None},
    [
        [_build_panel("nightly", 8, 10), _build_panel("latest", 4, 10)],
        [
            _build_panel("nightly", 5, 9, "latency_p99_ns"),
            _build_panel("night_map", 4, 9),
            _build_panel("verdicts", 3, 9),
        ],
        [_build_panel("multiples", 6, 12, "utilisation"), _build_panel("multiples", 6, 12, "cpu")],
    ],
    query='title:"Quick look, 4K random read" origin:imported',
)
#: In the order in which they are filed: lists show the last one first.
DASHBOARDS = (SIX_CONTROLLERS, LSI_MEGARAID, PERC_H730P, IODRIVE2, NIGHTLY, PERC12)


def file_dashboards(
    session: Session,
    sets: Mapping[str, Sequence[uuid.UUID]],
    filed: Mapping[str, uuid.UUID],
    *,
    rewrite: bool,
    changed: Collection[str] = (),
) -> dict[str, uuid.UUID]:
    """Store the demo dashboards that are not in `filed` yet; return the ids of all by name.

    With `rewrite` the others are written again and restored from the trash. A dashboard of a `changed` set is written
    again where it is, in the trash or not. A dashboard without any of its runs is left out.
    """
    ids = dict(filed)
    for demo in DASHBOARDS:
        is_changed = not demo.runs.keys().isdisjoint(changed)
        if demo.name in ids and not rewrite and not is_changed:
            continue
        document = _document_of(session, demo, sets)
        if document is None:
            continue
        row = session.get(Dashboard, ids[demo.name]) if demo.name in ids else None
        if row is None:
            row = Dashboard(id=generate_uuid7(), name=demo.title, colour=demo.colour, shared=True)
            session.add(row)
        row.document = document
        if rewrite or demo.name not in filed:
            row.trashed_at = None
        ids[demo.name] = row.id
    session.flush()
    return ids


def trash_dashboards(session: Session, ids: Collection[uuid.UUID]) -> None:
    """Move dashboards to the trash; pins of a dashboard are preserved until it is restored."""
    session.execute(update(Dashboard).where(Dashboard.id.in_(ids)).values(trashed_at=read_clock(session)))


def _document_of(
    session: Session, demo: DemoDashboard, sets: Mapping[str, Sequence[uuid.UUID]]
) -> dict[str, object] | None:
    runs = [
        number
        for name, titles in demo.runs.items()
        for number in _list_run_numbers(session, demo, sets.get(name), titles)
    ]
    if not runs:
        return None
    entries = {"runs": list(dict.fromkeys(runs))} if demo.query is None else {"query": demo.query}
    document = {"version": 1, "entries": entries, "panels": _place_panels(demo.rows)}
    return WorkbenchDocument.model_validate(document).to_json()


def _list_run_numbers(
    session: Session, demo: DemoDashboard, ids: Sequence[uuid.UUID] | None, titles: Sequence[str] | None
) -> list[str]:
    """Return the numbers of a set's runs with the given titles, in the order of the titles.

    `ids` are the runs of the set. With `titles` None all of them are returned.
    """
    runs = session.scalars(select(Run).where(Run.id.in_(ids or ())).order_by(Run.number)).all()
    if titles is None:
        return [format_row_number(run) for run in runs]
    by_title = {run.title: format_row_number(run) for run in runs}
    return [by_title[title] for title in (f"{demo.prefix}{title}" for title in titles) if title in by_title]


def _place_panels(rows: Sequence[Sequence[Panel]]) -> list[Panel]:
    """Return panels with ids and positions; each sequence in `rows` is one row of the dashboard."""
    placed: list[Panel] = []
    y = 0
    for row in rows:
        x = 0
        for panel in row:
            placed.append({"id": f"p{len(placed) + 1}", "x": x, "y": y, **panel})
            x += panel["w"]
        y += max(panel["h"] for panel in row)
    return placed
