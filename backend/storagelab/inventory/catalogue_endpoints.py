"""Models of hardware, published hardware and saved filters over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.db.base import generate_uuid7
from storagelab.db.models import PublishedHardware, SavedFilter
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.optimistic_locking import refuse_overtaken
from storagelab.http.pagination import PageDep, paginate
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.inventory import hardware_models, published_hardware, saved_filters
from storagelab.inventory.catalogue_schemas import (
    HardwareModelCreate,
    HardwareModelOut,
    HardwareModelPage,
    HardwareModelUpdate,
    ModelComponent,
    PublishedHardwareOut,
    PublishedHardwarePage,
    SavedFilterCreate,
    SavedFilterOut,
    SavedFilterPage,
    SavedFilterUpdate,
)
from storagelab.inventory.list_order import paginate_list
from storagelab.inventory.model_fields import MODELS, ModelPageDep, ModelQuery
from storagelab.inventory.parameters import Words

router = APIRouter()


@router.get("/hardware-models", responses=QUERY_PROBLEM)
def list_hardware_models(
    session: SessionDep, page: ModelPageDep, query: ModelQuery, component: ModelComponent | None = None
) -> HardwareModelPage:
    """List models with the facts that people added, newest first unless `sort` gives another order."""
    statement = MODELS.narrow(hardware_models.select_models(component=component), query)
    rows, next_cursor = paginate_list(session, statement, MODELS, page)
    return HardwareModelPage(items=[hardware_models.describe_model(row) for row in rows], next_cursor=next_cursor)


@router.post("/hardware-models", status_code=201, responses=declare_problem_responses(409))
def add_hardware_model(
    body: HardwareModelCreate,
    response: Response,
    session: SessionDep,
    user: CurrentUser,
    idempotency_key: IdempotencyKey = None,
) -> HardwareModelOut:
    """Add facts that hold for every piece of a model."""
    new_id = generate_uuid7()
    first = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="hardware model", body=body, new_id=new_id
    )
    if first is None:
        row = hardware_models.add_model(session, user=user, body=body, model_id=new_id)
    else:
        row = hardware_models.find_model(session, first)
    response.headers["Location"] = f"/api/v1/hardware-models/{row.id}"
    return hardware_models.describe_model(row)


@router.get("/hardware-models/{model_id}", responses=declare_problem_responses(404))
def get_hardware_model(model_id: uuid.UUID, session: SessionDep) -> HardwareModelOut:
    """Show the facts that people added to a model."""
    return hardware_models.describe_model(hardware_models.find_model(session, model_id))


@router.patch("/hardware-models/{model_id}", responses=declare_problem_responses(404, 409))
def change_hardware_model(
    model_id: uuid.UUID, body: HardwareModelUpdate, session: SessionDep, user: CurrentUser
) -> HardwareModelOut:
    """Change the facts of a model."""
    row = hardware_models.find_model(session, model_id, lock=True)
    refuse_overtaken(row.model, hardware_models.describe_model(row).model_dump(mode="json"), body)
    hardware_models.change_model(session, user=user, row=row, changes=body.changes())
    return hardware_models.describe_model(row)


@router.delete("/hardware-models/{model_id}", status_code=204, responses=declare_problem_responses(404))
def remove_hardware_model(model_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Remove the facts of a model."""
    row = hardware_models.find_model(session, model_id, lock=True)
    hardware_models.remove_model(session, user=user, row=row)


@router.get("/published-hardware")
def list_published_hardware(
    session: SessionDep,
    page: PageDep,
    source: Annotated[Line | None, Query(max_length=200)] = None,
    component: Annotated[Line | None, Query(max_length=50)] = None,
    q: Words = None,
) -> PublishedHardwarePage:
    """List hardware that published reviews name, newest first."""
    statement = published_hardware.select_published(source=source, component=component, q=q)
    rows, next_cursor = paginate(session, statement, PublishedHardware, page)
    items = [published_hardware.describe_published(row) for row in rows]
    return PublishedHardwarePage(items=items, next_cursor=next_cursor)


@router.get("/published-hardware/{published_id}", responses=declare_problem_responses(404))
def get_published_hardware(published_id: uuid.UUID, session: SessionDep) -> PublishedHardwareOut:
    """Show one piece of hardware that a published review names."""
    return published_hardware.describe_published(published_hardware.find_published(session, published_id))


@router.delete("/published-hardware/{published_id}", status_code=204, responses=declare_problem_responses(404))
def remove_published_hardware(published_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Remove a piece of published hardware."""
    row = published_hardware.find_published(session, published_id)
    published_hardware.remove_published(session, user=user, row=row)


@router.get("/saved-filters")
def list_saved_filters(
    session: SessionDep,
    page: PageDep,
    user: CurrentUser,
    of_page: Annotated[Line | None, Query(alias="page", max_length=101, description="Path of a page")] = None,
) -> SavedFilterPage:
    """List your saved filters and those that others share, newest first."""
    statement = saved_filters.select_filters(user, page=of_page)
    rows, next_cursor = paginate(session, statement, SavedFilter, page)
    return SavedFilterPage(items=saved_filters.describe_filters(session, rows, user=user), next_cursor=next_cursor)


@router.post(
    "/saved-filters",
    status_code=201,
    responses=declare_problem_responses(409),
    dependencies=[Depends(require("viewer"))],
)
def save_filter(
    body: SavedFilterCreate, session: SessionDep, user: CurrentUser, idempotency_key: IdempotencyKey = None
) -> SavedFilterOut:
    """Save the filter of a list, to see it again. Viewers save them for themselves alone."""
    new_id = generate_uuid7()
    first = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="saved filter", body=body, new_id=new_id
    )
    if first is None:
        row = saved_filters.save_filter(session, user=user, body=body, filter_id=new_id)
    else:
        row = saved_filters.find_own_filter(session, user=user, filter_id=first)
    return saved_filters.describe_filters(session, [row], user=user)[0]


@router.patch(
    "/saved-filters/{filter_id}",
    responses=declare_problem_responses(403, 404),
    dependencies=[Depends(require("viewer"))],
)
def update_filter(
    filter_id: uuid.UUID, body: SavedFilterUpdate, session: SessionDep, user: CurrentUser
) -> SavedFilterOut:
    """Change a filter of yours: share it with the lab, make it private, or replace its query.

    Administrators can change any shared filter. Viewers share none.
    """
    row = saved_filters.update_filter(session, user=user, filter_id=filter_id, body=body)
    return saved_filters.describe_filters(session, [row], user=user)[0]


@router.delete(
    "/saved-filters/{filter_id}",
    status_code=204,
    responses=declare_problem_responses(403, 404),
    dependencies=[Depends(require("viewer"))],
)
def remove_saved_filter(filter_id: uuid.UUID, session: SessionDep, user: CurrentUser) -> None:
    """Remove a filter of yours, or as an administrator one that is shared."""
    saved_filters.remove_filter(session, user=user, filter_id=filter_id)
