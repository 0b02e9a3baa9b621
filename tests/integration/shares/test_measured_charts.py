"""Tests of charts of varied parameters, response times and SNIA reports: available, frozen, drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.document_names import as_frozen
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import Place
from tests.report_runs import add_rounds, make_report_run
from tests.result_factories import make_measurement

from storagelab.analysis.bins import compute_bin_value, find_bin_index
from storagelab.analysis.latency_slices import LatencyInterval, fold_intervals, pack_slices
from storagelab.db.models import LatencyOverTime, Phase, Run
from storagelab.domain.workload import AddressRange, BlockSize, Workload
from storagelab.shares import pictures
from storagelab.shares.freezing import material

KIB = 1024
GIB = 1 << 30
#: Of the only curve, in the light theme.
FIRST_COLOUR = "#06107A"


@pytest.fixture(autouse=True)
def _stop_drawing() -> Iterator[None]:
    """Stop all picture processes when the test is over."""
    yield
    pictures.get_pictures().close()
    pictures._pictures.cache_clear()


def make_sweep(make: Factory, place: Place, points: list[tuple[Workload, float]], **values: Any) -> Run:
    """Return a finished run with one phase for each workload, and the IOPS of each."""
    job = make.job(place.server, profile_id=place.profile.id, target={"kind": "file", "size_bytes": GIB})
    run = make.run(
        job, state="finished", completeness="complete", server_id=place.server.id,
        configuration_id=place.configuration.id, **values,
    )  # fmt: skip
    for ordinal, (workload, iops) in enumerate(points, 1):
        size = workload.block_sizes[0].bytes
        phase = make.phase(
            run, ordinal=ordinal, name=f"point {ordinal}", state="finished", t0_ms=ordinal * 20_000,
            t1_ms=ordinal * 20_000 + 10_000, workload=workload.to_json(),
        )  # fmt: skip
        make_measurement(
            make, phase, iops=iops, bandwidth_bytes_per_s=iops * size,
            latency_mean_ns=workload.outstanding_ios / iops * 1e9, outstanding_ios=workload.outstanding_ios,
            threads=workload.threads, queue_depth=workload.queue_depth, block_bytes=size, value_kind="exact",
            read_percent=float(workload.read_percent), random_percent=float(workload.random_percent), latency_n=1000,
        )  # fmt: skip
    make.session.flush()
    return run


def of_sizes(*sizes: int, factor: float = 1.0) -> list[tuple[Workload, float]]:
    return [(Workload((BlockSize(size),), 100, 100), factor * 1e8 / size) for size in sizes]


def offer(operator: TestClient, **subject: Any) -> dict[str, dict[str, Any]]:
    """Return the available charts by key."""
    answer = operator.post("/api/v1/shares/options", json=subject)
    assert answer.status_code == 200, answer.text
    charts = answer.json()["charts"]
    assert len({chart["key"] for chart in charts}) == len(charts)
    return {chart["key"]: chart for chart in charts}


def offer_run(operator: TestClient, run: Run) -> dict[str, dict[str, Any]]:
    return offer(operator, kind="run", run_id=str(run.id))


class Frozen:
    """A published share of these charts: the data and the table of each, and what its picture has."""

    def __init__(self, operator: TestClient, anonymous: TestClient, keys: list[str], **subject: Any) -> None:
        share = freeze(operator, body=[{"chart": key} for key in keys], **subject)
        self.document = read_document(anonymous, share)
        self._parts = read_parts(anonymous, share, self.document)
        self._client, self._path = anonymous, path_of(share)

    def data(self, key: str) -> dict[str, Any]:
        return dict(json.loads(self._parts[f"charts/{key}"]))

    def rows(self, key: str) -> list[list[Any]]:
        """Return the rows of its table."""
        rows: list[list[Any]] = json.loads(self._parts[f"charts/{key}/table"])["rows"]
        return rows

    def picture(self, key: str) -> str:
        answer = self._client.get(f"{self._path}/charts/{key}.svg")
        assert answer.status_code == 200, answer.text
        return answer.text

    def lines(self, key: str, colour: str = FIRST_COLOUR) -> list[int]:
        """Return the point counts of the lines of a colour on the picture. Lines of the legend have two points."""
        paths = re.findall(r'<path d="([^"]+)" fill="(?:none|transparent)"[^>]*stroke="([^"]+)"', self.picture(key))
        return sorted(len(re.findall("[MLC]", path)) for path, stroke in paths if stroke.upper() == colour.upper())

    def texts(self, key: str) -> list[str]:
        return re.findall(r"<text[^>]*>([^<]*)</text>", self.picture(key))


def test_block_sizes_have_both_panels_with_all_points(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    sizes = [size * KIB for size in (4, 8, 16, 32, 64, 128, 256)]
    run = make_sweep(make, place, of_sizes(*sizes))
    offered = offer_run(operator, run)
    assert offered["block-size"]["default"] is True
    frozen = Frozen(operator, anonymous, ["block-size"], kind="run", run_id=str(run.id))
    assert frozen.document["charts"]["block-size"]["settings"] == {"metric": "iops"}
    numbers = {cell for row in frozen.rows("block-size") for cell in row if isinstance(cell, int | float)}
    assert {1e8 / size for size in sizes if size < 64 * KIB} < numbers
    # Small ones as IOPS, large ones as throughput, two sizes as both.
    assert [count for count in frozen.lines("block-size") if count > 2] == [4, 4]


def test_a_surface_has_its_maps_and_slices(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    loads, shares = [(1, 1), (1, 4), (4, 1), (4, 4)], [0, 50, 100]
    points = [
        (Workload((BlockSize(4096),), 100 - share, 100, threads=threads, queue_depth=depth),
         1000.0 * threads + 31 * depth + share)
        for share in shares for threads, depth in loads
    ]  # fmt: skip
    run = make_sweep(make, place, points)
    offered = offer_run(operator, run)
    maps = [key for key in offered if offered[key]["kind"] == "thread-queue"]
    assert maps == ["thread-queue-w1", "thread-queue-w2", "thread-queue-w3"]
    keys = ["write-share", "share-slice", *maps]
    frozen = Frozen(operator, anonymous, keys, kind="run", run_id=str(run.id))
    surface = {cell for row in frozen.rows("write-share") for cell in row}
    assert {iops for _, iops in points} <= surface
    for place_of_share, key in enumerate(maps):
        own = [iops for workload, iops in points if workload.read_percent == 100 - shares[place_of_share]]
        assert set(own) <= {cell for row in frozen.rows(key) for cell in row}
        for iops in own:
            assert any(text.startswith(f"{iops / 1000:.2f}") for text in frozen.texts(key)), (key, iops)
    assert 3 in frozen.lines("share-slice")
    assert "depth" in frozen.document["charts"]["share-slice"]["settings"]


def test_address_space_chart_covers_all_positions(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    points = [
        (
            Workload(
                (BlockSize(1 << 20),), 100, 0, address_range=AddressRange(offset_percent=percent, size_percent=10)
            ),
            200.0 - percent,
        )
        for percent in (0, 30, 60, 90)
    ]
    run = make_sweep(make, place, points)
    assert "address-space" in offer_run(operator, run)
    frozen = Frozen(operator, anonymous, ["address-space"], kind="run", run_id=str(run.id))
    shown = {cell for row in frozen.rows("address-space") for cell in row}
    assert {(200.0 - at) * (1 << 20) for at in (0, 30, 60, 90)} <= shown
    assert 4 in frozen.lines("address-space")


def test_frozen_response_times_equal_the_page_data(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place, session: Session
) -> None:
    run = make_sweep(make, place, of_sizes(4096))
    phase = session.scalars(select(Phase).where(Phase.run_id == run.id)).one()
    fast, slow = find_bin_index(100_000), find_bin_index(9_000_000)
    seconds = [
        LatencyInterval(1000 * at, 1000, {"read": (np.array([fast, slow]), np.array([500 + at, 40]))})
        for at in range(1, 31)
    ]
    slices = fold_intervals(seconds, 1000)["read"]
    times, data = pack_slices(slices)
    session.add(
        LatencyOverTime(
            run_id=run.id, phase_id=phase.id, direction="read", n=len(slices), ios=int(slices.ios.sum()), times=times,
            data=data,
        )
    )  # fmt: skip
    session.flush()
    key = f"response-times-{phase.ordinal}"
    assert offer_run(operator, run)[key]["default"] is False
    frozen = Frozen(operator, anonymous, [key], kind="run", run_id=str(run.id))
    address = f"/api/v1/runs/{run.id}/latency-over-time"
    page = operator.get(address, params={"phase": phase.ordinal}).json()["histograms"]
    shown = frozen.data(key)
    assert (shown["slices"], shown["cells"]) == (page["slices"], page["cells"])
    assert "run_id" not in shown
    assert page["slices"]["percentiles_ns"][0] == [compute_bin_value(fast)] * 30
    # A rectangle for each cell, and the line of the middle above them.
    assert len(re.findall(r"<path d=", frozen.picture(key))) > len(page["cells"]["ios"]) == 60


@pytest.mark.in_turn
@pytest.mark.parametrize(("test", "of"), [("iops", "IOPS"), ("lat", "LAT")])
def test_every_report_plot_is_available_and_drawn(
    operator: TestClient, anonymous: TestClient, make: Factory, test: Any, of: str
) -> None:
    run = make_report_run(make, test)
    add_rounds(make, run, of)
    panels = {
        f"report-{panel['id']}": panel
        for panel in operator.get(f"/api/v1/runs/{run.id}/report").json()["panels"]
        if panel["empty"] is None and panel["kind"] != "table"
    }
    offered = {key: chart for key, chart in offer_run(operator, run).items() if key.startswith("report-")}
    assert list(offered) == list(panels)
    assert len(panels) >= 4
    frozen = Frozen(operator, anonymous, list(panels), kind="run", run_id=str(run.id))
    for key, panel in panels.items():
        assert frozen.document["charts"][key]["kind"] == f"report-{panel['kind']}"
        assert frozen.data(key) == as_frozen(panel)
        expected = known_values(panel)
        assert expected
        assert expected <= {cell for row in frozen.rows(key) for cell in row if isinstance(cell, int | float)}, key
        drawn = frozen.picture(key)
        marks = len(re.findall(r"<path d=", drawn))
        assert marks > len(panel.get("lines", [])), key


def known_values(panel: Mapping[str, Any]) -> set[float]:
    """Return the figures of a plot: of a histogram its bins."""
    if panel["kind"] == "lines":
        return {y for line in panel["lines"] for y in line["y"] if y is not None}
    if panel["kind"] == "histogram":
        return {bin_of_panel["ns"] for bin_of_panel in panel["bins"]}
    return {value for row in panel["values"] for value in row if value is not None}


def test_comparison_offers_its_sweeps_and_parallel_coordinates(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    sizes = [size * KIB for size in (4, 8, 64)]
    runs = [make_sweep(make, place, of_sizes(*sizes, factor=factor)) for factor in (1.0, 2.0, 3.0)]
    subject = {"kind": "comparison", "run_ids": [str(run.id) for run in runs], "view": {"metric": "iops"}}
    offered = offer(operator, **subject)
    assert {"block-size", "parallel-1", "parallel-2", "parallel-3"} <= set(offered)
    assert offered["parallel-1"]["default"] is False
    keys = ["block-size", "parallel-1"]
    frozen = Frozen(operator, anonymous, keys, **subject, redaction={"serials": True, "names": True})
    lines = frozen.data("parallel-1")["lines"]
    assert [line["values"]["iops"] for line in lines] == [factor * 1e8 / sizes[0] for factor in (1.0, 2.0, 3.0)]
    assert len({line["name"] for line in lines}) == 3
    axes = frozen.data("parallel-1")["axes"]
    assert len(axes) >= 3
    # A line for each run, with a point on each axis.
    drawn = re.findall(r'<polyline points="([^"]+)"', frozen.picture("parallel-1"))
    assert [len(points.split()) for points in drawn] == [2 * len(axes)] * len(runs)


def test_single_figure_calls_no_chart_code(
    operator: TestClient, make: Factory, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(material, "offer_charts")
    run = make_sweep(make, place, of_sizes(4096))
    assert set(offer_run(operator, run)) == {"bars"}
