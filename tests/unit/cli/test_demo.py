"""Values that the demo reads off the permalink."""

from __future__ import annotations

import pytest

from storagelab.cli.demo import BrokenChain, list_page_iops, require_measured_iops


def test_page_iops_are_parsed_as_displayed() -> None:
    page = "<dd>113.3k IOPS <small>higher</small></dd><td>9,570 IOPS</td><p>1.25M\u00a0IOPS, 4096 bytes</p>"
    assert list_page_iops(page) == pytest.approx([113_300, 9_570, 1_250_000])


def test_page_without_figures_shows_none() -> None:
    assert list_page_iops("<dt>Random read IOPS</dt><dd>unknown</dd>") == []


def test_run_without_headline_breaks_the_chain() -> None:
    with pytest.raises(BrokenChain, match="r-1 finished without a measurement"):
        require_measured_iops({"number": "r-1", "headline": []})
