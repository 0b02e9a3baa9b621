"""Files that count as loaded before any page."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.speed.built_files import file_figures, initial_files, packed_kib

INDEX = """<!doctype html><head>
<script src="/color-scheme.js"></script>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/shared-2.js">
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="stylesheet" crossorigin href="/assets/index-3.css">
</head>"""


@pytest.fixture
def built(tmp_path: Path) -> Path:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "color-scheme.js").write_text("document")
    (assets / "index-1.js").write_text(
        'import{a as b}from"./shared-2.js";import"./deep-4.js";const c=()=>import("./page-5.js");'
    )
    (assets / "shared-2.js").write_text('export{a}from"./index-1.js";')
    (assets / "deep-4.js").write_text('export*from"./deeper-6.js"')
    (assets / "deeper-6.js").write_text("")
    (assets / "page-5.js").write_text("a page of its own")
    (assets / "index-3.css").write_text("body{}" * 1000)
    return tmp_path


def test_all_that_runs_before_a_page_counts(built: Path) -> None:
    scripts, styles = initial_files(built)
    assert {path.name for path in scripts} == {
        "color-scheme.js",
        "index-1.js",
        "shared-2.js",
        "deep-4.js",
        "deeper-6.js",
    }
    assert {path.name for path in styles} == {"index-3.css"}


def test_file_sizes_are_measured_after_compression(built: Path) -> None:
    styles = built / "assets" / "index-3.css"
    assert packed_kib({styles}) == len(gzip.compress(styles.read_bytes(), 9)) / 1024
    figures = {figure.name: figure for figure in file_figures(built)}
    assert figures["initial_css"].value == packed_kib({styles})
    assert figures["initial_js"].note == "5 files"
