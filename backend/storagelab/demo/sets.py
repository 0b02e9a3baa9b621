"""The packaged sets of demo data: what each is called, where it comes from and which file holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DemoSet:
    """Results of one publication, in one file of the folder `data`.

    `source_title` describes the source, `listed_as` is its name in the collection the file was taken from. `title`
    begins the titles of the results of a table and is that of a result of other files. `facts` describe the measured
    system, where the publication does so and no line of the file does. A lab with an earlier `version` of the set gets
    this one in its place. `earlier_titles` are those under which earlier versions filed a result, by its title now.
    """

    name: str
    file: str
    source_title: str
    listed_as: str
    title: str | None = None
    facts: Mapping[str, Any] | None = None
    version: int = 1
    earlier_titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MeasuredSet:
    """A share that Storage Lab froze on the measuring system, in one zip of the folder `data`.

    `note` names the measured system on every page of its runs.
    """

    name: str
    file: str
    note: str


PERC12 = DemoSet(
    "perc12",
    "perc12.csv",
    "Published review of the Dell PERC 12 H965i Front and of direct drives (PowerEdge R760)",
    "003_9764428258d5d4dc.txt",
    version=2,
)
_SIX_CONTROLLERS = "Published review of six SAS RAID controllers with eight Fujitsu MBA3073RC"
_SAS = "12 Gb/s SAS SSD (HGST, model withheld)"
_FIO_PLOT = "Benchmark data of fio-plot (BSD-3-Clause)"
_DL380 = {"model": "HP ProLiant DL380 G8", "os": None, "kernel": None}
_P420I = [{"model": "HP P420i", "count": 1, "firmware": None, "driver": None}]

#: In the order in which they are filed: lists show the last one first.
SETS = (
    DemoSet(
        "six_controllers",
        "six_controllers.csv",
        _SIX_CONTROLLERS,
        "004_34ac7971a18fc5b8.txt",
        title="Six SAS RAID controllers",
        version=2,
        earlier_titles={
            f"Six SAS RAID controllers: 8 drives, strip 64 KB, {name}": (
                f"Six SAS RAID controllers: 8 drives, stripe 64 KB, {name}"
            )
            for name in ("all", "Adaptec RAID ASR-5805")
        },
    ),
    DemoSet(
        "lsi_megaraid",
        "lsi_megaraid.csv",
        "Published review of sixteen SSDs in RAID0 on LSI MegaRAID 9280-24i4e and 9260-8i",
        "000_dc3e3de523c17ab1.txt",
        title="LSI MegaRAID",
        version=2,
    ),
    DemoSet(
        "perc_h730p",
        "perc_h730p.csv",
        "Published handbook on the Dell PERC H730P with SATA and SAS SSDs",
        "001_0497a36f08798472.txt",
        title="Dell PERC 9",
        version=2,
        earlier_titles={
            f"Dell PERC 9: H730P RAID, {_SAS}, RAID5": f"Dell PERC 9: H730P RAID, 8-12 drives, {_SAS}, RAID5",
            f"Dell PERC 9: H730P RAID, {_SAS}, RAID10": f"Dell PERC 9: H730P RAID, 8-12 drives, {_SAS}, RAID10",
            "Dell PERC 9: H730P pass-through": "Dell PERC 9: H730P pass-through, 8-12 drives",
        },
    ),
    DemoSet(
        "iodrive2_duo",
        "iodrive2_duo.csv",
        "Published review of the Fusion-io ioDrive2 Duo SLC 1.2 TB",
        "002_8423d5b619733988.txt",
        title="ioDrive2 Duo review",
        version=2,
        earlier_titles={
            "ioDrive2 Duo review: duo both modes, Linux and Windows, stock 22 % and high performance +20 %": (
                "ioDrive2 Duo review: duo both modes, Linux and Windows"
            ),
        },
    ),
    DemoSet(
        "p420i_intel",
        "P420i_INTEL_5min.tar.xz",
        _FIO_PLOT,
        "louwrentius/fio-plot, P420i_INTEL_5min",
        title="HP P420i, one Intel SSD",
        facts={
            "system": _DL380,
            "controllers": _P420I,
            "drives": [{"model": "Intel SSD", "count": 1, "firmware": None}],
            "array": {"level": None, "condition": None, "strip_bytes": None},
        },
    ),
    DemoSet(
        "p420i_raid0",
        "P420i_RAID0_4x_SSD.tar.xz",
        _FIO_PLOT,
        "louwrentius/fio-plot, P420i_RAID0_4x_SSD",
        title="HP P420i, four SSDs in RAID0",
        facts={
            "system": _DL380,
            "controllers": _P420I,
            "drives": [{"model": "SSD", "count": 4, "firmware": None}],
            "array": {"level": "RAID0", "condition": None, "strip_bytes": None},
        },
    ),
    DemoSet(
        "pts_toshiba_hg6",
        "pts_toshiba_hg6.csv",
        "SNIA PTS run on a Toshiba HG6 THNSNJ256G8NU (MIT)",
        "ljishen/SSSPT, platform hp",
        title="Toshiba HG6",
        facts={
            "system": {"model": None, "os": None, "kernel": None},
            "controllers": None,
            "drives": [{"model": "Toshiba HG6 THNSNJ256G8NU", "count": 1, "firmware": "JUGB0101"}],
            "array": {"level": None, "condition": None, "strip_bytes": None},
        },
    ),
    PERC12,
)

MEASURED_TITLE = "Measured by Storage Lab on virtual servers"
_EMULATED = "The values are an example of a result and do not rate hardware."
_ARRAYS = (
    "Four drives of a virtual server, each limited to 600 IOPS, as software arrays that rebuild at 2 MiB/s at most."
)
PRECONDITION = MeasuredSet(
    "precondition",
    "precondition.zip",
    "One drive of a virtual server, limited to 400 IOPS for eight minutes and then step by step to 150, as flash "
    f"slows down. {_EMULATED}",
)

#: In the order in which they are received. A run that is in two of them is filed once, with the first note.
MEASURED_SETS: tuple[MeasuredSet, ...] = (
    PRECONDITION,
    MeasuredSet(
        "regression",
        "regression.zip",
        "One drive of a virtual server, limited to 600 IOPS with firmware 1.0 and to 450 with firmware 1.1. "
        f"{_EMULATED}",
    ),
    MeasuredSet("campaign", "campaign.zip", f"{_ARRAYS} {_EMULATED}"),
    MeasuredSet("sweep", "sweep.zip", f"{_ARRAYS} {_EMULATED}"),
    MeasuredSet("rebuild", "rebuild.zip", f"{_ARRAYS} {_EMULATED}"),
)
