"""Fuzzing of every parser: the stored inputs, and new ones for a limited time."""

from __future__ import annotations

import base64
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fuzz.targets import TARGETS, seed_inputs

ROOT = Path(__file__).resolve().parents[2]
#: Inputs that broke a target stay here when the test has ended.
CRASHES = ROOT / "build" / "fuzz"
LONGEST_INPUT = 32 << 10
LONGEST_OUTPUT = 6000


@pytest.mark.parametrize("name", TARGETS)
def test_seed_inputs(name: str) -> None:
    inputs = list(seed_inputs(name))
    assert inputs
    for _, data in inputs:
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_new_inputs(name: str, fuzz_seconds: int, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("the fuzzer has no wheel for this platform: only the kept inputs were tried")
    seeds, discovered, crashes = tmp_path / "seeds", tmp_path / "found", CRASHES / name
    for folder in (seeds, discovered, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    for number, (file, data) in enumerate(seed_inputs(name)):
        (seeds / f"{number}-{file}").write_bytes(data)
    earlier = set(crashes.iterdir())
    limits = ["-timeout=20", "-rss_limit_mb=2048", f"-max_len={LONGEST_INPUT}", f"-artifact_prefix={crashes}/"]
    program = [sys.executable, "-m", "tests.fuzz.run", name, str(fuzz_seconds)]
    ended = subprocess.run(
        [*program, *limits, str(discovered), str(seeds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if ended.returncode:
        output = ended.stdout.decode(errors="replace")[-LONGEST_OUTPUT:]
        broken = set(crashes.iterdir()) - earlier
        inputs = [f"{path}\n{base64.b64encode(path.read_bytes()).decode()}" for path in broken]
        pytest.fail("\n".join([f"{name} ended with {ended.returncode}", output, *inputs]), pytrace=False)
