"""Any text is read, to a profile that expands or to a reason.

There are no exceptions, and the work grows with the text only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.domain.profile import expand, parse_profile
from storagelab.profiles.job_files.findings import MAX_FINDINGS, RawProfile
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab.profiles.job_files.fio_options import OPTIONS
from storagelab.profiles.job_files.lines import MAX_CHARACTERS, MAX_LINE_CHARACTERS, MAX_LINES
from storagelab.profiles.job_files.vdbench import read_vdbench_file

READERS = [read_fio_job, read_vdbench_file]

VALUES = st.one_of(
    st.sampled_from(
        ["0", "1", "4k", "64m", "50%", "4k/50:8k/50", "4k,8k", "1000", "randrw", "zipf:1.2", "zoned:60/10"]
    ),
    st.from_regex(r"[0-9a-z,:/.%-]{0,12}", fullmatch=True),
)
FIO_LINES = st.one_of(
    st.builds("{}={}".format, st.sampled_from(sorted(OPTIONS)), VALUES),
    st.sampled_from(["[global]", "[a]", "[b]", "stonewall", "time_based", "runtime=5", "rw=randwrite", "", "; x"]),
)
VDBENCH_PARAMETERS = st.builds(
    "{}={}".format,
    st.sampled_from(
        [
            *("lun", "size", "threads", "openflags", "range", "offset", "align", "sd", "wd", "xfersize", "rdpct"),
            *("seekpct", "iorate", "elapsed", "warmup", "forthreads", "forrdpct", "forxfersize", "distribution"),
        ]
    ),
    st.sampled_from(
        [
            *("sd1", "wd1", "1", "8", "4k", "max", "100", "o_direct", "random", "(1-8,d)", "(0-100,10)", "(1,50)"),
            *("(4k,60,8k,40)", "(500,max)", "(1,2,4)", "exponential", "0", "64m"),
        ]
    ),
)
VDBENCH_LINES = st.builds(
    lambda first, rest: ",".join([first, *rest]),
    st.sampled_from(["sd=sd1", "sd=default", "sd=sd2", "wd=wd1", "rd=rd1", "rd=rd2", "messagescan=no", "compratio=2"]),
    st.lists(VDBENCH_PARAMETERS, max_size=5),
)


def judged(raw: RawProfile) -> RawProfile:
    """Check that a profile has either a document that expands or a reason, never both or neither; return the
    profile.
    """
    if raw.document is None:
        assert raw.refusals
    else:
        assert not raw.refusals
        assert expand(parse_profile(raw.document))
    assert [finding.line for finding in raw.findings] == sorted(finding.line for finding in raw.findings)
    assert all(
        finding.line >= 1 and finding.words.isascii() and finding.words.isprintable() for finding in raw.findings
    )
    return raw


@pytest.mark.parametrize("reader", READERS)
@given(text=st.text())
@settings(deadline=None)
def test_any_text_gives_a_profile_or_reason(reader: Callable[[str], RawProfile], text: str) -> None:
    judged(reader(text))


@given(lines=st.lists(FIO_LINES, max_size=25))
@settings(max_examples=150, deadline=None)
def test_text_like_job_file_gives_profile_or_reason(lines: list[str]) -> None:
    judged(read_fio_job("\n".join(["[job]", *lines])))


@given(lines=st.lists(VDBENCH_LINES, max_size=12))
@settings(max_examples=150, deadline=None)
def test_text_like_parameter_file_gives_profile_or_reason(lines: list[str]) -> None:
    judged(read_vdbench_file("\n".join(["sd=sd0,lun=/dev/x", *lines])))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x" * (1 << 20), 1, f"longer than {MAX_CHARACTERS} characters"),
        ("\n" * 100_000, MAX_LINES + 1, f"more than {MAX_LINES} lines"),
        ("#\n" + "=" * (MAX_LINE_CHARACTERS + 1), 2, f"longer than {MAX_LINE_CHARACTERS} characters"),
        ("[" * MAX_LINE_CHARACTERS + "\n" + "]" * MAX_LINE_CHARACTERS, 1, "not"),
        ("(" * MAX_LINE_CHARACTERS, 1, ""),
        ("\ud800=1", 1, "cannot be seen"),
    ],
    ids=["1 MiB", "100,000 lines", "long line", "brackets", "parentheses", "half a pair"],
)
def test_a_limit_is_named_at_its_line(reader: Callable[[str], RawProfile], text: str, line: int, words: str) -> None:
    raw = judged(reader(text))
    assert any(finding.line == line and words in finding.words for finding in raw.refusals)


@pytest.mark.parametrize("reader", READERS)
def test_excess_remarks_are_cut_with_a_notice(reader: Callable[[str], RawProfile]) -> None:
    raw = judged(reader("\n".join(["[a]", *(f"bad{number}=1" for number in range(5000))])))
    assert len(raw.findings) <= 3 * (MAX_FINDINGS + 1)
    assert raw.findings[-1].words.endswith("more are not listed")


def test_a_plan_has_a_limit_of_phases() -> None:
    raw = judged(read_fio_job("[global]\nruntime=5\ntime_based\n" + "[a]\nstonewall\n" * 2001))
    assert [finding.words for finding in raw.refusals] == ["the plan has more than 2000 phases"]


def fio_sections(count: int) -> str:
    return "[global]\nrw=randread\nruntime=5\ntime_based\n" + "[a]\nbs=4k\nstonewall\n" * count


def fio_globals(count: int) -> str:
    return "[global]\nbs=4k\nfilename=/dev/x\n" * count + "[a]\nrw=read\n"


def fio_duplicates(count: int) -> str:
    return "[a]\n" + "bs=4k\n" * count


def vdbench_drives(count: int) -> str:
    drives = "".join(f"sd=sd{number},lun=/dev/x\n" for number in range(count))
    return f"{drives}wd=wd1,sd=sd*,xfersize=4k\nrd=rd1,wd=wd1,iorate=max\n"


def vdbench_runs(count: int) -> str:
    runs = "".join(f"rd=rd{number},wd=wd1,iorate=max\n" for number in range(count))
    return f"sd=sd1,lun=/dev/x\nwd=wd1,sd=sd1,xfersize=4k\n{runs}"


def vdbench_noise(count: int) -> str:
    return "(=,=)" * count


@pytest.mark.parametrize(
    ("reader", "text_of"),
    [
        (read_fio_job, fio_sections),
        (read_fio_job, fio_globals),
        (read_fio_job, fio_duplicates),
        (read_vdbench_file, vdbench_drives),
        (read_vdbench_file, vdbench_runs),
        (read_vdbench_file, vdbench_noise),
    ],
)
def test_the_work_grows_with_the_length(reader: Callable[[str], RawProfile], text_of: Callable[[int], str]) -> None:
    """Count the work in calls, as time means nothing on a busy machine."""
    reader(text_of(10))
    once, twice = calls(reader, text_of(200)), calls(reader, text_of(400))
    assert twice < 2.2 * once


def calls(reader: Callable[[str], RawProfile], text: str) -> int:
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        reader(text)
    finally:
        sys.setprofile(before)
    return count
