"""Server behind a real OpenSSH daemon: registration, installation, a run, a new host key, silence."""

from __future__ import annotations

import contextlib
import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.integration.workers.lab import Lab

from storagelab.db.models import Drive, LabSetting, Server
from storagelab.db.session import session_scope
from storagelab_workers.process import process_servers
from storagelab_workers.runner_package import runner_package
from storagelab_workers.server_step import CONFIRM_HOST_KEY, discover
from storagelab_workers.transports.base import ServerAddress
from storagelab_workers.transports.ssh_way_in import publish_way_in


@dataclass
class SSHServer:
    """An sshd on loopback for one account, with its own host keys."""

    folder: Path
    home: Path
    account: str
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def authorized_keys(self) -> Path:
        return self.folder / "authorized_keys"

    def new_host_key(self) -> None:
        """Become another machine at the next start."""
        key = self.folder / "host_key"
        key.unlink(missing_ok=True)
        argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(argv, check=True)

    def fingerprint(self) -> str:
        argv = ["ssh-keygen", "-l", "-f", str(self.folder / "host_key.pub")]
        return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.split()[1]

    def start(self) -> None:
        daemon = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin")
        assert daemon is not None
        with (self.folder / "sshd.log").open("ab") as log:
            argv = [daemon, "-D", "-e", "-f", str(self.folder / "sshd_config")]
            self.process = subprocess.Popen(argv, stderr=log)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                assert self.process.poll() is None, (self.folder / "sshd.log").read_text()
            else:
                return

    def stop(self) -> None:
        """Stop listening and cut every connection, as a cable that is pulled."""
        if self.process is None:
            return
        for pid in _descendants(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process = None


def _descendants(pid: int) -> list[int]:
    """Return the sshd processes below one daemon, without those that a session started itself."""
    pids = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            name = (entry / "comm").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid and name.startswith("sshd"):
            pids += [int(entry.name), *_descendants(int(entry.name))]
    return pids


@pytest.fixture
def account(ssh_place: Path) -> Iterator[tuple[str, Path]]:
    """Provide an unprivileged account and its home: a temporary one for root, else the account that runs the tests."""
    home = ssh_place / "home"
    if os.geteuid() != 0:
        yield getpass.getuser(), Path("~").expanduser()
        return
    name = f"slt{uuid.uuid4().hex[:8]}"
    subprocess.run(["useradd", "-m", "-d", str(home), "-s", "/bin/sh", "-p", "*", name], check=True)
    yield name, home
    uid = pwd.getpwnam(name).pw_uid
    while processes := _processes_of(uid):
        for pid in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    subprocess.run(["userdel", name], check=True)


def _processes_of(uid: int) -> list[int]:
    pids = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError):
            if entry.stat().st_uid == uid:
                pids.append(int(entry.name))
    return pids


