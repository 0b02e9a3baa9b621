"""Tables of hardware: statements, and facts for configurations."""

from __future__ import annotations

import pytest

from storagelab.formats import table
from storagelab.formats.base import BytesFile, ParseFailed


def test_hardware_is_listed_with_its_attributes() -> None:
    text = (
        "source,component,name,attributes\n"
        'a.txt,controller,PERC 12,"roc=SAS4116W; link=2x PCIe x8; drives_per_card=8"\n'
        "a.txt,os,RHEL 9,\n"
        "b.txt,tool,fio,version=2.0.10 Linux; and Windows\n"
        "b.txt,,,\n"
    )
    (claim,) = table.claim([BytesFile("hardware.csv", text.encode())])

    first, second = table.read(claim)

    assert [(finding.subject, finding.metric, finding.printed) for finding in first.statements] == [
        ("PERC 12", "roc", "SAS4116W"),
        ("PERC 12", "link", "2x PCIe x8"),
        ("PERC 12", "drives_per_card", "8"),
        ("RHEL 9", "os", "RHEL 9"),
    ]
    assert first.configuration is not None
    assert first.configuration["test_bed"][0] == {
        "component": "controller", "model": "PERC 12", "roc": "SAS4116W", "link": "2x PCIe x8", "drives_per_card": "8",
    }  # fmt: skip
    assert [(finding.metric, finding.printed) for finding in second.statements] == [
        ("version", "2.0.10 Linux; and Windows")
    ]
    assert first.warnings == ("hardware.csv, line 5: it names no component, left out",)


@pytest.mark.parametrize("text", ["subject,relation,test\n,leads,b\n", "component,name,attributes\n,x,\n"])
def test_list_without_entries_is_refused(text: str) -> None:
    (claim,) = table.claim([BytesFile("list.csv", text.encode())])

    with pytest.raises(ParseFailed, match=r"list.csv, line 2.*: expected"):
        list(table.read(claim))
