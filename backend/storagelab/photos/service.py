"""Photos: checked by their first bytes, stored in the artifact store and served only as pictures."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.models import Photo, User
from storagelab.db.references import format_row_number
from storagelab.errors import InvalidInput, LabUnavailable, NotAllowed, NotFound
from storagelab.inventory.naming import Piece, get_component_kind
from storagelab.photos.schemas import MediaType, PhotoOut
from storagelab.results.artifact_store import ArtifactStore, StoredFile

MAX_BYTES = 10 << 20
MEDIA_TYPES: tuple[MediaType, ...] = ("image/png", "image/jpeg", "image/webp")
_ENDINGS: dict[str, str] = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


def detect_media_type(data: bytes) -> MediaType | None:
    """Return the media type of a picture by its first bytes; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def check_picture(data: bytes, announced: str) -> MediaType:
    """Return the media type of a picture, detected from its bytes.

    Raises InvalidInput for data that are not a PNG, JPEG or WebP picture, or not of the type `announced`.
    """
    detected = detect_media_type(data)
    if detected is None:
        raise InvalidInput("The body is not a PNG, JPEG or WebP picture.")
    if detected != announced:
        raise InvalidInput(f"The body is {detected} and was sent as {announced}.")
    return detected


def select_photos(piece: Piece) -> Select[Photo]:
    """Select the photos of a piece of hardware."""
    return select(Photo).where(Photo.component == get_component_kind(piece), Photo.piece_id == piece.id)


def add_photo(
    session: Session,
    *,
    user: Identity,
    piece: Piece,
    title: str,
    media_type: MediaType,
    stored: StoredFile,
    photo_id: uuid.UUID,
) -> Photo:
    """Store a photo of a piece of hardware as `photo_id`; `stored` is its file in the artifact store."""
    photo = Photo(
        id=photo_id,
        component=get_component_kind(piece),
        piece_id=piece.id,
        title=title,
        media_type=media_type,
        size_bytes=stored.size_bytes,
        sha256=stored.sha256,
        storage_key=stored.key,
        added_by=user.user_id,
    )
    session.add(photo)
    session.flush()
    subject = f"{photo.component} {format_row_number(piece)}"
    audit.record_event(
        session, user_id=user.user_id, action="photo_added", subject=subject, title=title, sha256=stored.sha256
    )
    return photo


def remove_photo(session: Session, *, user: Identity, photo: Photo) -> None:
    """Delete the row of a photo.

    Its bytes stay in the store, as others may have uploaded the same. Raises NotAllowed.
    """
    if photo.added_by != user.user_id and not has_role(user.role, "admin"):
        raise NotAllowed("Only the user who added the photo or an administrator can remove it.")
    audit.record_event(
        session,
        user_id=user.user_id,
        action="photo_removed",
        subject=f"{photo.component} {photo.piece_id}",
        title=photo.title,
        sha256=photo.sha256,
    )
    session.delete(photo)
    session.flush()


def find_photo(session: Session, photo_id: uuid.UUID) -> Photo:
    """Return the photo with this id. Raises NotFound."""
    photo = session.get(Photo, photo_id)
    if photo is None:
        raise NotFound(f"There is no photo {photo_id}.")
    return photo


def describe_photos(session: Session, photos: Sequence[Photo]) -> list[PhotoOut]:
    """Return photos as the API shows them, with the user who added each."""
    people = {photo.added_by for photo in photos if photo.added_by is not None}
    rows = session.execute(select(User.id, User.name).where(User.id.in_(people))) if people else ()
    names = {row.id: row.name for row in rows}
    return [
        PhotoOut(
            id=photo.id,
            component=photo.component,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            component_id=photo.piece_id,
            title=photo.title,
            media_type=photo.media_type,  # type: ignore[arg-type]  # Only what was checked is filed.
            size_bytes=photo.size_bytes,
            sha256=photo.sha256,
            address=f"/api/v1/photos/{photo.id}/content",
            created_by=names.get(photo.added_by) if photo.added_by else None,
            created_at=photo.created_at,
        )
        for photo in photos
    ]


def build_photo_headers(photo: Photo) -> dict[str, str]:
    """Return response headers that let a browser show the picture and run nothing in it."""
    return {
        "Content-Type": photo.media_type,
        "Content-Disposition": f'inline; filename="{photo.component}-{photo.id}.{_ENDINGS[photo.media_type]}"',
        "Content-Length": str(photo.size_bytes),
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def open_photo(store: ArtifactStore, photo: Photo) -> Iterator[bytes]:
    """Return the bytes of a photo in blocks.

    Raises LabUnavailable, before the first block, when the file cannot be read.
    """
    try:
        stored = store.find(photo.sha256)
    except OSError:
        stored = None
    if stored is None or stored.size_bytes != photo.size_bytes:
        raise LabUnavailable(
            "The photo is missing or changed in the artifact store: check its folder or bucket.",
            preserved="The title of the photo and its component.",
        )
    return store.read_blocks(stored.key)
