"""Upload received piece by piece: files go to the staging folder while hashed, fields to memory."""

from __future__ import annotations

import errno
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from storagelab.domain.reading_limits import MEMBERS
from storagelab.errors import InvalidInput, LabUnavailable, RequestRefused
from storagelab.http.schemas import clean_line
from storagelab.imports.staging import FileDraft, StagedFile, discard_staging, get_staging_folder, write_manifest

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

FILES_FIELD = "files"
FIELDS = frozenset({"format", "title", "configuration_id", "store"})
_MAX_FIELD_BYTES = 1000
#: Room for the longest name, whatever its script.
_MAX_HEADER_BYTES = 16 << 10
_MAX_NAME_CHARACTERS = 1000
_MAX_STEP_CHARACTERS = 255


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Limits of one upload."""

    request_bytes: int = 4 << 30
    files: int = MEMBERS.max_count


LIMITS = UploadLimits()


class UploadTooLarge(RequestRefused):
    """Error for a request larger than an import may be; nothing of it was stored."""

    status: ClassVar[int] = 413
    code = "body_too_large"

    def __init__(self, limits: UploadLimits) -> None:
        super().__init__(
            f"An import may hold {limits.request_bytes / (1 << 30):.3g} GiB: upload it in parts, or compress its files "
            "(gz, xz, zst)."
        )


class NotMultipart(RequestRefused):
    """The body has another form than an upload."""

    status: ClassVar[int] = 415
    code = "unsupported_media_type"

    def __init__(self) -> None:
        super().__init__("The body must be sent as multipart/form-data with the files as parts named `files`.")


class Upload:
    """One request as it arrives. `feed` and `finish` raise InvalidInput, UploadTooLarge or LabUnavailable.

    A caller that ends early must call `discard`.
    """

    def __init__(
        self,
        import_id: uuid.UUID,
        *,
        content_type: str,
        announced_bytes: int | None = None,
        limits: UploadLimits = LIMITS,
    ) -> None:
        media_type, options = parse_options_header(content_type)
        boundary = options.get(b"boundary")
        if media_type.lower() != b"multipart/form-data" or not boundary:
            raise NotMultipart
        if announced_bytes is not None and announced_bytes > limits.request_bytes:
            raise UploadTooLarge(limits)
        self._limits = limits
        self.files: list[StagedFile] = []
        self.fields: dict[str, str] = {}
        self.import_id = import_id
        self._names: set[str] = set()
        self._received = 0
        self._header_name = b""
        self._header_value = b""
        self._disposition = b""
        self._field: str | None = None
        self._value = bytearray()
        self._draft: FileDraft | None = None
        self._complete = False
        try:
            self._parser = MultipartParser(boundary, self._build_callbacks(), max_header_size=_MAX_HEADER_BYTES)
        except FormParserError as wrong:
            raise _make_upload_error(wrong) from wrong

    @property
    def folder(self) -> Path:
        """Return the folder of the files."""
        return get_staging_folder(self.import_id)

    @property
    def size_bytes(self) -> int:
        """Bytes of all files so far."""
        return sum(file.size_bytes for file in self.files)

    def begin(self) -> None:
        """Make the staging folder. Raises LabUnavailable."""
        with disk_trouble():
            (self.folder / "files").mkdir(mode=0o700, parents=True)

    def feed(self, block: bytes) -> None:
        """Parse the next block of the request body and write its files to disk.

        Raises UploadTooLarge above the limit, InvalidInput for a malformed body, LabUnavailable for disk errors.
        """
        self._received += len(block)
        if self._received > self._limits.request_bytes:
            raise UploadTooLarge(self._limits)
        try:
            with disk_trouble():
                self._parser.write(block)
        except FormParserError as wrong:
            raise _make_upload_error(wrong) from wrong

    def finish(self) -> None:
        """Check that the request body is complete and has files, and write the manifest of the files."""
        try:
            self._parser.finalize()
        except FormParserError as wrong:
            raise _make_upload_error(wrong) from wrong
        if not self._complete:
            raise InvalidInput("The body ends before its last boundary: the upload was cut off.")
        if not self.files:
            raise InvalidInput("at least one file is needed", path=FILES_FIELD)
        with disk_trouble():
            write_manifest(self.folder, self.files)

    def discard(self) -> None:
        """Remove what has arrived."""
        if self._draft is not None:
            self._draft.close()
        discard_staging(self.import_id)

    def _build_callbacks(self) -> MultipartCallbacks:
        return {
            "on_part_begin": self._begin_part,
            "on_header_field": self._add_header_name,
            "on_header_value": self._add_header_value,
            "on_header_end": self._end_header,
            "on_headers_finished": self._end_headers,
            "on_part_data": self._add_data,
            "on_part_end": self._end_part,
            "on_end": self._end,
        }

    def _begin_part(self) -> None:
        self._disposition = b""

    def _add_header_name(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _add_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _end_header(self) -> None:
        if self._header_name.lower() == b"content-disposition":
            self._disposition = self._header_value
        self._header_name = self._header_value = b""

    def _end_headers(self) -> None:
        _, options = parse_options_header(self._disposition)
        field = options.get(b"name", b"").decode("latin-1")
        if field == FILES_FIELD and b"filename" in options:
            self._begin_file(options[b"filename"])
        elif field in FIELDS and field not in self.fields and b"filename" not in options:
            self._field = field
            self._value.clear()
        else:
            allowed = ", ".join(sorted(FIELDS))
            raise InvalidInput(
                f"The body has an unknown part {field[:100]!r}. Available: files, and each at most once {allowed}"
            )

    def _begin_file(self, raw_name: bytes) -> None:
        if len(self.files) >= self._limits.files:
            raise InvalidInput(
                f"an import may hold {self._limits.files:,} files: pack them into an archive", path=FILES_FIELD
            )
        name = clean_name(raw_name)
        if name in self._names:
            raise InvalidInput(f"{name!r} was sent twice", path=FILES_FIELD)
        self._names.add(name)
        self._draft = FileDraft(self.folder, name=name, stored=f"{len(self.files) + 1:06d}")

    def _add_data(self, data: bytes, start: int, end: int) -> None:
        if self._draft is not None:
            self._draft.write(data[start:end])
            return
        self._value += data[start:end]
        if len(self._value) > _MAX_FIELD_BYTES:
            raise InvalidInput(f"is longer than {_MAX_FIELD_BYTES} bytes", path=self._field)

    def _end_part(self) -> None:
        if self._draft is not None:
            self.files.append(self._draft.finish())
            self._draft = None
        elif self._field is not None:
            try:
                self.fields[self._field] = clean_line(self._value.decode("utf-8"))
            except ValueError as wrong:
                raise InvalidInput(str(wrong), path=self._field) from wrong
            self._field = None

    def _end(self) -> None:
        self._complete = True


def clean_name(raw: bytes) -> str:
    """Return the name of an uploaded file: a relative path with "/". Raises InvalidInput for anything else."""
    try:
        name = clean_line(raw.decode("utf-8"))
    except ValueError as wrong:
        raise InvalidInput(f"a file name is not one line of text: {wrong}", path=FILES_FIELD) from wrong
    steps = name.split("/")
    if not name or name.startswith("/") or len(name) > _MAX_NAME_CHARACTERS:
        raise InvalidInput(
            f"{name[:100]!r} is not a relative path of 1 to {_MAX_NAME_CHARACTERS} characters", path=FILES_FIELD
        )
    if any(step in ("", ".", "..") or len(step) > _MAX_STEP_CHARACTERS for step in steps):
        raise InvalidInput(
            f"{name[:100]!r} has a folder that is empty, too long or outside of the upload",
            path=FILES_FIELD,
        )
    return name


@contextmanager
def disk_trouble() -> Iterator[None]:
    """Convert OSError in the block, such as a full disk, to LabUnavailable with a readable reason."""
    try:
        yield
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "its disk is full" if full else f"its staging folder cannot be written ({problem.strerror})"
        raise LabUnavailable(
            f"The lab cannot take the upload: {reason}.", preserved="Nothing of this upload."
        ) from problem


def _make_upload_error(wrong: FormParserError) -> InvalidInput:
    return InvalidInput(f"The body is not a readable upload: {wrong}")
