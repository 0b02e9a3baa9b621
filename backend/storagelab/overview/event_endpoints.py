"""The event stream of the lab over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from storagelab.http.problems import declare_problem_responses
from storagelab.overview.event_stream import LabEvents

router = APIRouter()


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={
        **declare_problem_responses(429),
        200: {
            "description": "Server-sent events: state_changed, run_progress, notice. To continue, connect again.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
)
async def stream_lab_events(
    request: Request,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID", max_length=80)] = None,
) -> StreamingResponse:
    """Follow the lab live: state changes, progress of runs, and new notices."""
    events: LabEvents = request.app.state.lab_events
    events.require_room()
    return StreamingResponse(
        events.follow(last_event_id),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
