"""Independent second reading of raw result files, one headline each.

It uses no code of the product and does its own arithmetic.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

#: IOPS, bytes per second and mean latency in ns over all jobs and directions of one entry of a file.
Headline = tuple[float, float, float]


def fio_headline(path: Path) -> Headline:
    """Return the headline over all jobs and directions of the last document in the file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    documents = []
    position = text.find("{")
    while position >= 0:
        try:
            document, end = json.JSONDecoder(strict=False).raw_decode(text, position)
        except ValueError:
            end = position + 1
        else:
            if isinstance(document, dict) and "fio version" in document:
                documents.append(document)
        position = text.find("{", end)
    document = documents[-1]
    jobs = [job for job in document.get("jobs", document.get("client_stats")) if job["jobname"] != "All clients"]
    iops = bandwidth = ios = latency = 0.0
    for job in jobs:
        for direction in ("read", "write", "trim"):
            part = job.get(direction)
            if not part or not part["iops"]:
                continue
            count = part.get("total_ios") or round(part["iops"] * part["runtime"] / 1000)
            block = part.get("lat_ns") or part.get("lat") or {}
            if not block.get("mean"):
                block = part.get("clat_ns") or part["clat"]
            unit = 1 if "lat_ns" in part or "clat_ns" in part else 1000
            iops += part["iops"]
            bandwidth += part["bw_bytes"] if "bw_bytes" in part else part["bw"] * 1024
            ios += block.get("N", count)
            latency += block.get("N", count) * block["mean"] * unit
    return iops, bandwidth, latency / ios


def vdbench_headlines(folder: Path) -> list[Headline]:
    """Return every average row with I/O of the flat file, by its printed columns."""
    rows = [line.split() for line in (folder / "flatfile.html").read_text().splitlines() if line[:1] not in ("<", "*")]
    header = next(row for row in rows if row and row[0] == "tod")
    averages = [dict(zip(header, row, strict=True)) for row in rows if len(row) == len(header) and "avg_" in row[3]]
    return [
        (float(row["rate"]), float(row["MB/sec"]) * 1048576, float(row["resp"]) * 1e6)
        for row in averages
        if row["Run"] != "SD_format" and not row["Run"].startswith("format_for") and float(row["rate"]) > 0
    ]


def iometer_headlines(path: Path) -> list[Headline]:
    """Return every row over all managers.

    All access specifications of the one file in the corpus have requests of 8 KiB.
    """
    rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    head = next(row for row in rows if row[0] == "'Target Type")
    iops, time = head.index("IOps"), head.index("Average Response Time")
    return [(float(row[iops]), 8192 * float(row[iops]), 1e6 * float(row[time])) for row in rows if row[0] == "ALL"]


def crystaldiskmark_headlines(path: Path) -> list[tuple[float | None, float]]:
    """Return IOPS, where they are printed, and bytes per second of every line."""
    headlines = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        rate = re.search(r":\s+([\d.]+) MB/s", line)
        if rate:
            iops = re.search(r"\[\s*([\d.]+) IOPS\]", line)
            headlines.append((float(iops[1]) if iops else None, float(rate[1]) * 1e6))
    return headlines
