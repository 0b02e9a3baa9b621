"""Texts of pages, permalinks, REST and the command line hold the words of the guide of the interface."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.unit.messages.message_rules import DIALECT, REFUSED, errors_in, messages_in, read_trees
from tests.unit.words.word_rules import Text, faults_in, phrases_in, texts_of_messages, texts_of_template

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "frontend/src"
TEMPLATES = ROOT / "backend/storagelab/shares/templates"
FOLDERS = ("backend/storagelab", "workers/storagelab_workers", "workers/runner/storagelab_runner")
#: Benchmarks print for developers of the product; verification reads the words of earlier releases.
NOT_CHECKED = ("backend/storagelab/bench/", "backend/storagelab/shares/verification/earlier_words.py")
_STORED = "stored name, by which data are found again"
_SNIA = "term of SNIA PTS, in reports that documents freeze"
#: Texts that break a rule, with the reason.
EXCEPTIONS: Mapping[str, str] = {
    "leased": "value of the API, which a page compares and does not show",
    "asked for": _STORED,
    "Response time": _SNIA,
    "Separate labels by semicolons: release=24.1; slow": "shows the sign between labels",
}


def test_no_page_has_a_refused_phrase() -> None:
    texts = list(_texts_of_pages())
    assert len(texts) > 2000, "the collector misses messages"
    assert _faults(texts, phrases_in) == []


def test_messages_and_templates_follow_text_rules() -> None:
    texts = [*_texts_of(_message_files()), *_texts_of_templates()]
    assert _faults(texts, faults_in) == []


def test_rest_and_cli_messages_have_no_refused_phrase() -> None:
    texts = list(_texts_of_programs())
    assert len(texts) > 3000, "the collector misses messages"
    assert _faults(texts, phrases_in) == []


def test_endpoint_descriptions_follow_text_rules() -> None:
    texts = list(_texts_of_endpoints())
    assert len(texts) > 400, "the collector misses descriptions"
    assert [*_faults(texts, phrases_in), *_faults(texts, faults_in), *_faults(texts, _dialect_in)] == []


def test_schema_descriptions_have_no_semicolon_or_dialect() -> None:
    document = json.loads((ROOT / "frontend/openapi.json").read_bytes())
    texts = list(_texts_of_schemas(document["components"]["schemas"]))
    assert len(texts) > 400, "the collector misses descriptions"
    assert [*_faults(texts, phrases_in), *_faults(texts, _dialect_in)] == []
    assert [text for text in texts if ";" in text.words] == []


def test_every_exception_is_needed() -> None:
    pages = [*_texts_of(_message_files()), *_texts_of_templates()]
    broken = {text.words for text in pages if faults_in(text)}
    broken |= {text.words for text in (*_texts_of_pages(), *_texts_of_programs()) if phrases_in(text)}
    assert EXCEPTIONS.keys() - broken == set()


@pytest.mark.parametrize(
    "text",
    [
        *("This did not work", "Keep it", "Let it count again…", "New job", "Submit job", "At most", "leased"),
        "A bar is marked invalid and counted nowhere.",
        "Steady from round 9: range 18.2 % of 20 %, slope 5.48 % of 10 %.",
        "3 caveats below: read them before you use a number.",
        "Store {} results",
        "IOPS goes from 2.07k in Fill to 13.7k in Read QD1",
        "Forget the filter {}",
    ],
)
def test_a_planted_phrase_is_found(text: str) -> None:
    assert len(phrases_in(Text("planted", text))) >= 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The run failed; its files are kept.", "semicolon"),
        ("Say why, so that nobody has to ask.", "nobody"),
        ("Whoever has the address can read it.", "nobody"),
        ("What an array appears as is told with it.", "word of no field"),
        ("The lab wants a name.", "word of no field"),
        ("Add A Server To The Lab", "title case"),
        (f"The run {'and its phase ' * 9}failed.", "more than 25 words"),
    ],
)
def test_a_planted_fault_is_found(text: str, fault: str) -> None:
    (problem,) = faults_in(Text("planted", text))
    assert fault in problem


@pytest.mark.parametrize(
    "text",
    [
        "Runs at most once. Storage Lab and Vdbench are names. SNIA, RAID and IOPS are, too.",
        "A job keeps it and leaves it: {} at most, {} of {} results imported.",
        "Showing the first {} of {}.",
    ],
)
def test_a_plain_text_has_no_fault(text: str) -> None:
    assert [*phrases_in(Text("planted", text)), *faults_in(Text("planted", text))] == []


def test_messages_are_collected_from_every_literal_form() -> None:
    source = """
    /** "not a text" */
    export const words = {
      one: "At \\"once\\"", // 'nor this'
      two: (count: number) => `${count === 1 ? "1 run" : `${count} runs`} \\`left\\``,
      three: text.replace(/["']/g, "x y"),
      four: 'last',
    };
    """
    words = [text.words for text in texts_of_messages("words.ts", source)]
    assert words == ['At "once"', "{} `left`", "1 run", "{} runs", "x y", "last"]


def test_template_text_is_extracted_as_displayed() -> None:
    source = """<p class="no" aria-label="To the {{ place }}">Frozen {{ day }}; {% if x %}<b>never</b>{% endif %}
    {{ value or 'not stated' }}</p>"""
    words = {text.words for text in texts_of_template("page.html.j2", source)}
    assert words == {"Frozen {};", "never", "To the {}", "not stated"}


def _faults(texts: list[Text], rule: object) -> list[str]:
    assert callable(rule)
    return [fault for text in texts if text.words not in EXCEPTIONS for fault in rule(text)]


def _dialect_in(text: Text) -> list[str]:
    faults = {**REFUSED, **DIALECT}
    return [f"{text.place}: {fault}: {text.words}" for fault, rule in faults.items() if rule.search(text.words)]


def _texts_of_endpoints() -> Iterator[Text]:
    """Yield the descriptions of groups, operations, parameters and answers of REST, without the names in them."""
    document = json.loads((ROOT / "frontend/openapi.json").read_bytes())
    described = [(tag["name"], tag) for tag in document["tags"]]
    for item in document["paths"].values():
        for operation in item.values():
            # Those of problems are the names of their statuses.
            answers = [answer for status, answer in operation["responses"].items() if status < "400"]
            parts = (operation, *answers, *operation.get("parameters", []))
            described += [(operation["operationId"], part) for part in parts]
    yield from (_text_of(place, part.get("description", "")) for place, part in described)


def _texts_of_schemas(part: Any, place: str = "") -> Iterator[Text]:
    """Yield the descriptions of schemas and of their fields."""
    if isinstance(part, dict):
        if isinstance(part.get("description"), str):
            yield _text_of(place, part["description"])
        for name, child in part.items():
            yield from _texts_of_schemas(child, f"{place}/{name}")
    elif isinstance(part, list):
        for child in part:
            yield from _texts_of_schemas(child, place)


def _text_of(place: str, description: str) -> Text:
    """Return a description on one line, without the names in it."""
    return Text(place, re.sub("`[^`]+`", "{}", " ".join(description.split())))


def _message_files() -> list[Path]:
    charts = [*SOURCES.glob("charts/*/words.ts"), *SOURCES.glob("charts/*/panel.ts")]
    files = [SOURCES / "messages.ts", *sorted((SOURCES / "messages").glob("*.ts")), *sorted(charts)]
    return [file for file in files if not file.name.endswith(".test.ts")]


def _texts_of(files: list[Path]) -> Iterator[Text]:
    for file in files:
        source = file.read_text(encoding="utf-8")
        yield from texts_of_messages(str(file.relative_to(ROOT)), source)


def _texts_of_pages() -> Iterator[Text]:
    """Yield all strings of the front end, in which texts may appear outside of the messages, and of the templates."""
    files = [
        file
        for file in sorted(SOURCES.rglob("*.ts*"))
        if ".test." not in file.name and not {"testing", "generated"} & {*file.parts}
    ]
    yield from _texts_of(files)
    yield from _texts_of_templates()


def _texts_of_templates() -> Iterator[Text]:
    for file in sorted(TEMPLATES.glob("*.j2")):
        yield from texts_of_template(file.name, file.read_text(encoding="utf-8"))


def _texts_of_programs() -> Iterator[Text]:
    trees: dict[str, ast.Module] = read_trees(ROOT, FOLDERS)
    errors = errors_in(trees)
    for path, tree in trees.items():
        if not path.startswith(NOT_CHECKED):
            yield from (Text(message.place, message.text) for message in messages_in(path, tree, errors))
