"""API tokens and sign-in links, created directly in the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from storagelab.auth.roles import ROLES, Role
from storagelab.auth.secrets import MAX_TOKEN_DAYS
from storagelab.cli.options import build_option_error
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json
from storagelab.config import Settings
from storagelab.domain.units import parse_duration
from storagelab.errors import LabUnavailable
from storagelab.launcher.address import sign_in_address
from storagelab.launcher.running import find_running_supervisor

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_DAY_SECONDS = 86_400

app = typer.Typer(no_args_is_help=True)


@app.callback()
def tokens() -> None:
    """Keep `create` a command of its own while it is the only one."""


@app.command()
def create(
    name: Annotated[str, typer.Option(help="Name of the token.")],
    role: Annotated[Role, typer.Option(metavar="ROLE", help=f"Role of the token: {', '.join(ROLES)}.")] = "operator",
    expires_in: Annotated[
        str | None,
        typer.Option(
            metavar="DURATION",
            help=f"Lifetime in whole days, such as 30d; at most {MAX_TOKEN_DAYS}d.",
            show_default=f"{MAX_TOKEN_DAYS}d",
        ),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Create an API token and print it; it is displayed only once."""
    from storagelab.auth.service import create_token  # noqa: PLC0415 - see cli/main.py.

    days = None if expires_in is None else parse_lifetime_days(expires_in)
    with database_of(load_settings(data)) as session:
        token = create_token(session, name=name, role=role, expires_in_days=days)
    if as_json:
        print_json({"name": name, "role": role, "token": token})
    else:
        print(token)


def sign_in(data: DataOption = None) -> None:
    """Print a one-time sign-in link for the lab's administrator."""
    from storagelab.auth.service import create_sign_in_link  # noqa: PLC0415 - see cli/main.py.

    settings = load_settings(data)
    running = find_running_supervisor(settings.data_dir)
    with database_of(settings) as session:
        print(sign_in_address(create_sign_in_link(session), running.url if running else settings.base_url))


def parse_lifetime_days(text: str) -> int:
    """Return the days of a lifetime such as `30d`. Raises InvalidInput for parts of a day and for other texts."""
    try:
        days = parse_duration(text) / _DAY_SECONDS
    except ValueError as error:
        raise build_option_error("--expires-in", error) from error
    if not days.is_integer() or not 1 <= days <= MAX_TOKEN_DAYS:
        raise build_option_error("--expires-in", f"{text!r} is not a number of days from 1d to {MAX_TOKEN_DAYS}d")
    return int(days)


@contextmanager
def database_of(settings: Settings) -> Iterator[Session]:
    """Open one transaction on the lab's database and yield its session.

    Raises LabUnavailable when the database does not answer.
    """
    from sqlalchemy.exc import OperationalError  # noqa: PLC0415 - see cli/main.py.

    from storagelab.db.session import session_scope  # noqa: PLC0415

    try:
        with session_scope() as session:
            yield session
    except OperationalError as error:
        raise LabUnavailable(
            f"The database of {settings.data_dir} does not answer: start Storage Lab with `make up`, "
            f"or with `storagelab up --data {settings.data_dir}`."
        ) from error
