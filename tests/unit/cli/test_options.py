"""Options, arguments and help texts of all commands: one name for one thing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from tests.unit.cli.option_rules import commands_in, faults_of, parameters_of, refused_words
from typer.main import get_command
from typer.testing import CliRunner

from storagelab import cli
from storagelab.cli.main import app
from storagelab.cli.tokens import parse_lifetime_days
from storagelab.config import CHECKOUT
from storagelab.errors import InvalidInput

#: Options that are about this machine or this terminal, and not in a request.
LOCAL = {
    *("--all", "--data", "--detach", "--force", "--from", "--json", "--lab", "--list-charts", "--port", "--quick"),
    *("--run", "--same-lab", "--to", "--version", "--wait", "--no-wait"),
}
#: Options whose noun in REST is another form of it: a value, the whole object, or the opposite.
OTHER_FORMS = {
    "--after-phase": "mode",
    "--bind": "binding",
    "--draft": "publish",
    "--local": "transport",
    "--preview": "store",
    "--private": "shared",
    "--ranking": "view",
    "--redact": "redaction",
    "--repeat-until-cv-percent": "cv_percent",
    "--sha256": "document_sha256",
    "--smoke": "scale",
    "--ssh-port": "port",
    "--with": "run_id",
}
#: Endings of a field that an option leaves to its value.
_ENDINGS = ("", "s", "es", "_id", "_bytes", "_days", "_seconds")
#: Commands that other programs rely on.
PROMISED = {
    *("up", "down", "doctor", "token create", "server add", "server discover", "server enrol", "submit", "watch"),
    *("import", "parse", "analyze", "export", "share", "bench", "backup", "restore", "reingest"),
}


def test_all_commands_hold_the_rules() -> None:
    assert faults_of(get_command(app)) == []


def test_promised_commands_exist() -> None:
    assert dict(commands_in(get_command(app))).keys() >= PROMISED


def test_options_have_the_nouns_of_rest() -> None:
    api = json.loads((CHECKOUT / "frontend" / "openapi.json").read_text(encoding="utf-8"))
    fields = set(_names_in(api))
    commands = commands_in(get_command(app))
    options = {
        name
        for path, subcommand in commands
        for option in parameters_of(path, subcommand)
        for name in option.name.split("/")
    }
    options = {name for name in options if name.startswith("--")} - LOCAL
    nouns = {name: OTHER_FORMS.get(name, name.removeprefix("--").replace("-", "_")) for name in options}
    unknown = {name: noun for name, noun in nouns.items() if not any(f"{noun}{end}" in fields for end in _ENDINGS)}
    assert unknown == {}
    assert OTHER_FORMS.keys() <= options


def _names_in(value: Any) -> Iterator[str]:
    """Yield the names of all fields and parameters in a part of an OpenAPI document."""
    if isinstance(value, list):
        yield from (name for part in value for name in _names_in(part))
    elif isinstance(value, dict):
        yield from value["properties"] if isinstance(value.get("properties"), dict) else ()
        yield from [value["name"]] if isinstance(value.get("name"), str) and "in" in value else ()
        yield from (name for part in value.values() for name in _names_in(part))


def _add(command: typer.Typer) -> None:
    @command.command()
    def measure(
        targets: Annotated[list[str], typer.Argument(help="what stands there")],
        lifetime_days: Annotated[int, typer.Option(help="Lifetime of the token.")] = 1,
        limit: Annotated[float, typer.Option(help="Limit.")] = 1.0,
        server: Annotated[str, typer.Option(metavar="URL", help="Address of the lab.")] = "",
        data: Annotated[str, typer.Option(metavar="FOLDER", help="")] = "",
    ) -> None:
        """Measure."""

    @command.command()
    def look(
        server: Annotated[list[str], typer.Option(metavar="SERVER", help="Server.")] = [],  # noqa: B006
        lab: Annotated[str, typer.Option(help="Address of the lab.")] = "",
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        """Tell nobody."""


def test_planted_faults_are_found() -> None:
    planted = typer.Typer(add_completion=False)
    _add(planted)
    assert faults_of(get_command(planted)) == [
        "--lab, --server: one meaning, several names",
        "--server: two meanings, in look and in measure",
        "--server: two metavars, in look and in measure",
        "--server: two types, in look and in measure",
        'look --server: the help of a SERVER begins with "Name, number or id of the server"',
        "look: --data is missing",
        "look: refused word nobody in the help",
        "measure --data: the help is not a sentence",
        "measure --lifetime-days: a number without its unit at the end of the name",
        "measure --lifetime-days: the unit days is spelled otherwise: seconds, ms, ns, bytes, percent, bytes-per-s",
        "measure --limit: a number without its unit at the end of the name",
        "measure targets: refused word stands",
        "measure targets: refused word what",
        "measure targets: the help is not a sentence",
        "measure targets: the metavar of an argument is missing or a plural",
        "measure: --json is missing",
    ]


@pytest.mark.parametrize("module", sorted(Path(cli.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_messages_use_no_refused_word(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, _DOCUMENTED)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    sentences = [text for text in texts if " " in text and text not in docstrings]
    assert [(text, words) for text in sentences if (words := refused_words(text))] == []


_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.parametrize(("text", "days"), [("30d", 30), ("1d", 1), ("365d", 365), ("48h", 2)])
def test_lifetime_is_in_days(text: str, days: int) -> None:
    assert parse_lifetime_days(text) == days


@pytest.mark.parametrize("text", ["30", "0d", "366d", "36h", "1.5d", "a month", "-1d", ""])
def test_other_lifetime_is_refused_with_its_option(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"^--expires-in: '.*' is not a "):
        parse_lifetime_days(text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["token", "create", "--name", "me", "--expires-days", "30"],
        ["import", ".", "--server", "local"],
        ["receive", "share.zip", "--server", "local"],
        ["export", "r-1", "--hide"],
        ["submit", "quick-4k", "--repeat-until-cv", "5"],
        ["server", "add", "a", "--host-key", "SHA256:x"],
        ["lab", "unpause"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_earlier_spelling_is_refused(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert re.search("No such (option|command)", result.output)
