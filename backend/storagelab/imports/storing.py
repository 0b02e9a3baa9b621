"""Storing the results of an upload that was read: raw files, then one transaction per result.

Raw files go into the artifact store.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, defer

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Artifact, Configuration, Import, Run
from storagelab.db.references import format_row_number
from storagelab.db.session import session_scope
from storagelab.domain.results import ObservedSeries, ParsedResult
from storagelab.formats.base import MEMBER_BYTES
from storagelab.imports.configurations import find_or_create_configuration
from storagelab.imports.filing import file_result
from storagelab.imports.reading import Preview
from storagelab.imports.rebuildable_logs import LogLayout, find_log_layout
from storagelab.imports.staging import StagedFile, get_staged_path, iterate_file_blocks
from storagelab.results.artifact_store import find_media_type
from storagelab.results.ingest import classify_file, store_raw_file

#: A table contains figures that were published; every other format is the output of a run.
_PUBLISHED_FORMATS = frozenset({"table"})


def get_run_origin(format_name: str) -> str:
    """Return the run origin for results of a format: `published` or `imported`."""
    return "published" if format_name in _PUBLISHED_FORMATS else "imported"


def list_chosen_results(
    results: Sequence[Mapping[str, Any]], selection: Sequence[Mapping[str, Any]] | None
) -> list[int]:
    """Return the sorted indices of the results to store; all of them when `selection` is None."""
    if selection is None:
        return [result["index"] for result in results]
    return sorted(choice["index"] for choice in selection if choice["include"])


def is_filed(session: Session, *, import_id: uuid.UUID, index: int, source_sha256: str) -> bool:
    """Return whether a result is already stored as a run.

    The run belongs to the same import and index, or has the same `source_sha256`.
    """
    same_place = (Run.import_id == import_id) & (Run.import_index == index)
    return session.scalars(select(Run.id).where(same_place | (Run.source_sha256 == source_sha256))).first() is not None


def share_files(files: Sequence[StagedFile], preview: Preview, chosen: Sequence[int]) -> dict[int, list[StagedFile]]:
    """Return for each chosen result the uploaded files that are stored with its run.

    A file without results goes to the chosen result whose files share most of its path, so no file of an unknown format
    is lost.
    """
    by_name = {file.name: file for file in files}
    shared = {index: [by_name[name] for name in preview.sources[index] if name in by_name] for index in chosen}
    folders = {index: {_get_folder(file.name) for file in shared[index]} for index in chosen}
    for name in preview.unread if chosen else ():
        nearest = max(chosen, key=lambda index: max(_count_common_folders(name, folder) for folder in folders[index]))
        shared[nearest].append(by_name[name])
    return shared


def _get_folder(name: str) -> str:
    return name.rpartition("/")[0]


def _count_common_folders(name: str, folder: str) -> int:
    """Return the number of leading folders that the path `name` shares with `folder`."""
    pairs = zip(_get_folder(name).split("/"), folder.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@dataclass(frozen=True, slots=True)
class FiledFile:
    """An uploaded file that is filed: where its bytes are stored, or the layout by which its series give them back."""

    file: StagedFile
    storage_key: str | None
    layout: LogLayout | None


def keep_files(folder: Path, files: Sequence[StagedFile], result: ParsedResult) -> Iterator[FiledFile]:
    """Store uploaded files without loss and yield each one with its storage key or log layout.

    A file goes byte for byte into the artifact store, unless the series of the result suffice to rebuild it.
    """
    curves: dict[str | None, list[ObservedSeries]] = defaultdict(list)
    for series in result.series:
        curves[series.member].append(series)
    for file in files:
        path = get_staged_path(folder, file)
        layout = None
        if file.name in curves and file.size_bytes <= MEMBER_BYTES:
            layout = find_log_layout(path.read_bytes(), curves[file.name])
        key = store_raw_file(iterate_file_blocks(path), expected_sha256=file.sha256).key if layout is None else None
        yield FiledFile(file, key, layout)


def store_result(
    import_id: uuid.UUID,
    *,
    index: int,
    result: ParsedResult,
    source_sha256: str,
    files: Sequence[FiledFile],
    choice: Mapping[str, Any],
    is_only: bool,
) -> None:
    """Store one result with its raw files as a run; do nothing when another request was faster.

    `choice` is the selection for this result. `is_only` means that the upload has no other result.
    """
    try:
        with session_scope() as session:
            # The preview of all results is not read again for each of them.
            row = session.get_one(Import, import_id, options=[defer(Import.preview), defer(Import.selection)])
            title = row.title if is_only and row.title else result.title
            run = file_result(
                session,
                result,
                origin=get_run_origin(result.format),
                configuration=_find_chosen_configuration(session, row, choice, result),
                title=choice.get("title") or title,
                source_title=result.source or f"Import {format_row_number(row)}: {row.title}",
                import_id=import_id,
                import_index=index,
                source_sha256=source_sha256,
            )
            _file_artifacts(session, run, files)
    except IntegrityError:
        with session_scope() as session:
            if not is_filed(session, import_id=import_id, index=index, source_sha256=source_sha256):
                raise


def _find_chosen_configuration(
    session: Session, row: Import, choice: Mapping[str, Any], result: ParsedResult
) -> Configuration | None:
    """Return the configuration chosen for the result, else the one chosen for the whole import.

    Returns None where none was chosen: then the facts in the files decide.
    """
    chosen = choice.get("configuration_id") or (str(row.configuration_id) if row.configuration_id else None)
    name = choice.get("configuration_name")
    if name is not None:
        return find_or_create_configuration(
            session,
            name=name,
            origin=get_run_origin(result.format),
            facts=result.configuration,
            source=result.source,
        )
    return session.get(Configuration, uuid.UUID(chosen)) if chosen is not None else None


def _file_artifacts(session: Session, run: Run, files: Sequence[FiledFile]) -> None:
    rows = [
        {
            "id": generate_uuid7(),
            "run_id": run.id,
            "name": filed.file.name,
            "kind": classify_file(filed.file.name),
            "media_type": find_media_type(filed.file.name),
            "size_bytes": filed.file.size_bytes,
            "sha256": filed.file.sha256,
            "storage_key": filed.storage_key,
            "layout": filed.layout,
        }
        for filed in files
    ]
    if rows:
        session.execute(insert(Artifact), rows)
