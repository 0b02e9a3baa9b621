"""One real lab, started, queried and stopped through its own command and its REST interface."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from storagelab.config import CHECKOUT

PAGES = CHECKOUT / "frontend" / "dist"
MIB = 2**20
STORAGELAB = (sys.executable, "-P", "-m", "storagelab.cli.main")
#: The shortest run that `quick-4k` allows: a fill, five rounds of a second and six points of two.
SHORT_PARAMETERS = {"round_seconds": 1, "max_rounds": 5, "point_seconds": 2}
DISCOVERY_SECONDS = 60.0
JOB_SECONDS = 120.0
END_SECONDS = 30.0
STOP_SECONDS = 300.0
IMPORT_SECONDS = 60.0
POLL_SECONDS = 0.2

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Lab:
    """A lab that stores everything below one folder."""

    place: Path
    port: int
    #: The address that its shares name, where that is not its own.
    public_url: str = ""

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.place / "data"

    @property
    def images(self) -> Path:
        """The folder with the files behind its loop devices."""
        return self.place / "images"

    @property
    def allow_list(self) -> Path:
        """The folder in which root lists the drives of this machine that may be destroyed."""
        return self.place / "allowed"

    def environment(self) -> dict[str, str]:
        """Return the environment in which commands mean this lab."""
        settings = {
            "data_dir": self.data,
            "port": self.port,
            "base_url": self.public_url or self.url,
            "runner_state_dir": self.place / "runner",
            "runner_config_dir": self.allow_list,
            "frontend_dir": self.place / "pages",
        }
        environment = {name: value for name, value in os.environ.items() if not name.startswith("STORAGELAB_")}
        return environment | {f"STORAGELAB_{name.upper()}": str(value) for name, value in settings.items()}

    def command(self, *arguments: str) -> str:
        """Run `storagelab` and return what it printed. Raises RuntimeError with its words when it fails."""
        argv = [*STORAGELAB, *arguments]
        done = subprocess.run(
            argv, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240
        )
        if done.returncode != 0:
            words = f"{done.stdout}\n{done.stderr}".strip()
            raise RuntimeError(f"`storagelab {' '.join(arguments)}` ended with {done.returncode}: {words}")
        return done.stdout.strip()

    def sign_in_link(self) -> str:
        """Return an address that signs its visitor in once, as its command prints it."""
        return self.command("sign-in")

    def quick_link(self) -> str:
        """Return such an address for the same account from the API, which runs already."""
        users = self.call("GET", "/users", params={"limit": 200})["items"]
        first = next(user["id"] for user in users if user["fixed"])
        _, _, token = self.call("POST", f"/users/{first}/sign-in-link")["address"].partition("#")
        return f"{self.url}/sign-in#{token}"

    def call(self, method: str, path: str, **arguments: Any) -> Any:
        """Call the API as the lab's own command line does; return its answer as parsed JSON."""
        token = (self.data / "cli-token").read_text(encoding="ascii").strip()
        headers = {"Authorization": f"Bearer {token}"}
        response = httpx2.request(method, f"{self.url}/api/v1{path}", headers=headers, timeout=30, **arguments)
        response.raise_for_status()
        return response.json()

    def server(self) -> dict[str, Any]:
        """Return the server that is the machine it runs on, which it registers by itself."""
        servers: list[dict[str, Any]] = self.call("GET", "/servers")["items"]
        return next(server for server in servers if server["transport"] == "local")

    def discover(self) -> None:
        """Read the server again."""
        self.call("POST", f"/servers/{self.server()['number']}/discover")
        wait_for("the discovery", DISCOVERY_SECONDS, lambda: self.server()["discovery"] == "idle" or None)

    def submit(
        self,
        parameters: Mapping[str, int] = SHORT_PARAMETERS,
        *,
        name: str = "",
        path: str | None = None,
        size_bytes: int = 16 * MIB,
    ) -> dict[str, Any]:
        """Submit a `quick-4k` on a file, the shortest that there is unless `parameters` differ."""
        request = {
            "name": name,
            "server_id": self.server()["id"],
            "engine": "fio",
            "profile": {"name": "quick-4k", "parameters": dict(parameters)},
            "target": {"kind": "file", "path": path, "size_bytes": size_bytes},
        }
        job: dict[str, Any] = self.call("POST", "/jobs", json=request)
        return job

    def job(self, reference: str) -> dict[str, Any]:
        """Return a job by its number."""
        job: dict[str, Any] = self.call("GET", f"/jobs/{reference}")
        return job

    def wait_for_end(self, reference: str, seconds: float = JOB_SECONDS) -> dict[str, Any]:
        """Return a job once it is over."""

        def ended() -> dict[str, Any] | None:
            job = self.job(reference)
            return job if job["state"] in ("finished", "failed", "cancelled") else None

        return wait_for(f"the end of {reference}", seconds, ended)

    def wait_for_import(self, reference: str, seconds: float = IMPORT_SECONDS) -> dict[str, Any]:
        """Return an import once the lab has nothing more to do for it."""

        def settled() -> dict[str, Any] | None:
            made: dict[str, Any] = self.call("GET", f"/imports/{reference}")
            return None if made["state"] in ("reading", "storing") else made

        return wait_for(f"the reading of {reference}", seconds, settled)

    def log_tails(self, lines: int = 60) -> str:
        """Return the ends of everything its processes wrote."""
        parts = []
        for log in sorted((self.data / "logs").glob("*.log")):
            tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:]
            parts += [f"== {log.name}", *tail]
        return "\n".join(parts) + "\n"


