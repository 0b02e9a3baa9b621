"""Answers of the runner by verb, as far as the lab reads them; those on attempts are in `domain`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from storagelab.domain.json_values import JsonObject


class EngineReport(TypedDict, total=False):
    """An engine of the server; an older runner reports less."""

    version: str | None
    error: str | None
    reason: str
    path: str
    package: str | None


class RunnerHello(TypedDict):
    """The answer to `hello`."""

    protocol: int
    hostname: str
    machine_id: str | None
    boot_id: str
    state_dir: str
    runner_version: str
    realtime_ns: int
    engines: dict[str, EngineReport]
    python: str
    user: str
    uid: int
    free_bytes: int
    init: str
    sha256: NotRequired[str | None]
    fence: NotRequired[int | None]
    sandbox: NotRequired[JsonObject | None]
    launch: NotRequired[JsonObject | None]


class InventoryAnswer(TypedDict):
    """The answer to `inventory`: the outputs of programs."""

    outputs: list[JsonObject]


class ListAnswer(TypedDict):
    """The answer to `list`: all attempts of the server, and processes that have outlived theirs."""

    attempts: list[JsonObject]
    orphans: NotRequired[list[JsonObject] | None]


class CheckAnswers(TypedDict):
    """The answer to `check`."""

    results: list[JsonObject]
    refused: bool


class PrepareAnswer(TypedDict, total=False):
    """The answer to `prepare`."""

    checks: list[JsonObject] | None


class FilePiece(TypedDict):
    """A piece of a file in base64."""

    name: str
    data_b64: str


class ReadAnswer(FilePiece):
    """The answer to `read`, with whole files that fitted beside it."""

    along: NotRequired[Sequence[FilePiece]]


class InstallAnswer(TypedDict):
    """The answer to `install_engine`."""

    installed: bool
    received: int
