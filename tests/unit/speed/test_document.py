"""Both halves of the benchmarks make one document."""

from __future__ import annotations

from tests.speed.__main__ import join
from tests.speed.tables import table

from storagelab.bench.report import BenchmarkFigure, build_document


def test_join_concatenates_figures_and_preserves_initial_load() -> None:
    product = {"machine": {"cores": 2, "load": 0.1}, "figures": [{"name": "start_up_first"}]}
    pages = {"machine": {"cores": 2, "load": 1.9, "chromium": "141.0"}, "figures": [{"name": "initial_js"}]}
    joined = join([product, pages])
    assert joined["machine"] == {"cores": 2, "load": 0.1, "chromium": "141.0"}
    assert [figure["name"] for figure in joined["figures"]] == ["start_up_first", "initial_js"]
    assert join([pages]) == pages


def test_table_marks_missed_goals() -> None:
    late = BenchmarkFigure("run_page_mobile_lcp", 2.6183, "s", "lower", 2.5, "")
    good = BenchmarkFigure("run_page_desktop_score", 99.0, "of 100", "higher", 98, "")
    free = BenchmarkFigure("live_page_browser_cpu", 12.0, "% of a core", "lower", None, "")
    large = BenchmarkFigure("run_page_mobile_tbt", 1394.2, "ms", "lower", 250.0, "")
    assert table(build_document([late, good, free, large])["figures"])[2:] == [
        "| `run_page_mobile_lcp` | 2.62 s | ≤ 2.5 | **missed** |",
        "| `run_page_desktop_score` | 99 of 100 | ≥ 98 | met |",
        "| `live_page_browser_cpu` | 12 % of a core |  |  |",
        "| `run_page_mobile_tbt` | 1,390 ms | ≤ 250 | **missed** |",
    ]
