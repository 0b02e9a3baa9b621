"""Files that a browser loads before any page: sent compressed, and unpacked to the built bytes."""

from __future__ import annotations

import httpx2
from tests.e2e.lab import Lab
from tests.speed.built_files import initial_files


def test_scripts_and_styles_come_packed(lab: Lab) -> None:
    folder = lab.place / "pages"
    scripts, styles = initial_files(folder)
    assert scripts
    assert styles
    for path in [*scripts, *styles, folder / "index.html"]:
        answer = httpx2.get(f"{lab.url}/{path.relative_to(folder).as_posix()}", headers={"Accept-Encoding": "gzip"})
        assert (answer.status_code, answer.headers.get("content-encoding")) == (200, "gzip"), path.name
        assert answer.content == path.read_bytes()
