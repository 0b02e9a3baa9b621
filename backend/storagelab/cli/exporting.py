"""`storagelab export`: runs or a campaign as one zip that `verify` checks and another lab receives."""

from __future__ import annotations

import os
import tempfile
import uuid
from pathlib import Path
from typing import Annotated

import httpx2
import typer

from storagelab.cli.client import API, AnsweredWithProblem, build_unavailable_error, call, connect, format_problem
from storagelab.cli.options import CampaignOption, ForceOption, SubjectArgument, TitleOption
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json
from storagelab.cli.shares import build_subject, format_subject_title
from storagelab.errors import Conflict

#: Freezing and printing a long comparison takes minutes.
_SECONDS = 900.0


def export(
    runs: SubjectArgument = None,
    to: Annotated[Path, typer.Option("--to", metavar="ZIP", help="Zip to write.")] = Path("export.zip"),
    campaign: CampaignOption = None,
    title: TitleOption = None,
    redact: Annotated[
        bool, typer.Option("--redact", help="Hide serial numbers, names and addresses, as in a permalink.")
    ] = False,
    force: ForceOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write results with their raw files into one zip, which `verify` checks and another lab receives.

    Creates no permalink.
    """
    if to.exists() and not force:
        raise Conflict(f"{to} exists already. Choose another name with --to, or replace it with --force.")
    subject = build_subject(runs or [], campaign, None, baseline=None, pooled=False)
    with connect(load_settings(data)) as client:
        client.timeout = httpx2.Timeout(_SECONDS)
        request = {
            **subject,
            "title": title or format_subject_title(client, subject),
            "redaction": {"serials": not redact, "names": not redact},
            "raw_files": True,
        }
        draft = call(client, "POST", "/shares", json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
        try:
            _download(client, f"/shares/{draft['number']}/zip", to, replace=force)
        finally:
            call(client, "DELETE", f"/shares/{draft['number']}")
    written = {
        "file": str(to),
        "size_bytes": to.stat().st_size,
        "document_sha256": draft["document_sha256"],
        "runs": draft["runs"],
    }
    if as_json:
        print_json(written)
    else:
        print(f"{to}: {', '.join(draft['runs'])}, document {draft['document_sha256']}")


def _download(client: httpx2.Client, path: str, to: Path, *, replace: bool) -> None:
    """Download the API answer at `path` to a file, which exists only once it is complete.

    An existing file is overwritten only with `replace`.
    """
    descriptor, name = tempfile.mkstemp(dir=to.absolute().parent, prefix=f".{to.name}.")
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file, client.stream("GET", API + path) as answer:
            if not answer.is_success:
                answer.read()
                raise AnsweredWithProblem(format_problem(answer))
            for block in answer.iter_bytes():
                file.write(block)
        if replace:
            part.replace(to)
        else:
            os.link(part, to)
    except httpx2.HTTPError as error:
        raise build_unavailable_error(client, error) from error
    except FileExistsError:
        raise Conflict(
            f"{to} was created meanwhile. Choose another name with --to, or replace it with --force."
        ) from None
    finally:
        part.unlink(missing_ok=True)
