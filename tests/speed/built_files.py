"""Built files that a first visit has to load before any page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from storagelab.bench.report import BenchmarkFigure

KIB = 1024
#: From the budgets of the pages, in KiB after compression.
SCRIPTS_GOAL = 220.0
STYLES_GOAL = 40.0
_SOURCE = re.compile(r'<script\b[^>]*\bsrc="/([^"]+)"')
_LINK = re.compile(r'<link\b[^>]*\brel="(modulepreload|stylesheet)"[^>]*\bhref="/([^"]+)"')
#: A module that another needs before it runs: `import ... from "./x.js"`, not `import("./x.js")`.
_IMPORT = re.compile(r'\b(?:from|import)\s*"\./([^"]+\.js)"')


def initial_files(folder: Path) -> tuple[set[Path], set[Path]]:
    """Return the scripts and styles that the built index.html loads, with every module that they import at once."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    links = [(kind, folder / path) for kind, path in _LINK.findall(index)]
    waiting = [folder / path for path in _SOURCE.findall(index)]
    waiting += [path for kind, path in links if kind == "modulepreload"]
    scripts: set[Path] = set()
    while waiting:
        script = waiting.pop()
        if script not in scripts:
            scripts.add(script)
            waiting += [script.parent / name for name in _IMPORT.findall(script.read_text(encoding="utf-8"))]
    return scripts, {path for kind, path in links if kind == "stylesheet"}


def packed_kib(files: set[Path]) -> float:
    """Return the size of files in KiB after gzip at its highest level, each by itself."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) / KIB


def file_figures(folder: Path) -> list[BenchmarkFigure]:
    """Return the figures of a built front end."""
    scripts, styles = initial_files(folder)
    return [
        BenchmarkFigure("initial_js", packed_kib(scripts), "KiB gz", "lower", SCRIPTS_GOAL, f"{len(scripts)} files"),
        BenchmarkFigure("initial_css", packed_kib(styles), "KiB gz", "lower", STYLES_GOAL, f"{len(styles)} file(s)"),
    ]
