"""Documents as types: every frozen field is carried, and faults are refused with their place."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec
import pytest
from scripts.export_openapi import EXPORTS, format_share_schema

from storagelab.demo.sets import MEASURED_SETS
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.metrics import METRICS
from storagelab.errors import InvalidInput
from storagelab.shares.archive.reading import open_zip
from storagelab.shares.document.share import decode_document

FILES = [measured.file for measured in MEASURED_SETS]


def read_example(file: str) -> bytes:
    """Return the document of a committed example."""
    with (
        resources.as_file(resources.files("storagelab.demo").joinpath("data", file)) as path,
        open_zip(path) as opened,
    ):
        return opened.document_bytes


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Provide the document of an example as JSON, for changes."""
    return dict(json.loads(read_example(FILES[0])))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("bounds", [False, True])
def test_example_loses_no_field(file: str, bounds: bool) -> None:
    content = read_example(file)
    encoded = msgspec.to_builtins(decode_document(content, bounds=bounds))
    frozen = json.loads(content)
    assert encode_canonical_json(remove_later_fields(encoded, frozen)) == content


def remove_later_fields(encoded: Any, frozen: Any) -> Any:
    """Return `encoded` without the empty fields of later releases that the document `frozen` does not have."""
    if isinstance(encoded, dict) and isinstance(frozen, dict):
        return {
            key: remove_later_fields(value, frozen.get(key))
            for key, value in encoded.items()
            if key in frozen or value not in (None, [])
        }
    if isinstance(encoded, list | tuple) and isinstance(frozen, list) and len(encoded) == len(frozen):
        return [remove_later_fields(value, was) for value, was in zip(encoded, frozen, strict=True)]
    return encoded


def test_findings_are_decoded_with_their_basis(document: dict[str, Any]) -> None:
    side = {"label": "JBOD", "runs": ["r-2"], "values": [2.0], "n": 1, "median": 2.0}
    basis = {
        "metric": "iops", "metric_label": "IOPS", "unit": "1/s", "better": "higher", "workload": "4K random write",
        "entry": side, "support": "statement", "rule": "One value.",
    }  # fmt: skip
    finding = {"origin": "computed", "relation": "reaches", "subject": "JBOD", "value": 2.0, "unit": "IOPS"}

    def add_finding(copied: Any) -> None:
        copied["findings"] = [
            {"key": "f1", "origin": "computed", "sentence": "JBOD reaches 2 IOPS.", "finding": finding, "basis": basis}
        ]

    (frozen,) = decode_document(changed(document, add_finding), bounds=True).findings
    assert (frozen.words, frozen.basis and frozen.basis.entry.values) == ("JBOD reaches 2 IOPS.", [2.0])


def changed(document: dict[str, Any], change: Callable[[Any], object]) -> bytes:
    copied = json.loads(json.dumps(document))
    change(copied)
    return json.dumps(copied).encode()


def find_measurement(document: Any) -> Any:
    return next(phase["measurement"] for phase in document["runs"][0]["phases"] if phase["measurement"])


def test_metric_that_was_not_measured_yet_is_unknown(document: dict[str, Any]) -> None:
    def remove_metrics(copied: Any) -> None:
        for metric in METRICS.values():
            del find_measurement(copied)[metric.column]

    decoded = decode_document(changed(document, remove_metrics))
    measurement = next(phase.measurement for phase in decoded.runs[0].phases if phase.measurement is not None)
    assert {measurement.get_figure(metric.column) for metric in METRICS.values()} == {None}


def test_field_of_a_later_release_is_ignored(document: dict[str, Any]) -> None:
    content = changed(document, lambda copied: copied["runs"][0].update(weather="fine"))
    assert decode_document(content, bounds=True) == decode_document(json.dumps(document).encode(), bounds=True)


def test_bounds_hold_for_documents_of_others_alone(document: dict[str, Any]) -> None:
    long = changed(document, lambda copied: copied["runs"][0].update(title="x" * 301))
    assert len(decode_document(long).runs[0].title) == 301
    with pytest.raises(InvalidInput, match=r"at runs\.0\.title: must have at most 300 characters"):
        decode_document(long, bounds=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda copied: copied.update(schema="storagelab.share/1"), "has the schema 'storagelab.share/1'"),
        (lambda copied: copied["share"].update(kind="library"), "at share.kind"),
        (lambda copied: copied["runs"][0].pop("state"), "at runs.0.state: is missing"),
        (lambda copied: copied["share"].update(version="1"), "at share.version: must be a whole number"),
        (lambda copied: find_measurement(copied).update(iops="many"), "iops: must be a number"),
    ],
)
def test_fault_is_refused_with_its_place(document: dict[str, Any], change: Callable[[Any], object], words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        decode_document(changed(document, change))
    assert words in refused.value.message


def test_published_schema_is_current() -> None:
    (path,) = [path for path, format_export in EXPORTS.items() if format_export is format_share_schema]
    assert path.read_text(encoding="utf-8") == format_share_schema(), "run `make client` and commit the result"
