"""Validation of a spec, field by field."""

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.spec import FORMAT, OUTPUT_LIMIT_BYTES, parse_spec
from storagelab_runner.spec_targets import SpecDevicesTarget, SpecFileTarget

READ = "[phase]\nioengine=psync\nfilename=@TARGET@\nrw=read\nthread=1\n"
WRITE = READ.replace("rw=read", "rw=write")
DEVICES = {"kind": "devices", "devices": [{"stable_id": "nvme-x", "path": "/dev/nvme1n1", "size_bytes": 8192}]}
STEADY = {"kind": "steady", "seconds": 60, "round_seconds": 2, "window": 5, "max_rounds": 30}
LIMITS = {"range_limit": 0.2, "slope_limit": 0.1}


def _phase(**changes):
    phase = {"ordinal": 1, "name": "fill", "job_file": WRITE, "writes": True, "status_interval_seconds": 1}
    return {**phase, "stop": {"kind": "time", "seconds": 5}, "ramp_seconds": 2, **changes}


def _spec(**changes):
    target = {"kind": "file", "path": None, "size_bytes": 1 << 20}
    spec = {"format": FORMAT, "deadline_seconds": 60, "engine": "fio", "target": target, "phases": [_phase()]}
    return {**spec, **changes}


def test_a_spec_for_a_file():
    spec = parse_spec(_spec())
    assert spec.target == SpecFileTarget(None, 1 << 20)
    assert spec.phases[0].limit_seconds == 5 + 2 + 60
    assert spec.phases[0].steady_rule is None


def test_a_spec_for_devices_that_are_read():
    spec = parse_spec(_spec(target=DEVICES, phases=[_phase(job_file=READ, writes=False)]))
    assert isinstance(spec.target, SpecDevicesTarget)


FILES = "[files]\noperation=copy_across\nseed=1\nrequest_bytes=4096\nfiles=2:1000\ntarget=@TARGET@\ncopy_to=@COPY_TO@\n"
CREATED = FILES.replace("copy_across", "create").replace("copy_to=@COPY_TO@\n", "")


def _copying(job_file=FILES, engine="files", **target):
    target = {"kind": "file", "path": None, "size_bytes": 1 << 20, "copy_to": "/mnt/other/lab.dat", **target}
    return _spec(engine=engine, target=target, phases=[_phase(job_file=job_file)])


def test_spec_with_a_copy_target():
    assert parse_spec(_copying()).target == SpecFileTarget(None, 1 << 20, "/mnt/other/lab.dat")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (_copying(copy_to=None), r"Phase 1 \(fill\) copies to another file system: the target must be a file with a"),
        (_copying(job_file=CREATED), r"spec\.target\.copy_to is a second place, and no phase copies to it"),
        (_copying(job_file=WRITE, engine="fio"), r"spec\.target\.copy_to is a second place, and no phase"),
        (_copying(copy_to=5), r"spec\.target\.copy_to must be a text"),
        (_copying(copy_from="/x"), r"spec\.target\.copy_from is not known"),
        (_copying(size_bytes=16384), "of a target of 16384 bytes"),
        (_spec(target={**DEVICES, "copy_to": "/mnt/x"}), r"spec\.target\.copy_to is not known"),
    ],
)
def test_copy_target_must_match_the_copying_phases(spec, words):
    with pytest.raises(Refusal, match=words):
        parse_spec(spec)


