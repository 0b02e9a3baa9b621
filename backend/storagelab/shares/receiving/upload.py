"""The upload of a share as a zip: written to disk in chunks, deleted when it was read."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import ClassVar

from storagelab.errors import InvalidInput, RequestRefused
from storagelab.imports.staging import FileDraft, discard_staging, get_staged_path, get_staging_folder
from storagelab.imports.upload import disk_trouble
from storagelab.shares.archive.limits import MAX_UNPACKED_BYTES

MEDIA_TYPES = ("application/zip", "application/octet-stream")
_NAME = "share.zip"


class ZipTooLarge(RequestRefused):
    """The refusal of a body that is larger than the zip of a share. None of it is stored."""

    status: ClassVar[int] = 413
    code = "body_too_large"

    def __init__(self) -> None:
        super().__init__(f"The zip of a share has at most {MAX_UNPACKED_BYTES >> 30} GiB.")


class UploadNotZip(RequestRefused):
    """The refusal of a body that is no zip. None of it is stored."""

    status: ClassVar[int] = 415
    code = "unsupported_media_type"

    def __init__(self) -> None:
        super().__init__(f"The body must be the zip of a share, sent as {MEDIA_TYPES[0]}.")


class ZipUpload:
    """One zip as it arrives. `discard` must be called in the end, whatever the outcome.

    It is in the folder of imports: the files of a process that died are swept away with theirs.
    """

    def __init__(self, share_id: uuid.UUID, *, content_type: str, announced_bytes: int | None = None) -> None:
        if content_type.partition(";")[0].strip().lower() not in MEDIA_TYPES:
            raise UploadNotZip
        if announced_bytes is not None and announced_bytes > MAX_UNPACKED_BYTES:
            raise ZipTooLarge
        self.share_id = share_id
        self._received = 0
        self._draft: FileDraft | None = None

    def begin(self) -> None:
        """Create the folder for the uploaded zip. Raises LabUnavailable."""
        folder = get_staging_folder(self.share_id)
        with disk_trouble():
            (folder / "files").mkdir(mode=0o700, parents=True)
            self._draft = FileDraft(folder, name=_NAME, stored=_NAME)

    def feed(self, block: bytes) -> None:
        """Write the next block of the body to disk. Raises ZipTooLarge or LabUnavailable."""
        self._received += len(block)
        if self._received > MAX_UNPACKED_BYTES:
            raise ZipTooLarge
        if self._draft is not None:
            with disk_trouble():
                self._draft.write(block)

    def finish(self) -> Path:
        """Finish the file and return its path. Raises InvalidInput for an empty body, and LabUnavailable."""
        if self._draft is None or self._received == 0:
            raise InvalidInput("The body is empty: send the zip of a share.")
        with disk_trouble():
            file = self._draft.finish()
        return get_staged_path(get_staging_folder(self.share_id), file)

    def discard(self) -> None:
        """Remove the uploaded file and its folder."""
        if self._draft is not None:
            self._draft.close()
        discard_staging(self.share_id)
