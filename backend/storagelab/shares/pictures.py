"""Charts of a share as pictures, drawn on demand by the functions of the browser (ADR 0008, 0020).

They are drawn in a process of its own under limits and stored on disk below the data folder. Neither is part of what is
frozen: a better renderer draws them again from the same data.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import textwrap
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from msgspec import structs

from storagelab.config import get_settings
from storagelab.shares.document.share import ChartData, FrozenChart
from storagelab.shares.page.chart_places import VALUES
from storagelab.shares.page.model import PageChart
from storagelab.shares.parts import Parts
from storagelab.shares.picture_failures import FailedPictures
from storagelab.shares.picture_paths import shorten_paths
from storagelab.shares.picture_process import SECONDS, ChartFailed, ChartImagesUnavailable, PictureProcess
from storagelab.shares.picture_store import PictureStore
from storagelab.shares.style import theme_tokens

BUNDLE = Path("ssr") / "charts.js"
FOLDER = "pictures"
Theme = Literal["light", "dark"]
For = Literal["readers", "authors"]

#: The height in CSS px of a line below a picture that leaves its page.
LINE_HEIGHT = 18
#: About how wide a character of such a line is, and how many lines one text may fill.
_CHARACTER = 5.8
_MAX_LINES = 6


@dataclass(frozen=True, slots=True)
class PictureCaption:
    """Texts of a chart beside its picture.

    `heights` are in CSS px at 1040 and at 360 px of width. `table` has a `caption`, `columns` of `title` and `unit`,
    and `rows` of exact values in these units. A unit is one of the page model or null.
    """

    sentence: str
    heights: tuple[int, int]
    table: dict[str, Any]


class _Drawer:
    """A process that draws, and whose turn it is there."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self._lock = threading.Lock()
        self._process: PictureProcess | None = None
        self._drawn_by = ""

    def call(self, bundle: Path, sha256: str, function: str, *arguments: object) -> str:
        with self._lock:
            if self._process is None or self._drawn_by != sha256:
                # The front end was built again: what draws has the old bundle.
                if self._process is not None:
                    self._process.close()
                self._process, self._drawn_by = PictureProcess(bundle), sha256
            process = self._process
        return process.call(function, *arguments)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()


