"""Pictures of results over HTTP, for lists that show many runs."""

from __future__ import annotations

from fastapi import APIRouter
from sqlalchemy.orm import load_only

from storagelab.db.models import Run
from storagelab.db.references import find_all_by_reference, format_row_number
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import RunsTogether
from storagelab.http.session import SessionDep
from storagelab.overview.figures import draw_thumbnails
from storagelab.overview.result_schemas import RunThumbnail, RunThumbnails

router = APIRouter()


@router.get("/thumbnails", responses=declare_problem_responses(404, 422))
def get_thumbnails(session: SessionDep, run_id: RunsTogether) -> RunThumbnails:
    """Show the key charts of runs as small pictures, each from at most a few dozen points."""
    runs = find_all_by_reference(session, Run, run_id, load_only(Run.number))
    pictures = draw_thumbnails(session, [run.id for run in runs])
    return RunThumbnails(
        items=[
            RunThumbnail(number=format_row_number(run), thumbnail=picture)
            for run, picture in zip(runs, pictures, strict=True)
        ]
    )
