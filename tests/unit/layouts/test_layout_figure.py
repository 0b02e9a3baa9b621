"""The figure of a session counts what it must and names what deviates."""

from dataclasses import replace

from tests.layouts.figure import deviations, figure
from tests.layouts.layers import Outcome

REFUSED = Outcome(1, "drive > loop", must_refuse=True, built=True, check_refused=True, submit_refused=True)
ACCEPTED = Outcome(2, "blank", must_refuse=False, built=True, submit_refused=False, ended="succeeded")


def test_expected_judgements_have_no_deviations():
    assert deviations(REFUSED) == deviations(ACCEPTED) == []
    assert deviations(replace(ACCEPTED, ended="not run", check_refused=False)) == []
    assert figure([REFUSED, ACCEPTED], 9) == (
        "layouts 2 (seed 9) | must refuse 1, refused 1 | must accept 1, accepted 1 | bytes changed that must not be 0"
    )


def test_wrong_acceptance_and_changed_bytes_deviate():
    wrong = replace(REFUSED, submit_refused=False, ended="succeeded", changed=["file"], changed_bytes=4096)
    assert deviations(wrong) == ["changed: file", "the runner took it: succeeded"]
    assert "must refuse 1, refused 0" in figure([wrong], 1)
    assert figure([wrong], 1).endswith("bytes changed that must not be 4,096")


def test_refusal_of_free_drive_deviates_with_its_reason():
    wrong = replace(ACCEPTED, submit_refused=True, ended=None, reasons=["I17 open"])
    assert deviations(wrong) == ["the runner refused it: I17 open"]
    assert "must accept 1, accepted 0" in figure([wrong], 1)


def test_unbuilt_layout_counts_as_deviation():
    unbuilt = Outcome(3, "drive > raid", must_refuse=True)
    assert deviations(unbuilt) == ["machine: it could not be built"]
    assert figure([unbuilt], 1).startswith("layouts 0 ")


def test_failed_run_of_a_free_drive_deviates():
    failed = replace(ACCEPTED, ended="failed", reasons=["fio ended"])
    assert deviations(failed) == ["its run ended as failed: fio ended"]
