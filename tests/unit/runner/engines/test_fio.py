"""Figures of a phase from the last document of fio."""

import json

import pytest

from storagelab_runner.engines.table import ENGINES
from storagelab_runner.layout import PhaseFolder
from storagelab_runner.measured import MeasuredInterval


def direction(ios, iops, bandwidth, mean, **more):
    latency = {"min": 1, "max": 9, "mean": mean, "N": ios}
    return {"total_ios": ios, "iops": iops, "bw_bytes": bandwidth, "lat_ns": latency, "runtime": 1000, **more}


IDLE = direction(0, 0, 0, 0)


def read_figures(folder, *documents, tail=""):
    text = "".join(json.dumps(document, indent=2) + "\n" for document in documents) + tail
    (folder / "status.json").write_text(text)
    return ENGINES["fio"].read_figures(PhaseFolder(folder), 0)


def jobs(*pairs):
    return {"fio version": "fio-3.33", "jobs": [{"read": read, "write": write} for read, write in pairs]}


def test_read_and_write_figures_merge_with_weighted_latency(tmp_path):
    earlier = jobs((direction(1, 1, 1, 1), IDLE))
    last = jobs((direction(300, 30.5, 3000, 100), direction(100, 10, 1000, 500)), (IDLE, direction(100, 10, 1000, 0)))
    assert read_figures(tmp_path, earlier, last) == MeasuredInterval(50.5, 30.5, 20, 5000, 160)


@pytest.mark.parametrize(
    "document",
    [
        jobs((IDLE, IDLE)),
        jobs((direction(5, None, 1, 1), IDLE)),
        jobs((direction(5, -1, 1, 1), IDLE)),
        jobs((direction(5, 1, True, 1), IDLE)),
        jobs((direction(5, 1, 1, float("nan")), IDLE)),
        jobs((direction(5, 1, 1, 1, lat_ns=None), IDLE)),
        {"jobs": None},
        {"jobs": ["x", {"read": 5}]},
    ],
)
def test_document_without_every_figure_is_missing(tmp_path, document):
    assert read_figures(tmp_path, document) is None


def test_absent_empty_or_truncated_output_is_missing(tmp_path):
    good = jobs((direction(5, 1, 1, 1), IDLE))
    assert ENGINES["fio"].read_figures(PhaseFolder(tmp_path), 0) is None
    assert read_figures(tmp_path) is None
    assert read_figures(tmp_path, good, tail='{\n  "jobs" : [') is None
