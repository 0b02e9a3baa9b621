"""The whole lab from the command line: start nothing for a while, and go on."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.output import DataOption, JsonOption, print_json, settings_for

app = typer.Typer(no_args_is_help=True)


@app.command()
def pause(
    reason: Annotated[str, typer.Option(help="Why, for whoever wonders.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Start nothing on any server from now on; what runs goes on."""
    with connect(settings_for(data)) as client:
        _print_pause(call(client, "POST", "/lab/pause", json={"reason": reason}), as_json=as_json)


@app.command()
def unpause(data: DataOption = None, as_json: JsonOption = False) -> None:
    """Go on starting what waits."""
    with connect(settings_for(data)) as client:
        _print_pause(call(client, "POST", "/lab/unpause"), as_json=as_json)


def _print_pause(state: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(state)
    elif state["paused"]:
        print(f"The lab is paused since {state['since']} by {state['by'] or 'a removed account'}: {state['reason']}")
    else:
        print("The lab is not paused.")
