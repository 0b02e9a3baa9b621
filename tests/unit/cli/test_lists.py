"""Lists on the command line: every list of queries has one, with the same options."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
import typer
from tests.unit.cli.option_rules import commands_in

from storagelab.cli.lists import read_rows
from storagelab.cli.main import app
from storagelab.overview.query_lists import ListName

COMMANDS = dict(commands_in(typer.main.get_command(app)))


@pytest.mark.parametrize("name", [name for name in ListName if name is not ListName.RUNS])
def test_each_list_takes_a_query(name: ListName) -> None:
    command = COMMANDS[f"{name.removesuffix('s')} list"]
    options = [option for parameter in command.params for option in parameter.opts]
    of_files = ["--columns", "--format"] if name in (ListName.JOBS, ListName.FINDINGS) else []
    assert sorted(options) == sorted(["--query", "--sort", *of_files, "--time-zone", "--data", "--json"])
    assert name in command.help


def _client(pages: dict[str | None, dict[str, Any]], requests: list[dict[str, str]]) -> httpx2.Client:
    def answer(request: httpx2.Request) -> httpx2.Response:
        requests.append(dict(request.url.params))
        return httpx2.Response(200, json=pages[request.url.params.get("cursor")])

    return httpx2.Client(base_url="http://lab", transport=httpx2.MockTransport(answer))


def test_rows_of_all_pages_are_read() -> None:
    requests: list[dict[str, str]] = []
    pages: dict[str | None, dict[str, Any]] = {
        None: {"items": [{"number": "d-1"}], "next_cursor": "two"},
        "two": {"items": [{"number": "d-2"}], "next_cursor": None},
    }
    rows = read_rows(_client(pages, requests), "/drives", {"q": "wear>10"})
    assert [row["number"] for row in rows] == ["d-1", "d-2"]
    assert [params["q"] for params in requests] == ["wear>10"] * 2


def test_newest_rows_are_read_from_one_page() -> None:
    requests: list[dict[str, str]] = []
    pages: dict[str | None, dict[str, Any]] = {None: {"items": [{"number": "j-9"}], "next_cursor": "two"}}
    assert len(list(read_rows(_client(pages, requests), "/jobs", newest=50))) == 1
    assert requests == [{"limit": "50"}]
