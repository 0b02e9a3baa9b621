"""Imports as the API shows them; the number of queries does not grow with the list."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Import, Run
from storagelab.db.references import format_row_number
from storagelab.domain.import_values import PreviewedResult, StoredPreview
from storagelab.http.schemas import Numbered
from storagelab.imports.schemas import (
    ImportFailure,
    ImportOut,
    ImportProgress,
    ImportResult,
    ImportState,
    RefusedFile,
    StoredRun,
)
from storagelab.imports.storing import list_chosen_results
from storagelab.inventory.history import load_user_names
from storagelab.profiles.schemas import FileGroupOut

#: The long lists of a result, which lists of imports leave out.
_FIGURES = ("members", "warnings", "measurements", "series", "numbers", "findings")


def describe_imports(session: Session, rows: Sequence[Import], *, in_short: bool = False) -> list[ImportOut]:
    """Describe imports with their contents; `in_short` omits the figures and curves of each result."""
    names = load_user_names(session, [row.created_by for row in rows])
    runs = _load_runs_by_import(session, [row.id for row in rows])
    same = _load_runs_by_hash(
        session, [result["source_sha256"] for row in rows for result in _get_preview_results(row)]
    )
    return [_describe(row, names, runs.get(row.id, {}), same, without=_FIGURES if in_short else ()) for row in rows]


def _describe(
    row: Import,
    names: dict[uuid.UUID, str],
    own: dict[int | None, Run],
    same: dict[str, Run],
    *,
    without: Sequence[str],
) -> ImportOut:
    preview: StoredPreview = row.preview or {}
    results = _get_preview_results(row)
    chosen = set(list_chosen_results(results, row.selection)) if row.state == "stored" else set()
    error = None
    if row.error_message is not None:
        error = ImportFailure(message=row.error_message, preserved=row.error_kept or "")
    return ImportOut(
        id=row.id,
        number=format_row_number(row),
        state=cast(ImportState, row.state),
        format=row.format,
        title=row.title,
        created_at=row.created_at,
        created_by=names.get(row.created_by) if row.created_by else None,
        files=FileGroupOut(count=row.file_count, bytes=row.size_bytes),
        progress=ImportProgress.model_validate(row.progress),
        error=error,
        unrecognised=preview.get("unrecognised", []),
        unrecognised_count=preview.get("unrecognised_count", 0),
        refused=[RefusedFile(**refused) for refused in preview.get("refused", [])],
        warnings=preview.get("warnings", []),
        results=[
            _describe_result(
                {**result, **{key: [] for key in without}, **({"curve": None} if without else {})},
                own=own.get(result["index"]),
                same=same.get(result["source_sha256"]),
                import_id=row.id,
                chosen=result["index"] in chosen,
            )
            for result in results
        ],
    )


def _get_preview_results(row: Import) -> list[PreviewedResult]:
    return row.preview.get("results", []) if row.preview is not None else []


def _describe_result(
    result: Mapping[str, object], *, own: Run | None, same: Run | None, import_id: uuid.UUID, chosen: bool
) -> ImportResult:
    """Return one result of an import as REST shows it, with the run that represents it.

    This is `own`, the run that the import stored. Without `own` it is `same`, a run that another import stored from the
    same bytes, if the result was `chosen`; `same` is also named as the duplicate.
    """
    duplicate = same if same is not None and same.import_id != import_id else None
    filed = own or (duplicate if chosen else None)
    return ImportResult.model_validate(
        {
            **{key: value for key, value in result.items() if key != "source_sha256"},
            "duplicate_of": Numbered(id=duplicate.id, number=format_row_number(duplicate)) if duplicate else None,
            "run": _describe_stored_run(filed) if filed is not None else None,
        }
    )


def _describe_stored_run(run: Run) -> StoredRun:
    number = format_row_number(run)
    return StoredRun(id=run.id, number=number, title=run.title, href=f"/runs/{number}")


def _load_runs_by_import(session: Session, import_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[int | None, Run]]:
    """Return the runs of each import by the index of their result."""
    runs: dict[uuid.UUID, dict[int | None, Run]] = {}
    for run in session.scalars(select(Run).where(Run.import_id.in_(import_ids))):
        if run.import_id is not None:
            runs.setdefault(run.import_id, {})[run.import_index] = run
    return runs


def _load_runs_by_hash(session: Session, hashes: Sequence[str]) -> dict[str, Run]:
    query = select(Run).where(Run.source_sha256.in_(hashes))
    return {run.source_sha256: run for run in session.scalars(query) if run.source_sha256 is not None}
