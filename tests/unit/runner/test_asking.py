"""Questions to many programs: in order, a few at a time, within a budget."""

from __future__ import annotations

import time
from pathlib import Path

from tests.unit.runner.kernel_folders import Programs

from storagelab_runner.asking import Question, ask_all


def _soon() -> float:
    return time.monotonic() + 60


def test_answers_come_in_the_order_of_the_questions() -> None:
    lanes = [(Question(f"q{number}", ("sh", "-c", f"echo {number}")),) for number in range(12)]
    asked = ask_all(lanes, _soon())
    assert [(each.question.name, each.answer.stdout) for each in asked] == [
        (f"q{number}", f"{number}\n") for number in range(12)
    ]


def test_the_questions_of_a_lane_never_overlap(tmp_path: Path) -> None:
    # Each fails when it finds the folder of another.
    script = f"mkdir {tmp_path}/lock && sleep 0.02 && rmdir {tmp_path}/lock"
    lane = tuple(Question(str(number), ("sh", "-c", script)) for number in range(6))
    asked = ask_all([lane, (Question("beside", ("sh", "-c", "true")),)], _soon())
    assert [each.answer.exit_code for each in asked] == [0] * 7


def test_what_was_not_asked_in_time_says_so() -> None:
    [asked] = ask_all([(Question("late", ("sh", "-c", "echo never")),)], time.monotonic() - 1)
    assert (asked.answer.exit_code, asked.answer.stdout) == (None, "")
    assert asked.answer.problem == "sh was not run: the inventory took too long"


def test_a_program_that_speaks_on_standard_error_is_heard(programs: Programs) -> None:
    programs.install("java", "echo 'openjdk version' >&2")
    [asked] = ask_all([(Question("java_version", ("java", "-version"), on_stderr=True),)], _soon())
    assert (asked.answer.stdout, asked.answer.stderr) == ("openjdk version\n", "")


def test_programs_run_in_the_folder_and_the_pulse_goes_on(tmp_path: Path) -> None:
    beats = []

    def pulse() -> None:
        beats.append(time.sleep(0.01))

    lane = (Question("where", ("sh", "-c", "sleep 0.05; pwd")),)
    [asked] = ask_all([lane], _soon(), folder=tmp_path, pulse=pulse)
    assert asked.answer.stdout == f"{tmp_path.resolve()}\n"
    assert beats


def test_nothing_to_ask_is_nothing_asked() -> None:
    assert ask_all([], _soon()) == []
