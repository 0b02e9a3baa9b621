"""API tokens and sign-in links, made directly in the database: whoever may read that needs no other proof."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from storagelab.auth.roles import Role
from storagelab.cli.output import DataOption, JsonOption, print_json, settings_for
from storagelab.config import Settings
from storagelab.errors import LabUnavailable
from storagelab.launcher.address import sign_in_address
from storagelab.launcher.running import running_supervisor

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

app = typer.Typer(no_args_is_help=True)


@app.callback()
def tokens() -> None:
    """Keep `create` a command of its own while it is the only one."""


@app.command()
def create(
    name: Annotated[str, typer.Option(help="What the token is for.")],
    role: Annotated[Role, typer.Option(help="What it may do.")] = "operator",
    expires_days: Annotated[
        int | None, typer.Option(min=1, help="Days it works; without it, the longest allowed.")
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an API token and print it; it is shown this once."""
    from storagelab.auth.service import create_token  # noqa: PLC0415 - see cli/main.py.

    with database_of(settings_for(data)) as session:
        token = create_token(session, name=name, role=role, expires_in_days=expires_days)
    if as_json:
        print_json({"name": name, "role": role, "token": token})
    else:
        print(token)


def sign_in(data: DataOption = None) -> None:
    """Print an address that signs its visitor in once, as the lab's administrator."""
    from storagelab.auth.service import create_sign_in_link  # noqa: PLC0415 - see cli/main.py.

    settings = settings_for(data)
    running = running_supervisor(settings.data_dir)
    with database_of(settings) as session:
        print(sign_in_address(create_sign_in_link(session), running.url if running else settings.base_url))


@contextmanager
def database_of(settings: Settings) -> Iterator[Session]:
    """One transaction on the installation's database. Raises LabUnavailable when it does not answer."""
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
