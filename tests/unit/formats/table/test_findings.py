"""Tables of findings: read row by row, with the line and the column of each fault."""

from __future__ import annotations

import pytest

from storagelab.domain.finding import Finding
from storagelab.formats import table
from storagelab.formats.base import BytesFile, ParseFailed

HEAD = "source,place,test,workload,raid_level,state,subject,relation,object,value,unit,strength,words,note\n"
ROW = 'a.txt,"Method, paragraph 2",Reads,block=8k; qd=4,RAID5,optimal,A,behind,B,0.5,x,slight,quoted,odd\n'


def read(text: str) -> list[tuple[str | None, tuple[Finding, ...], tuple[str, ...]]]:
    """Return source, findings and warnings of each result of a table."""
    (claim,) = table.claim([BytesFile("f.csv", text.encode())])
    return [(result.source, result.findings, result.warnings) for result in table.read(claim)]


def test_each_source_is_one_result_with_its_findings_in_order() -> None:
    results = read(HEAD + ROW + "b.txt,,Reads,,,,A,leads,,,,,,\n" + ROW.replace("behind", "equal"))
    assert [(source, [finding.relation for finding in findings]) for source, findings, _ in results] == [
        ("a.txt", ["behind", "equal"]),
        ("b.txt", ["leads"]),
    ]
    assert results[0][1][0] == Finding(
        origin="published", relation="behind", subject="A", object="B", test="Reads", raid_level="RAID5",
        workload={"block": "8k", "qd": "4"}, state="optimal", value=0.5, unit="x", strength="slight", source="a.txt",
        place="Method, paragraph 2", note="odd",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (("behind", "beats"), "column relation: unknown relation 'beats'. Available: leads, lags"),
        (("behind", ""), "column relation: it is empty. Available: leads"),
        ((",A,", ",,"), "column subject: it is empty"),
        (("slight", "tested"), "column strength: unknown strength 'tested'. Available: clear, slight, stated"),
        (("0.5", "half"), "column value: 'half' is not a number such as 2 or 0.25"),
        (("0.5", "inf"), "column value: 'inf' is not a number"),
        (("0.5", ""), "column value: it is empty, but the row has a unit"),
        (("behind,B", "times,"), "column object: times needs an object, a value and the unit x"),
        (("behind,B,0.5,x", "about_times,B,0.5,%"), "column unit: about_times needs an object, a value and the unit x"),
        (("block=8k", "depth=4"), "column workload: unknown key 'depth'. Available: pattern, block"),
        (("odd", "x" * 2001), "column note: expected at most 2,000 characters"),
    ],
)
def test_a_fault_names_line_and_column_and_leaves_the_row_out(changes: tuple[str, str], fault: str) -> None:
    wrong = ROW.replace(*changes)
    [(_, findings, warnings)] = read(HEAD + ROW + wrong)
    assert len(findings) == 1
    assert warnings[0].startswith(f"f.csv, line 3, {fault}")
    assert warnings[0].endswith(", left out")
    with pytest.raises(ParseFailed, match=r"f\.csv, line 2, column"):
        read(HEAD + wrong)


def test_three_columns_are_enough() -> None:
    [(source, (finding,), _)] = read("subject;relation;test\nA;leads;Reads\n")
    assert (source, finding) == (None, Finding(origin="published", relation="leads", subject="A", test="Reads"))
