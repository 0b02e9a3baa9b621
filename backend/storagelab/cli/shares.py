"""`storagelab share`: freezes runs, rankings, campaigns and workbenches, and prints the permalink."""

from __future__ import annotations

import re
import sys
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypedDict
from urllib.parse import parse_qs, urlsplit

import httpx2
import typer

from storagelab.cli.answers import AvailableChartAnswer, ShareAnswer
from storagelab.cli.client import AnsweredWithProblem, call, connect
from storagelab.cli.dashboards import read_file
from storagelab.cli.jobs import run_title
from storagelab.cli.options import CampaignOption, PublishOption, SubjectArgument, TitleOption, build_option_error
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json, print_table
from storagelab.errors import InvalidInput


class SubjectView(TypedDict, total=False):
    """The view of a comparison or a ranking."""

    metrics: Sequence[str]
    baseline: str | None
    pooled: bool
    profile: str


class SubjectFields(TypedDict, total=False):
    """The fields of a new share that name its subject."""

    kind: str
    layout: str
    run_id: str
    run_ids: Sequence[str]
    campaign: str
    dashboard: str
    workbench: object
    view: SubjectView


def share(
    runs: SubjectArgument = None,
    title: TitleOption = None,
    author: Annotated[str, typer.Option(help="Author on the page.", show_default=False)] = "",
    finding: Annotated[
        str | None,
        typer.Option(help="Finding that the page begins with, in one sentence.", show_default="that of the lab"),
    ] = None,
    note: Annotated[str, typer.Option(help="Note for readers, in Markdown.", show_default=False)] = "",
    campaign: CampaignOption = None,
    dashboard: Annotated[
        str | None,
        typer.Option(
            metavar="DASHBOARD",
            help="Number or id of the dashboard whose present runs are compared.",
            show_default=False,
        ),
    ] = None,
    workbench: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|ADDRESS",
            help="File with the document of a workbench, or the address or digest of a stored one.",
            show_default=False,
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="LAYOUT",
            help="Layout of the page: plain, review for a campaign as reviews print it, snia for SNIA PTS reports, "
            "figure for one chart alone.",
            show_default="plain",
        ),
    ] = None,
    chart: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="Chart of the page, by its key in --list-charts; may be repeated, in order.",
            show_default="those that suit the data",
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC",
            help="Metric of a comparison, such as iops or latency_p99_ns; may be repeated, the main one first.",
            show_default="all that the runs have",
        ),
    ] = None,
    list_charts: Annotated[
        bool, typer.Option("--list-charts", help="Print the charts of the subject by their keys, and share nothing.")
    ] = False,
    ranking: Annotated[
        str | None,
        typer.Option(metavar="PROFILE", help="Profile to rank, such as four-corners@2.", show_default=False),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="RUN", help="Number or id of the run that others are compared with.", show_default="the first"
        ),
    ] = None,
    pooled: Annotated[bool, typer.Option("--pooled", help="Pool the repeats of one workload.")] = False,
    licence: Annotated[str | None, typer.Option(help="Licence of the page.", show_default=False)] = None,
    contact: Annotated[str | None, typer.Option(help="Contact for readers.", show_default=False)] = None,
    alias: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL=NAME",
            help="Name to show in place of a model; may be repeated.",
            show_default=False,
        ),
    ] = None,
    raw_files: Annotated[bool, typer.Option("--raw-files", help="Let readers download raw files, redacted.")] = False,
    publish: PublishOption = True,
    version_of: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE", help="Number or id of the share to replace with a new version.", show_default=False
        ),
    ] = None,
    confirm_new_author: Annotated[
        bool,
        typer.Option("--confirm-new-author", help="Publish results of another author without a question."),
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Freeze runs, a campaign, a dashboard, a workbench or a ranking, and print the permalink, which opens for all."""
    subject = build_subject(runs or [], campaign, ranking, dashboard, workbench, baseline=baseline, pooled=pooled)
    if layout is not None:
        subject["layout"] = layout
    if metric:
        subject["view"] = {**subject.get("view", {}), "metrics": metric}
    with connect(load_settings(data)) as client:
        if list_charts:
            _print_charts(client, subject, as_json=as_json)
            return
        request = {
            **subject,
            "title": title or format_subject_title(client, subject),
            "author": author,
            **_build_body(client, subject, chart, note=note, finding=finding),
            "licence": licence,
            "contact": contact,
            "redaction": {"aliases": _parse_aliases(alias or [])},
            "raw_files": raw_files,
            "publish": publish,
            "version_of": version_of,
            "confirm_new_author": confirm_new_author,
        }
        if dashboard is not None or workbench is not None:
            _warn_of_left_out(client, subject)
        created = _create(client, request)
    if as_json:
        print_json(created)
    elif not publish:
        print(f"{created['number']} is a draft. Publish it with POST /shares/{created['number']}/publish.")
    else:
        print(created["url"] or f"{created['number']} is published. `storagelab address list` has its addresses.")


def _build_body(
    client: httpx2.Client, subject: SubjectFields, charts: Sequence[str] | None, *, note: str, finding: str | None
) -> dict[str, object]:
    """Return the fields with the findings, texts and charts of the page; without `charts` the lab chooses them.

    `finding` takes the place of the first finding of the lab. Where the lab has none, it is the first text.
    """
    findings: list[dict[str, object]] = []
    if finding is not None:
        offered = call(client, "POST", "/shares/options", json=subject).get("findings", [])
        findings = [
            {name: item[name] for name in ("key", "finding") if item[name] is not None}
            for item in offered
            if item["default"]
        ]
        if findings:
            findings[0]["text"] = finding
        else:
            note = f"{finding}\n\n{note}" if note else finding
    replaced: dict[str, object] = {"findings": findings} if findings else {}
    if not charts:
        return {**replaced, "note": note}
    return {**replaced, "body": [*([{"text": note}] if note else []), *({"chart": key} for key in charts)]}


def _print_charts(client: httpx2.Client, subject: SubjectFields, *, as_json: bool) -> None:
    """Print the charts that the subject can have, those of the page by default with an asterisk."""
    charts: list[AvailableChartAnswer] = call(client, "POST", "/shares/options", json=subject)["charts"]
    if as_json:
        print_json(charts)
        return
    rows = [[chart["key"], "*" if chart["default"] else "", chart["title"]] for chart in charts]
    print_table(["Chart", "Default", "Title"], rows)


def _warn_of_left_out(client: httpx2.Client, subject: SubjectFields) -> None:
    """Print what the permalink of a dashboard or a workbench cannot carry on standard error."""
    for item in call(client, "POST", "/shares/options", json=subject)["left_out"]:
        print(f"Not in the permalink: {item['name']} {item['reason']}.", file=sys.stderr)


def _create(client: httpx2.Client, request: Mapping[str, object]) -> ShareAnswer:
    """Create a permalink and return its share; at a terminal, confirm results of another author."""
    try:
        # Sent twice by a retry, it is still one share.
        created: ShareAnswer = call(
            client, "POST", "/shares", json=request, headers={"Idempotency-Key": uuid.uuid4().hex}
        )
    except AnsweredWithProblem as refused:
        if refused.problem_code != "new_author":
            raise
        print(refused.message, file=sys.stderr)
        if not _is_person():
            raise AnsweredWithProblem(
                "Nothing was published. To publish it anyway, add --confirm-new-author."
            ) from None
        if not typer.confirm("Publish it anyway?", err=True):
            raise typer.Exit(1) from None
        return _create(client, {**request, "confirm_new_author": True})
    return created


def _is_person() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def build_subject(
    runs: list[str],
    campaign: str | None,
    ranking: str | None = None,
    dashboard: str | None = None,
    workbench: str | None = None,
    *,
    baseline: str | None = None,
    pooled: bool = False,
) -> SubjectFields:
    options = (campaign, ranking, dashboard, workbench)
    if bool(runs) + sum(option is not None for option in options) != 1:
        raise InvalidInput(
            "The command has no single subject. Give runs, --campaign, --dashboard, --workbench or --ranking, one of "
            "them."
        )
    if workbench is not None:
        return {"kind": "comparison", "workbench": _read_workbench(workbench)}
    if dashboard is not None:
        return {"kind": "comparison", "dashboard": dashboard}
    if campaign is not None:
        return {"kind": "campaign", "campaign": campaign}
    if ranking is not None:
        return {"kind": "ranking", "view": {"profile": ranking}}
    if len(runs) == 1:
        return {"kind": "run", "run_id": runs[0]}
    return {"kind": "comparison", "run_ids": runs, "view": {"baseline": baseline, "pooled": pooled}}


def _read_workbench(named: str) -> object:
    """Return the digest of a stored workbench, alone or out of its address, or the document in a workbench file.

    Raises InvalidInput when `named` is neither.
    """
    file = Path(named)
    if not file.is_file():
        digest = next(iter(parse_qs(urlsplit(named).query).get("view", [])), named).strip('"')
        # The lab knows how long a digest is.
        if re.fullmatch("[0-9a-f]+", digest):
            return digest
        raise InvalidInput(
            f"{named} is neither a file nor the address or digest of a stored workbench.", path="--workbench"
        )
    return read_file(file)["dashboard"]["document"]


def format_subject_title(client: httpx2.Client, subject: SubjectFields) -> str:
    match subject["kind"]:
        case "run":
            return run_title(call(client, "GET", f"/runs/{subject['run_id']}"))
        case "comparison" if "dashboard" in subject:
            board: str = call(client, "GET", f"/dashboards/{subject['dashboard']}")["name"]
            return board
        case "comparison" if "workbench" in subject:
            return "Comparison of runs"
        case "comparison":
            return f"{', '.join(subject['run_ids'])} compared"[:200]
        case "ranking":
            return f"Ranking of {subject['view']['profile']}"
        case _:
            name: str = call(client, "GET", f"/campaigns/{subject['campaign']}")["name"]
            return name


def _parse_aliases(given: list[str]) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for text in given:
        model, separator, name = text.partition("=")
        if not (model.strip() and separator and name.strip()):
            raise build_option_error("--alias", f"{text!r} is not MODEL=NAME")
        aliases[model.strip()] = name.strip()
    return aliases
