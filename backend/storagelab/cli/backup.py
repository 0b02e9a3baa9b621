"""`storagelab backup` and `storagelab restore`: the whole lab as one file, and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from storagelab.cli.options import ForceOption
from storagelab.cli.output import DataOption, JsonOption, format_number, load_settings, print_json
from storagelab.config import Settings
from storagelab.errors import NotFound
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.running import find_running_supervisor, only_supervisor
from storagelab.launcher.services import start_services

if TYPE_CHECKING:
    from storagelab.backup.manifest import BackupManifest

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Archive of the lab.", show_default=False)]

_SIZE_UNITS = (("GB", 10**9), ("MB", 10**6), ("kB", 10**3), ("bytes", 1))


def backup(
    file: FileArgument,
    force: ForceOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the database, raw files and keys of the lab into one archive, also while it runs."""
    from storagelab.backup.write import back_up_lab  # noqa: PLC0415 - see cli/main.py.

    settings = load_settings(data)
    with _database(settings):
        written = back_up_lab(settings, file.absolute(), overwrite=force)
    manifest = written.manifest
    _warn_of_artifacts(manifest)
    if manifest.missing_keys:
        absent = ", ".join(manifest.missing_keys)
        print(f"Missing in {settings.data_dir} and in the archive: {absent}.", file=sys.stderr)
    if as_json:
        print_json({"file": str(written.path), "size_bytes": written.size_bytes, **_describe_contents(manifest)})
        return
    print(f"{written.path}: {_format_size(written.size_bytes)}, made at {manifest.created_at:%Y-%m-%d %H:%M:%S} UTC")
    print(_format_counts(manifest, manifest.keys))
    print("It holds the private keys and tokens of the lab. Only its owner can read it. Do not change that.")


def restore(
    file: FileArgument,
    force: Annotated[bool, typer.Option("--force", help="Replace the existing lab for good.")] = False,
    same_lab: Annotated[
        bool,
        typer.Option(
            "--same-lab", help="Take over the identity of the lab that was backed up, which no longer exists."
        ),
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Restore a lab from its archive into an empty data folder, while no lab runs there."""
    from storagelab.backup import restore as restoring  # noqa: PLC0415 - see cli/main.py.
    from storagelab.backup.verify import verify  # noqa: PLC0415

    settings = load_settings(data)
    manifest = verify(file)
    folder = open_data_folder(settings.data_dir)
    with only_supervisor(folder), _services(settings):
        done = restoring.restore(settings, file, manifest, replace=force, same_lab=same_lab)
    _warn_of_artifacts(manifest)
    lost, cancelled = ([f"r-{number}" for number in numbers] for numbers in (done.settled.lost, done.settled.cancelled))
    if as_json:
        print_json(
            {
                "data": str(folder.root),
                **_describe_contents(manifest),
                "keys": done.keys,
                "lost": lost,
                "cancelled": cancelled,
            }
        )
        return
    print(f"{folder.root}: the lab of {manifest.created_at:%Y-%m-%d %H:%M:%S} UTC is restored")
    print(_format_counts(manifest, done.keys))
    if lost:
        print(f"Running at the time of the backup, now lost: {', '.join(lost)}")
    if cancelled:
        print(f"Waiting at the time of the backup, now cancelled: {', '.join(cancelled)}")


@contextmanager
def _database(settings: Settings) -> Iterator[None]:
    """Yield while the database of the lab is available, started for it if the lab does not run.

    Raises NotFound when the data folder holds no lab.
    """
    embedded = "database_url" not in settings.model_fields_set
    if embedded and not (settings.data_dir / "postgres").exists():
        raise NotFound(f"{settings.data_dir} holds no lab. Choose the data folder of a lab with --data.")
    if not embedded or find_running_supervisor(settings.data_dir) is not None:
        yield
        return
    with only_supervisor(open_data_folder(settings.data_dir)), _services(settings):
        yield


@contextmanager
def _services(settings: Settings) -> Iterator[None]:
    services = start_services(settings, open_data_folder(settings.data_dir))
    try:
        yield
    finally:
        services.stop()


def _describe_contents(manifest: BackupManifest) -> Mapping[str, object]:
    return {
        "created_at": manifest.created_at.isoformat(),
        "storagelab_version": manifest.storagelab_version,
        "migration_revision": manifest.migration_revision,
        "tables": {table.name: table.rows for table in manifest.tables},
        "artifacts": len(manifest.artifacts),
        "missing_artifacts": manifest.missing_artifacts,
        "damaged_artifacts": manifest.damaged_artifacts,
        "keys": manifest.keys,
    }


def _format_counts(manifest: BackupManifest, keys: list[str]) -> str:
    return (
        f"{manifest.rows:,} rows in {len(manifest.tables)} tables, {len(manifest.artifacts):,} raw files, "
        f"keys: {', '.join(keys) or 'none'}"
    )


def _format_size(size_bytes: int) -> str:
    unit, factor = next((unit, factor) for unit, factor in _SIZE_UNITS if size_bytes >= factor)
    return f"{format_number(size_bytes / factor)} {unit}"


def _warn_of_artifacts(manifest: BackupManifest) -> None:
    for artifacts, state in ((manifest.missing_artifacts, "missing"), (manifest.damaged_artifacts, "damaged")):
        if artifacts:
            shown = ", ".join(artifacts[:3]) + (f" and {len(artifacts) - 3} more" if len(artifacts) > 3 else "")
            print(f"Raw files {state} in the lab when it was backed up: {shown}.", file=sys.stderr)
