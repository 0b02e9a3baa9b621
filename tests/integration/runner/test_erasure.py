"""Erasures that report success, which count only when the earlier data is unreadable."""

import pytest
from tests.integration.runner.one_operation import Bench

SECURITY = """Security:
	Master password revision code = 65534
		supported
	not	enabled
	not	locked
	not	frozen
	not	expired: security count
		supported: enhanced erase
	2min for SECURITY ERASE UNIT. 2min for ENHANCED SECURITY ERASE UNIT.
"""


@pytest.fixture
def bench(tmp_path, sandbox):
    return Bench(tmp_path, sandbox)


def _erase(bench, *, security=SECURITY, mebibytes=0):
    """Run a secure erase with a drive that reports `security` and really erases this number of MiB."""
    erase = f"dd if=/dev/zero of={bench.drive.path} bs=1M count={mebibytes} conv=fsync status=none"
    bench.install("hdparm", f"case \"$*\" in\n-I*) cat <<'END'\n{security}END\n;;\n*security-erase*) {erase} ;;\nesac")
    return bench.play(kind="ata_secure_erase", enhanced=False)


def test_complete_drive_erasure_succeeds_with_evidence(bench):
    end = _erase(bench, mebibytes=64)
    assert end["state"] == "finished", end["message"]
    (evidence,) = end["evidence"]["devices"]
    assert evidence == {
        **{"path": str(bench.drive.path), "bytes": 64 << 20, "sampled": 16, "surviving": 0, "minutes_told": 2}
    }


@pytest.mark.parametrize(("mebibytes", "surviving"), [(0, 16), (32, 8)])
def test_missing_or_partial_erasure_fails(bench, mebibytes, surviving):
    end = _erase(bench, mebibytes=mebibytes)
    assert (end["state"], end["held"]) == ("failed", 1)
    assert f"yet {surviving} of 16 blocks still read as they were written before" in end["message"]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("security", "reason"),
    [
        (SECURITY.replace("not	frozen", "	frozen"), "is frozen"),
        (SECURITY.replace("not	enabled", "	enabled"), "has a password"),
        (SECURITY.replace("		supported\n", "	not	supported\n", 1), "does not support secure erase"),
        ("", "did not report the security state"),
    ],
)
def test_drive_that_refuses_erasure_is_unchanged(bench, security, reason):
    bench.drive.write(0, b"precious")
    end = _erase(bench, security=security, mebibytes=64)
    assert (end["state"], end["held"]) == ("failed", 1)
    assert reason in end["message"]
    assert bench.drive.path.read_bytes()[:8] == b"precious"


def test_failed_sanitize_command_leaves_drive_held(bench):
    bench.install("sg_sanitize", "echo 'sanitize: illegal request'; exit 5")
    end = bench.play(kind="scsi_sanitize", action="block_erase")
    assert (end["state"], end["held"]) == ("failed", 1)
    assert "sg_sanitize ended with status 5: sanitize: illegal request." in end["message"]


def test_only_a_namespace_is_ever_formatted(bench):
    bench.install("nvme", "exit 0")
    end = bench.play(kind="nvme_format", lbaf=None, ses=1)
    assert end["state"] == "failed"
    assert "is not the node of an NVMe namespace" in end["message"]
