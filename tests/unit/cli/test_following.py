"""Words about a job that continues when following it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.cli.following import job_goes_on
from storagelab.errors import LabUnavailable

WORDS = "j-1 is still running. Watch it: storagelab watch j-1. Cancel it: storagelab cancel j-1."


@pytest.mark.parametrize("reason", [KeyboardInterrupt(), BrokenPipeError()])
def test_interrupted_reader_learns_the_commands_to_continue(
    reason: BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(type(reason)), job_goes_on("j-1", data=None):
        raise reason
    assert capsys.readouterr() == ("", f"{WORDS}\n")


def test_unavailable_lab_error_carries_the_job_commands() -> None:
    with pytest.raises(LabUnavailable, match=r"^It is gone\.$") as caught, job_goes_on("j-1", data=None):
        raise LabUnavailable("It is gone.")
    assert caught.value.preserved == WORDS


def test_commands_include_the_given_data_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), job_goes_on("j-1", data=Path("/srv/a lab")):
        raise KeyboardInterrupt
    assert "storagelab watch j-1 --data '/srv/a lab'." in capsys.readouterr().err


def test_job_that_ended_has_no_such_words(capsys: pytest.CaptureFixture[str]) -> None:
    with job_goes_on("j-1", data=None):
        pass
    assert capsys.readouterr() == ("", "")
