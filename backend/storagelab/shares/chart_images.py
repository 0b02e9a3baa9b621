"""Charts as SVG on the server: the front end's own option functions, run in V8 inside this process (ADR 0008)."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

from storagelab.errors import StorageLabError

BUNDLE = Path("ssr") / "charts.js"
TIMEOUT_S = 10
MEMORY_BYTES = 256 * 1024 * 1024


class ChartImagesUnavailable(StorageLabError):
    """The chart bundle is not built or did not run: ours to mend."""

    status = 500
    code = "chart_images_unavailable"


class ChartImages:
    """One V8 with the chart bundle, started at the first image. Calls are serialised: V8 runs one at a time.

    The script is only ours; data enters as JSON text and nothing in it is evaluated.
    """

    def __init__(self, frontend_dir: Path | None) -> None:
        self._bundle = frontend_dir / BUNDLE if frontend_dir else None
        self._lock = threading.Lock()
        self._engine: MiniRacer | None = None

    def render(self, chart: str, data: Any, *, theme: str, width: int, height: int) -> str:
        """The SVG document of one chart. Raises ChartImagesUnavailable with the reason."""
        with self._lock:
            engine = self._engine or self._start()
            try:
                image = engine.call(
                    "renderChart",
                    chart,
                    json.dumps(data, allow_nan=False),
                    theme,
                    width,
                    height,
                    timeout_sec=TIMEOUT_S,
                    max_memory=MEMORY_BYTES,
                )
            except Exception as error:
                # A V8 that ran out of time or memory is not trusted again.
                self._engine = None
                engine.close()
                raise ChartImagesUnavailable(f"The chart {chart} could not be drawn: {error}") from error
            if not isinstance(image, str):
                raise ChartImagesUnavailable(f"The chart {chart} could not be drawn: the bundle gave no SVG.")
            return image

    def _start(self) -> MiniRacer:
        if self._bundle is None or not self._bundle.is_file():
            raise ChartImagesUnavailable(
                "The chart bundle of the front end is not built: run make up, which builds it, or npm run build."
            )
        engine = MiniRacer()
        engine.eval(self._bundle.read_text(encoding="utf-8"))
        self._engine = engine
        return engine
