"""What is equal, what differs and what has no source: counted number by number."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.shares.archive.zips import document

from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.check import Checked, check_share
from storagelab.shares.archive.verification.outcome import as_json, as_lines
from storagelab.shares.archive.verification.printed import Printed
from storagelab.shares.archive.verification.verification_report import Ledger, PartMissing, count_numbers


@pytest.mark.parametrize(
    ("frozen", "computed", "equal", "different"),
    [
        (1, 1.0, 1, 0),
        (1.0, 1.0 + 1e-9, 0, 1),
        ({"a": [1, None, "x"]}, {"a": [1, None, "x"]}, 2, 0),
        ({"a": 1}, {"a": None}, 0, 1),
        ({"a": None}, {"a": 1}, 0, 1),
        ({"a": None}, {}, 0, 0),
        ({"a": 1}, {}, 0, 1),
        ([1, 2], [1], 1, 1),
        ([1, 2], None, 0, 1),
        (True, 1, 0, 1),
        (False, 0, 0, 1),
        ("12", 12, 0, 1),
    ],
)
def test_values_are_compared_one_by_one(frozen: Any, computed: Any, equal: int, different: int) -> None:
    ledger = Ledger()
    ledger.compare("x", frozen, computed, formula=formulas.COPY, source="y")
    assert ledger.total() == {"equal": equal, "different": different, "without_source": 0}


def test_sums_may_differ_by_the_order_of_adding_and_no_more() -> None:
    ledger = Ledger()
    assert ledger.compare("x", 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, formula=formulas.MERGE, source="parts")
    assert not ledger.compare("x", 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, formula=formulas.COPY, source="parts")
    assert not ledger.compare("x", 1.0, 1.0 + 1e-9, formula=formulas.MERGE, source="parts")


def test_a_difference_has_place_values_and_lineage() -> None:
    ledger = Ledger()
    ledger.compare("runs/r-1", {"a": [1, 2]}, {"a": [1, 3]}, formula=formulas.MERGE, source="its parts")
    (found,) = ledger.differences
    assert (found.place, found.frozen, found.computed, found.source) == ("runs/r-1/a/1", 2, 3, "its parts")
    assert found.formula.version == 1


def test_what_has_no_source_is_counted_apart() -> None:
    ledger = Ledger()
    ledger.stands("x", {"a": [1, 2.5, None, True, "7"]}, "it was not published")
    ledger.stands("y", {"a": None}, "it was not published")
    ledger.malformed("z", PartMissing("The part is not here."), formula=formulas.COPY, source="")
    assert ledger.total() == {"equal": 0, "different": 0, "without_source": 3}
    assert count_numbers({"a": [1, 2.5, None, True, "7"]}) == 2


def test_what_cannot_be_computed_is_a_difference() -> None:
    ledger = Ledger()
    ledger.attempt("x", 1, lambda: {}["y"], formula=formulas.COPY, source="y")
    assert ledger.total()["different"] == 1


def test_what_a_document_says_does_not_reach_the_terminal_as_it_is() -> None:
    ledger = Ledger()
    ledger.compare("x\x1b[2J\u202e", "\x9b" * 500, 1, formula=formulas.COPY, source="\x07")
    told = as_json(Checked(1, ledger, Printed()), document_sha256="0" * 64, of="zip")
    text = "\n".join(as_lines(told))
    assert all(line.isprintable() and len(line) < 300 for line in text.split("\n"))


def test_every_formula_has_a_name_of_its_own() -> None:
    names = [formula.name for formula in formulas.ALL]
    assert len(set(names)) == len(names)
    assert all(formula.version >= 1 for formula in formulas.ALL)


def test_a_document_of_nothing_breaks_nothing_and_is_told() -> None:
    told = as_json(check_share(document(), lambda _: b"", code=None, hashes=1), document_sha256="0" * 64, of="document")
    assert told["numbers"]["different"] > 0
    lines = list(as_lines(told))
    assert any("cannot be computed" in line for line in lines)
