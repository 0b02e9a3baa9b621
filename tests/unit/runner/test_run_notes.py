"""Notes of a supervisor while it runs, as the status shows them."""

import os

from storagelab_runner.attempts import describe_notes
from storagelab_runner.identity import boot_id, process_identity
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.run_notes import RunnerNotes, read_notes


def test_quiet_attempt_has_no_notes(tmp_path):
    expected = {"warnings": [], "telemetry": {"available": True, "reason": None}, "stuck": False, "clock_jumps": []}
    assert read_notes(AttemptFolder(tmp_path)) == expected


def test_repeated_note_is_recorded_once(tmp_path):
    attempt = AttemptFolder(tmp_path)
    notes = RunnerNotes(attempt.notes)
    notes.warn("The lamp is out.")
    notes.warn("The lamp is out.")
    notes.record_no_telemetry("There is no lamp.")
    assert read_notes(attempt) == {
        "warnings": ["The lamp is out."],
        "telemetry": {"available": False, "reason": "There is no lamp."},
        "stuck": False,
        "clock_jumps": [],
    }


def test_attempt_is_stuck_only_while_running(tmp_path):
    attempt = AttemptFolder(tmp_path)
    notes = RunnerNotes(attempt.notes)
    started = {
        "boot_id": boot_id(),
        "supervisor": process_identity(os.getpid())._asdict(),
        "warnings": ["Launched so."],
    }
    notes.stuck(True)
    assert describe_notes(attempt, started, "running")["stuck"] is True
    assert describe_notes(attempt, started, "lost")["stuck"] is False
    notes.stuck(False)
    assert describe_notes(attempt, started, "running")["stuck"] is False
    assert describe_notes(attempt, started, "running")["warnings"] == ["Launched so."]


def test_unwritable_notes_do_not_end_the_run(tmp_path):
    notes = RunnerNotes(tmp_path / "no-such-folder" / "notes.json")
    notes.warn("The disk is full.")
    assert notes.to_json()["warnings"] == ["The disk is full."]
