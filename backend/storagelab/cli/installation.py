"""Starting, stopping and migrating an installation."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from storagelab.cli.output import DataOption, PortOption, load_settings
from storagelab.launcher.address import sign_in_address
from storagelab.launcher.background import start_in_background
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.running import RunningSupervisor, find_running_supervisor, only_supervisor, stop_everything
from storagelab.launcher.services import start_services


def up(
    data: DataOption = None,
    port: PortOption = None,
    detach: Annotated[bool, typer.Option("--detach", help="Run in the background; `down` stops it.")] = False,
) -> None:
    """Start the lab and print its address; Ctrl-C stops it. If it runs already, only print the address."""
    settings = load_settings(data, port)
    folder = open_data_folder(settings.data_dir)
    running = find_running_supervisor(folder.root)
    if running is not None and running.ready and _is_at_port(running, port):
        _print_addresses(running)
    elif detach:
        running, words = start_in_background(settings)
        print(words.strip() or f"Storage Lab runs already: {running.url}")
    else:
        from storagelab.launcher.up import run_in_foreground  # noqa: PLC0415 - see cli/main.py.

        run_in_foreground(settings, print_line)


def _is_at_port(running: RunningSupervisor, port: int | None) -> bool:
    return port is None or running.url.endswith(f":{port}")


def _print_addresses(running: RunningSupervisor) -> None:
    from storagelab.launcher.database import create_sign_in_token  # noqa: PLC0415 - see cli/main.py.

    print_line(f"Storage Lab runs already: {running.url}")
    print_line(f"Sign in once  {sign_in_address(create_sign_in_token(), running.url)}")
    print_line("`make down` stops it.")


def down(data: DataOption = None) -> None:
    """Stop the lab that `up` or `demo` left running."""
    settings = load_settings(data)
    stopped = stop_everything(open_data_folder(settings.data_dir)) if settings.data_dir.exists() else []
    print(f"Stopped {', '.join(stopped)}." if stopped else f"Nothing runs on {settings.data_dir}.")


def migrate(data: DataOption = None) -> None:
    """Migrate the database to the newest revision; an embedded one is started if it does not run."""
    from storagelab.launcher import database  # noqa: PLC0415 - see cli/main.py.

    settings = load_settings(data)
    folder = open_data_folder(settings.data_dir)
    if find_running_supervisor(folder.root) is not None:
        database.migrate()
    else:
        with only_supervisor(folder):
            services = start_services(settings, folder)
            try:
                database.migrate()
            finally:
                services.stop()
    print("The database is at the newest revision.")


def print_line(line: str) -> None:
    """Print one line and flush it; characters that the terminal cannot show are replaced."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    print(line, flush=True)
