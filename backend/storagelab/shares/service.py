"""Making, finding and withdrawing permalinks."""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import json
import secrets
import uuid
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import zstandard
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.config import get_settings
from storagelab.db.models import Run, Share
from storagelab.domain.configuration import canonical_json
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.errors import Conflict, InvalidInput
from storagelab.http.csv_cells import plain_cell
from storagelab.http.references import format_number, number_of
from storagelab.shares.chart_images import ChartImages
from storagelab.shares.document import MARKED_INVALID
from storagelab.shares.freeze import freeze_run

TOKEN_BYTES = 16
MAX_TOKEN_CHARACTERS = 64

Standing = Literal["live", "revoked", "expired", "unknown"]


@lru_cache(maxsize=1)
def _chart_images(frontend_dir: Path | None) -> ChartImages:
    return ChartImages(frontend_dir)


def create_share(
    session: Session,
    *,
    run: Run,
    title: str,
    author: str,
    note: str,
    expires_at: dt.datetime | None,
    user_id: uuid.UUID,
    share_id: uuid.UUID,
) -> tuple[Share, str]:
    """Freeze a run that has ended; the share and its token, which cannot be had again.

    Raises Conflict for a run that is still going on, InvalidInput for an expiry in the past, ChartImagesUnavailable.
    """
    if RunState(run.state) not in RUN_TERMINAL:
        raise Conflict(f"{format_number(Run, run.number)} is still {run.state}: share it when it has ended.")
    if run.trashed_at is not None:
        raise Conflict(f"{format_number(Run, run.number)} is in the trash: restore it before you share it.")
    now = session.scalars(select(func.now())).one()
    if expires_at is not None and expires_at <= now:
        raise InvalidInput("lies in the past", path="expires_at")
    document = freeze_run(
        session,
        run=run,
        title=title,
        author=author,
        note=note,
        now=now,
        images=_chart_images(get_settings().frontend_dir),
    )
    content = canonical_json(document)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    share = Share(
        id=share_id,
        token_sha256=_hash(token),
        run_id=run.id,
        title=title,
        author=author,
        document=zstandard.ZstdCompressor(level=10).compress(content),
        document_sha256=hashlib.sha256(content).hexdigest(),
        created_by=user_id,
        expires_at=expires_at,
    )
    session.add(share)
    session.flush()
    session.refresh(share)
    audit.record(
        session, user_id=user_id, action="share_created", subject=number_of(share), run=format_number(Run, run.number)
    )
    return share, token


def revoke_share(session: Session, *, share: Share, user_id: uuid.UUID) -> None:
    """Withdraw a permalink from now on; repeating it changes nothing."""
    if share.revoked_at is None:
        share.revoked_at = session.scalars(select(func.now())).one()
        audit.record(session, user_id=user_id, action="share_revoked", subject=number_of(share))


def open_share(session: Session, *, token: str) -> tuple[Standing, Share | None]:
    """The share behind a token and whether it may be seen. Every answer costs one indexed read of a hash."""
    share = session.scalars(
        select(Share).where(Share.token_sha256 == _hash(token[:MAX_TOKEN_CHARACTERS]))
    ).one_or_none()
    if share is None:
        return "unknown", None
    if share.revoked_at is not None:
        return "revoked", None
    if share.expires_at is not None and share.expires_at <= dt.datetime.now(dt.UTC):
        return "expired", None
    return "live", share


def find_later_mark(session: Session, share: Share, document: dict[str, Any]) -> tuple[dt.datetime, str] | None:
    """When and why the run of a share was marked invalid; None where it counts, or where the document tells it."""
    row = session.execute(select(Run.invalid_at, Run.invalid_reason).where(Run.id == share.run_id)).one_or_none()
    if row is None or row.invalid_at is None:
        return None
    frozen = {"label": MARKED_INVALID, "detail": row.invalid_reason}
    return None if frozen in document["caveats"] else (row.invalid_at, row.invalid_reason)


def read_document(share: Share) -> bytes:
    """The canonical JSON of a share; its SHA-256 is `document_sha256`."""
    return zstandard.ZstdDecompressor().decompress(share.document)


def measurements_csv(document: bytes) -> str:
    """One line per phase (RFC 4180). Numbers are exact; text that would be a formula in a spreadsheet gets a quote."""
    run: dict[str, Any] = json.loads(document)["run"]
    metrics = [
        "iops", "bandwidth_bytes_per_s", "latency_mean_ns", "latency_stddev_ns", "latency_min_ns", "latency_max_ns",
        "latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_p999_ns", "latency_p9999_ns", "little_ratio",
        "value_kind",
    ]  # fmt: skip
    loads = ["read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["run", "phase", "name", "kind", "workload", *loads, *metrics])
    for phase in run["phases"]:
        workload, measurement = phase["workload"], phase["measurement"] or {}
        row = [run["number"], phase["ordinal"], phase["name"], phase["kind"], workload.get("description")]
        row += [workload.get(key) for key in loads] + [measurement.get(key) for key in metrics]
        writer.writerow([plain_cell(cell) for cell in row])
    return out.getvalue()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
