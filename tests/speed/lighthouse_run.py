"""Runs the pinned Lighthouse on one address, in a Chromium of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Literal

PROGRAM = Path(__file__).parent / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
#: A busy machine with two cores takes half a minute for a page.
LIMIT_SECONDS = 240

#: Lighthouse's code for a browser trace without a beginning: nothing was measured, and the run has to be repeated.
_NO_TRACE = "NO_NAVSTART"
_TRIES = 3

FormFactor = Literal["desktop", "mobile"]


def run_lighthouse(url: str, form_factor: FormFactor, *, cookie: str | None = None) -> dict[str, Any]:
    """Return the report on an address, requested with a cookie (`name=value`) where one is given.

    Times are simulated: a desk at 10 Mbit/s, or a phone at 1.6 Mbit/s whose processor is four times slower than this
    machine's. Raises RuntimeError when there is no report.
    """
    chromium = shutil.which("chromium")
    if not PROGRAM.exists() or chromium is None:
        raise RuntimeError("The pages are measured with Lighthouse and Chromium: `make bench` installs both.")
    with tempfile.TemporaryDirectory(prefix="lighthouse-") as folder:
        report = Path(folder) / "report.json"
        headers = Path(folder) / "headers.json"
        headers.write_text(json.dumps({"Cookie": cookie} if cookie else {}), encoding="utf-8")
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        arguments = [
            url,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--extra-headers={headers}",
            "--only-categories=performance,accessibility",
            "--disable-full-page-screenshot",
            "--no-enable-error-reporting",
            f"--chrome-flags={' '.join(['--headless=new', *sandbox])}",
            *(["--preset=desktop"] if form_factor == "desktop" else []),
        ]
        environment = {**os.environ, "CHROME_PATH": chromium}
        for _ in range(_TRIES):
            done = subprocess.run(
                ["node", str(PROGRAM), *arguments],
                env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_SECONDS,
            )  # fmt: skip
            if _NO_TRACE not in done.stderr + done.stdout:
                break
        if done.returncode != 0 or not report.exists():
            words = (done.stdout + done.stderr).strip()
            raise RuntimeError(f"Lighthouse ended with {done.returncode} on {url}: {words}")
        document: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return document