class Pictures:
    """The renderer and cache of the charts of one installation.

    Readers have a process of their own: their requests, however many, never delay the creation of a share.
    """

    def __init__(self, bundle: Path | None, folder: Path) -> None:
        self._bundle = bundle
        self._store = PictureStore(folder)
        self._drawers: dict[For, _Drawer] = {"readers": _Drawer(), "authors": _Drawer()}
        self._failed = FailedPictures()

    def tag(self, chart: PageChart, *, theme: Theme, width: int, height: int) -> str:
        """Return the key of the picture of a chart: equal wherever the same bundle draws the same data."""
        parts = [self._find_bundle()[1], _hash_data(chart), chart.kind, chart.title, theme, str(width), str(height)]
        if _is_beside_others(chart, width):
            parts.append("panel")
        return _hash_texts(parts)

    def draw(self, chart: PageChart, *, theme: Theme, width: int, height: int, whom: For = "readers") -> bytes:
        """Return the picture as compressed (gzip) SVG. Raises ChartImagesUnavailable."""

        def render() -> str:
            is_panel = _is_beside_others(chart, width)
            data = _encode_json(chart.data)
            return self._call(whom, "renderChart", chart.kind, data, theme, width, height, chart.title, is_panel)

        return self._draw_once(self.tag(chart, theme=theme, width=width, height=height), render, whom=whom)

    def tag_miniature(self, chart: PageChart, *, theme: Theme, width: int, height: int) -> str:
        """Return the key of the miniature of a chart, as `tag` does for its picture."""
        parts = [self._find_bundle()[1], "miniature", _hash_data(chart), chart.kind, theme, str(width), str(height)]
        return _hash_texts(parts)

    def draw_miniature(
        self, chart: PageChart, *, theme: Theme, width: int, height: int, whom: For = "readers"
    ) -> bytes:
        """Return a chart without texts for a list, as compressed (gzip) SVG. Raises ChartImagesUnavailable."""

        def render() -> str:
            return self._call(whom, "renderMiniature", chart.kind, _encode_json(chart.data), theme, width, height)

        return self._draw_once(self.tag_miniature(chart, theme=theme, width=width, height=height), render, whom=whom)

    def find_miniature(self, chart: PageChart, *, theme: Theme, width: int, height: int) -> bytes | None:
        """Return the stored miniature of a chart; None if it was never drawn. Does not need the data of the chart."""
        return self._store.get(self.tag_miniature(chart, theme=theme, width=width, height=height))

    def _draw_once(self, key: str, render: Callable[[], str], *, whom: For) -> bytes:
        """Return the stored picture with this key; one that was never drawn is drawn now by `render`."""
        stored = self._store.get(key)
        if stored is not None:
            return stored
        self._failed.check(key)
        turn = self._drawers[whom].turn
        if not turn.acquire(timeout=SECONDS):
            raise ChartImagesUnavailable("Many charts are being drawn at this moment: try again in a minute.")
        try:
            # Of many who wait for the same picture only the first has it drawn.
            stored = self._store.get(key)
            if stored is not None:
                return stored
            self._failed.check(key)
            try:
                svg = render()
            except ChartFailed as error:
                self._failed.remember(key, error)
                raise
            return self._store.put(key, shorten_paths(svg))
        finally:
            turn.release()

    def find(self, chart: PageChart, *, theme: Theme, width: int, height: int) -> bytes | None:
        """Return the stored picture of a chart as compressed SVG; None if it was never drawn.

        Does not need the data of the chart.
        """
        return self._store.get(self.tag(chart, theme=theme, width=width, height=height))

    def read(self, kind: str, data: ChartData) -> PictureCaption:
        """Return the sentence, the heights and the table of a chart. Raises ChartImagesUnavailable."""
        reading = json.loads(self._call("authors", "readChart", kind, _encode_json(data)))
        wide, narrow = reading["heights"]
        return PictureCaption(sentence=reading["sentence"], heights=(wide, narrow), table=reading["table"])

    def offer(self, measured: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the charts that `measured`, the columns of measurements, can fill.

        Raises ChartImagesUnavailable.
        """
        offered: list[dict[str, Any]] = json.loads(self._call("authors", "offerCharts", _encode_json(measured)))
        return offered

    def draw_panels(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the `panels` of a workbench and the `names` of its entries.

        Raises ChartImagesUnavailable.
        """
        drawn: dict[str, Any] = json.loads(self._call("authors", "drawPanels", _encode_json(request)))
        return drawn

    def close(self) -> None:
        """End the processes that draw."""
        for drawer in self._drawers.values():
            drawer.close()

    def _call(self, whom: For, function: str, *arguments: object) -> str:
        path, sha256 = self._find_bundle()
        return self._drawers[whom].call(path, sha256, function, *arguments)

    def _find_bundle(self) -> tuple[Path, str]:
        """Return the path and the SHA-256 of the chart bundle of the front end.

        The hash is computed again when the file has changed. Raises ChartImagesUnavailable without a bundle.
        """
        try:
            if self._bundle is None:
                raise FileNotFoundError
            stat = self._bundle.stat()
        except OSError as error:
            raise ChartImagesUnavailable(
                "The chart bundle of the front end is not built: run make up, which builds it, or npm run build."
            ) from error
        return self._bundle, _sha256_of(self._bundle, stat.st_mtime_ns, stat.st_size)


def _hash_data(chart: PageChart) -> str:
    return chart.data_sha256 or hashlib.sha256(_encode_json(chart.data).encode()).hexdigest()


def _hash_texts(texts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _is_beside_others(chart: PageChart, width: int) -> bool:
    """Return whether a picture of this width is a panel in its place on a workbench."""
    return chart.is_panel and width == chart.width


@lru_cache(maxsize=4)
def _sha256_of(path: Path, mtime_ns: int, size: int) -> str:  # noqa: ARG001 - another time or size is another file.
    return hashlib.sha256(path.read_bytes()).hexdigest()


@lru_cache(maxsize=1)
def _pictures(frontend_dir: Path | None, cache_dir: Path) -> Pictures:
    return Pictures(frontend_dir / BUNDLE if frontend_dir else None, cache_dir / FOLDER)


def get_pictures() -> Pictures:
    """Return the renderer and cache of chart pictures of this installation."""
    settings = get_settings()
    return _pictures(settings.frontend_dir, settings.cache_dir)


def draw(chart: PageChart, *, theme: Theme, width: int, height: int) -> str:
    """Draw a chart as an SVG document with its title. Raises ChartImagesUnavailable."""
    return gzip.decompress(get_pictures().draw(chart, theme=theme, width=width, height=height)).decode()


def read_chart(kind: str, data: ChartData) -> PictureCaption:
    """Return the sentence, the heights and the table of a chart, by the same functions as in the browser.

    Raises ChartImagesUnavailable.
    """
    return get_pictures().read(kind, data)


def offer_charts(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the charts that measurements can fill, with their data, by the same functions as in the browser.

    `request` has the columns of `GET /measurements`, names and looks of `runs`, and the `metric`. Each chart has `key`,
    `chart` (its kind), `title`, `note`, `settings` and `data`. Raises ChartImagesUnavailable.
    """
    return get_pictures().offer(request)


def draw_panels(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `panels` of a workbench and the `names` of its entries, by the same functions as in the browser.

    A panel has its `id` and one of three: a `question` with its `key`, a `reason` why it is empty, or a drawing with
    `chart`, `title`, `subtitle`, `remark`, `runs` and `data`. `curves`, `results` and `ranking` name the data that are
    still missing. Raises ChartImagesUnavailable.
    """
    return get_pictures().draw_panels(request)


def add_readings(
    charts: Mapping[str, FrozenChart], data: Mapping[str, ChartData], parts: Parts
) -> dict[str, FrozenChart]:
    """Return the charts of a document, each with its `sentence`, `heights` and `table`, the name of a part.

    The tables are added to `parts`. `data` are the data of the charts by their names in the document. Raises
    ChartImagesUnavailable.
    """
    read: dict[str, FrozenChart] = {}
    for key, chart in charts.items():
        if chart.kind == VALUES:
            read[key] = structs.replace(chart, sentence=data[chart.data]["caption"], table=chart.data)
            continue
        reading = read_chart(chart.kind, data[chart.data])
        table = parts.add_json(f"charts/{key}/table", reading.table)
        read[key] = structs.replace(chart, sentence=reading.sentence, heights=reading.heights, table=table)
    return read


def add_picture_lines(svg: str, lines: tuple[str, ...], *, theme: Theme, width: int, height: int) -> str:
    """Return an SVG picture for use outside its page, with `lines` of text below it.

    Lines are settings, the permalink and the date, for example.
    """
    tokens = theme_tokens(theme)
    background, colour = tokens["surface"], tokens["text-2"]
    lines = tuple(piece for line in lines for piece in textwrap.wrap(line, int((width - 24) / _CHARACTER))[:_MAX_LINES])
    whole = height + LINE_HEIGHT * len(lines) + 8
    texts = "".join(
        f'<text x="12" y="{height + LINE_HEIGHT * row - 4}" font-size="11" fill="{colour}">{escape(line)}</text>'
        for row, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{whole}" viewBox="0 0 {width} {whole}" '
        f'font-family="Inter, system-ui, sans-serif"><rect width="{width}" height="{whole}" fill="{background}"/>'
        f"{svg}{texts}</svg>"
    )


def _encode_json(data: ChartData) -> str:
    return json.dumps(dict(data), allow_nan=False, sort_keys=True, separators=(",", ":"))
