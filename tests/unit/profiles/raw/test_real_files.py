"""Job files that real measurements were made with: what becomes of each, by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from storagelab.domain.profile import expand, parse_profile
from storagelab.profiles.job_files.findings import RawProfile
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab.profiles.job_files.vdbench import read_vdbench_file

CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not beside this checkout")

#: Each file with the phases it comes to, or with words of a reason for every way in which it is refused.
FILES: list[tuple[str, Callable[[str], RawProfile], int, tuple[str, ...]]] = [
    ("fio/local/precond-16jobs-1s-logs/job.fio", read_fio_job, 1, ()),
    ("fio/local/qd-sweep-stonewall/job.fio", read_fio_job, 6, ()),
    ("fio/local/client-server/job.fio", read_fio_job, 0, ("at the same time",)),
    ("fio/local/error-bad-option/job.fio", read_fio_job, 0, ("bogus: it is not among",)),
    ("vdbench/local/loops/parmfile.html", read_vdbench_file, 13, ()),
    ("vdbench/local/curve/parmfile.html", read_vdbench_file, 11, ()),
    ("vdbench/public/masakioui+vdb/output1_quick/parmfile.html", read_vdbench_file, 0, ("write xfersize in full",)),
    (
        "vdbench/public/masakioui+vdb/random_read_32T_4K_8HOST/parmfile.html",
        read_vdbench_file,
        0,
        ("several servers", "runs a command", "sets of files"),
    ),
    (
        "vdbench/public/masakioui+vdb/sd_random_write_4K_7HOST_40hour/parmfile.html",
        read_vdbench_file,
        0,
        ("several servers", "runs a command", "write seekpct in full"),
    ),
    (
        "vdbench/public/masakioui+vdb_oceanstor/sd_all_10sec_20190411/parmfile.html",
        read_vdbench_file,
        0,
        ("several servers", "runs a command", "write seekpct in full"),
    ),
]


def read(name: str, reader: Callable[[str], RawProfile]) -> RawProfile:
    text = (CORPUS / name).read_text("utf-8")
    # Vdbench copies the file into a page below one line of markup.
    return reader(text.split("\n", 1)[1] if name.endswith(".html") else text)


@pytest.mark.parametrize(("name", "reader", "phases", "reasons"), FILES, ids=[file[0] for file in FILES])
def test_real_file_becomes_profile_or_gives_reasons(
    name: str, reader: Callable[[str], RawProfile], phases: int, reasons: tuple[str, ...]
) -> None:
    raw = read(name, reader)
    if raw.document is not None:
        assert (len(expand(parse_profile(raw.document))), reasons) == (phases, ())
    else:
        assert phases == 0
        assert all(any(reason in finding.words for reason in reasons) for finding in raw.refusals), raw.refusals
        for reason in reasons:
            assert any(reason in finding.words for finding in raw.refusals)


def test_every_corpus_file_is_tested() -> None:
    files = {*CORPUS.rglob("*.fio"), *CORPUS.rglob("parmfile.html")}
    assert {str(path.relative_to(CORPUS)) for path in files} == {name for name, *_ in FILES}
