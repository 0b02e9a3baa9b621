"""`storagelab share`: freezes runs, a ranking or a campaign, and prints the permalink."""

from __future__ import annotations

import sys
import uuid
from pathlib import Path
from typing import Annotated, Any

import httpx2
import typer

from storagelab.cli.client import AnsweredWithProblem, call, connect
from storagelab.cli.jobs import run_title
from storagelab.cli.output import DataOption, JsonOption, print_json, settings_for
from storagelab.cli.receiving import receive
from storagelab.errors import InvalidInput


def share(
    runs: Annotated[
        list[str] | None,
        typer.Argument(help="Number or id of the run; several are a comparison. Or: campaign m-1; receive ZIP."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title of the page; without it, the subject's own.")] = None,
    author: Annotated[str, typer.Option(help="Who publishes it.")] = "",
    note: Annotated[str, typer.Option(help="What a reader should know, in Markdown.")] = "",
    campaign: Annotated[str | None, typer.Option(help="Number or id of a campaign to be shared.")] = None,
    layout: Annotated[
        str | None, typer.Option(help="review: a campaign as reviews print it; snia: tests of SNIA PTS as reports.")
    ] = None,
    ranking: Annotated[str | None, typer.Option(help="Profile to be ranked, such as four-corners@2.")] = None,
    baseline: Annotated[str | None, typer.Option(help="Which run a comparison is measured by: the first.")] = None,
    pooled: Annotated[bool, typer.Option("--pooled", help="Take repeats of one test together.")] = False,
    licence: Annotated[str | None, typer.Option(help="Under which the page may be used.")] = None,
    contact: Annotated[str | None, typer.Option(help="Whom readers may ask.")] = None,
    alias: Annotated[
        list[str] | None, typer.Option(help="MODEL=NAME: another name for a model that has to stay anonymous.")
    ] = None,
    raw_files: Annotated[bool, typer.Option("--raw-files", help="Give out raw files, redacted.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Freeze it, and let nobody open it yet.")] = False,
    version_of: Annotated[str | None, typer.Option(help="Number of the share that this is newer than.")] = None,
    confirm_new_author: Annotated[
        bool,
        typer.Option("--confirm-new-author", help="Publish figures of others, without a question."),
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Freeze results and print the permalink that opens them without an account."""
    if runs is not None and len(runs) == 2 and runs[0] == "receive":
        receive(Path(runs[1]), data=data, as_json=as_json)
        return
    subject = subject_of(runs or [], campaign, ranking, baseline=baseline, pooled=pooled)
    if layout is not None:
        subject["layout"] = layout
    with connect(settings_for(data)) as client:
        request = {
            **subject,
            "title": title or title_of(client, subject),
            "author": author,
            "note": note,
            "licence": licence,
            "contact": contact,
            "redaction": {"aliases": _aliases(alias or [])},
            "raw_files": raw_files,
            "publish": not draft,
            "version_of": version_of,
            "confirm_new_author": confirm_new_author,
        }
        created = _create(client, request)
    if as_json:
        print_json(created)
    elif draft:
        print(f"{created['number']} is a draft: publish it with POST /shares/{created['number']}/publish.")
    else:
        print(created["url"])


def _create(client: httpx2.Client, request: dict[str, Any]) -> dict[str, Any]:
    """Freeze a subject; a person at a terminal is asked before figures of others get another author."""
    try:
        # Sent twice by a retry, it is still one share.
        created: dict[str, Any] = call(
            client, "POST", "/shares", json=request, headers={"Idempotency-Key": uuid.uuid4().hex}
        )
    except AnsweredWithProblem as refused:
        if refused.problem_code != "new_author":
            raise
        print(refused.message, file=sys.stderr)
        if not _is_person():
            raise AnsweredWithProblem("Nothing was published. Say --confirm-new-author to publish it so.") from None
        if not typer.confirm("Publish it so?", err=True):
            raise typer.Exit(1) from None
        return _create(client, {**request, "confirm_new_author": True})
    return created


def _is_person() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def subject_of(
    runs: list[str], campaign: str | None, ranking: str | None, *, baseline: str | None, pooled: bool
) -> dict[str, Any]:
    if campaign is None and runs[:1] == ["campaign"] and len(runs) == 2:
        runs, campaign = [], runs[1]
    if sum((bool(runs), campaign is not None, ranking is not None)) != 1:
        raise InvalidInput("Name runs, --campaign or --ranking: one of them.")
    if campaign is not None:
        return {"kind": "campaign", "campaign": campaign}
    if ranking is not None:
        return {"kind": "ranking", "view": {"profile": ranking}}
    if len(runs) == 1:
        return {"kind": "run", "run_id": runs[0]}
    return {"kind": "comparison", "run_ids": runs, "view": {"baseline": baseline, "pooled": pooled}}


def title_of(client: httpx2.Client, subject: dict[str, Any]) -> str:
    match subject["kind"]:
        case "run":
            return run_title(call(client, "GET", f"/runs/{subject['run_id']}"))
        case "comparison":
            return f"{', '.join(subject['run_ids'])} compared"[:200]
        case "ranking":
            return f"Ranking of {subject['view']['profile']}"
        case _:
            name: str = call(client, "GET", f"/campaigns/{subject['campaign']}")["name"]
            return name


def _aliases(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        model, separator, name = text.partition("=")
        if not (model.strip() and separator and name.strip()):
            raise InvalidInput(f"{text!r} is not MODEL=NAME.", path="alias")
        found[model.strip()] = name.strip()
    return found
