"""First files: the scripts, styles and answers that a page loads beside its first script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storagelab.http.pages import find_first_files, read_first_files
from storagelab.http.preload import Beginning, FirstFiles, write_beginning

QUEUE = FirstFiles(["assets/queue.js"], ["assets/queue.css"], ["/api/v1/queue/schedule?a=1&b=2"])
RUN = FirstFiles(["assets/run.js"])
PAGES = {"queue": QUEUE, "runs/*": RUN}


@pytest.mark.parametrize(
    ("path", "has_search", "files"),
    [
        ("queue", False, QUEUE),
        ("queue/", False, QUEUE),
        ("queue", True, FirstFiles(QUEUE.scripts, QUEUE.styles)),
        ("runs/r-1", False, RUN),
        ("runs/r-1/files", False, FirstFiles()),
        ("runs", False, FirstFiles()),
        ("", False, FirstFiles()),
    ],
)
def test_an_address_has_its_first_files(path: str, has_search: bool, files: FirstFiles) -> None:
    assert find_first_files(PAGES, path, has_search=has_search) == files


def test_first_files_are_links_in_the_head() -> None:
    index = b'<html><head></head><body><div id="root"></div></body></html>'
    head = write_beginning(index, Beginning({}, None), QUEUE).partition(b"</head>")[0].decode()
    assert '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/queue.js">' in head
    assert '<link rel="preload" as="style" crossorigin href="/assets/queue.css">' in head
    assert '<link rel="preload" as="fetch" crossorigin href="/api/v1/queue/schedule?a=1&amp;b=2">' in head


@pytest.mark.parametrize("text", [None, "", "[]", '{"queue": 1}', '{"queue": {"unknown": []}}'])
def test_missing_or_invalid_first_files_are_empty(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "pages.json").write_text(text, encoding="utf-8")
    assert read_first_files(tmp_path) == {}
    assert read_first_files(None) == {}


def test_first_files_are_read_as_built(tmp_path: Path) -> None:
    files = {"queue": {"scripts": ["a.js"], "styles": [], "answers": []}}
    (tmp_path / "pages.json").write_text(json.dumps(files), encoding="utf-8")
    assert read_first_files(tmp_path) == {"queue": FirstFiles(["a.js"], [], [])}
