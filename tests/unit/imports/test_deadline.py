"""Reading ends within the processor seconds it is given, with what is whole by then."""

from __future__ import annotations

import gc
import hashlib
import signal
import time
from pathlib import Path

import pytest
from tests.integration.imports.uploads import fio_json

from storagelab.bench.hostile_inputs import HOSTILE
from storagelab.imports.deadline import OutOfTime, processor_seconds
from storagelab.imports.reading import Preview, read_upload
from storagelab.imports.staging import StagedFile, write_manifest

#: Hypothesis has a callback of the collector, where the first exception may be raised and dropped.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

#: Far more than a small result needs, and far less than a table of 100,000 rows.
SECONDS = 1.0
LONG = HOSTILE["rows of a table"](100_000)


def read(folder: Path, files: dict[str, bytes]) -> Preview:
    staging, output = folder / "staging", folder / "output"
    (staging / "files").mkdir(parents=True)
    output.mkdir()
    listed = []
    for number, (name, content) in enumerate(files.items()):
        (staging / "files" / str(number)).write_bytes(content)
        listed.append(StagedFile(name, str(number), len(content), hashlib.sha256(content).hexdigest()))
    write_manifest(staging, listed)
    return read_upload(staging, output, "auto", seconds=SECONDS)


def compute_for_ever() -> None:
    while True:
        pass


def test_endless_work_is_ended() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with processor_seconds(0.05), pytest.raises(OutOfTime):
        compute_for_ever()
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_an_end_that_python_drops_comes_again() -> None:
    def compute_for_a_while(_phase: str, _info: dict[str, int]) -> None:
        begun = time.process_time()
        while time.process_time() - begun < 0.2:
            pass

    def collect_and_compute() -> None:
        gc.callbacks.append(compute_for_a_while)
        gc.collect()
        gc.callbacks.remove(compute_for_a_while)
        compute_for_ever()

    with pytest.raises(OutOfTime), processor_seconds(0.05):
        collect_and_compute()


def test_waiting_takes_no_processor_seconds() -> None:
    with processor_seconds(0.2):
        time.sleep(0.4)


def test_results_complete_by_the_deadline_are_stored(tmp_path: Path) -> None:
    preview = read(tmp_path, {"a.json": fio_json("a"), **LONG})

    assert preview.error is None
    assert [result["title"] for result in preview.results] == ["a.json"]
    assert preview.sources == [["a.json"]]
    assert preview.unread == ["long.csv"]
    assert preview.warnings[0] == (
        "Reading was stopped after 1 s of CPU time, the limit for an upload of this size. "
        "Results that were complete by then are kept (1). Upload the rest separately."
    )


def test_deadline_without_a_complete_result_is_an_error(tmp_path: Path) -> None:
    preview = read(tmp_path, dict(LONG))

    assert (preview.results, preview.unread) == ([], ["long.csv"])
    assert preview.error == (
        "Reading was stopped after 1 s of CPU time, the limit for an upload of this size. "
        "No result was complete by then. Upload fewer or smaller files at once."
    )
