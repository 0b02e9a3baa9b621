"""Shares over HTTP, for those who make them: all of it needs a sign-in."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from sqlalchemy import select
from sqlalchemy.orm import defer

from storagelab.auth.dependencies import CurrentUser
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Run, Share
from storagelab.errors import InvalidInput
from storagelab.http.idempotency import IdempotencyKey, claim_key
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.responses import file_of
from storagelab.http.schemas import Line
from storagelab.http.session import SessionDep
from storagelab.inventory.list_order import paginate_list
from storagelab.shares import public, service
from storagelab.shares.freezing.choosing import choose_subject, list_available_options
from storagelab.shares.freezing.outline import draw_offered_chart
from storagelab.shares.hash_commitments import list_hash_commitments
from storagelab.shares.listing import (
    SHARES,
    SharePageDep,
    count_shares,
    select_matching,
    select_state,
    select_using,
)
from storagelab.shares.options import FindingChoice, ShareOptions
from storagelab.shares.picture_endpoints import HEADERS as PICTURE_HEADERS
from storagelab.shares.schemas import (
    AvailableShareOptions,
    HashCommitmentPage,
    Kind,
    ShareChartPicture,
    ShareCorrection,
    ShareCreate,
    ShareOptionsOut,
    ShareOut,
    SharePage,
    SharePublication,
    ShareRevocation,
    ShareState,
    ShareSubject,
)
from storagelab.shares.stored_options import keep_workbench, read_options
from storagelab.shares.views import describe_share, describe_shares

router = APIRouter()


@router.post("/shares/options", responses=declare_problem_responses(404, 409, 422))
def show_available_share_options(body: ShareSubject, user: CurrentUser, session: SessionDep) -> AvailableShareOptions:
    """Show the charts that a share of this can have, and the texts that redaction would hide. Nothing is stored."""
    return list_available_options(session, choose_subject(session, body, user=user))


@router.post(
    "/shares/options/picture",
    response_class=Response,
    responses={**file_of("image/svg+xml"), **declare_problem_responses(404, 409, 422, 503)},
)
def draw_available_chart(body: ShareChartPicture, user: CurrentUser, session: SessionDep) -> Response:
    """Draw a chart that a share of this can have, with the names of the lab. Nothing is stored."""
    subject = choose_subject(session, body, user=user)
    picture = draw_offered_chart(subject, body.chart, theme=body.theme, width=body.width, height=body.height)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_HEADERS)


@router.post("/shares", status_code=201, responses=declare_problem_responses(404, 409, 422))
def create_share(
    body: ShareCreate, user: CurrentUser, session: SessionDep, idempotency_key: IdempotencyKey = None
) -> ShareOut:
    """Freeze a run, a comparison, a ranking, a campaign, a dashboard or a workbench, as a draft or published.

    A published one has the address `url` for the audience "Public". `POST /shares/{ref}/addresses` adds others.

    With `version_of` it is the next version of that share. Earlier versions stay unchanged and link to the newer one.
    Figures of others under another author are refused with 409 (`new_author`), unless `confirm_new_author` is true.
    """
    earlier = find_by_reference(session, Share, body.version_of) if body.version_of is not None else None
    new_id = generate_uuid7()
    existing = claim_key(
        session, user_id=user.user_id, key=idempotency_key, purpose="create_share", body=body, new_id=new_id
    )
    if existing is not None:
        return describe_share(session, find_by_reference(session, Share, str(existing)), user=user)
    if body.kind is None and earlier is None:
        body = _convert_legacy_request(body)
    share, token = service.freeze_share(
        session,
        subject=choose_subject(session, body, user=user),
        options=_convert_options(body),
        offered=service.Offered(
            expires_at=body.expires_at,
            closed_until_embargo=body.closed_until_embargo,
            version_of=earlier,
            publish=body.publish,
            confirm_new_author=body.confirm_new_author,
        ),
        user_id=user.user_id,
        share_id=new_id,
    )
    keep_workbench(session, share)
    return describe_share(session, share, user=user, token=token)


#: What a body without a kind may have: earlier releases knew no more.
_EARLIER_FIELDS = frozenset({"run_id", "title", "author", "note", "expires_at", "publish", "confirm_new_author"})


def _convert_legacy_request(body: ShareCreate) -> ShareCreate:
    """Return a request without `kind` as a request to publish the share of one run at once.

    Raises InvalidInput for any field that earlier releases did not have.
    """
    if body.run_id is None:
        raise InvalidInput("must be run, comparison, ranking or campaign", path="kind")
    stray = next(iter(sorted(body.model_fields_set - _EARLIER_FIELDS)), None)
    if stray is not None:
        raise InvalidInput("needs the field kind as well", path=stray)
    return body.model_copy(update={"kind": "run", "publish": True})


def _convert_options(body: ShareCreate) -> ShareOptions:
    blocks = body.body
    return ShareOptions(
        title=body.title,
        author=body.author,
        note=body.note,
        licence=body.licence,
        contact=body.contact,
        embargo_until=body.embargo_until,
        body=[block.model_dump(exclude_none=True) for block in blocks] if blocks is not None else None,
        serials=body.redaction.serials,
        names=body.redaction.names,
        aliases=body.redaction.aliases,
        raw_files=body.raw_files,
        findings=[
            FindingChoice(choice.key or choice.finding or "", choice.text, is_stored=choice.finding is not None)
            for choice in body.findings
        ]
        if body.findings is not None
        else None,
    )


@router.get("/shares", responses=declare_problem_responses(404, 422))
def list_shares(
    session: SessionDep,
    user: CurrentUser,
    page: SharePageDep,
    run_id: Annotated[str | None, Query(max_length=64, description="Id or number of a run that shares use")] = None,
    kind: Kind | None = None,
    state: Annotated[
        ShareState | None, Query(description="Each share has one: those under embargo are not `published`")
    ] = None,
    origin: Annotated[
        Literal["frozen", "received"] | None, Query(description="Frozen in this lab, or received from another one")
    ] = None,
    mine: Annotated[bool, Query(description="Only shares that you created")] = False,
    q: Annotated[
        Line | None,
        Query(max_length=200, description="Words of title, author and findings, numbers of runs, an address"),
    ] = None,
) -> SharePage:
    """List shares, newest first unless `sort` gives another order, with the number of them in each state."""
    query = select(Share).options(defer(Share.document))
    if run_id is not None:
        query = query.where(select_using(find_by_reference(session, Run, run_id)))
    if kind is not None:
        query = query.where(Share.kind == kind)
    if mine:
        query = query.where(Share.created_by == user.user_id)
    if q is not None and q.strip():
        query = query.where(select_matching(q))
    counts = count_shares(session, query)
    if origin is not None:
        query = query.where(Share.origin == origin)
    if state is not None:
        query = query.where(select_state(state))
    rows, next_cursor = paginate_list(session, query, SHARES, page)
    return SharePage(items=describe_shares(session, rows, user=user), next_cursor=next_cursor, counts=counts)


@router.get("/shares/{ref}", responses=declare_problem_responses(404))
def get_share(ref: Reference, user: CurrentUser, session: SessionDep) -> ShareOut:
    """Describe one share."""
    return describe_share(session, find_by_reference(session, Share, ref), user=user)


@router.get("/shares/{ref}/options", responses=declare_problem_responses(404, 409))
def get_share_options(ref: Reference, session: SessionDep) -> ShareOptionsOut:
    """Return the request that created a share, to be edited and posted as its next version or in place of a draft.

    Other names of models are not stored.
    """
    return read_options(session, find_by_reference(session, Share, ref))


@router.get("/shares/{ref}/hash-commitments", responses=declare_problem_responses(404))
def list_share_hash_commitments(ref: Reference, session: SessionDep) -> HashCommitmentPage:
    """List the keys of the hidden hashes of raw files, each of which proves to a reader which file its hash is of."""
    return list_hash_commitments(session, find_by_reference(session, Share, ref))


@router.get(
    "/shares/{ref}/page", response_class=Response, responses={**file_of("text/html"), **declare_problem_responses(404)}
)
def preview_page(ref: Reference, session: SessionDep) -> Response:
    """Show the page of a draft, or of a published share, as its readers would see it. Nothing is counted."""
    return public.preview(session, find_by_reference(session, Share, ref))


@router.post("/shares/{ref}/publish", responses=declare_problem_responses(404, 409, 422))
def publish_share(
    ref: Reference, user: CurrentUser, session: SessionDep, body: SharePublication | None = None
) -> ShareOut:
    """Open a draft to readers, byte for byte as it was previewed, at its first address.

    Figures of others under another author are refused with 409 (`new_author`), unless `confirm_new_author` is true.
    """
    share = find_by_reference(session, Share, ref)
    token = service.publish_share(
        session,
        share=share,
        user_id=user.user_id,
        confirm_new_author=body is not None and body.confirm_new_author,
        document_sha256=body.document_sha256 if body is not None else None,
    )
    return describe_share(session, share, user=user, token=token)


@router.put("/shares/{ref}", responses=declare_problem_responses(404, 409, 422))
def replace_draft(ref: Reference, body: ShareCreate, user: CurrentUser, session: SessionDep) -> ShareOut:
    """Freeze a draft again, of the subject and with the words of the body. Its number and its version stay.

    A draft stays a draft: publish it with `POST /shares/{ref}/publish`. A published share is refused with 409.
    """
    draft = find_by_reference(session, Share, ref)
    if body.publish:
        raise InvalidInput("must be false: publish the draft when it is as it should be", path="publish")
    if body.version_of is not None:
        earlier = find_by_reference(session, Share, body.version_of)
        if earlier.lineage_id != draft.lineage_id:
            raise InvalidInput("must be a version of the draft, or null", path="version_of")
    share = service.replace_draft(
        session,
        draft=draft,
        subject=choose_subject(session, body, user=user),
        options=_convert_options(body),
        offered=service.Offered(expires_at=body.expires_at, closed_until_embargo=body.closed_until_embargo),
    )
    keep_workbench(session, share)
    return describe_share(session, share, user=user)


@router.delete("/shares/{ref}", status_code=204, responses=declare_problem_responses(404, 409))
def delete_draft(ref: Reference, user: CurrentUser, session: SessionDep) -> None:
    """Remove a draft. What was published stays, and can be withdrawn."""
    service.delete_draft(session, share=find_by_reference(session, Share, ref), user_id=user.user_id)


@router.post("/shares/{ref}/revoke", responses=declare_problem_responses(404, 409, 422))
def revoke_share(
    ref: Reference, user: CurrentUser, session: SessionDep, body: ShareRevocation | None = None
) -> ShareOut:
    """Withdraw a permalink with all of its addresses. Its readers see that, with the reason where one is given."""
    share = find_by_reference(session, Share, ref)
    service.revoke_share(session, share=share, user_id=user.user_id, reason=body.reason if body else None)
    return describe_share(session, share, user=user)


@router.post("/shares/{ref}/correct", responses=declare_problem_responses(404, 409, 422))
def correct_share(ref: Reference, body: ShareCorrection, user: CurrentUser, session: SessionDep) -> ShareOut:
    """Publish a correction above a frozen page, which itself never changes."""
    share = find_by_reference(session, Share, ref)
    service.correct_share(session, share=share, user_id=user.user_id, correction=body.correction)
    return describe_share(session, share, user=user)
