"""Benchmark of listing and searching a large inventory, one request after the other as pages do."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import httpx2
import numpy as np

from storagelab.bench.generated_inventory import Inventory, write_inventory
from storagelab.bench.lab import Lab
from storagelab.bench.report import BenchmarkFigure
from storagelab.bench.simulated_servers import remove_servers

#: Untimed requests, so that connections, statements and memory are as they are after a minute of work.
_WARMING_UP = 10
#: Hits that the search page requests.
_HITS = 10
#: From one drive whose name is typed to the next: a prime, so that they come from all over the inventory.
_STRIDE = 3331


@dataclass(frozen=True, slots=True)
class InventorySize:
    """Size of the inventory, and number of requests."""

    servers: int
    drives: int
    lists: int
    searches: int


FULL = InventorySize(servers=500, drives=10_000, lists=200, searches=300)
QUICK = InventorySize(servers=500, drives=10_000, lists=50, searches=100)


def measure_inventory(lab: Lab, size: InventorySize) -> list[BenchmarkFigure]:
    """Measure inventory pages and search of a running lab.

    An inventory is written for the measurement and removed afterwards.
    """
    inventory = write_inventory(servers=size.servers, drives=size.drives)
    try:
        with lab.client() as client:
            return [*_measure_lists(client, size), *_measure_searches(client, inventory, size)]
    finally:
        remove_servers(inventory.server_ids)


def _measure_lists(client: httpx2.Client, size: InventorySize) -> list[BenchmarkFigure]:
    requests: list[Mapping[str, str | int]] = [{}] * size.lists
    median, slow = _measure_percentiles(client, "/drives", requests)
    note = f"first page of GET /drives, {_format_inventory_size(size)}, {size.lists} requests over HTTP"
    return [
        BenchmarkFigure("inventory_list_p50", median, "ms", "lower", None, note),
        BenchmarkFigure("inventory_list_p95", slow, "ms", "lower", 200.0, note),
    ]


def _measure_searches(client: httpx2.Client, inventory: Inventory, size: InventorySize) -> list[BenchmarkFigure]:
    requests: list[Mapping[str, str | int]] = [
        {"q": text, "limit": _HITS} for text in list_typed_texts(inventory.names, size.searches)
    ]
    median, slow = _measure_percentiles(client, "/search", requests)
    note = (
        f"GET /search, {_format_inventory_size(size)}, "
        f"{size.searches} growing beginnings of names, models, serials, firmware"
    )
    return [
        BenchmarkFigure("inventory_search_p50", median, "ms", "lower", None, note),
        BenchmarkFigure("inventory_search_p95", slow, "ms", "lower", 150.0, note),
    ]


def list_typed_texts(names: Sequence[Sequence[str]], count: int) -> list[str]:
    """Return `count` search texts as typed letter by letter.

    `names` has the names of each drive. The texts are of the first name of one drive, of the second name of the next,
    and so on.
    """
    drives = (names[index * _STRIDE % len(names)] for index in itertools.count())
    words = (drive_names[index % len(drive_names)] for index, drive_names in enumerate(drives))
    beginnings = (word[:length] for word in words for length in range(1, len(word) + 1))
    return list(itertools.islice((text for text in beginnings if not text.endswith(" ")), count))


def _measure_percentiles(
    client: httpx2.Client, path: str, requests: Sequence[Mapping[str, str | int]]
) -> tuple[float, float]:
    """Return the median and the 95th percentile of the time of GET `path`, in ms.

    `requests` has the parameters of each request.
    """
    for params in requests[:_WARMING_UP]:
        client.get(path, params=params).raise_for_status()
    times = []
    for params in requests:
        began = time.perf_counter()
        client.get(path, params=params).raise_for_status()
        times.append((time.perf_counter() - began) * 1000)
    median, slow = np.percentile(times, (50, 95))
    return float(median), float(slow)


def _format_inventory_size(size: InventorySize) -> str:
    return f"{size.drives} drives in {size.servers} servers"
