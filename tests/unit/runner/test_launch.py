"""The command line of a supervisor's scope."""

from storagelab_runner.launch import build_scope_command, format_unit_name

ATTEMPT = "00000000-0000-4000-8000-000000000001"


def test_scope_is_named_by_attempt_and_outlasts_deadline():
    assert build_scope_command(format_unit_name(ATTEMPT), 3600) == [
        "systemd-run",
        "--scope",
        "--quiet",
        "--collect",
        f"--unit=storagelab-{ATTEMPT}.scope",
        "-p",
        "KillMode=control-group",
        "-p",
        "RuntimeMaxSec=3765",
        "--",
    ]
