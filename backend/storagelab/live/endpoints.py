"""Stream of the events of a job."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import StreamingResponse

from storagelab.db.models import Job
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.session import SessionDep
from storagelab.live.event_stream import JobEvents
from storagelab.live.subscriber import Position

router = APIRouter()


def find_job_id(ref: Reference, session: SessionDep) -> uuid.UUID:
    """Return the id of the job that an address names; its session ends before a stream begins."""
    return find_by_reference(session, Job, ref).id


@router.get(
    "/jobs/{ref}/events",
    response_class=StreamingResponse,
    responses={
        **declare_problem_responses(404),
        200: {
            "description": "Server-sent events: state, progress, point, event. The stream ends with the job.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
)
async def stream_job_events(
    request: Request,
    job_id: Annotated[uuid.UUID, Depends(find_job_id, scope="function")],
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID", max_length=80)] = None,
) -> StreamingResponse:
    """Follow a job live. `Last-Event-ID` resumes where a stream broke."""
    events: JobEvents = request.app.state.job_events
    events.require_room()
    return StreamingResponse(
        events.follow(job_id, Position.parse(last_event_id)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