@contextmanager
def running_lab(*, public_url: str = "") -> Iterator[Lab]:
    """Provide a lab with demo data and this machine as its server; it is removed completely afterwards.

    `public_url` is the address that its shares name, for prints that others store. Raises RuntimeError when it does not
    start, or when a process outlived it.
    """
    lab = place_lab(public_url=public_url)
    with guarded(lab):
        start(lab)
        yield lab


def place_lab(*, public_url: str = "") -> Lab:
    """Return a lab with a folder and a port of its own, which is not started yet."""
    # A short path, because sockets lie below it; on a disk, because fio opens its file past the page cache.
    place = Path(tempfile.mkdtemp(prefix="sl-", dir="/var/tmp"))
    place.chmod(0o755)
    return Lab(place, free_port(), public_url)


def start(lab: Lab) -> None:
    """Start a lab and wait until it knows its server. Raises RuntimeError when it does not start."""
    # A copy, because a build meanwhile would take the pages away from under the browser.
    shutil.copytree(PAGES, lab.place / "pages", dirs_exist_ok=True)
    # A sandbox: loop devices on files of this lab act as drives, and those of others on this machine do not.
    lab.images.mkdir(exist_ok=True)
    lab.allow_list.mkdir(mode=0o755, exist_ok=True)
    (lab.allow_list / "sandbox").write_text(f"{lab.images}\n", encoding="utf-8")
    scratch = {"format": 1, "folders": [str(lab.place)]}
    (lab.allow_list / "scratch.json").write_text(json.dumps(scratch), encoding="utf-8")
    lab.command("up", "--detach")
    wait_for("this machine to be discovered", DISCOVERY_SECONDS, lambda: lab.server()["state"] == "ready" or None)
    # Tests and pictures are of the pages alone, not of the tour over them.
    lab.call("PATCH", "/session", json={"settings": {"has_seen_tour": True}})


@contextmanager
def guarded(*labs: Lab) -> Iterator[None]:
    """Start processes that stop the labs even after this one has ended. Raises RuntimeError with their complaints."""
    guardians = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.guardian", str(lab.place), str(lab.port)],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        for lab in labs
    ]
    try:
        yield
    finally:
        if complaints := [words for words in dismiss(guardians) if words]:
            raise RuntimeError(f"A lab was not stopped in order: {' '.join(complaints)}")


def dismiss(guardians: list[subprocess.Popen[str]]) -> list[str]:
    """Let guardians stop their labs, all at once; return the complaints of each."""
    for guardian in guardians:
        assert guardian.stdin is not None
        guardian.stdin.close()
    complaints = []
    for guardian in guardians:
        assert guardian.stderr is not None
        try:
            status = guardian.wait(STOP_SECONDS)
            words = f"status {status}: {guardian.stderr.read().strip()}" if status != 0 else ""
            guardian.stderr.close()
        except subprocess.TimeoutExpired:
            words = f"process {guardian.pid} still stops its lab after {STOP_SECONDS:.0f} s"
        complaints.append(words)
    return complaints


def stop(lab: Lab) -> None:
    """End a lab's jobs, stop it and remove its folder; one that was never started has a folder only.

    Raises RuntimeError with the processes that outlived it, which are killed, or with the steps that failed.
    """
    try:
        if (lab.data / "cli-token").exists():
            end_jobs(lab)
        if lab.data.exists():
            lab.command("down")
    finally:
        survivors = outlive(lab.place)
        kill_below(lab.place)
        shutil.rmtree(lab.place)
    if survivors:
        raise RuntimeError(f"these processes outlived it: {survivors}")


def end_jobs(lab: Lab) -> None:
    """Cancel what is under way and wait for it: a run goes on without its lab, as it is meant to."""
    for state in ("queued", "running", "cancelling"):
        for job in lab.call("GET", "/jobs", params={"state": state})["items"]:
            lab.call("POST", f"/jobs/{job['number']}/cancel")
            lab.wait_for_end(job["number"])


def outlive(place: Path) -> dict[int, str]:
    """Return the processes, by id, that work below a folder and do not end by themselves within the deadline."""
    deadline = time.monotonic() + END_SECONDS
    while (left := processes_below(place)) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return left


def kill_below(place: Path) -> None:
    """Kill the processes that work below a folder, and those that they start meanwhile."""
    deadline = time.monotonic() + END_SECONDS
    while (left := processes_below(place)) and time.monotonic() < deadline:
        for pid in left:
            # Many end with the one that started them.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(POLL_SECONDS)


def processes_below(place: Path) -> dict[int, str]:
    """Return the command lines of processes whose arguments or environment name a folder."""
    processes = {}
    needle = os.fsencode(place)
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes()
            haystack = arguments + (process / "environ").read_bytes()
        except OSError:
            # It ended meanwhile, or belongs to another user and is not one of ours.
            continue
        if needle in haystack and int(process.name) != os.getpid():
            processes[int(process.name)] = arguments.replace(b"\0", b" ").decode(errors="replace").strip()
    return processes


def free_port() -> int:
    """Return a port that nothing listens on, below those that the system gives to outgoing connections meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for(description: str, seconds: float, look: Callable[[], Answer | None]) -> Answer:
    """Return the first answer of `look` that is one. Raises AssertionError when none comes in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = look()
        if answer is not None:
            return answer
        time.sleep(POLL_SECONDS)
    raise AssertionError(f"Waited {seconds:.0f} s for {description}.")
