"""Engines that end with status 0 without a result, and one that writes without end."""

import shutil
import sys

import pytest

REPORT = '{\n  "fio version" : "fio-3.33",\n  "jobs" : [{"elapsed": 1, "write": {"total_ios": %d, "runtime": 9}}]\n}\n'


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (None, "it wrote no output"),
        ("", "its output holds no complete document"),
        ("fio: all is well\n", "its output holds no complete document"),
        (REPORT % 7 + REPORT[:40], "its output ends in the middle of a document"),
        (REPORT % 0, "it reports no I/O"),
        (REPORT.replace("%d", '"many"'), "it reports no I/O"),
        ("{" * 9999 + "\n}\n", "its output holds no complete document"),
    ],
)
def test_engine_with_status_zero_without_result_fails(server, channel, make, output, reason):
    source = server.folder / "output"
    source.write_text(output or "")
    command = f"cat {source} > status.json" if output is not None else ":"
    server.install_engine(f"#!/bin/sh\n{command}\n")
    spec = make.spec(make.fill(), make.timed(2, "randread", 1))
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]["kind"]) == ("failed", "engine")
    assert status["exit"]["failure"]["message"] == f"fio ended with status 0, but {reason}."
    assert [phase["state"] for phase in status["phases"]] == ["failed", "skipped"]


def test_flooding_engine_is_stopped_and_output_truncated(server, channel, make):
    flood = "while :; do head -c 8388608 /dev/zero; done"
    server.install_engine(f"#!/bin/sh\n{flood}\n")
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 1)))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]["kind"]) == ("failed", "engine")
    assert "fio wrote far more output than results need" in status["exit"]["failure"]["message"]
    assert max(file["size"] for file in status["exit"]["files"]) == 16 * make.MIB


#: What fio does when the signal comes as it gives back its memory: its output is whole by then, or is not.
CRASHING = """#!{python}
import os, signal, subprocess, sys, time
fio = "{fio}"
if "--version" in sys.argv:
    os.execv(fio, [fio, "--version"])
asked = []
signal.signal(signal.SIGINT, lambda *_: asked.append(True))
subprocess.run([fio, *sys.argv[1:]])
while not asked:
    time.sleep(0.05)
with open("status.json", "a") as output:
    output.write({added!r})
signal.signal(signal.SIGSEGV, signal.SIG_DFL)
os.kill(os.getpid(), signal.SIGSEGV)
"""


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("added", "outcome", "reason"),
    [("\nfio: terminating on signal 2\n", "succeeded", None), (REPORT[:40], "failed", "fio crashed with SIGSEGV.")],
)
def test_crash_after_stop_request_passes_with_complete_output(server, channel, make, added, outcome, reason):
    server.install_engine(CRASHING.format(python=sys.executable, fio=shutil.which("fio"), added=added))
    stop = {"kind": "steady", "seconds": 2, "round_seconds": 1, "window": 2, "max_rounds": 2}
    stop |= {"range_limit": 0, "slope_limit": 0}
    only = make.phase(1, "never", make.job("randwrite", time_based=1, runtime=2), stop=stop)
    status = server.ended(channel, server.start(channel, make.spec(only)))
    assert status["exit"]["outcome"] == outcome
    assert status["phases"][0]["signal"] == 11
    assert (status["exit"]["failure"] or {}).get("message") == reason
