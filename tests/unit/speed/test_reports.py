"""Reading of Lighthouse's reports, and comparison with the budgets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.speed.reports import Budget, medians, page_figures, read_report

URL = "http://127.0.0.1:18400/runs/r-1"


def report(**changed: Any) -> dict[str, Any]:
    """Return a report in the form of Lighthouse 12, cut down to the parts that are read."""
    return {
        "lighthouseVersion": "12.8.2",
        "requestedUrl": URL,
        "finalDisplayedUrl": URL,
        "audits": {
            "largest-contentful-paint": {"numericValue": 812.5, "numericUnit": "millisecond"},
            "total-blocking-time": {"numericValue": 130, "numericUnit": "millisecond"},
            "cumulative-layout-shift": {"numericValue": 0.003, "numericUnit": "unitless"},
        },
        "categories": {"performance": {"score": 0.97}, "accessibility": {"score": 1}},
    } | changed


def test_figures_are_in_our_units() -> None:
    assert read_report(report()) == pytest.approx(
        {"lcp": 0.8125, "tbt": 130, "cls": 0.003, "score": 97, "accessibility": 100}
    )


def test_report_of_another_page_is_refused() -> None:
    sign_in = URL.replace("/runs/r-1", "/sign-in?next=%2Fruns%2Fr-1")
    with pytest.raises(RuntimeError, match=r"was shown .*/sign-in"):
        read_report(report(finalDisplayedUrl=sign_in))


def test_query_added_by_the_page_is_accepted() -> None:
    assert read_report(report(finalDisplayedUrl=f"{URL}?from=1"))["score"] == pytest.approx(97)


@pytest.mark.parametrize(
    "damage",
    [
        {"categories": {"performance": {"score": None}, "accessibility": {"score": 1}}},
        {"audits": {"largest-contentful-paint": {"errorMessage": "NO_LCP"}}},
    ],
)
def test_report_with_missing_figure_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(RuntimeError, match="has no figure for"):
        read_report(report(**damage))


def test_failures_use_the_words_of_lighthouse() -> None:
    with pytest.raises(RuntimeError, match="The page did not paint any content"):
        read_report(report(runtimeError={"code": "NO_FCP", "message": "The page did not paint any content"}))


def reading(**changed: float) -> dict[str, float]:
    return {"lcp": 0.8, "tbt": 100.0, "cls": 0.0, "score": 99.0, "accessibility": 100.0} | changed


def test_median_is_taken_for_each_figure() -> None:
    readings = [reading(lcp=1, score=90), reading(lcp=3, score=99), reading(lcp=2, score=95)]
    assert medians(readings) == reading(lcp=2, score=95)


def test_a_page_is_held_to_both_screens() -> None:
    desktop = [reading(lcp=0.9, cls=0.05)]
    mobile = [reading(lcp=2.6, score=89, tbt=240, accessibility=98)]
    figures = {figure.name: figure for figure in page_figures("run_page", desktop, mobile, Budget(), "a note")}
    assert {name: (figure.value, figure.goal, figure.met) for name, figure in figures.items()} == {
        "run_page_desktop_lcp": (0.9, 1.0, True),
        "run_page_mobile_lcp": (2.6, 2.5, False),
        "run_page_desktop_score": (99, 98, True),
        "run_page_mobile_score": (89, 90, False),
        "run_page_mobile_tbt": (240, 250, True),
        "run_page_cls": (0.05, 0.02, False),
        "run_page_accessibility": (98, 100, False),
    }
