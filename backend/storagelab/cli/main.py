"""The `storagelab` command: every error a user can meet becomes one sentence on standard error.

Commands load the database layer when they run and not before: it takes longer than most commands themselves.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from pydantic import ValidationError

from storagelab import __version__
from storagelab.cli import (
    addresses,
    analyze,
    backup,
    benchmarks,
    campaigns,
    comparing,
    dashboards,
    demo,
    doctor,
    exporting,
    findings,
    imports,
    installation,
    jobs,
    lab,
    lists,
    parse,
    profiles,
    receiving,
    reingest,
    runs,
    servers,
    shares,
    tokens,
    verify,
)
from storagelab.errors import StorageLabError

app = typer.Typer(
    name="storagelab",
    help="Measure storage on the servers of a lab, and keep, compare and share the results.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"storagelab {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


app.command()(installation.up)
app.command()(installation.down)
app.command()(installation.migrate)
app.command()(doctor.doctor)
app.command()(demo.demo)
app.command()(tokens.sign_in)
app.command()(jobs.submit)
app.command()(jobs.watch)
app.command()(jobs.cancel)
app.command()(runs.runs)
app.command()(shares.share)
app.command()(exporting.export)
app.command()(receiving.receive)
app.command()(comparing.compare)
app.command("import")(imports.import_results)
app.command()(parse.parse)
app.command()(analyze.analyze)
app.command()(verify.verify)
app.command()(benchmarks.bench)
app.command()(reingest.reingest)
app.command()(backup.backup)
app.command()(backup.restore)
app.add_typer(campaigns.app, name="campaign", help="Plan many configurations as one campaign, and follow it.")
app.add_typer(dashboards.app, name="dashboard", help="List, show, save and delete dashboards.")
app.add_typer(addresses.app, name="address", help="List, add and withdraw addresses of permalinks.")
app.add_typer(servers.app, name="server", help="Add the servers of the lab, and enrol their drives.")
app.add_typer(profiles.app, name="profile", help="List profiles, check and store your own.")
lists.APPS["finding"][0].command()(findings.matrix)
lists.add_lists(app)
app.add_typer(lab.app, name="lab", help="Pause and resume the lab.")
app.add_typer(tokens.app, name="token", help="Create API tokens.")


def main() -> None:
    """Run the command line: 0 done, 1 refused or failed with a sentence, 2 wrong use."""
    try:
        app()
    except StorageLabError as error:
        print(error.message, file=sys.stderr)
        if error.preserved:
            print(error.preserved, file=sys.stderr)
        sys.exit(1)
    except ValidationError as error:
        from storagelab.http.validation_messages import describe_error  # noqa: PLC0415

        for problem in error.errors():
            setting = f"STORAGELAB_{str(problem['loc'][0]).upper()}"
            print(f"{setting}: {problem['input']!r} is not valid: {describe_error(problem)}.", file=sys.stderr)
        sys.exit(1)
    except UnicodeEncodeError:
        print("An argument is not UTF-8 text. Check the encoding of your terminal.", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        print(f"The operating system reports an error: {error.strerror or error}{place}.", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
