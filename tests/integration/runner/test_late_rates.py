"""A load curve under real fio: each point has its share of what the first one reached."""

import json

import pytest

POINTS = (20, 80)


def point(make, ordinal, percent, of, **late):
    text = make.job("randrw", rwmixread=70, numjobs=2, time_based=1, runtime=4, rate_process="poisson")
    text += "rate_iops=@READ_RATE@,@WRITE_RATE@\n"
    phase = make.phase(ordinal, f"{percent} %", text, seconds=4)
    return {**phase, "late_rates": {"of": of, "percent": percent, **late}}


def maximum(make, ordinal):
    # A limit that any machine reaches makes the maximum a known one.
    text = make.job("randrw", rwmixread=70, numjobs=2, time_based=1, runtime=3, rate_iops="700,300")
    return make.phase(ordinal, "max", text, seconds=3)


def achieved(server, channel, attempt_id, ordinal):
    text = server.file(channel, attempt_id, f"phases/{ordinal:02}/status.json").decode()
    last = json.loads(text[text.rindex("\n{\n") if "\n{\n" in text else 0 :])
    return sum(job[direction]["iops"] for job in last["jobs"] for direction in ("read", "write"))


@pytest.mark.in_turn
def test_points_run_at_their_share_of_the_maximum(server, channel, make):
    phases = [
        make.fill(),
        maximum(make, 2),
        *(point(make, 3 + index, percentage, 2) for index, percentage in enumerate(POINTS)),
    ]
    attempt_id = server.start(channel, make.spec(*phases))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
    assert [phase["rate"] is None for phase in status["phases"]] == [True, True, False, False]
    max_iops = achieved(server, channel, attempt_id, 2)
    for phase, percent in zip(status["phases"][2:], POINTS, strict=True):
        rate = phase["rate"]
        assert (rate["max_iops"], rate["percent"]) == (pytest.approx(max_iops, rel=1e-6), percent)
        assert 0 <= rate["requested_iops"] - max_iops * percent / 100 <= 100
        assert 0 <= rate["offered_iops"] - rate["requested_iops"] <= 4
        job_file = server.file(channel, attempt_id, f"phases/{phase['ordinal']:02}/job.fio").decode()
        reads, writes = (int(part) for part in job_file.partition("rate_iops=")[2].split("\n")[0].split(","))
        assert 2 * (reads + writes) == rate["offered_iops"]
        assert achieved(server, channel, attempt_id, phase["ordinal"]) == pytest.approx(rate["offered_iops"], rel=0.1)
        started = json.loads(server.file(channel, attempt_id, f"phases/{phase['ordinal']:02}/started.json"))
        assert started["rate"] == rate
    stored = json.loads(server.file(channel, attempt_id, "spec.json"))
    assert "@READ_RATE@" in stored["phases"][2]["job_file"]


@pytest.mark.in_turn
def test_attempt_resumed_after_maximum_uses_known_maximum(server, channel, make):
    attempt_id = server.start(channel, make.spec({**make.fill(), "ordinal": 3}, point(make, 4, 50, 2, known_max=1000)))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
    assert status["phases"][1]["rate"] == {
        **{"max_iops": 1000.0, "percent": 50.0, "requested_iops": 500, "offered_iops": 500}
    }


def test_unreadable_maximum_fails_attempt_with_its_reason(server, channel, make):
    # This engine ends well and reports I/O, yet no rate.
    server.install_engine(
        "#!/bin/sh\n"
        'echo started >> "$(dirname "$0")/starts"\n'
        "grep -q bs=1m job.fio && bytes=5242880 || bytes=20480\n"
        """printf '{\\n"jobs": [{"elapsed": 1, "read": {"total_ios": 5, "io_bytes": %s, "runtime": 1000}}]\\n}\\n' """
        "$bytes > status.json\n"
    )
    attempt_id = server.start(channel, make.spec(make.fill(), maximum(make, 2), point(make, 3, 80, 2)))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "failed"
    failure = status["exit"]["failure"]
    assert failure["kind"] == "engine"
    assert "the maximum it is a share of, that of phase 2, was not measured" in failure["message"]
    assert [phase["state"] for phase in status["phases"]] == ["finished", "finished", "skipped"]
