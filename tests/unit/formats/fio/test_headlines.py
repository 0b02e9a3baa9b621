"""Headline numbers of the first active direction of result files, pinned and read a second way.

The second reading takes them from the raw file.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.formats.fio.folders import CORPUS, NO_CORPUS, members_in, results

Pin = tuple[str, float, float, float, float]

#: File, direction, IOPS, bytes, mean latency and 99th percentile in ns.
PINS: list[tuple[str, str, float, float, float, float]] = [
    ("local/cancelled-sigint/c.json", "write", 799.867462, 19775488, 10200.250414, 140288),
    ("local/cancelled-sigkill-status-interval/c.json", "write", 800.40858, 16044032, 20157.697039, 183296),
    ("local/client-server/client.json", "read", 499.875031, 8192000, 115308.3845, 370688),
    ("local/error-enospc/e.json", "write", 12900.0, 8388608, 75634.617188, 362496),
    ("local/jsonplus/jsonplus-2.21.json", "read", 1000.0, 12292096, 99436.188, 262000),
    ("local/jsonplus/jsonplus-3.33.json", "read", 6266.577807, 77029376, 73560.251622, 138240),
    ("local/old-versions/fio-2.1.10.json", "read", 500, 6209536, 189650.0, 502000),
    ("local/old-versions/fio-2.21.json", "read", 500.166611, 6148096, 160379.747, 1320000),
    ("local/old-versions/fio-3.28.json", "read", 499.833389, 6144000, 155792.462667, 684032),
    ("local/precond-16jobs-1s-logs/precond.json", "write", 3199.946668, 786432000, 180627.904385, 1499136),
    ("local/qd-sweep-stonewall/qd.json", "read", 10200.5998, 125386752, 97275.780119, 130560),
    ("local/status-interval-1s-jsonplus/stdout.txt", "read", 1399.883343, 137625600, 150949.397679, 501760),
    ("local/steadystate-attained/ss.json", "read", 1000.0, 32325632, 159576.688419, 749568),
    ("local/unusual-json/normal-and-json.txt", "read", 9185.185185, 2031616, 95463.179435, 154624),
    ("local/unusual-json/tab-in-description.json", "read", 64000.0, 1048576, 12738.777344, 325632),
    ("local/unusual-json/unified-both.json", "read", 9018.181818, 2031616, 105055.655242, 205824),
    (
        "public/distributed-system-analysis+pbench/client-server_fio3.7/fio-result.txt",
        "read",
        7951.016328,
        488804352,
        4023104.276999,
        6193152,
    ),
    (
        "public/distributed-system-analysis+pbench/local_fio3.19/fio-result.txt",
        "read",
        96.77941,
        34249953280,
        330603717.818582,
        985661440,
    ),
    ("public/HIGHPOINT_RAID5_RW_fio3.16/randrw-1-64.json", "read", 126.860606, 31383552, 142770768.776951, 1132462080),
    ("public/HIGHPOINT_RAID5_RW_fio3.16/randrw-32-8.json", "read", 313.698245, 77676544, 163028223.115007, 650117120),
    (
        "public/HIGHPOINT_RAID5_RW_fio3.16/randrw-64-32.json",
        "read",
        329.665811,
        82104320,
        2645509263.200101,
        5603590144,
    ),
    ("public/M1015_8x2TB_RAID5_mdadm/randread-16-4.json", "read", 1445.028617, 355745792, 44266349.624845, 240123904),
    ("public/M1015_8x2TB_RAID5_mdadm/randread-2-64.json", "read", 1680.424019, 414261248, 75963856.935207, 455081984),
    (
        "public/M1015_8x2TB_RAID5_mdadm/randwrite-16-64.json",
        "write",
        465.808962,
        116711424,
        2127022276.730329,
        6408896512,
    ),
    (
        "public/MICROSERVERG8_INTELD3S4610_fio3.14/randread-1-1.json",
        "read",
        8360.793987,
        2054782976,
        117488.340759,
        150528,
    ),
    (
        "public/MICROSERVERG8_INTELD3S4610_fio3.14/randread-1-16.json",
        "read",
        52773.403777,
        12969807872,
        301153.727077,
        387072,
    ),
    (
        "public/MICROSERVERG8_INTELD3S4610_fio3.14/randread-16-16.json",
        "read",
        52820.401293,
        12982439936,
        4841682.279166,
        10289152,
    ),
    ("public/P420i_INTEL_5min/randread-64-2.json", "read", 54552.274477, 67034505216, 2344886.788357, 2834432),
    ("public/P420i_INTEL_5min/randwrite-32-1.json", "write", 45526.108246, 55942668288, 700695.875725, 798720),
    ("public/P420i_INTEL_5min/randwrite-8-8.json", "write", 45488.953407, 55897198592, 1401257.794993, 1531904),
    ("public/P420i_RAID0_4x_SSD/randread-16-1.json", "read", 74165.006117, 91134263296, 214531.324336, 354304),
    ("public/P420i_RAID0_4x_SSD/randread-4-1.json", "read", 18622.704591, 22883655680, 212739.23291, 350208),
    ("public/P420i_RAID0_4x_SSD/randwrite-2-32.json", "write", 166526.236492, 204628803584, 378509.119974, 987136),
    (
        "public/P420i_SAMSUNG_860PRO_TEST01/randread-64-1.json",
        "read",
        67751.920801,
        16650989568,
        943567.959144,
        1003520,
    ),
    ("public/P420i_SAMSUNG_860PRO_TEST01/randread-8-4.json", "read", 67756.82072, 16652193792, 470504.341394, 561152),
    (
        "public/P420i_SAMSUNG_860PRO_TEST01/randwrite-2-64.json",
        "write",
        47865.87906,
        11766067200,
        2664040.245879,
        2899968,
    ),
    (
        "public/P420i_SAMSUNG_860PRO_TEST02_DISABLED_WRITE_CACHE/randread-16-8.json",
        "read",
        56693.415329,
        13933670400,
        2254861.599769,
        2506752,
    ),
    (
        "public/P420i_SAMSUNG_860PRO_TEST02_DISABLED_WRITE_CACHE/randread-32-16.json",
        "read",
        57700.358303,
        14181621760,
        8870774.666866,
        16056320,
    ),
    (
        "public/P420i_SAMSUNG_860PRO_TEST02_DISABLED_WRITE_CACHE/randread-4-64.json",
        "read",
        57190.761848,
        14058012672,
        4472376.490522,
        22151168,
    ),
    ("public/test-ceph-ssd_fio3.6/randread-1-1.json", "read", 1430.242829, 351502336, 688386.503729, 864256),
    ("public/test-ceph-ssd_fio3.6/randread-8-1.json", "read", 10919.368011, 2683588608, 723061.3306, 1089536),
    ("public/test-ceph-ssd_fio3.6/randread-8-8.json", "read", 26073.44388, 6408343552, 2445368.992866, 5079040),
    ("public/test-data01_fio2.18/randread-01-128.json", "read", 512.290396, 22024192, 241892914.078, 1105920000),
    ("public/test-data01_fio2.18/randread-16-01.json", "read", 358.389528, 14802944, 44611692.861, 228352000),
    ("public/test-data01_fio2.18/randread-16-08.json", "read", 514.873266, 22048768, 246634555.452, 1073152000),
    ("public/test-data03_fio2.18/randread-64-64.json", "read", 15786.633416, 648237056, 255948810.78100002, 514048000),
    ("public/test-data03_fio2.18/randwrite-64-64.json", "write", 7745.101939, 318984192, 510952122.822, 1515520000),
    (
        "public/styliteag+fio-analyzer/fio_results_example_readwrite.json",
        "read",
        10084.191581,
        413089792,
        46871.544441,
        140288,
    ),
]
PLOT = "public/louwrentius+fio-plot/"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=NO_CORPUS)


def path_of(name: str) -> Path:
    path = CORPUS / name
    return path if path.exists() else CORPUS / name.replace("public/", PLOT, 1)


def by_the_product(path: Path) -> Pin:
    """Return the headline numbers of the first job of the file."""
    (result,) = results(members_in(path))
    job = result.measurements[0]
    direction, part = next(iter(job.parts.items()))
    assert part.iops is not None
    assert part.bytes is not None
    assert part.latency.mean is not None
    return direction, part.iops, part.bytes, part.latency.mean, part.percentiles_ns[99.0]


def by_hand(path: Path) -> Pin:
    """Return the same figures from the raw JSON, with no code of the product."""
    text = path.read_text(encoding="utf-8", errors="replace")
    begin = text.rindex('{\n  "fio version"')
    document, _ = json.JSONDecoder(strict=False).raw_decode(text, begin)
    job = document.get("jobs", document.get("client_stats"))[0]
    direction = next(name for name in ("read", "write", "trim") if job[name]["iops"])
    part = job[direction]
    new = "clat_ns" in part
    latency, completion = (part["lat_ns"], part["clat_ns"]) if new else (part["lat"], part["clat"])
    unit = 1 if new else 1000
    size = part["io_bytes"] if "io_kbytes" in part else 1024 * part["io_bytes"]
    percentiles = latency.get("percentile") or completion["percentile"]
    return direction, part["iops"], size, latency["mean"] * unit, percentiles["99.000000"] * unit


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin[0])
def test_headline_figures_match_pins_and_raw_json(pin: tuple[str, str, float, float, float, float]) -> None:
    name, *expected = pin
    path = path_of(name)
    for read in (by_the_product(path), by_hand(path)):
        assert read[0] == expected[0]
        assert read[1:] == pytest.approx(expected[1:], rel=1e-9)
