"""Pausing and resuming the whole lab from the command line."""

from __future__ import annotations

from typing import Annotated, TypedDict

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json

app = typer.Typer(no_args_is_help=True)


class PauseAnswer(TypedDict):
    """The pause of a lab."""

    paused: bool
    by: str | None
    since: str | None
    reason: str | None


@app.command()
def pause(
    reason: Annotated[str, typer.Option(help="Reason, which everyone sees.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Start no new run on any server. Runs in progress finish."""
    with connect(load_settings(data)) as client:
        _print_pause(call(client, "POST", "/lab/pause", json={"reason": reason}), as_json=as_json)


@app.command()
def resume(data: DataOption = None, as_json: JsonOption = False) -> None:
    """Start waiting runs again."""
    with connect(load_settings(data)) as client:
        _print_pause(call(client, "POST", "/lab/resume"), as_json=as_json)


def _print_pause(state: PauseAnswer, *, as_json: bool) -> None:
    if as_json:
        print_json(state)
    elif state["paused"]:
        print(f"Paused by {state['by'] or 'a removed account'} since {state['since']}: {state['reason']}")
    else:
        print("The lab is not paused.")
