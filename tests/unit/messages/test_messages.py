"""Every message that a person can read holds the rules of CONTRIBUTING.md."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.unit.messages.message_rules import Message, errors_in, faults_of, messages_in, read_trees

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("backend/storagelab", "workers/storagelab_workers", "workers/runner/storagelab_runner")
#: Benchmarks print for developers of the product.
NOT_CHECKED = ("backend/storagelab/bench/",)
_FROZEN = "part of frozen documents, which `storagelab verify` compares with the present words"
_ALIGNED = "columns of a plain text"
_STORED = "stored names, by which data are found again"
#: Texts that break a rule, with the reason.
EXCEPTIONS: Mapping[str, str] = {
    "99.999 % over time was not stored; 99 % of each interval stands for it.": _FROZEN,
    "99.999 % needs a million I/Os in each part of the time; 99 % of each interval stands for it.": _FROZEN,
    "It was measured in another condition than was asked for.": _FROZEN,
    "measured at a rate that was asked for": _FROZEN,
    "nobody knows what it was measured on": _FROZEN,
    "nobody saw in what condition the array was": _FROZEN,
    "Charts     {}/runs/{}": _ALIGNED,
    "Data folder   {}": _ALIGNED,
    "Sign in    {}": _ALIGNED,
    "Sign in once  {}": _ALIGNED,
    "Storage Lab   {}": _ALIGNED,
    "Fingerprint  {} (SHA-256 of document.json)": _ALIGNED,
    "  document.json     everything that the page says, as canonical JSON": _ALIGNED,
    "  parts/<SHA-256>   what the document names: series at full rate, bins, data of charts, raw files": _ALIGNED,
    "  page.html  page.pdf  tables.xlsx  measurements.csv  charts/*.svg": _ALIGNED,
    "What is printed from it, and may be printed anew:": "part of every packed share, whose bytes stay the same",
    "asked for": _STORED,
    "it stands": _STORED,
}


def test_present_messages_hold_the_rules() -> None:
    trees = read_trees(ROOT, FOLDERS)
    errors = errors_in(trees)
    messages = [
        message
        for path, tree in trees.items()
        if not path.startswith(NOT_CHECKED)
        for message in messages_in(path, tree, errors)
    ]
    assert sum(message.error is not None for message in messages) > 1000, "the collector misses the errors"
    assert [fault for message in messages if message.text not in EXCEPTIONS for fault in faults_of(message)] == []
    unused = EXCEPTIONS.keys() - {message.text for message in messages if faults_of(message)}
    assert unused == set(), "exceptions that no message needs"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('raise Lost(f"{key} is no chart of this")', "is not a X"),
        ('raise Lost(f"{key} stands there twice")', "stands"),
        ('raise Lost(f"{drive} told no state")', "told"),
        ('raise Lost("The job must be submitted anew.")', "anew"),
        ('raise Lost("Please submit the job again.")', "please"),
        ('warnings.append("Somebody mends the array.")', "mend"),
        ('warnings.append("Somebody repairs the array.")', "somebody"),
        ('reason = f"Round {number} brought more IOPS."', "brought"),
        ('return "The chart that was asked for is missing."', "asked for"),
        ('raise ValueError("lies in the past")', "lies in"),
        ('raise Lost(f"Unknown chart {key} (there are: {names})")', "there are"),
        ('return f"{name} is not known here"', "known here"),
        ('yield f"has {count} labels: 20 are the most"', "at most"),
        ('Notice(message="The drive is gone.")', "is gone"),
        ('print("Two  spaces.")', "two spaces"),
        ('raise Lost("The value is invalid.")', "invalid without the value"),
        ('raise Lost("cannot find the chart")', "no subject"),
        ('raise helper("cannot find the chart")', "no subject"),
        ('raise Lost("It holds no chart.")', "no subject"),
        ('raise Lost("name a chart", path="chart")', "no fault behind the path"),
        ('raise Lost("The run has ended; its files are kept.")', "semicolon"),
        ('warnings.append(f"{place}; the first is used.")', "semicolon"),
        ('print("The share says whose figures they are.")', "says"),
        ('reason = f"{name} goes on with the run."', "goes on"),
        ('warnings.append(f"No file of {name} was at hand.")', "at hand"),
        ('return f"{address} leads nowhere"', "leads nowhere"),
    ],
)
def test_a_planted_fault_is_found(source: str, fault: str) -> None:
    faults = [item for message in _planted(source) for item in faults_of(message)]
    assert len(faults) == (2 if "Somebody mends" in source else 1)
    assert any(fault in item for item in faults)


@pytest.mark.parametrize(
    "source",
    [
        'raise Lost(f"Unknown chart {key}. Available: {names}.")',
        'raise Lost(f"unknown chart {key}. Available: {names}", path="body.3.chart")',
        'raise Lost("must be in the future", path="deadline")',
        'raise Lost(f"The value {value!r} is invalid.")',
        'raise Lost("The run was marked invalid.")',
        'raise Lost("There is no run r-1, and it is no longer listed.")',
        'raise Lost("fio is not installed.")',
        'pattern = re.compile("please stand  there")',
        """headers["Content-Disposition"] = 'attachment; filename="a b.csv"'""",
        'log.info("told somebody anew")',
    ],
)
def test_a_plain_message_has_no_fault(source: str) -> None:
    assert [item for message in _planted(source) for item in faults_of(message)] == []


def _planted(source: str) -> list[Message]:
    """Return the messages of a file with an error class, a function that makes one, and one line of code."""
    declared = 'class Lost(ValueError):\n    """It stands, told anew."""\ndef helper(words) -> Lost: ...\n'
    tree = ast.parse(f"{declared}def work():\n    {source}\n")
    return list(messages_in("planted.py", tree, errors_in({"planted.py": tree})))
