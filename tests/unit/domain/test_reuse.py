"""Phases that a plan can skip on drives in each state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from storagelab.domain.drive_state import DriveStateEvent, Maker
from storagelab.domain.profile import PhasePlan, expand
from storagelab.domain.reuse import History, Step, find_left_out, find_reuse_obstacle, iterate_phase_stretches, judge
from storagelab.profiles.catalogue import get_profile

CAPACITY = 1_000_000_000
TARGET = frozenset({"nvme-a"})
FILL = "Fill"
PRECONDITION = "Precondition"


def plan(name: str, **parameters: float) -> list[PhasePlan]:
    return list(expand(get_profile(name), parameters))


def steps(phases: Sequence[PhasePlan]) -> list[Step]:
    return [
        Step.of(phase.ordinal, phase.name, phase.kind, phase.workload.to_json(), phase.stop.to_json())
        for phase in phases
    ]


def filled(run: int = 12, *, written: int | None = CAPACITY) -> DriveStateEvent:
    return DriveStateEvent("filled", FILL, None, written, Maker(run, TARGET, {"kind": "volume"}))


def steady(phases: Sequence[PhasePlan], run: int = 12, *, target: frozenset[str] | None = TARGET) -> DriveStateEvent:
    """Return the state left by the random-write conditioning of a plan that became steady."""
    phase = next(candidate for candidate in phases if candidate.name == PRECONDITION)
    maker = Maker(run, target, phase.stop.to_json())
    return DriveStateEvent("steady", f"{PRECONDITION} was steady", phase.workload.to_json(), 3 * CAPACITY, maker)


def dirty(written: int | None) -> DriveStateEvent:
    return DriveStateEvent("dirty", "another run", None, written, Maker(13, TARGET))


def drive(*entries: DriveStateEvent, name: str = "nvme-a") -> History:
    return History(name, entries, CAPACITY)


def left_out(phases: Sequence[PhasePlan], *drives: History, repeats: int = 1) -> list[str]:
    names = {phase.ordinal: phase.name for phase in phases}
    skipped = find_left_out(steps(phases), drives, target=TARGET, repeats=repeats)
    return [names[step.ordinal] for step in skipped]


QUICK, CORNERS, WRITE = plan("quick-4k"), plan("four-corners"), plan("steady-4k-write")
PURGED = DriveStateEvent("purged", "nvme format", written_bytes=0)
UNKNOWN = DriveStateEvent("unknown", "the run was lost in Fill")
CONDITIONED = DriveStateEvent("random_conditioned", "4K writes", steady(QUICK).workload, CAPACITY)


@pytest.mark.parametrize(
    ("phases", "entries", "names"),
    [
        *((phases, entries, []) for phases in (QUICK, CORNERS, WRITE) for entries in (
            [], [PURGED], [UNKNOWN], [filled(), UNKNOWN], [CONDITIONED], [filled(), PURGED],
            [dirty(CAPACITY)], [filled(), dirty(CAPACITY // 50)], [filled(), dirty(None)],
        )),
        *((phases, entries, [FILL]) for phases in (QUICK, CORNERS, WRITE) for entries in (
            [filled()], [PURGED, filled()], [UNKNOWN, filled()], [steady(QUICK), filled()],
            [filled(), dirty(CAPACITY // 200)], [filled(), filled()],
        )),
        *((phases, [filled(), steady(phases)], [FILL, PRECONDITION]) for phases in (QUICK, WRITE)),
        # What comes between the fill and the precondition writes, so the fill is needed and nothing after it holds.
        (CORNERS, [filled(), steady(CORNERS)], []),
        (QUICK, [filled(), steady(QUICK), dirty(CAPACITY // 200)], [FILL, PRECONDITION]),
        (QUICK, [filled(), steady(QUICK), dirty(CAPACITY // 50)], []),
        (QUICK, [filled(), steady(QUICK), steady(QUICK, 14)], [FILL, PRECONDITION]),
        # Steady without ever having been filled is another state than steady on a full drive.
        (QUICK, [PURGED, steady(QUICK)], []),
        (QUICK, [filled(), dirty(CAPACITY), steady(QUICK)], []),
    ],
)  # fmt: skip
def test_phases_with_a_valid_state_are_skipped(
    phases: list[PhasePlan], entries: list[DriveStateEvent], names: list[str]
) -> None:
    assert left_out(phases, drive(*entries)) == names


def test_steady_state_requires_same_workload_rule_and_target() -> None:
    assert left_out(plan("steady-4k-write", queue_depth=8), drive(filled(), steady(WRITE))) == []
    # The same workload, but judged by rounds of two seconds.
    assert left_out(WRITE, drive(filled(), steady(QUICK))) == []
    for other in (frozenset({"nvme-a", "nvme-b"}), None):
        assert left_out(QUICK, drive(filled(), steady(QUICK, target=other))) == []
    went_on_elsewhere = steady(QUICK, 14, target=frozenset({"nvme-b"}))
    assert left_out(QUICK, drive(filled(), steady(QUICK), went_on_elsewhere)) == []
    verdict = judge(steps(WRITE)[1], drive(filled(), steady(QUICK)), target=TARGET)
    assert (verdict.reuse, verdict.reason) == (False, "it was judged steady by another rule")


def test_more_patience_is_the_same_rule() -> None:
    assert left_out(plan("quick-4k", max_rounds=50), drive(filled(), steady(QUICK))) == [FILL, PRECONDITION]


def test_two_pass_fill_requires_two_passes_written() -> None:
    twice = plan("four-corners", fill_passes=2)
    assert left_out(twice, drive(filled())) == []
    assert left_out(twice, drive(filled(written=None))) == []
    assert left_out(twice, drive(filled(written=2 * CAPACITY))) == [FILL]
    assert left_out(twice, drive(filled(11), filled())) == [FILL]
    verdict = judge(steps(twice)[0], drive(filled()), target=TARGET)
    assert verdict.reason == "the drive is filled (Fill), but was written less than 2 times over"


def test_partially_filled_drive_needs_a_fill() -> None:
    assert left_out(QUICK, drive(filled(written=CAPACITY * 8 // 10))) == []
    assert left_out(QUICK, drive(filled(written=None))) == [FILL]


@pytest.mark.parametrize(
    ("second", "names"),
    [
        ([filled(), steady(QUICK)], [FILL, PRECONDITION]),
        ([filled()], []),
        ([], []),
        ([UNKNOWN], []),
    ],
)
def test_drive_set_is_limited_by_its_worst_member(second: list[DriveStateEvent], names: list[str]) -> None:
    first = drive(filled(), steady(QUICK))
    assert left_out(QUICK, first, drive(*second, name="nvme-b")) == names
    assert left_out(QUICK, drive(filled()), drive(filled(), name="nvme-b")) == [FILL]


def test_unknown_drives_prevent_reuse() -> None:
    assert left_out(QUICK) == []
    assert find_reuse_obstacle(steps(QUICK)[:1], [], target=TARGET) == "it is not known which drives are under the load"


def own_plan(*names: str) -> list[Step]:
    """Return a plan of phases of quick-4k in any order."""
    by_name = {phase.name: phase for phase in QUICK}
    phases = [by_name[name] for name in names]
    return [
        Step.of(ordinal, phase.name, phase.kind, phase.workload.to_json(), phase.stop.to_json())
        for ordinal, phase in enumerate(phases, start=1)
    ]


def test_only_writes_between_phases_prevent_reuse() -> None:
    ready = [drive(filled(), steady(QUICK))]

    def ordinals(planned: list[Step]) -> list[int]:
        return [step.ordinal for step in find_left_out(planned, ready, target=TARGET)]

    assert ordinals(own_plan(FILL, PRECONDITION, "Read QD1", PRECONDITION, "Read QD2")) == [1, 2, 4]
    assert ordinals(own_plan(FILL, "Read QD1", FILL, PRECONDITION)) == []
    write = Step.of(3, "Write", "measure", steps(WRITE)[2].workload, {"kind": "time", "seconds": 10})
    planned = own_plan(FILL, PRECONDITION, "Read QD1", PRECONDITION)
    assert ordinals([*planned[:2], write, planned[3]]) == [1, 2]


def test_repeats_skip_only_phases_skippable_in_all() -> None:
    # Reading changes nothing, and more of the same workload keeps a drive steady.
    assert left_out(QUICK, drive(filled(), steady(QUICK)), repeats=3) == [FILL, PRECONDITION]
    assert left_out(WRITE, drive(filled(), steady(WRITE)), repeats=3) == [FILL, PRECONDITION]
    assert left_out(WRITE, drive(filled()), repeats=3) == []
    assert left_out(CORNERS, drive(filled()), repeats=2) == []


@pytest.mark.parametrize(
    ("drives", "reasons"),
    [
        ([drive(filled())], ["filled by r-12, 0 B written since"]),
        ([drive(filled(), dirty(4096))], ["filled by r-12, 4K written since"]),
        (
            [drive(filled(), steady(QUICK, 14))],
            [
                "it prepares Precondition, and the drives are steady under 4K random write, 1T/32Q by r-14, "
                "0 B written since",
                "steady under 4K random write, 1T/32Q by r-14, 0 B written since",
            ],
        ),
        (
            [drive(filled(12)), drive(filled(13), name="nvme-b"), drive(filled(12), name="nvme-c")],
            ["nvme-a, nvme-c: filled by r-12, 0 B written since; nvme-b: filled by r-13, 0 B written since"],
        ),
    ],
)
def test_skipped_phases_have_their_reasons(drives: list[History], reasons: list[str]) -> None:
    skipped = find_left_out(steps(QUICK), drives, target=TARGET)
    assert [step.reason for step in skipped] == reasons


def test_phases_skipped_together_are_checked_together() -> None:
    planned = own_plan(FILL, PRECONDITION, "Read QD1", PRECONDITION, "Read QD2")
    assert [[step.ordinal for step in stretch] for stretch in iterate_phase_stretches(planned, [1, 2, 4])] == [
        [1, 2],
        [4],
    ]
    reason = find_reuse_obstacle(planned[:2], [drive(filled(), steady(QUICK), dirty(CAPACITY))], target=TARGET)
    assert reason is not None
    assert reason.startswith("nvme-a: 1000000000 B was written since the drive was steady under 4K random write")


def test_measuring_phase_cannot_be_judged_for_reuse() -> None:
    with pytest.raises(ValueError, match="Read QD1 conditions nothing"):
        judge(steps(QUICK)[2], drive(filled()), target=TARGET)


def workload(**change: Any) -> dict[str, Any]:
    return {**steps(QUICK)[1].workload, **change}


@pytest.mark.parametrize(
    ("kind", "random", "stop", "wanted"),
    [
        ("fill", 0, "volume", "filled"),
        ("precondition", 100, "steady", "steady"),
        ("precondition", 100, "volume", "random_conditioned"),
        ("precondition", 0, "volume", "filled"),
        ("measure", 100, "steady", None),
    ],
)
def test_phase_kind_and_stop_determine_the_conditioning_state(
    kind: str, random: int, stop: str, wanted: str | None
) -> None:
    assert Step.of(1, "a phase", kind, workload(random_percent=random), {"kind": stop}).wanted == wanted
