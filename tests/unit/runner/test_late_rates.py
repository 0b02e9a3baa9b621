"""Loads that are a share of a maximum: their form in a spec, and the only text that may come of it."""

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.job_file import apply_rates, parse_job
from storagelab_runner.late_rates import Rate
from storagelab_runner.spec import FORMAT, apply_rate, parse_spec

MIXED = "rw=randrw\nrwmixread=70\nnumjobs=16\n"


def text(lines, rates):
    return f"[phase]\nioengine=libaio\nfilename=@TARGET@\n{lines}thread=1\n{rates}"


LATE = "rate_iops=@READ_RATE@,@WRITE_RATE@\n"
FILL = {"job_file": text("rw=write\n", ""), "name": "fill"}
MAXIMUM = {"job_file": text(MIXED, ""), "name": "max"}
POINT = {"job_file": text(MIXED, LATE), "name": "80 %", "late_rates": {"of": 2, "percent": 80}}


def spec(*phases, first=1):
    common = {"writes": True, "status_interval_seconds": 1, "stop": {"kind": "time", "seconds": 5}, "ramp_seconds": 0}
    target = {"kind": "file", "path": None, "size_bytes": 1 << 20}
    counted = [{**common, "ordinal": ordinal, **phase} for ordinal, phase in enumerate(phases, start=first)]
    return {"format": FORMAT, "deadline_seconds": 60, "engine": "fio", "target": target, "phases": counted}


def point(**late):
    return {**POINT, "late_rates": {**POINT["late_rates"], **late}}


def test_late_rate_resolves_to_whole_numbers():
    *_, late = parse_spec(spec(FILL, MAXIMUM, POINT)).phases
    assert "@READ_RATE@,@WRITE_RATE@" in late.job_text
    rated = apply_rate(late, 43_629.7)
    # 35,000 of all together: 24,500 reads and 10,500 writes, of 16 threads, rounded up.
    assert rated.rate == Rate(43_629.7, 80.0, 35_000, 16 * (1532 + 657))
    assert rated.job.options["rate_iops"] == "1532,657"
    assert parse_job(rated.job_text) == rated.job
    assert {**rated.job.options, "rate_iops": ""} == {**late.job.options, "rate_iops": ""}
    assert apply_rate(rated._replace(late_rates=None), None).rate == rated.rate


@pytest.mark.parametrize(
    ("lines", "late", "rates", "offered"),
    [
        ("rw=read\n", "@READ_RATE@", "1000", 1000),
        ("rw=randwrite\nnumjobs=3\n", "@WRITE_RATE@", "334", 1002),
        ("rw=rw\n", "@READ_RATE@,@WRITE_RATE@", "500,500", 1000),
        ("rw=randrw\nrwmixread=100\n", "@READ_RATE@", "1000", 1000),
        ("rw=randrw\nrwmixread=1\n", "@READ_RATE@,@WRITE_RATE@", "10,990", 1000),
    ],
)
def test_each_direction_has_its_share(lines, late, rates, offered):
    filled, requested = apply_rates(text(lines, f"rate_iops={late}\n"), 1000)
    assert f"rate_iops={rates}\n" in filled
    assert requested == offered
    assert "@READ_RATE@" not in filled
    assert "@WRITE_RATE@" not in filled


def test_job_with_known_rates_has_no_placeholder():
    with pytest.raises(Refusal, match="'@READ_RATE@,@WRITE_RATE@' is not allowed for rate_iops"):
        parse_job(POINT["job_file"])


@pytest.mark.parametrize("rates", ["", "rate_iops=5,5\n", "rate_iops=@READ_RATE@\n", "rate_iops=@WRITE_RATE@,5\n"])
def test_late_rate_job_with_wrong_placeholders_is_refused(rates):
    with pytest.raises(Refusal, match="rate_iops"):
        parse_spec(spec(FILL, MAXIMUM, {**POINT, "job_file": text(MIXED, rates)}))


def test_no_other_option_takes_a_placeholder():
    with pytest.raises(Refusal, match="is not allowed for iodepth"):
        parse_spec(spec(FILL, MAXIMUM, {**POINT, "job_file": text(MIXED + "iodepth=@READ_RATE@\n", LATE)}))


@pytest.mark.parametrize("maximum", [None, 0, 0.5, float("nan"), float("inf"), -1, 2e9])
def test_point_without_measured_maximum_is_refused(maximum):
    *_, late = parse_spec(spec(FILL, MAXIMUM, POINT)).phases
    expected = r"Phase 3 \(80 %\) could not start: the maximum it is a share of, that of phase 2, was not measured\."
    with pytest.raises(Refusal, match=expected) as refused:
        apply_rate(late, maximum)
    assert refused.value.kind == "engine"


def test_rate_beyond_engine_limit_is_refused_too():
    *_, late = parse_spec(spec(FILL, MAXIMUM, point(percent=1000))).phases
    with pytest.raises(Refusal, match="is not allowed for rate_iops"):
        apply_rate(late._replace(job_text=text("rw=randread\n", "rate_iops=@READ_RATE@\n")), 1e9)


def test_attempt_that_begins_after_maximum_receives_it():
    first, second = parse_spec(spec(FILL, point(known_max=1000), first=3)).phases
    assert first.late_rates is None
    assert second.late_rates.known_max == 1000.0


@pytest.mark.parametrize(
    ("phases", "field"),
    [
        ((FILL, point(of=3)), "late_rates.of is 3, and no earlier phase"),
        ((FILL, POINT, MAXIMUM), "late_rates.of is 2, and no earlier phase"),
        ((FILL, MAXIMUM, point(known_max=5)), "late_rates.known_max is given, and phase 2 measures it again"),
        ((FILL, MAXIMUM, POINT, point(of=3)), "late_rates.of is 3, and that phase is itself a share"),
        ((FILL, MAXIMUM, point(percent=0)), "late_rates.percent must be a number"),
        ((FILL, MAXIMUM, point(percent=1001)), "late_rates.percent must be a number"),
        ((FILL, MAXIMUM, point(percent="80")), "late_rates.percent must be a number"),
        ((FILL, point(known_max=0)), "late_rates.known_max must be a number"),
        ((FILL, MAXIMUM, point(extra=1)), "late_rates.extra is not known"),
        ((FILL, MAXIMUM, {**POINT, "late_rates": 5}), "late_rates must be an object"),
    ],
)
def test_impossible_late_rate_is_refused(phases, field):
    with pytest.raises(Refusal, match=field) as refused:
        parse_spec(spec(*phases))
    assert refused.value.code == "bad_request"
