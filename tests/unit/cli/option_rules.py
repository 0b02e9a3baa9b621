"""Rules for the names, types and help texts of a command tree; each fault is one line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scripts.check_language import REFUSED, REFUSED_PAIRS, split_name

#: Words that are no names of the field, and persons without one.
REFUSED_IN_HELP = REFUSED | {"nobody", "somebody", "whoever", "whom", "host"}
#: Help that holds a refused word as a term of the field.
ALLOWED_PHRASES = ("Host name", "host name", "host key", "host-key")
#: Numbers that count things and need no unit.
COUNTS = frozenset({"--port", "--ssh-port", "--repeats"})
#: Units that end the name of a number, one spelling each.
UNITS = ("seconds", "ms", "ns", "bytes", "percent", "bytes-per-s")
OTHER_UNITS = frozenset({"s", "sec", "min", "minutes", "hours", "days", "pct", "cv", "kib", "mib", "gib", "mb", "gb"})
#: Texts that carry their unit, such as 30d and 4G: their metavar shows it.
WITH_UNIT = {"DURATION": re.compile(r"--expires-in|--[a-z-]*duration"), "SIZE": re.compile(r"--size")}
#: First words of the help of an object that exists in the lab.
REFERENCES = {
    "SERVER": "Name, number or id of the server",
    "JOB": "Number or id of the job",
    "RUN": "Number",
    "CAMPAIGN": "Number or id of the campaign",
    "DASHBOARD": "Number or id of the dashboard",
    "CONFIGURATION": "Number or id of the configuration",
    "SHARE": "Number or id of the share",
}
#: Commands that print no data for programs, and commands that need no installation.
WITHOUT_JSON = frozenset({"up", "down", "demo", "migrate", "sign-in", "bench"})
WITHOUT_DATA = frozenset({"analyze", "bench", "parse", "verify"})
_NAME = re.compile(r"--[a-z0-9]+(-[a-z0-9]+)*")
_METAVAR = re.compile(r"[A-Z0-9_]+([=|][A-Z0-9_]+)*")


@dataclass(frozen=True)
class Parameter:
    """An option or an argument of one command."""

    command: str
    name: str
    is_option: bool
    #: Type, unit and number of its values.
    type: tuple[Any, ...]
    metavar: str | None
    help: str

    def __str__(self) -> str:
        return f"{self.command} {self.name}"


def commands_in(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield each command below a group with its words."""
    if path:
        yield " ".join(path), command
    for name, subcommand in sorted(getattr(command, "commands", {}).items()):
        yield from commands_in(subcommand, (*path, name))


def parameters_of(path: str, command: Any) -> Iterator[Parameter]:
    """Yield the options and arguments of a command, without --help."""
    for parameter in command.params:
        is_option = parameter.param_type_name == "option"
        name = (
            "/".join([*parameter.opts, *parameter.secondary_opts])
            if is_option
            else str(parameter.metavar or parameter.name)
        )
        if name != "--help":
            values = (
                parameter.type_descriptor.annotation,
                parameter.multiple or parameter.nargs,
                parameter.min,
                parameter.max,
            )
            yield Parameter(path, name, is_option, values, parameter.metavar, parameter.help or "")


def faults_of(root: Any) -> list[str]:
    """Return the faults of a command tree: none holds every rule."""
    commands = dict(commands_in(root))
    parameters = [parameter for path, command in commands.items() for parameter in parameters_of(path, command)]
    faults = [fault for path, command in commands.items() for fault in _command_faults(path, command)]
    faults += [f"{parameter}: {fault}" for parameter in parameters for fault in _parameter_faults(parameter)]
    return sorted([*faults, *_faults_between([parameter for parameter in parameters if parameter.is_option])])


def refused_words(text: str) -> list[str]:
    """Return the refused words of a text, in its order."""
    for phrase in ALLOWED_PHRASES:
        text = text.replace(phrase, "")
    words = split_name(text)
    pairs = [pair for pair in REFUSED_PAIRS if pair in "_".join(words)]
    return [*(word for word in words if word in REFUSED_IN_HELP), *pairs]


def _command_faults(path: str, command: Any) -> Iterator[str]:
    text = (command.help or "").strip()
    if not text.endswith(".") or not text[:1].isupper():
        yield f"{path}: the help is not a sentence"
    yield from (f"{path}: refused word {word} in the help" for word in refused_words(f"{path} {text}"))
    names = {option for parameter in command.params for option in parameter.opts}
    if not getattr(command, "commands", None):
        if "--json" not in names and path not in WITHOUT_JSON:
            yield f"{path}: --json is missing"
        if "--data" not in names and path not in WITHOUT_DATA:
            yield f"{path}: --data is missing"


def _parameter_faults(parameter: Parameter) -> Iterator[str]:
    text, metavar = parameter.help, parameter.metavar
    if not text.endswith(".") or not text[:1].isupper():
        yield "the help is not a sentence"
    yield from (f"refused word {word}" for word in refused_words(f"{parameter.name} {text}"))
    if metavar is not None and not _METAVAR.fullmatch(metavar):
        yield f"the metavar {metavar} is not in capitals"
    if not parameter.is_option and (metavar is None or metavar.endswith("S")):
        yield "the metavar of an argument is missing or a plural"
    if metavar in REFERENCES and not text.startswith(REFERENCES[metavar]):
        yield f'the help of a {metavar} begins with "{REFERENCES[metavar]}"'
    if parameter.is_option:
        yield from _name_faults(parameter)


def _name_faults(parameter: Parameter) -> Iterator[str]:
    names = parameter.name.split("/")
    if not all(_NAME.fullmatch(name) for name in names):
        yield "the name is not lower case with hyphens"
    last = names[0].rpartition("-")[2]
    if last in OTHER_UNITS:
        yield f"the unit {last} is spelled otherwise: {', '.join(UNITS)}"
    is_number = parameter.type[0] in (int, float)
    if is_number and names[0] not in COUNTS and not names[0].endswith(tuple(f"-{unit}" for unit in UNITS)):
        yield "a number without its unit at the end of the name"
    for metavar, pattern in WITH_UNIT.items():
        if (parameter.metavar == metavar) != bool(pattern.fullmatch(names[0])):
            yield f"{metavar} is the metavar of {pattern.pattern}"


def _faults_between(options: list[Parameter]) -> Iterator[str]:
    by_name: dict[str, list[Parameter]] = defaultdict(list)
    for option in options:
        for name in option.name.split("/"):
            by_name[name].append(option)
    for name, given in by_name.items():
        first = given[0]
        for other in given[1:]:
            for kind, values in (
                ("spellings", (first.name, other.name)),
                ("types", (first.type, other.type)),
                ("metavars", (first.metavar, other.metavar)),
                ("meanings", (first.help.split()[:1], other.help.split()[:1])),
            ):
                if values[0] != values[1]:
                    yield f"{name}: two {kind}, in {first.command} and in {other.command}"
    by_help: dict[str, set[str]] = defaultdict(set)
    for option in options:
        by_help[option.help].add(option.name)
    for names in by_help.values():
        if len(names) > 1:
            yield f"{', '.join(sorted(names))}: one meaning, several names"