@pytest.fixture
def ssh_place() -> Iterator[Path]:
    """Provide a folder that every account may enter."""
    place = Path(tempfile.mkdtemp(prefix="sl-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def sshd(account: tuple[str, Path], ssh_place: Path) -> Iterator[SSHServer]:
    if (shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin")) is None:
        pytest.skip("openssh-server is not installed")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = SSHServer(ssh_place, account[1], account[0], port)
    server.authorized_keys.touch(mode=0o644)
    (ssh_place / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {ssh_place}/host_key\nPidFile none\nUsePAM no\n"
        f"AuthorizedKeysFile {server.authorized_keys}\nStrictModes no\nPasswordAuthentication no\n"
        "Subsystem sftp internal-sftp\n"
    )
    server.new_host_key()
    server.start()
    yield server
    server.stop()


def test_registered_server_is_discovered_and_runs_a_job(lab: Lab, sshd: SSHServer) -> None:
    server_id = _register(sshd)
    _discover(server_id)
    server = lab.server(server_id)
    assert (server.state, server.state_reason, server.discovery) == ("new", CONFIRM_HOST_KEY, "idle")
    assert server.offered_host_key_fingerprint == sshd.fingerprint()

    _confirm_host_key(server_id)
    _discover(server_id)
    server = lab.server(server_id)
    assert (server.state, server.last_error_kind) == ("unreachable", "infrastructure")
    assert "authorized_keys" in server.last_error

    _authorize(lab, sshd)
    _discover(server_id)
    server = lab.server(server_id)
    runner = runner_package(lab.settings.data_dir)
    assert (server.state, server.discovery, server.last_error) == ("ready", "idle", None)
    assert server.runner_sha256 == runner.sha256
    assert server.cpu_threads == os.cpu_count()
    assert abs(server.clock_offset_ms) < 1000
    assert lab.read(lambda session: session.scalars(select(func.count()).select_from(Drive)).one()) > 0
    installed = sshd.home / ".local/share/storagelab-runner"
    assert [path.name for path in installed.iterdir()] == [runner.file_name]
    assert server.facts["runner"]["user"] == sshd.account

    lab.start_reconciler()
    attempt_id = lab.submit(server_id)
    attempt = lab.wait_for_end(attempt_id)
    assert (attempt.state, attempt.failure_message) == ("succeeded", None)
    assert lab.run_of(attempt_id).completeness == "complete"


def test_fingerprint_at_registration_replaces_confirmation(lab: Lab, sshd: SSHServer) -> None:
    _authorize(lab, sshd)
    trusted = _register(sshd, name="known", host_key_fingerprint=sshd.fingerprint())
    _discover(trusted)
    assert lab.server(trusted).state == "ready"

    impostor = _register(sshd, name="impostor", host_key_fingerprint="SHA256:" + "A" * 43)
    _discover(impostor)
    server = lab.server(impostor)
    assert server.state == "quarantined"
    assert sshd.fingerprint() in server.last_error
    assert server.host_key is None


def test_another_host_key_quarantines_the_server(lab: Lab, sshd: SSHServer) -> None:
    _authorize(lab, sshd)
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    _discover(server_id)
    confirmed = sshd.fingerprint()
    sshd.stop()
    sshd.new_host_key()
    sshd.start()
    process_servers().close()
    _discover(server_id)

    server = lab.server(server_id)
    assert (server.state, server.discovery) == ("quarantined", "idle")
    assert confirmed in server.last_error
    assert sshd.fingerprint() in server.last_error
    assert server.host_key_fingerprint == confirmed
    assert server.offered_host_key_fingerprint == sshd.fingerprint()


def test_stopped_server_is_unreachable_in_words(lab: Lab, sshd: SSHServer) -> None:
    _authorize(lab, sshd)
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    sshd.stop()
    _discover(server_id)

    server = lab.server(server_id)
    assert (server.state, server.discovery) == ("unreachable", "idle")
    assert server.last_error.startswith(f"127.0.0.1:{sshd.port} does not answer over SSH")


def test_account_without_python_is_reported_in_words(lab: Lab, sshd: SSHServer) -> None:
    _authorize(lab, sshd)
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    sshd.stop()
    with (sshd.folder / "sshd_config").open("a") as configuration:
        configuration.write("SetEnv PATH=/nonexistent\n")
    sshd.start()
    _discover(server_id)

    server = lab.server(server_id)
    assert server.state == "unreachable"
    assert "ended with status 127" in server.last_error
    assert "python3" in server.last_error


def test_forced_command_serves_without_installing_the_runner(lab: Lab, sshd: SSHServer) -> None:
    runner = sshd.folder / "storagelab-runner"
    runner.write_bytes(runner_package(lab.settings.data_dir).path.read_bytes())
    _authorize(lab, sshd, f"exec python3 -I {runner} serve --state {sshd.home}/state")
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    _discover(server_id)

    server = lab.server(server_id)
    assert (server.state, server.last_error) == ("ready", None)
    assert server.facts["runner"]["state_dir"] == f"{sshd.home}/state"
    assert not (sshd.home / ".local/share/storagelab-runner").exists()


@pytest.mark.parametrize(
    ("forced", "message"),
    [
        ("exec /nonexistent/sudo -n storagelab-runner serve", "ended with status 127: "),
        ("echo 'sudo: a password is required' >&2; exit 1", "run server-setup.sh upgrade there. Its answer: sudo: a "),
        ("echo Welcome; cat", "sent something that is not an answer of the runner: 'Welcome'"),
    ],
)
def test_failing_forced_command_is_reported_with_its_cause(
    lab: Lab, sshd: SSHServer, forced: str, message: str
) -> None:
    _authorize(lab, sshd, forced)
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    _discover(server_id)

    server = lab.server(server_id)
    assert (server.state, server.last_error_kind) == ("unreachable", "infrastructure")
    assert message in server.last_error


def test_broken_idle_connection_is_reopened(lab: Lab, sshd: SSHServer) -> None:
    _authorize(lab, sshd)
    server_id = _register(sshd, host_key_fingerprint=sshd.fingerprint())
    _discover(server_id)
    address = ServerAddress.of(lab.server(server_id))
    channel = process_servers()._open(server_id, address)
    sshd.stop()
    lab.wait(lambda: not channel.is_open)
    sshd.start()
    _discover(server_id)
    assert (lab.server(server_id).state, lab.server(server_id).last_error) == ("ready", None)


def _register(sshd: SSHServer, *, name: str = "behind-ssh", host_key_fingerprint: str | None = None) -> uuid.UUID:
    with session_scope() as session:
        server = Server(
            name=name,
            transport="ssh",
            address="127.0.0.1",
            port=sshd.port,
            username=sshd.account,
            host_key_fingerprint=host_key_fingerprint,
        )
        session.add(server)
        session.flush()
        return server.id


def _discover(server_id: uuid.UUID) -> None:
    with session_scope() as session:
        server = session.get_one(Server, server_id)
        server.discovery, server.discovery_due_at = "requested", None
    discover(server_id, servers=process_servers())


def _confirm_host_key(server_id: uuid.UUID) -> None:
    """Confirm the host key, as the API does once a person has compared the fingerprint."""
    with session_scope() as session:
        server = session.get_one(Server, server_id)
        server.host_key, server.host_key_fingerprint = server.offered_host_key, server.offered_host_key_fingerprint


def _authorize(lab: Lab, sshd: SSHServer, forced: str | None = None) -> None:
    """Put the lab's public key where the account's owner would put it, or root with a command that it starts."""
    with session_scope() as session:
        publish_way_in(session, lab.settings.data_dir)
    with session_scope() as session:
        line = session.get_one(LabSetting, "ssh_public_key").value["openssh"]
    assert (lab.settings.data_dir / "ssh" / "id_ed25519").stat().st_mode & 0o777 == 0o600
    command = f',command="{forced}"' if forced else ""
    sshd.authorized_keys.write_text(f"restrict{command} {line}\n")
