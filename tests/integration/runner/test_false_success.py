"""Engines that end with status 0 without a result, and one that writes without end."""

import pytest

REPORT = '{\n  "fio version" : "fio-3.33",\n  "jobs" : [{"elapsed": 1, "write": {"total_ios": %d, "runtime": 9}}]\n}\n'


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (None, "it wrote no output"),
        ("", "its output holds no complete document"),
        ("fio: all is well\n", "its output holds no complete document"),
        (REPORT % 7 + REPORT[:40], "its output ends in the middle of a document"),
        (REPORT % 0, "it reports not a single I/O"),
        (REPORT.replace("%d", '"many"'), "it reports not a single I/O"),
        ("{" * 9999 + "\n}\n", "its output holds no complete document"),
    ],
)
def test_an_engine_without_a_result_has_failed_whatever_its_status(server, channel, make, output, reason):
    source = server.folder / "output"
    source.write_text(output or "")
    command = f"cat {source} > status.json" if output is not None else ":"
    server.install_engine(f"#!/bin/sh\n{command}\n")
    spec = make.spec(make.fill(), make.timed(2, "randread", 1))
    status = server.ended(channel, server.start(channel, spec))
    assert (status["exit"]["outcome"], status["exit"]["failure"]["kind"]) == ("failed", "engine")
    assert status["exit"]["failure"]["message"] == f"fio ended with status 0, but {reason}."
    assert [phase["state"] for phase in status["phases"]] == ["failed", "skipped"]


def test_an_engine_that_writes_without_end_is_stopped_and_its_output_cut(server, channel, make):
    flood = "while :; do head -c 8388608 /dev/zero; done"
    server.install_engine(f"#!/bin/sh\n{flood}\n")
    attempt_id = server.start(channel, make.spec(make.timed(1, "randwrite", 1)))
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]["kind"]) == ("failed", "engine")
    assert "fio wrote far more output than results need" in status["exit"]["failure"]["message"]
    assert max(file["size"] for file in status["exit"]["files"]) == 16 * make.MIB
