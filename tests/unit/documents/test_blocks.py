"""Every block of the documents has a rule, and what is not run exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from tests.documents import LANGUAGES, PAGES, Block, all_blocks, blocks_of, commands_of, inline_commands
from tests.unit.documents.command_checks import RULES, check, words_of

from storagelab.campaigns.schemas import CampaignCreate
from storagelab.config import CHECKOUT
from storagelab.profiles.checking import check_profile
from storagelab.profiles.custom_schemas import ProfileValidationCreate

HEAD = """name: example
version: 1
title: An example
description: A part of a profile.
parameters:
  point_seconds: {title: Length of each point, unit: s, default: 60, minimum: 2, maximum: 86400}
phases:
"""


def in_words(block: Block) -> str:
    return str(block)


@pytest.mark.parametrize("block", all_blocks(), ids=in_words)
def test_block_has_a_rule(block: Block) -> None:
    assert block.language in LANGUAGES, f"{block}: docs/testing.md names the languages that a block may have"


@pytest.mark.parametrize("block", all_blocks("console"), ids=in_words)
def test_console_block_names_machine_and_existing_commands(block: Block) -> None:
    first = block.text.splitlines()[0]
    assert re.fullmatch(r"# [A-Z].*[:.]", first), f"{block}: the first line says where its commands are run"
    for words in commands_of(block):
        check(words)


@pytest.mark.parametrize("block", all_blocks("text"), ids=in_words)
def test_printed_output_holds_no_command(block: Block) -> None:
    for line in block.text.splitlines():
        words = line.removeprefix("$ ").split() or [""]
        assert words[0].rpartition("/")[2] not in {*RULES, "curl", "docker"}, f"{block}: {line}"


@pytest.mark.parametrize("block", all_blocks("yaml"), ids=in_words)
def test_definitions_are_read(block: Block) -> None:
    value = yaml.safe_load(block.text)
    if isinstance(value, dict) and "workloads" in value:
        # The command line names the only server of a lab where the file names none.
        only = {} if {"server_id", "servers"} & set(value) else {"server_id": "s-1"}
        CampaignCreate.model_validate(value | only, strict=False)
        return
    text = block.text if isinstance(value, dict) else f"{HEAD}{block.text}"
    assert check_profile(ProfileValidationCreate(text=text, target_bytes=64 * 2**30)).problems == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_commands_within_the_text_exist(page: Path) -> None:
    for command in inline_commands(page):
        check(words_of(command))


@pytest.mark.parametrize(
    "command",
    [
        "storagelab submitt quick-4k",
        "storagelab submit quick-4k --servers a",
        "storagelab server enlist a",
        "storagelab-runner enrol --everything",
        "storagelab-runner erase",
        "make tests",
        "make faults TRAILS=5",
        ".venv/bin/python -m tests.faults --seeds 1",
        ".venv/bin/python -m tests.no_such_module",
        "scp no-such-file root@server:",
        "ssh root@server rm server-setup.sh",
        "rm -rf data",
    ],
)
def test_command_that_does_not_exist_is_found(command: str) -> None:
    with pytest.raises((ValueError, ModuleNotFoundError)):
        check(command.split())


def test_block_without_an_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.documents.CHECKOUT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```sh\nstoragelab doctor\n```\n\n```\nforgotten\n")
    with pytest.raises(ValueError, match=r"page\.md:5: the block does not end"):
        blocks_of(page)


def test_readme_starts_with_demo_and_test_commands() -> None:
    first, second, *_ = blocks_of(CHECKOUT / "README.md")
    assert commands_of(first) == [["make", "demo"], ["make", "test"]]
    assert commands_of(second) == [["make", "up"]]
