"""Access of the lab to a server by its script: one key, one command, one file that may run as root."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

import pytest
from tests.integration.testhost.installation import Installation
from tests.integration.testhost.lab_client import Document, LabClient
from tests.integration.testhost.machine import Machine, MachineProblem

pytestmark = pytest.mark.testhost

ACCOUNT = "storagelab"
RUNNER = "/usr/local/libexec/storagelab/storagelab-runner"
MADE = f"/etc/sudoers.d/storagelab /etc/storagelab-runner /var/lib/storagelab-account {RUNNER}"


@dataclass(frozen=True)
class WayIn:
    """A server that the script of its lab has prepared."""

    lab: LabClient
    machine: Machine
    installation: Installation
    server: Document
    script: str

    def run_script(self, words: str, *, script: str | None = None) -> str:
        """Return the output of the script on the server. A refusal is a MachineProblem with its words."""
        return self.machine.shell(f"sh -s {words}", given=script or self.script)

    def discover_again(self) -> Document:
        """Return the server as the lab sees it over a new connection."""
        self.machine.shell(f"pkill -KILL -U {ACCOUNT} || true")
        for _ in range(3):
            self.lab.post(f"/servers/{self.server['id']}/discover")
            server = self.lab.discovered(self.server["id"])
            if "Connection lost" not in str(server["last_error"]):
                break
            # The lab had not yet noticed that the old connection had ended.
        return server

    def sign_in(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Return the result for a holder of the lab's key who requests something else."""
        argv = ["ssh", "-q", "-i", str(self.installation.data / "ssh" / "id_ed25519"), "-p", str(self.machine.port)]
        argv += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "BatchMode=yes"]
        argv += [f"{ACCOUNT}@127.0.0.1", *arguments]
        return subprocess.run(argv, input=given, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def way_in(lab: LabClient, machine: Machine, installation: Installation) -> WayIn:
    body = {"name": "let in", "address": "127.0.0.1", "port": machine.port, "username": ACCOUNT}
    registered = lab.post("/servers", {**body, "host_key_fingerprint": machine.fingerprint()})
    server = lab.discovered(registered["id"])
    assert "refused the lab's SSH key" in server["last_error"]["message"]

    answer = lab.http.get(f"/servers/{server['id']}/setup-script")
    assert answer.status_code == 200, answer.text
    access = WayIn(lab, machine, installation, server, answer.text)
    assert f"the account {ACCOUNT} may start {RUNNER}" in access.run_script("install")
    server = access.discover_again()
    assert (server["state"], server["last_error"]) == ("ready", None), server["last_error"]
    return access


def test_account_starts_only_the_runner_as_root(way_in: WayIn) -> None:
    shell = way_in.machine.shell
    digest = shell(f"sha256sum {RUNNER}").split()[0]
    listed = shell(f"sudo -l -U {ACCOUNT}").partition("may run the following commands")[2].splitlines()[1:]
    assert [line.strip() for line in listed] == [f"(root) NOPASSWD: sha256:{digest} {RUNNER} serve"]
    assert way_in.lab.get(f"/servers/{way_in.server['id']}")["runner_sha256"] == digest
    assert shell(f"find / -xdev -user {ACCOUNT} -not -path '/proc/*'") == ""
    assert shell(f"stat -c '%a %U' {RUNNER} /etc/storagelab-runner").splitlines() == ["755 root", "755 root"]
    assert shell(f"getent shadow {ACCOUNT}").split(":")[1] == "*"


def test_key_starts_only_the_runner(way_in: WayIn) -> None:
    hello = json.dumps({"id": 7, "verb": "hello", "args": {}}) + "\n"
    answer = json.loads(way_in.sign_in("cat /etc/shadow", given=hello).stdout)
    assert (answer["id"], answer["result"]["user"]) == (7, "root")
    forwarded = way_in.sign_in("-W", "127.0.0.1:22")
    assert (forwarded.returncode, forwarded.stdout) == (255, "")
    with pytest.raises(MachineProblem, match="password is required"):
        way_in.machine.shell(f"runuser -u {ACCOUNT} -- sudo -n {RUNNER} serve --state /tmp")


def test_changed_runner_does_not_start_until_upgraded(way_in: WayIn) -> None:
    way_in.machine.shell(f"echo >> {RUNNER}")
    server = way_in.discover_again()
    assert server["state"] == "unreachable"
    assert "run server-setup.sh upgrade there" in server["last_error"]["message"]

    way_in.run_script("upgrade")
    assert way_in.discover_again()["state"] == "ready"


def test_damaged_script_or_active_run_changes_no_files(way_in: WayIn) -> None:
    before = way_in.machine.shell(f"sha256sum {RUNNER} /etc/sudoers.d/storagelab")
    digest = before.split()[0]
    with pytest.raises(MachineProblem, match="the runner in this script is damaged"):
        way_in.run_script("upgrade", script=way_in.script.replace(digest, "0" * 64))
    with pytest.raises(MachineProblem, match="a run is under way on this server"):
        way_in.machine.shell("flock /var/lib/storagelab-runner/host.lock sh -s remove --purge", given=way_in.script)
    assert way_in.machine.shell(f"sha256sum {RUNNER} /etc/sudoers.d/storagelab") == before
    assert way_in.machine.shell(f"ls -A /etc/sudoers.d {RUNNER.rpartition('/')[0]} | grep new || true") == ""


def test_removal_leaves_the_results_unless_requested(way_in: WayIn) -> None:
    shell = way_in.machine.shell
    assert "results stay in /var/lib/storagelab-runner" in way_in.run_script("remove")
    assert shell(f"ls -d {MADE} /usr/local/sbin/storagelab-runner 2>/dev/null || true") == ""
    assert shell(f"getent passwd {ACCOUNT} || true") == ""
    assert shell("ls /var/lib/storagelab-runner") != ""
    assert "refused the lab's SSH key" in way_in.discover_again()["last_error"]["message"]
    with pytest.raises(MachineProblem, match="the lab was never let in here"):
        way_in.run_script("upgrade")
