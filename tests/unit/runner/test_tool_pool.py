"""Questions to many programs: in order, a few at a time, within a budget."""

from __future__ import annotations

import time
from pathlib import Path

from tests.unit.runner.kernel_folders import Programs

from storagelab_runner.tool_pool import ToolQuestion, query_all


def _soon() -> float:
    return time.monotonic() + 60


def test_results_follow_the_order_of_questions() -> None:
    lanes = [(ToolQuestion(f"q{number}", ("sh", "-c", f"echo {number}")),) for number in range(12)]
    results = query_all(lanes, _soon())
    assert [(result.question.name, result.answer.stdout) for result in results] == [
        (f"q{number}", f"{number}\n") for number in range(12)
    ]


def test_the_questions_of_a_lane_never_overlap(tmp_path: Path) -> None:
    # Each fails when it finds the folder of another.
    script = f"mkdir {tmp_path}/lock && sleep 0.02 && rmdir {tmp_path}/lock"
    lane = tuple(ToolQuestion(str(number), ("sh", "-c", script)) for number in range(6))
    results = query_all([lane, (ToolQuestion("beside", ("sh", "-c", "true")),)], _soon())
    assert [result.answer.exit_code for result in results] == [0] * 7


def test_question_out_of_time_has_a_reason() -> None:
    [result] = query_all([(ToolQuestion("late", ("sh", "-c", "echo never")),)], time.monotonic() - 1)
    assert (result.answer.exit_code, result.answer.stdout) == (None, "")
    assert result.answer.problem == "sh was not run: the inventory took too long"


def test_standard_error_is_returned_as_output_on_request(programs: Programs) -> None:
    programs.install("java", "echo 'openjdk version' >&2")
    [result] = query_all([(ToolQuestion("java_version", ("java", "-version"), on_stderr=True),)], _soon())
    assert (result.answer.stdout, result.answer.stderr) == ("openjdk version\n", "")


def test_tools_run_in_folder_while_pulse_continues(tmp_path: Path) -> None:
    beats = []

    def pulse() -> None:
        beats.append(time.sleep(0.01))

    lane = (ToolQuestion("where", ("sh", "-c", "sleep 0.05; pwd")),)
    [result] = query_all([lane], _soon(), folder=tmp_path, pulse=pulse)
    assert result.answer.stdout == f"{tmp_path.resolve()}\n"
    assert beats


def test_no_questions_give_no_answers() -> None:
    assert query_all([], _soon()) == []
