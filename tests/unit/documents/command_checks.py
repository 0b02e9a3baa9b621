"""Checks that a command of a document exists: its program, its names and its options. Nothing is run."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from storagelab.cli.main import app
from storagelab.config import CHECKOUT

_OPTION = re.compile(r"--[a-z][a-z-]*")


def check(words: Sequence[str]) -> None:
    """Raise ValueError for a command that does not exist, or whose program has no rule here."""
    program = words[0].rpartition("/")[2]
    if program not in RULES:
        raise ValueError(f"no rule for {words[0]}; there are rules for {', '.join(sorted(RULES))}")
    RULES[program](list(words[1:]))


def check_storagelab(arguments: list[str]) -> None:
    """Raise ValueError for a command or an option that the command line does not have; values are not judged."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="storagelab")
    while isinstance(command, typer.core.TyperGroup):
        if not arguments or arguments[0].startswith("-"):
            break
        name = arguments.pop(0)
        subcommand = command.get_command(context, name)
        if subcommand is None:
            raise ValueError(f"there is no command {name}")
        command, context = subcommand, typer.Context(subcommand, info_name=name, parent=context)
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    _require_known(arguments, options | {"-h", "--help"})


def _check_runner(arguments: list[str]) -> None:
    usage = subprocess.run(
        [sys.executable, "-m", "storagelab_runner", "--help"], capture_output=True, text=True, check=False
    )
    lines = [
        line for line in (usage.stdout + usage.stderr).splitlines() if f"storagelab-runner {arguments[0]} " in line
    ]
    if not lines:
        raise ValueError(f"storagelab-runner has no {arguments[0]}")
    _require_known(arguments, set(_OPTION.findall(" ".join(lines))))


def _check_make(arguments: list[str]) -> None:
    planned = subprocess.run(["make", "-n", *arguments], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if planned.returncode != 0:
        raise ValueError(planned.stderr.strip())
    variables = {
        f"$({name})" for name, separator, _ in (argument.partition("=") for argument in arguments) if separator
    }
    text = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in (argument for argument in arguments if "=" not in argument):
        # A folder of that name is up to date for make.
        if f"\n{target}:" not in text:
            raise ValueError(f"the Makefile has no {target}")
    for variable in variables:
        # It may be part of a condition: $(if $(FULL),--full).
        if variable not in text:
            raise ValueError(f"the Makefile has no {variable}")


def _check_python(arguments: list[str]) -> None:
    if arguments[0] != "-m":
        raise ValueError("only modules are known: -m")
    spec = importlib.util.find_spec(arguments[1])
    if spec is not None and spec.submodule_search_locations:
        spec = importlib.util.find_spec(f"{arguments[1]}.__main__")
    if spec is None or spec.origin is None:
        raise ValueError(f"there is no module {arguments[1]}")
    _require_known(arguments[2:], set(_OPTION.findall(Path(spec.origin).read_text(encoding="utf-8"))))


def _check_copy(arguments: list[str]) -> None:
    for name in arguments[:-1]:
        if not (CHECKOUT / "deploy" / name).is_file():
            raise ValueError(f"the lab gives out no {name}")


def _check_remote(arguments: list[str]) -> None:
    program, *rest = arguments[1:]
    if program not in ("sh", "less"):
        raise ValueError(f"no rule for {program} on another machine")
    _check_copy([*rest[:1], ""])


def _check_as_root(arguments: list[str]) -> None:
    check(arguments)


def _require_known(arguments: Sequence[str], options: set[str]) -> None:
    for word in arguments:
        option = word.partition("=")[0]
        if option.startswith("-") and option not in options:
            raise ValueError(f"there is no option {option}")


RULES: dict[str, Callable[[list[str]], None]] = {
    "storagelab": check_storagelab,
    "storagelab-runner": _check_runner,
    "make": _check_make,
    "python": _check_python,
    "scp": _check_copy,
    "ssh": _check_remote,
    "sudo": _check_as_root,
}


def words_of(command: str) -> list[str]:
    """Return a command within a text in words, up to what the text leaves out."""
    return [word for word in shlex.split(command) if word != "..."]
