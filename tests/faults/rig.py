"""Whole lab on one machine, every link of it breakable.

It has the services, the product processes and three simulated servers.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from alembic import command
from tests.faults import guardian, hosts
from tests.faults.api import Api, NoAnswer, Refused
from tests.faults.hosts import Host, free_port
from tests.faults.independent import history, observer
from tests.faults.independent.history import History
from tests.faults.independent.proxy import Link, Links

from storagelab.auth.service import create_token
from storagelab.config import CHECKOUT, Settings, override_settings
from storagelab.db.session import session_scope
from storagelab.launcher.database import load_alembic_configuration
from storagelab.launcher.folders import DataFolder, open_data_folder
from storagelab.launcher.programs import list_product_programs
from storagelab.launcher.services import StartedService, start_services
from storagelab_workers.transports.ssh_keys import format_public_key, read_or_create_client_key

HOSTS = 3
#: The data folder of the lab lies on a memory disk of this size where that can be mounted, so that it can run full.
DATA_BYTES = 1 << 30
START_SECONDS = 180.0
#: How the words of a wait begin that came to its end in vain.
NOT_WITHIN = "not within"
#: The start-up time of the services of a rig on a machine that is free, in seconds.
USUAL_START_SECONDS = 1.0


#: A machine that takes this many times as long is slow, and no longer just noisy.
SLOW = 1.5


def scale_for(scale: float, slowness: float) -> float:
    """Return the scale of a rig on a machine that is `slowness` times as slow as a free one.

    The shortest limits of the product, such as 3 s for a call to a server, suit a machine that is free. On one that is
    several times slower every call would fail and no run would end, so the scale is made large enough for the limits to
    grow with the slowness. At 0.1 they are about as long as the shortest ones.
    """
    return scale if slowness < SLOW else max(scale, min(0.1 * slowness, 1.0))


class Rig:
    """One lab. `scale` shortens the waiting times of product and campaign alike, `speed` the phases of the witness.

    On a slow machine the scale becomes larger when the services have started, see `scale_for`.
    """

    def __init__(self, folder: Path, *, scale: float, speed: float) -> None:
        # On a disk, because targets are opened past the page cache; short, because sockets lie below.
        self.place = Path(tempfile.mkdtemp(prefix="sl-f-", dir="/var/tmp"))
        self.place.chmod(0o755)
        self._guardian = subprocess.Popen(
            [sys.executable, guardian.__file__, str(self.place)], stdin=subprocess.PIPE, start_new_session=True
        )
        self.scale, self.speed = scale, speed
        self.slow = False
        self.root = os.geteuid() == 0
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        (folder / "logs").mkdir(exist_ok=True)
        self.history = History(folder)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self.links = Links()
        self.hosts: list[Host] = []
        self._made_hosts = 0

    # Beginning and end

    def start(self) -> None:
        """Start everything and wait until three servers are ready."""
        started = time.monotonic()
        self._start_services()
        self._start_observer()
        for name in self.programs:
            self.start_program(name)
        self.wait(self._api_answers, START_SECONDS, "the API to answer")
        made = [self.add_host() for _ in range(HOSTS)]
        for host in made:
            self.wait_until_ready(host)
        self.hosts = made
        print(f"     a rig stands after {time.monotonic() - started:.0f} s, scale {self.scale:.2f}", flush=True)

    def close(self) -> None:
        """Stop everything and leave nothing behind; the history stays."""
        self.history.close()
        for log in (self.place / "data" / "logs").glob("*.log"):
            shutil.copy(log, self.folder / "logs" / f"service-{log.name}")
        self._guardian.communicate()

    def _start_services(self) -> None:
        begun = time.monotonic()
        self.data = self.place / "data"
        self.data.mkdir()
        if self.root:
            # Without the right to mount, the fault that needs it is skipped.
            argv = ["mount", "-t", "tmpfs", "-o", f"size={DATA_BYTES},mode=755", "tmpfs", str(self.data)]
            subprocess.run(argv, check=False, capture_output=True)
        self.data_is_mounted = self.data.is_mount()
        for name in ("DATABASE_URL", "BROKER_URL", "TOKEN"):
            os.environ.pop(f"STORAGELAB_{name}", None)
        direct = Settings(data_dir=self.data)
        self.data_folder: DataFolder = open_data_folder(self.data)
        services = start_services(direct, self.data_folder)
        self._services = {service.program.name: service for service in services.started}
        (self.place / "px").mkdir()
        sockets = self.place / "px"
        self.database_link = self.links.open(
            str(sockets / ".s.PGSQL.5432"), str(self.data_folder.sockets / ".s.PGSQL.5432")
        )
        self.broker_socket = self.data_folder.sockets / "valkey.sock"
        self.broker_link = self.links.open(str(sockets / "valkey.sock"), str(self.broker_socket))
        self.migration_url = direct.migration_url
        self._migrate()
        slowness = (time.monotonic() - begun) / USUAL_START_SECONDS
        self.slow, self.scale = slowness >= SLOW, scale_for(self.scale, slowness)
        port, self.api_port = free_port(), free_port()
        self.settings = override_settings(
            data_dir=self.data,
            database_url=f"postgresql+psycopg://storagelab_worker@/storagelab?host={quote(str(sockets), safe='')}",
            broker_url=f"redis+socket://{quote(str(sockets / 'valkey.sock'))}",
            artifact_url=(self.place / "artifacts").as_uri(),
            port=port,
            time_scale=self.scale,
            log_level="info",
        )
        self.api_link = self.links.open(("127.0.0.1", self.api_port), ("127.0.0.1", port))
        self.programs = {
            program.name: program.argv for program in list_product_programs(self.settings, self.data_folder)
        }
        self.programs["reconciler-2"] = self.programs["reconciler"]
        with session_scope() as session:
            token = create_token(session, name="faults", role="admin")
        self.api = Api(self.api_port, token, self.history)

    def _migrate(self) -> None:
        configuration = load_alembic_configuration()
        configuration.attributes["url"] = self.migration_url
        command.upgrade(configuration, "head")

    def _start_observer(self) -> None:
        output = self.folder / history.OBSERVER
        self._spawn("observer", [sys.executable, "-IS", observer.__file__, f"{self.place}/", str(output)], {})

    def viewer_tokens(self, count: int) -> list[str]:
        """Create access tokens for `count` viewers and return them."""
        with session_scope() as session:
            return [create_token(session, name=f"viewer {number}", role="viewer") for number in range(count)]

    # Processes

    def _spawn(self, name: str, argv: list[str], environment: dict[str, str]) -> None:
        with (self.folder / "logs" / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                argv,
                cwd=CHECKOUT,
                env={**os.environ, "RIG": str(self.place), **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def start_program(self, name: str, *options: str, prefix: tuple[str, ...] = (), **environment: str) -> None:
        """Start one of the product's processes, after its predecessor of that name if it still runs."""
        self.kill(name)
        self._spawn(name, [*prefix, *self.programs[name], *options], environment)

    def workers(self) -> list[str]:
        """Return the names of the Celery workers."""
        return [name for name in self.programs if name.startswith("worker")]

    def reconcilers(self) -> list[str]:
        """Return the names of the reconcilers."""
        return [name for name in self.programs if name.startswith("reconciler")]

    def kill(self, name: str) -> None:
        """Kill a process and all it started, without a goodbye."""
        process = self.processes.pop(name, None)
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a signal to a process and all it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.processes[name].pid, number)

    # Services

    @property
    def postgres(self) -> StartedService:
        """The database."""
        return self._services["postgres"]

    @property
    def valkey(self) -> StartedService:
        """The broker."""
        return self._services["valkey"]

    def kill_service(self, service: StartedService, number: signal.Signals) -> None:
        """End a service by a signal and wait until it has ended."""
        mark = service.program.mark
        assert mark is not None
        os.kill(mark.pid, number)
        self.wait(lambda: not service.program.alive(), 20, f"{service.program.title} to be gone")

    def restart_postgres_immediately(self) -> None:
        """Restart PostgreSQL as `pg_ctl restart -m immediate` does: no checkpoint, every session is broken off."""
        self.kill_service(self.postgres, signal.SIGQUIT)
        self.postgres.restart()

    # Servers

    def add_host(self, *, register: bool = True) -> Host:
        """Add a new simulated server behind a link of its own."""
        with self._lock:
            self._made_hosts += 1
            name = f"server-{self._made_hosts}"
        key = format_public_key(read_or_create_client_key(self.data))
        host = hosts.make_host(
            self.place / "hosts" / name,
            client_key=key,
            witness_log=self.folder / history.WITNESS,
            speed=self.speed,
        )
        self.start_ssh(host)
        port = free_port()
        host.link = self.links.open(("127.0.0.1", port), ("127.0.0.1", host.port))
        if register:
            body = {
                "name": name,
                "transport": "ssh",
                "address": "127.0.0.1",
                "port": port,
                "username": "lab",
                "host_key_fingerprint": host.fingerprint(),
            }
            host.number = self.api.call("POST", "/servers", body)["number"]
        return host

    def start_ssh(self, host: Host) -> None:
        """Start the server's SSH server, after the one that runs."""
        self.kill(host.name)
        self._spawn(host.name, [sys.executable, "-m", "tests.faults.ssh_host", str(host.folder)], {})
        self.wait(lambda: _listens(host.port), 20, f"{host.name} to listen")

    def give_up(self, host: Host) -> None:
        """End everything on a server and take it out of use, as far as the lab lets go of it."""
        self.kill(host.name)
        while pids := host.processes():
            host.kill(*pids)
        with contextlib.suppress(NoAnswer, Refused):
            self.api.call("POST", f"/servers/{host.number}/retire")

    def wait_until_ready(self, host: Host, seconds: float = START_SECONDS) -> None:
        """Wait until the lab takes runs for the server."""
        self.wait(
            lambda: self.server(host)["state"] == "ready",
            seconds,
            lambda: f"{host.name} to be ready, it is {self.server(host)['state']}: {self.server(host)['state_reason']}",
        )

    def server(self, host: Host) -> dict[str, object]:
        """Return the lab's answer about a server."""
        answer: dict[str, object] = self.api.call("GET", f"/servers/{host.number}")
        return answer

    def link_of(self, host: Host) -> Link:
        """Return the link to a server."""
        assert host.link is not None
        return host.link

    # Waiting

    def scaled(self, seconds: float) -> float:
        """Return a time of the real world as this rig waits it."""
        return seconds * self.scale

    def wait(self, condition: Callable[[], bool], seconds: float, description: str | Callable[[], str]) -> None:
        """Poll until `condition` holds; an API that does not answer counts as no. Raises AssertionError."""
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(NoAnswer, Refused):
                if condition():
                    return
            if time.monotonic() > deadline:
                waited_for = description if isinstance(description, str) else description()
                raise AssertionError(f"{NOT_WITHIN} {seconds:.0f} s: {waited_for}")
            time.sleep(0.05)

    def _api_answers(self) -> bool:
        self.api.call("GET", "/servers")
        return True


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def random_of(seed: int, *parts: object) -> random.Random:
    """Return a random source that follows from the campaign's seed and its place of use."""
    return random.Random("/".join(map(str, (seed, *parts))))
