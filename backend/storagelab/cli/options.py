"""Options and arguments that several commands take: one name, one type and one help text for each."""

from __future__ import annotations

import pkgutil
from pathlib import Path
from typing import Annotated

import typer

from storagelab import engines
from storagelab.domain.units import parse_size
from storagelab.errors import InvalidInput

#: Formats that results are read from; the reader finds out which one where none is named.
FORMATS = "auto, fio, vdbench, iometer, crystaldiskmark or table"
#: Each engine is a folder. To load the engines themselves would slow every command down.
ENGINE_NAMES = sorted(module.name for module in pkgutil.iter_modules(engines.__path__) if module.ispkg)
DEFAULT_SIZE = "256M"

JobArgument = Annotated[str, typer.Argument(metavar="JOB", help="Number or id of the job.", show_default=False)]
ServerArgument = Annotated[
    str, typer.Argument(metavar="SERVER", help="Name, number or id of the server.", show_default=False)
]
ResultsArgument = Annotated[
    Path, typer.Argument(metavar="PATH", help="Result file, folder of results, or archive.", show_default=False)
]
SubjectArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="RUN", help="Number or id of the run. Several make a comparison.", show_default=False),
]

ServerOption = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="SERVER",
        help="Name, number or id of the server under test.",
        show_default="the only one of the lab",
    ),
]
SizeOption = Annotated[
    str | None,
    typer.Option("--size", metavar="SIZE", help="Size of the target, such as 256M or 4G.", show_default=DEFAULT_SIZE),
]
LabOption = Annotated[
    str | None,
    typer.Option("--lab", metavar="URL", help="Address of the lab.", show_default="the lab on this machine"),
]
CampaignOption = Annotated[
    str | None,
    typer.Option("--campaign", metavar="CAMPAIGN", help="Number or id of the campaign.", show_default=False),
]
QueryOption = Annotated[
    str | None,
    typer.Option(
        "--query",
        metavar="QUERY",
        help="Query of docs/queries.md, such as 'label:rack=7 memory>=64GiB'.",
        show_default="all",
    ),
]
SortOption = Annotated[
    str | None,
    typer.Option(
        "--sort",
        metavar="FIELD",
        help="Field that orders the rows, with - before it from high to low. Lists take several, with commas.",
        show_default="newest first, or by name",
    ),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="COLUMNS",
        help="Columns with commas between them, such as 'server,label.release'.",
        show_default="the usual ones",
    ),
]
TimeZoneOption = Annotated[
    str,
    typer.Option("--time-zone", metavar="ZONE", help="Time zone of the dates in the query, such as Europe/Berlin."),
]
TitleOption = Annotated[
    str | None,
    typer.Option("--title", help="Title of the page or import.", show_default="the name of the subject"),
]
FormatOption = Annotated[str, typer.Option("--format", metavar="FORMAT", help=f"Format of the results: {FORMATS}.")]
Sha256Option = Annotated[
    str | None,
    typer.Option("--sha256", metavar="SHA256", help="SHA-256 that the document must have.", show_default=False),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Print the plan or the changes, store nothing.")]
WaitOption = Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until it has ended.")]
PublishOption = Annotated[
    bool, typer.Option("--publish/--draft", help="Open the permalink to readers, or keep it as a draft.")
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help=f"Engine that generates the load: {', '.join(ENGINE_NAMES[:-1])} or {ENGINE_NAMES[-1]}.",
        show_default="fio, if it runs the profile",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def parse_size_option(text: str | None) -> int:
    """Return the bytes of --size, such as `256M`. Raises InvalidInput for other texts."""
    try:
        return parse_size(text or DEFAULT_SIZE)
    except ValueError as error:
        raise build_option_error("--size", error) from error


def build_option_error(option: str, fault: object) -> InvalidInput:
    """Build the InvalidInput error for an invalid value of a command line option; it names `option`."""
    return InvalidInput(f"{option}: {fault}.", path=option.removeprefix("--").replace("-", "_"))
