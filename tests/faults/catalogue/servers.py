"""Faults of the tested servers.

Supervisors and engines die, machines are restarted, disks fill, clocks jump.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.faults.api import Refused
from tests.faults.fault import Fault, Skip
from tests.faults.hosts import Host
from tests.faults.trial import Run, Trial

LONG_SECONDS = 60.0
HOUR_NS = 3_600 * 10**9


def _under_way(
    trial: Trial, expect: tuple[str, ...], *, seconds: float = LONG_SECONDS, phase: int = 3
) -> tuple[Run, str]:
    """Return a run that has reached a phase, and its attempt."""
    run = trial.submit(expect=expect, seconds=seconds)
    attempt = trial.wait_for_phase(run, phase)
    trial.pause(trial.random.uniform(0.1, 0.6))
    return run, attempt


def supervisor_killed(trial: Trial) -> None:
    """Kill the supervisor; its engine must follow it and the run must be reported as lost."""
    run, _ = _under_way(trial, ("lost",))
    trial.host.kill(*trial.host.supervisors())
    trial.healed(trial.host)
    trial.finish(run)


def engine_killed(trial: Trial) -> None:
    """Kill the engine's main process while its children go on in their own sessions; the supervisor must end them."""
    host = trial.host
    host.misbehave(p03="fork")
    run, _ = _under_way(trial, ("failed",))
    host.kill(*_main_engines(host))
    trial.healed(host)
    trial.finish(run)
    assert not host.engines(), "children of the engine are left"

    # Main process and supervisor at once: no process is left to end the children, so nothing may start beside them.
    host.misbehave(p03="fork")
    run, _ = _under_way(trial, ("lost",), seconds=20)
    trial.exempt(run, "orphans")
    main = _main_engines(host)
    host.kill(*host.supervisors(), *main)
    trial.wait_for_state(run, "lost", "failed")
    host.misbehave()
    following = []
    try:
        following.append(trial.submit(expect=("succeeded", "refused", "cancelled"), seconds=2))
    except Refused as refusal:
        # The lab has seen them already and takes nothing for this server.
        if refusal.status not in (409, 422):
            raise
    trial.wait_until_engines_end(host)
    trial.healed(host)
    trial.pause(1)
    for waiting in following:
        if trial.watcher.state(waiting.id) == "queued":
            trial.cancel(waiting)
    trial.finish(run, *following)


def _main_engines(host: Host) -> list[int]:
    """Return the processes of the I/O program that the supervisor started itself."""
    supervisors = {str(pid) for pid in host.supervisors()}
    return [pid for pid in host.engines() if _parent(pid) in supervisors]


def _parent(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[1]
    except OSError:
        return ""


def restarted(trial: Trial) -> None:
    """Restart the server mid-run: everything on it ends at once and its boot is another one."""
    run, attempt = _under_way(trial, ("lost",))
    trial.rig.kill(trial.host.name)
    trial.host.reboot()
    trial.pause(1)
    trial.rig.start_ssh(trial.host)
    trial.healed(trial.host)
    trial.finish(run)
    assert not trial.host.engines(), f"{attempt} was started again after the restart"


def number_used_again(trial: Trial) -> None:
    """Reuse the number of an ended supervisor for another process, which must not count as the supervisor."""
    run, attempt = _under_way(trial, ("lost",))
    record = trial.host.attempt_folder(attempt) / "started.json"
    stranger = subprocess.Popen(["sleep", "120"])
    try:
        started = json.loads(record.read_text("utf-8"))
        trial.host.kill(*trial.host.supervisors(), *trial.host.engines())
        started["supervisor"]["pid"] = stranger.pid
        draft = record.with_name("draft")
        draft.write_text(json.dumps(started), "utf-8")
        draft.rename(record)
        trial.healed(trial.host)
        trial.finish(run)
    finally:
        stranger.kill()
        stranger.wait()


def state_folder_full(trial: Trial) -> None:
    """Fill the disk with the runner's state before a run, and during another."""
    rig = trial.rig
    host = rig.add_host(register=True)
    state = host.state
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512m", "tmpfs", str(state)], check=False, capture_output=True
    )
    if mounted.returncode != 0:
        raise Skip(f"a memory disk cannot be mounted: {mounted.stderr.decode().strip()}")
    rig.wait_until_ready(host)
    # Beside the folders of all servers, which the server's owner has named, and not on the disk that runs full.
    target = host.folder.parent / f"{host.name}.dat"
    try:
        ballast = fill(state)
        run = trial.submit(host, expect=("refused", "failed"), path=target)
        trial.finish(run)
        ballast.unlink()
        trial.wait(lambda: rig.server(host)["state"] in ("ready", "busy"), 60, f"{host.name} to be usable")
        run = trial.submit(host, expect=("failed", "lost"), seconds=LONG_SECONDS, path=target)
        trial.exempt(run, "samples")
        trial.wait_for_phase(run, 3)
        fill(state)
        trial.wait_for_state(run, "collecting", "failed", "lost")
        (state / "ballast").unlink()
        trial.healed(host)
        trial.finish(run)
    finally:
        rig.give_up(host)