def test_a_steady_rule():
    rule = parse_spec(_spec(phases=[_phase(stop={**STEADY, **LIMITS, "metric": "iops"})])).phases[0].steady_rule
    assert rule is not None
    assert (rule.window, rule.max_rounds, rule.range_limit) == (5, 30, 0.2)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"format": 1}, "spec.format"),
        ({"format": 3}, "spec.format"),
        ({"format": True}, "spec.format"),
        ({"engine": "iometer"}, "spec.engine"),
        ({"deadline_seconds": 0}, "spec.deadline_seconds"),
        ({"deadline_seconds": 1.5}, "spec.deadline_seconds"),
        ({"extra": 1}, "spec.extra"),
        ({"phases": []}, "spec.phases"),
        ({"phases": [_phase(ordinal=0)]}, "spec.phases.0.ordinal"),
        ({"phases": [_phase(ordinal=2), _phase(ordinal=2)]}, "spec.phases.1.ordinal"),
        ({"phases": [_phase(ordinal=2), _phase(ordinal=1)]}, "spec.phases.1.ordinal"),
        ({"output_limit_bytes": 0}, "spec.output_limit_bytes"),
        ({"output_limit_bytes": True}, "spec.output_limit_bytes"),
        ({"preparation": {}}, "spec.preparation"),
        ({"preparation": [{"kind": "shell"}]}, "spec.preparation.0.kind"),
        ({"phases": [_phase(writes=1)]}, "spec.phases.0.writes"),
        ({"phases": [_phase(writes=False)]}, "spec.phases.0.job_file"),
        ({"phases": [_phase(argv=["sh"])]}, "spec.phases.0.argv"),
        ({"phases": [_phase(name="a\0b")]}, "spec.phases.0.name"),
        ({"phases": [_phase(status_interval_seconds=0)]}, "spec.phases.0.status_interval_seconds"),
        ({"phases": [_phase(stop={"kind": "never", "seconds": 5})]}, "spec.phases.0.stop.kind"),
        ({"phases": [_phase(stop={"kind": "time"})]}, "spec.phases.0.stop.seconds"),
        ({"phases": [_phase(stop={"kind": "time", "seconds": float("nan")})]}, "spec.phases.0.stop.seconds"),
        ({"phases": [_phase(stop={"kind": "time", "seconds": 10**400})]}, "spec.phases.0.stop.seconds"),
        ({"phases": [_phase(stop={**STEADY, **LIMITS, "metric": "lat"})]}, "spec.phases.0.stop.metric"),
        ({"phases": [_phase(stop={**STEADY, **LIMITS, "max_rounds": 4})]}, "spec.phases.0.stop.max_rounds"),
        ({"target": {"kind": "tape"}}, "spec.target.kind"),
        ({"target": {"kind": "file", "path": 5, "size_bytes": 1 << 20}}, "spec.target.path"),
        ({"target": {"kind": "file", "path": None, "size_bytes": -1}}, "spec.target.size_bytes"),
        ({"target": {"kind": "devices", "devices": []}}, "spec.target.devices"),
    ],
)
def test_a_field_that_is_wrong_is_named(changes, field):
    with pytest.raises(Refusal) as refused:
        parse_spec(_spec(**changes))
    assert refused.value.code == "bad_request"
    assert refused.value.message.startswith(field)


def test_written_drive_requires_a_serial():
    with pytest.raises(Refusal, match=r"spec\.target\.devices\.0\.serial") as refused:
        parse_spec(_spec(target=DEVICES))
    assert refused.value.code == "bad_request"
    device = {**DEVICES["devices"][0], "serial": "S1"}
    spec = parse_spec(_spec(target={"kind": "devices", "devices": [device]}))
    assert (spec.writes, spec.target.devices[0].serial) == (True, "S1")


def test_resuming_attempt_preserves_ordinals_of_remaining_phases():
    spec = parse_spec(_spec(phases=[_phase(ordinal=3), _phase(ordinal=7)]))
    assert [phase.ordinal for phase in spec.phases] == [3, 7]


@pytest.mark.parametrize(("given", "limit"), [({}, OUTPUT_LIMIT_BYTES), ({"output_limit_bytes": 5 << 20}, 5 << 20)])
def test_output_limit_has_an_adjustable_default(given, limit):
    assert parse_spec(_spec(**given)).output_limit_bytes == limit


def test_file_target_requires_a_first_write():
    with pytest.raises(Refusal, match="first phase must write"):
        parse_spec(_spec(phases=[_phase(job_file=READ)]))


def test_no_phase_reaches_beyond_its_target():
    with pytest.raises(Refusal, match="reaches byte"):
        parse_spec(_spec(phases=[_phase(job_file=WRITE + "size=2m\n")]))


@pytest.mark.parametrize("document", [None, [], "spec", 5])
def test_a_spec_is_an_object(document):
    with pytest.raises(Refusal, match="spec must be an object"):
        parse_spec(document)
