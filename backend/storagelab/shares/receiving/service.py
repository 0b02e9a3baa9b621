"""Takes in the zip of a share that another lab froze: the share as it is, and its runs beside our own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import structlog
import zstandard
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.comparisons.comparison import compare_runs
from storagelab.db import models
from storagelab.db.clock import read_clock
from storagelab.domain.metrics import METRICS
from storagelab.errors import Conflict, InvalidInput, LabUnavailable, StorageLabError
from storagelab.evaluate.columns import build_columns
from storagelab.http.references import format_row_number
from storagelab.pivots.rows import read_results
from storagelab.results.load import load_results
from storagelab.results.queries import find_run
from storagelab.results.views import describe_run
from storagelab.shares.archive.reading import ShareZip, reopen_zip
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.parts import ShareBlob
from storagelab.shares.receiving.checking import check_in_child
from storagelab.shares.receiving.child import STUMBLES, make_unreadable_refusal
from storagelab.shares.receiving.configurations import file_configuration
from storagelab.shares.receiving.consistency import parse_moment
from storagelab.shares.receiving.filing import Sender, file_run
from storagelab.shares.receiving.known_results import KnownResult, find_known_result, has_figures_of
from storagelab.shares.receiving.reading import read_document
from storagelab.shares.service import SCHEMA
from storagelab.shares.stored_parts import store_parts
from storagelab.shares.summaries import store_summary

log = structlog.get_logger(__name__)

#: The number of results that a refusal names.
MAX_NAMED = 5
_NOTHING = "Nothing of the share."
#: The database lock for the filing of a share: the same run may arrive in two shares at once.
_ONE_AT_A_TIME = 0x5348_4152_4519
#: Curves are read and packed between two questions to the database, which takes that for a dead client.
_PATIENCE = "10min"
#: Parts are stored in portions of about this many bytes, so that a large share is never in memory whole.
_PORTION_BYTES = 32 << 20


def open_received_share(path: Path) -> tuple[ShareZip, ShareDocument]:
    """Return the zip at `path` and its document, after a limited process found both valid.

    Nothing is stored. Raises InvalidInput for a zip that is not whole, and for a document that this lab cannot read or
    print. Raises LabUnavailable when the check could not be made.
    """
    check_in_child(path)
    opened = reopen_zip(path)
    try:
        return opened, read_document(opened)
    except BaseException:
        opened.close()
        raise


def receive_share(
    session: Session, opened: ShareZip, document: ShareDocument, *, user_id: uuid.UUID | None, share_id: uuid.UUID
) -> tuple[models.Share, bool]:
    """File the runs of a received zip, and return its share as a draft, and whether it is new here.

    Without `user_id` the lab itself receives the share. The same document is received once. Raises Conflict for a
    document that this lab froze itself, and InvalidInput.
    """
    session.execute(text(f"set local idle_in_transaction_session_timeout = '{_PATIENCE}'"))
    sha256 = opened.manifest.document_sha256
    if not session.scalar(select(func.pg_try_advisory_xact_lock(_ONE_AT_A_TIME))):
        raise LabUnavailable("Another share is being received: try again when that has ended.", preserved=_NOTHING)
    for existing in session.scalars(select(models.Share).where(models.Share.document_sha256 == sha256)):
        if existing.origin == "frozen":
            raise Conflict(
                f"This is {format_row_number(existing)}, which this lab froze itself: there is nothing to receive."
            )
        return existing, False
    _refuse_own_results(session, document)
    share = _store_share(session, opened, document, user_id=user_id, share_id=share_id)
    sender = Sender(opened, document, opened.manifest.address)
    runs = _file_runs(session, share, sender)
    _check_reading(session, runs)
    audit.record_event(
        session, user_id=user_id, action="share_received", subject=format_row_number(share), sha256=sha256,
        address=opened.manifest.address, runs=[format_row_number(run) for run in runs],
    )  # fmt: skip
    return share, True


def _store_share(
    session: Session, opened: ShareZip, document: ShareDocument, *, user_id: uuid.UUID | None, share_id: uuid.UUID
) -> models.Share:
    received, now = document.share, read_clock(session)
    embargo_until = parse_moment(received.embargo_until)
    share = models.Share(
        id=share_id,
        origin="received",
        kind=received.kind,
        schema=SCHEMA,
        # A lineage of its own: it is no version of any share of this lab, whatever its document states.
        lineage_id=share_id,
        version=1,
        state="draft",
        title=received.title,
        author=received.author,
        licence=received.licence,
        contact=received.contact,
        embargo_until=embargo_until,
        # An embargo of others is preserved: a share that is published here opens when it ends.
        closed_until_embargo=embargo_until is not None and embargo_until > now,
        document=zstandard.ZstdCompressor(level=10).compress(opened.document_bytes),
        document_sha256=opened.manifest.document_sha256,
        created_by=user_id,
    )
    session.add(share)
    session.flush()
    product = opened.manifest.product
    session.add(
        models.ReceivedShare(
            share_id=share.id,
            address=opened.manifest.address,
            product=f"{product['name']} {product['version']}",
            lineage_id=uuid.UUID(received.lineage_id),
            version=received.version,
            received_by=user_id,
        )
    )
    for portion in _iterate_part_batches(opened, document):
        store_parts(session, share_id=share.id, parts=portion)
    store_summary(session, share_id=share.id, document=document)
    session.refresh(share)
    return share


def _iterate_part_batches(opened: ShareZip, document: ShareDocument) -> Iterator[dict[str, ShareBlob]]:
    """Yield the parts by their names, a few at a time."""
    portion: dict[str, ShareBlob] = {}
    size = 0
    for name, part in document.parts.items():
        portion[name] = ShareBlob(opened.part(part.sha256), part.media_type)
        size += part.size_bytes
        if size > _PORTION_BYTES:
            yield portion
            portion, size = {}, 0
    if portion:
        yield portion


def _file_runs(session: Session, share: models.Share, sender: Sender) -> list[models.Run]:
    document = sender.document
    configurations = {entry.key: entry for entry in document.configurations}
    runs = []
    for received in document.runs:
        existing = find_known_result(session, received)
        if existing is None:
            words = configurations.get(received.configuration or "")
            configuration = file_configuration(session, words, document, address=sender.address) if words else None
            run: models.Run | None = file_run(session, received, sender, configuration)
        else:
            run = existing.run
            _refuse_changed_figures(session, existing, received)
        session.add(models.ReceivedRun(share_id=share.id, run_number=received.number, run_id=run.id if run else None))
        session.flush()
        if run is not None:
            runs.append(run)
    return runs


def _refuse_own_results(session: Session, document: ShareDocument) -> None:
    """Raise Conflict for a share whose results were all made in this lab: received, they would confirm themselves."""
    results_by_number = {run.number: find_known_result(session, run) for run in document.runs}
    if not all(result is not None and result.is_own for result in results_by_number.values()):
        return
    names = [
        f"{number} is {format_row_number(result.run)} here" if result and result.run else f"{number} was removed here"
        for number, result in results_by_number.items()
    ]
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    raise Conflict(
        f"These are this lab's own results ({', '.join(names[:MAX_NAMED])}{more}): there is nothing to receive.",
        preserved=_NOTHING,
    )


def _refuse_changed_figures(session: Session, existing: KnownResult, received: FrozenRun) -> None:
    """Raise Conflict if a received run is already here with other figures.

    Results that this lab measured itself are never replaced, so they are skipped.
    """
    if existing.is_own or existing.run is None or has_figures_of(session, existing.run, received):
        return
    raise Conflict(
        f"{received.number} of this share was received before as {format_row_number(existing.run)}, with other "
        f"figures. One result "
        f"is filed once: remove {format_row_number(existing.run)} for good to receive it as it is now.",
        preserved=_NOTHING,
    )


def _check_reading(session: Session, runs: list[models.Run]) -> None:
    """Check that the pages of the lab can read the filed runs, before anyone can open one of them."""
    try:
        loaded_runs = [find_run(session, str(run.id)) for run in runs]
        for run in loaded_runs:
            describe_run(session, run)
            compare_runs(session, [run], baseline=run, metric=METRICS["iops"], pooled=False)
            read_results(session, [run])
            build_columns(load_results(session, [run.id], measured=True))
    except StorageLabError as refused:
        raise InvalidInput(f"The runs of this share cannot be filed: {refused.message}") from refused
    except STUMBLES as stumble:
        log.warning("received_share_unreadable", exc_info=stumble)
        raise make_unreadable_refusal("has runs that cannot be read") from stumble