def fill(folder: Path) -> Path:
    """Leave not a byte."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        block = b"\0" * 65536
        while block:
            try:
                file.write(block)
            except OSError:
                block = block[: len(block) // 2]
    return ballast


def clock_set(trial: Trial) -> None:
    """Set the server's clock while a run is under way: forth, back and two years ahead."""
    run, _ = _under_way(trial, ("succeeded",), seconds=8, phase=3)
    for hours in (1, -1, 2 * 365 * 24):
        trial.host.change(clock_offset_ns=hours * HOUR_NS)
        trial.pause(0.8)
    trial.host.change(clock_offset_ns=0)
    trial.healed(trial.host)
    trial.finish(run)


def clock_set_back(trial: Trial) -> None:
    """Set the server's clock back three hours in phase 3 and right again in phase 5: both reported, no time wrong."""
    run, _ = _under_way(trial, ("succeeded",), seconds=8)
    trial.host.change(clock_offset_ns=-3 * HOUR_NS)
    trial.wait_for_phase(run, 5)
    trial.host.change(clock_offset_ns=0)
    trial.healed(trial.host)
    trial.finish(run)
    answer = trial.repeat(lambda: trial.call("GET", f"/runs/{run.id}"))
    messages = [event["message"] for event in answer["attempts"][-1]["events"] if event["kind"] == "clock"]
    assert len(messages) == 2, f"two jumps, events: {messages}"
    assert "set back by 3 h 0 min" in messages[0], messages[0]
    assert "set forward by 3 h 0 min" in messages[1], messages[1]
    assert "clock_set" in [badge["code"] for badge in answer["badges"]], "the run has no badge"


def deaf_engine(trial: Trial) -> None:
    """Stop the engine so that it hears neither of the gentle signals; the cancel must end it all the same."""
    host = trial.host
    host.misbehave(p03="stop")
    run = trial.submit(expect=("cancelled",), seconds=LONG_SECONDS)
    trial.wait_for_phase(run, 3)
    trial.cancel(run)
    trial.finish(run, seconds=120)
    host.misbehave()
    assert not host.engines(), "the engine is still there"


def runaway_output(trial: Trial) -> None:
    """Make the engine write without end; it must be stopped, and no process may fail on its output."""
    trial.host.misbehave(p03="runaway")
    run = trial.submit(expect=("failed",), seconds=LONG_SECONDS)
    trial.exempt(run, "samples")
    trial.finish(run)
    trial.host.misbehave()


def broken_output(trial: Trial) -> None:
    """Make the engine end with status 0 and print invalid results, in five ways."""
    for mode in ("truncated", f"huge:{1024 if trial.full else 9}", "deep", "not-utf8", "nan"):
        trial.host.misbehave(p03=mode)
        run = trial.submit(expect=("failed", "succeeded"), seconds=2)
        trial.exempt(run, "samples")
        trial.finish(run, seconds=180 if trial.full else 90)
    trial.host.misbehave()


FAULTS = (
    Fault(41, "the engine hears no signal", deaf_engine, seconds=50),
    Fault(29, "supervisor killed", supervisor_killed),
    Fault(30, "engine killed, its children living on; supervisor as well", engine_killed),
    Fault(31, "server restarted mid-run", restarted),
    Fault(32, "the supervisor's process number used again", number_used_again),
    Fault(33, "state folder full before and during a run", state_folder_full, needs_root=True, seconds=16),
    Fault(34, "output without end", runaway_output),
    Fault(35, "server's clock set mid-run", clock_set),
    Fault(48, "server's clock set back during a run", clock_set_back),
    Fault(42, "status 0 and output that is none", broken_output, seconds=24),
)
