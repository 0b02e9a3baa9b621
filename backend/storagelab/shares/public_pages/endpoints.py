"""REST endpoints of the public page: its settings, and what is set on a published share."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from sqlalchemy import func, select

from storagelab.auth.dependencies import CurrentUser, require
from storagelab.config import get_settings
from storagelab.db.models import Share, ShareListing
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.session import SessionDep
from storagelab.shares.public_pages.schemas import PublicPageSettings, PublicPageUpdate, ShareUpdate
from storagelab.shares.public_pages.service import change_share, is_on_page
from storagelab.shares.public_pages.settings import PublicPage, change_public_page, read_public_page
from storagelab.shares.schemas import ShareOut
from storagelab.shares.views import describe_shares

router = APIRouter()

PATH = "/public"


@router.get("/public-page")
def get_public_page(session: SessionDep) -> PublicPageSettings:
    """Show the settings of the public page, and how many results are on it."""
    return _describe(session, read_public_page(session))


@router.patch("/public-page", dependencies=[Depends(require("admin"))])
def change_page(body: PublicPageUpdate, user: CurrentUser, session: SessionDep) -> PublicPageSettings:
    """Switch the public page on or off, name the lab, and permit search engines to list it."""
    return _describe(session, change_public_page(session, user=user, change=body))


@router.patch("/shares/{ref}", responses=declare_problem_responses(404, 409))
def change_published_share(ref: Reference, body: ShareUpdate, user: CurrentUser, session: SessionDep) -> ShareOut:
    """List a published share on the public page or take it off, and set its DOI: by its author or an administrator."""
    share = find_by_reference(session, Share, ref)
    change_share(session, share=share, user=user, change=body)
    return describe_shares(session, [share], user=user)[0]


def _describe(session: SessionDep, page: PublicPage) -> PublicPageSettings:
    count = select(func.count()).select_from(ShareListing).join(Share, Share.id == ShareListing.share_id)
    return PublicPageSettings(
        enabled=page.enabled,
        lab_name=page.lab_name,
        description=page.description,
        indexing=page.indexing,
        address=f"{get_settings().base_url}{PATH}",
        listed=session.scalars(count.where(is_on_page())).one(),
    )
