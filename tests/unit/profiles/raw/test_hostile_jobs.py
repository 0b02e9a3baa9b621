"""Job files that try to run, read, write or overload: refused by line, without an effect.

The first line of each file in tests/data/hostile_jobs names the line that is refused and words of the reason.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from storagelab.profiles.job_files.findings import RawProfile
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab.profiles.job_files.vdbench import read_vdbench_file

HOSTILE = Path(__file__).parents[3] / "data" / "hostile_jobs"
FILES = sorted(HOSTILE.glob("*/*"))
EXPECTED = re.compile(r"[#*] refused at (\d+): ([^\n]+)\n")

#: Runs in a process of its own: an audit hook stays for as long as its process.
WITNESS = """
import json, sys
from pathlib import Path
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab.profiles.job_files.vdbench import read_vdbench_file
texts = [(path.suffix, path.read_bytes().decode()) for path in sorted(Path(sys.argv[1]).glob("*/*"))]
watching, seen = False, []
sys.addaudithook(lambda event, arguments: seen.append(event) if watching else None)
watching = True
for suffix, text in texts:
    (read_fio_job if suffix == ".fio" else read_vdbench_file)(text)
watching = False
while_reading = sorted(set(seen))
watching = True
open(sys.executable, "rb").close()
watching = False
print(json.dumps({"files": len(texts), "while_reading": while_reading, "while_opening": sorted(set(seen))}))
"""


def read(path: Path) -> tuple[str, RawProfile]:
    text = path.read_bytes().decode()
    return text, (read_fio_job if path.suffix == ".fio" else read_vdbench_file)(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hostile_file_is_refused_at_its_line(path: Path) -> None:
    text, raw = read(path)
    expected = EXPECTED.match(text)
    assert expected is not None
    assert raw.document is None
    assert any(finding.line == int(expected[1]) and expected[2] in finding.words for finding in raw.refusals), (
        raw.refusals
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_remarks_carry_no_harmful_text(path: Path) -> None:
    _, raw = read(path)
    for finding in raw.findings:
        assert finding.words.isascii()
        assert finding.words.isprintable()
        assert not re.search(r"[<>$`\\]", finding.words)


def test_corpus_has_100_hostile_files_per_tool() -> None:
    assert len(list(HOSTILE.glob("fio/*.fio"))) >= 100
    assert len(list(HOSTILE.glob("vdbench/*.vdb"))) >= 100


def test_reading_hostile_files_has_no_side_effects() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITNESS, str(HOSTILE)], capture_output=True, text=True, check=True, timeout=120
    )
    seen = json.loads(done.stdout)
    assert seen["files"] == len(FILES)
    assert seen["while_reading"] == []
    # The witness is awake: the same hook sees a file that is opened.
    assert "open" in seen["while_opening"]
