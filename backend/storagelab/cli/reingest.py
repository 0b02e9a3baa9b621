"""`storagelab reingest`: reads the stored raw files of runs again and reports changed figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypedDict, cast

import typer

from storagelab.cli.options import DryRunOption
from storagelab.cli.output import DataOption, JsonOption, format_count, load_settings, print_json
from storagelab.cli.tokens import database_of
from storagelab.errors import StorageLabError

if TYPE_CHECKING:
    from storagelab.config import Settings
    from storagelab.results.reingest import Reingested

#: Maximum number of differences of a run shown to people; JSON has all.
_SHOWN = 10


class ChangedFigure(TypedDict):
    """A figure that differs, with its place."""

    place: str
    before: object
    after: object


class RunReport(TypedDict, total=False):
    """The outcome of one run; `error` alone where it was refused."""

    run: str
    error: str
    phases: int
    without_files: Sequence[int]
    differences: Sequence[ChangedFigure]


def reingest(
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="RUN", help="Number or id of the run. Can be repeated.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Read all runs that were measured here and have ended.")] = False,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read the stored raw files of runs again, and store changed figures. Permalinks do not change."""
    if bool(runs) == every:
        raise typer.BadParameter("The command needs runs or --all, one of them.")
    settings = load_settings(data)
    references = list(runs or []) or _list_run_numbers(settings)
    reports: list[RunReport] = []
    refused = 0
    for reference in references:
        try:
            report = _read(settings, reference, store=not dry_run)
        except StorageLabError as error:
            # The other runs are read nevertheless.
            refused += 1
            reports.append({"run": reference, "error": error.message})
        else:
            reports.append(cast("RunReport", asdict(report)))
        if not as_json:
            _print(reports[-1], dry_run=dry_run)
    if as_json:
        print_json(reports)
    if refused:
        raise typer.Exit(1)


def _list_run_numbers(settings: Settings) -> list[str]:
    from sqlalchemy import select  # noqa: PLC0415 - see cli/main.py.

    from storagelab.db.models import Run  # noqa: PLC0415
    from storagelab.db.references import format_number  # noqa: PLC0415
    from storagelab.domain.lifecycle import RUN_TERMINAL  # noqa: PLC0415

    with database_of(settings) as session:
        numbers = session.scalars(
            select(Run.number).where(Run.origin == "measured", Run.state.in_(RUN_TERMINAL)).order_by(Run.number)
        )
        return [format_number(Run, number) for number in numbers]


def _read(settings: Settings, reference: str, *, store: bool) -> Reingested:
    from storagelab.db.models import Run  # noqa: PLC0415 - see cli/main.py.
    from storagelab.db.references import find_by_reference  # noqa: PLC0415
    from storagelab.results.reingest import reingest_run  # noqa: PLC0415

    with database_of(settings) as session:
        return reingest_run(session, run=find_by_reference(session, Run, reference), user_id=None, store=store)


def _print(report: RunReport, *, dry_run: bool) -> None:
    run, differences = report["run"], report.get("differences", ())
    if "error" in report:
        typer.echo(f"{run}: {report['error']}", err=True)
    elif report["without_files"]:
        ordinals = ", ".join(str(ordinal) for ordinal in report["without_files"])
        typer.echo(f"{run}: unchanged, the output of phase {ordinals} is not stored")
    elif not differences:
        typer.echo(f"{run}: {format_count(report['phases'], 'phase')} read, every figure is the same")
    else:
        done = "would change" if dry_run else "changed"
        typer.echo(
            f"{run}: {format_count(report['phases'], 'phase')} read, {format_count(len(differences), 'figure')} {done}"
        )
        for difference in differences[:_SHOWN]:
            before, after = (
                "unknown" if difference[side] is None else difference[side] for side in ("before", "after")
            )
            typer.echo(f"  {difference['place']}: {before} -> {after}")
        if len(differences) > _SHOWN:
            typer.echo(f"  and {len(differences) - _SHOWN} more, see --json")
