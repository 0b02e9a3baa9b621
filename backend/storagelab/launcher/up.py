"""`storagelab up`: everything from an empty data folder to an address to open, and an orderly end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TypedDict, cast

import httpx2

from storagelab.config import Settings
from storagelab.errors import LabUnavailable
from storagelab.launcher.address import build_local_url, require_free_port, sign_in_address
from storagelab.launcher.database import create_local_token, create_sign_in_token, fill_new_lab, migrate
from storagelab.launcher.folders import DataFolder, open_data_folder
from storagelab.launcher.processes import Program
from storagelab.launcher.programs import list_product_programs
from storagelab.launcher.running import (
    PRODUCT_NAMES,
    only_supervisor,
    record_supervisor,
    stop_leftovers,
)
from storagelab.launcher.services import Services, start_services
from storagelab.launcher.supervisor import Watched, keep_alive
from storagelab.stop_signal import StopSignal, set_on_signals

READY_SECONDS = 60.0

Printer = Callable[[str], None]


def run_in_foreground(settings: Settings, print_line: Printer) -> None:
    """Start the whole lab, restart what ends until Ctrl-C or SIGTERM, then stop it in reverse order.

    Raises Conflict when the lab runs already or the port is in use, LabUnavailable when a part does not start.
    """
    folder = open_data_folder(settings.data_dir)
    stop = StopSignal()
    set_on_signals(stop, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    with ExitStack() as stack:
        stack.enter_context(only_supervisor(folder))
        record_supervisor(folder.root, url=settings.base_url, ready=False)
        stop_leftovers(folder, list(PRODUCT_NAMES))
        require_free_port(settings)
        services = start_services(settings, folder)
        stack.callback(services.stop)
        for service in services.started:
            _print_done(print_line, f"{service.program.title} {service.version}", service.seconds)
        programs = _start_product(settings, folder, stack, stop, print_line)
        if not stop.is_set():
            _prepare_sign_in(settings, folder, print_line)
            record_supervisor(folder.root, url=settings.base_url, ready=True)
        keep_alive(_watch(services, programs), stop, print_line)
        print_line("Stopping.")


def _start_product(
    settings: Settings, folder: DataFolder, stack: ExitStack, stop: StopSignal, print_line: Printer
) -> list[Program]:
    """Migrate, load the demo data and start the product's processes; return when they answer."""
    begun = time.monotonic()
    migrate()
    _print_done(print_line, "Database migrated", time.monotonic() - begun)
    begun = time.monotonic()
    programs = list_product_programs(settings, folder)
    stack.callback(_stop_product, programs)
    for program in programs:
        program.start()
    # The processes take longer to load than most starts take to see that the demo data are there.
    fill_new_lab()
    _wait_until_ready(settings, programs, stop)
    _print_done(print_line, "API, worker and reconciler ready", time.monotonic() - begun)
    return programs


def _stop_product(programs: list[Program]) -> None:
    """Stop the product's processes in reverse order; all are signalled before the first is waited for."""
    for program in reversed(programs):
        program.request_stop()
    for program in reversed(programs):
        program.stop()


def _prepare_sign_in(settings: Settings, folder: DataFolder, print_line: Printer) -> None:
    """Print the URL and a one-time sign-in link, and store a token for the local command line."""
    if not _is_token_valid(settings, folder.token_file):
        descriptor = os.open(folder.token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(create_local_token())
    print_line(f"Storage Lab   {settings.base_url}")
    print_line(f"Sign in once  {sign_in_address(create_sign_in_token(), settings.base_url)}")
    print_line(f"Data folder   {folder.root}")


def _is_token_valid(settings: Settings, file: Path) -> bool:
    """Return whether the stored token is valid here; the database may be a new one."""
    if not file.exists():
        return False
    headers = {"Authorization": f"Bearer {file.read_text(encoding='ascii').strip()}"}
    return httpx2.get(f"{build_local_url(settings)}/api/v1/session", headers=headers, timeout=10).is_success


def _watch(services: Services, programs: list[Program]) -> list[Watched]:
    return [
        *(Watched(service.program, service.restart) for service in services.started),
        *(Watched(program, program.start) for program in programs),
    ]


class CheckAnswer(TypedDict):
    """The check of one part."""

    ok: bool
    detail: str


class ReadinessAnswer(TypedDict, total=False):
    """The answer of the API about its parts; empty while it does not listen."""

    ready: bool
    checks: Mapping[str, CheckAnswer]


def _wait_until_ready(settings: Settings, programs: list[Program], stop: StopSignal) -> None:
    """Wait until the API reports that every part answers, or until `stop` is set."""
    deadline = time.monotonic() + READY_SECONDS
    answer: ReadinessAnswer = {}
    while not answer.get("ready") and not stop.wait(0.1):
        for program in programs:
            if not program.alive():
                raise LabUnavailable(
                    f"{program.title} did not start: {program.ending()} (the whole log: {program.log_file})."
                )
        if time.monotonic() > deadline:
            raise LabUnavailable(
                f"Storage Lab was not ready within {READY_SECONDS:.0f} s: {_format_failed_checks(answer)}."
            )
        answer = _read_readiness(settings)


def _read_readiness(settings: Settings) -> ReadinessAnswer:
    """Return the readiness that the API reports; empty while it does not listen yet."""
    try:
        return cast("ReadinessAnswer", dict(httpx2.get(f"{build_local_url(settings)}/readyz", timeout=10).json()))
    except (httpx2.HTTPError, ValueError):
        return {}


def _format_failed_checks(answer: ReadinessAnswer) -> str:
    failed = [f"{name}: {check['detail']}" for name, check in answer.get("checks", {}).items() if not check["ok"]]
    return "; ".join(failed) or "the API does not answer"


def _print_done(print_line: Printer, title: str, seconds: float) -> None:
    print_line(f"✓ {title:<34} {seconds:5.2f} s")
