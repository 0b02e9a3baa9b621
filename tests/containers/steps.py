"""Promises of the containers, step by step; each step leaves the installation running for the next."""

from __future__ import annotations

import hashlib
import io
import json
import os
import signal
import socket
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
from tests.containers import documented
from tests.containers.engine import Engine, Project, require, run, wait_until

from storagelab.config import CHECKOUT
from storagelab.http.body import UPLOADS

SERVICES = ("postgres", "valkey", "api", "worker", "reconciler", "web")
SERVER_IMAGE = "storage-lab-measured-server:local"
SERVER_NAME = "measured-server"
UPLOAD_BYTES = 5 << 20
#: The content that each upload route accepts; a new route has to be added here.
MEDIA_TYPES = {
    "/api/v1/imports": "multipart/form-data; boundary=edge",
    "/api/v1/inventory/import": "application/json",
    "/api/v1/photos": "image/png",
    "/api/v1/engine-packages/vdbench": "application/zip",
    "/api/v1/shares/received": "application/zip",
}
_ENDED = ("finished", "failed", "cancelled", "lost")


def free_port() -> int:
    """Return a TCP port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Installation:
    """A project that is under test, and what the steps before have made in it."""

    project: Project
    url: str
    http: httpx2.Client
    server: dict[str, Any] = field(default_factory=dict)
    run: dict[str, Any] = field(default_factory=dict)
    permalink: str = ""
    document_sha256: str = ""

    def get(self, path: str, **query: Any) -> Any:
        """Return the JSON answer to GET below /api/v1. Raises Failed for any status but 200."""
        answer = self.http.get(f"/api/v1{path}", params=query)
        require(answer.status_code == 200, f"GET {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json()

    def post(self, path: str, body: Mapping[str, Any], *, status: int) -> Any:
        """Return the JSON answer to POST below /api/v1. Raises Failed for another status."""
        answer = self.http.post(f"/api/v1{path}", json=body)
        require(answer.status_code == status, f"POST {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json()

    def submit(self, repeats: int = 1) -> Any:
        """Submit a job on a scratch file of the server."""
        target = {"kind": "file", "path": None, "size_bytes": 64 << 20}
        profile = {"name": "quick-4k", "parameters": {}}
        body = {"server_id": self.server["id"], "profile": profile, "target": target, "repeats": repeats}
        return self.post("/jobs", body, status=202)

    def end_of(self, job: Mapping[str, Any], *, seconds: float) -> list[Any]:
        """Return the runs of a job, once all are over."""

        def runs() -> list[Any]:
            return [self.get(f"/runs/{run['id']}") for run in self.get(f"/jobs/{job['id']}")["runs"]]

        def over() -> bool:
            return self.get(f"/jobs/{job['id']}")["state"] in _ENDED

        wait_until(over, f"end of {job['number']}", seconds=seconds)
        return runs()

    def frozen_document(self) -> bytes:
        """Return the document of the permalink, as a reader gets it."""
        answer = httpx2.get(f"{self.url}{self.permalink}.json")
        require(answer.status_code == 200, f"permalink: {answer.status_code} {answer.text[:300]}")
        return answer.content


def new_project(engine: Engine, folder: Path, name: str) -> Installation:
    """Create a fresh clone with a .env of its own, as deploy/README.md describes."""
    run(("git", "clone", "--quiet", str(CHECKOUT), str(folder)))
    run(tuple(documented.sections()[documented.START][0][0].split()), cwd=folder)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    project = Project(engine, folder, name)
    project.set(STORAGELAB_PUBLISH=f"127.0.0.1:{port}", STORAGELAB_BASE_URL=url)
    return Installation(project, url, httpx2.Client(base_url=url, timeout=60))


def build(here: Installation) -> None:
    """Build both images."""
    here.project.compose("build")


def start(here: Installation) -> None:
    """Start everything; every container becomes healthy."""
    here.project.run_documented(documented.sections()[documented.START][0][1])
    require(here.http.get("/").status_code == 200, "the pages do not answer")
    require(here.http.get("/readyz").json()["ready"], "the lab is not ready")


def sign_in(here: Installation) -> None:
    """Sign in through the web server, with the address that the command prints; a token does the rest."""
    address = here.project.run_documented(documented.sections()[documented.START][0][2]).strip()
    require(address.startswith(f"{here.url}/sign-in#"), f"the address to sign in at is {address}")
    with httpx2.Client(base_url=here.url) as browser:
        link = urlsplit(address).fragment
        answer = browser.post("/api/v1/session", json={"token": link}, headers={"Origin": here.url})
        require(answer.status_code == 201, f"sign in: {answer.status_code} {answer.text[:300]}")
        require(browser.get("/api/v1/session").status_code == 200, "the session is not known")
    made = here.project.compose(
        "exec", "-T", "api", "storagelab", "token", "create", "--name", "check", "--role", "admin", "--json"
    )
    here.http.headers["Authorization"] = f"Bearer {json.loads(made)['token']}"


def add_server(here: Installation) -> None:
    """Register a container with SSH and fio as a server, let the lab in as its owner does, and discover it."""
    project = here.project
    project.docker("build", "--quiet", "--tag", SERVER_IMAGE, "-", given=_server_dockerfile())
    project.docker(
        "run", "--detach", "--name", _server_container(here), "--network", f"{project.name}_lab",
        "--network-alias", SERVER_NAME, SERVER_IMAGE,
    )  # fmt: skip
    listens = ("exec", _server_container(here), "test", "-e", "/run/sshd.pid")
    wait_until(lambda: project.succeeds(*listens), "the SSH server")
    body = {"name": SERVER_NAME, "address": SERVER_NAME, "username": "storagelab"}
    server = here.post("/servers", body, status=202)
    script = here.http.get(f"/api/v1/servers/{server['id']}/setup-script").text
    project.docker("exec", "--interactive", _server_container(here), "sh", "-s", "install", given=script)
    key = "/etc/ssh/ssh_host_ed25519_key.pub"
    fingerprint = project.docker("exec", _server_container(here), "ssh-keygen", "-lf", key).split()[1]

    def offered() -> bool:
        return bool(here.get(f"/servers/{server['id']}")["offered_host_key_fingerprint"])

    wait_until(offered, "the host key of the server")
    here.post(f"/servers/{server['id']}/host-key", {"fingerprint": fingerprint}, status=202)

    def ready() -> bool:
        here.server = here.get(f"/servers/{server['id']}")
        return here.server["state"] == "ready" and here.server["fio_version"] is not None

    wait_until(ready, "discovery of the server")


def measure(here: Installation) -> None:
    """Submit a job and wait for its run."""
    [run] = here.end_of(here.submit(), seconds=240)
    require(run["state"] == "finished", f"the run is {run['state']}: {run.get('error')}")
    here.run = run


def publish(here: Installation) -> None:
    """Freeze the run, and read its permalink in every form, without an account."""
    body = {"kind": "run", "run_id": here.run["id"], "title": "A result", "publish": True}
    share = here.post("/shares", body, status=201)
    here.permalink, here.document_sha256 = urlsplit(share["url"]).path, share["document_sha256"]
    document = here.frozen_document()
    require(hashlib.sha256(document).hexdigest() == here.document_sha256, "the document is not what was frozen")
    chart = next(iter(json.loads(document)["charts"]))
    png = b"\x89PNG"
    beginnings = {"": b"<!doctype html>", ".pdf": b"%PDF-", ".xlsx": b"PK", ".zip": b"PK", ".csv": b""}
    beginnings |= {f"/charts/{chart}.svg": b"<svg", f"/charts/{chart}.png": png, "/preview.png": png}
    with httpx2.Client(base_url=here.url, timeout=120) as reader:
        for form, beginning in beginnings.items():
            answer = reader.get(here.permalink + form)
            require(answer.status_code == 200, f"permalink{form}: {answer.status_code} {answer.text[:300]}")
            require(answer.content[:20].lower().startswith(beginning.lower()), f"permalink{form} begins otherwise")
            if form == ".zip":
                names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
                require(any(name.endswith("page.pdf") for name in names), f"the zip lacks its PDF: {names}")
        embedded = reader.get(here.permalink.replace("/s/", "/embed/") + f"/{chart}")
        require(embedded.status_code == 200, f"embedded chart: {embedded.status_code}")


def upload(here: Installation) -> None:
    """Send 5 MiB to every upload route: the API answers, not the web server."""
    for method, path in sorted(UPLOADS):
        kind = MEDIA_TYPES[path]
        answer = here.http.request(method, path, content=_content(kind), headers={"Content-Type": kind})
        content_type = answer.headers["content-type"]
        require(
            "json" in content_type and answer.status_code not in (413, 502, 503, 504),
            f"{path}: {answer.status_code} {content_type}",
        )
        require(answer.status_code < 500, f"{path}: {answer.status_code} {answer.text[:300]}")
    refused = here.http.post("/api/v1/jobs", content=b" " * UPLOAD_BYTES, headers={"Content-Type": "application/json"})
    require(
        (refused.status_code, refused.json()["code"]) == (413, "body_too_large"), f"large job: {refused.text[:300]}"
    )


def lose_api(here: Installation) -> None:
    """Check the answers without the API: people get a page, programs a problem document.

    An API with another address is found.
    """
    project = here.project
    before = _address_of(project)
    project.compose("rm", "--force", "--stop", "api")
    page = httpx2.get(f"{here.url}/runs/r-1")
    problem = httpx2.get(f"{here.url}/api/v1/runs")
    require((page.status_code, page.headers["content-type"][:9]) == (503, "text/html"), f"page: {page.status_code}")
    require(b"does not answer" in page.content and "retry-after" in page.headers, "the page does not say what is wrong")
    require(
        problem.status_code == 503 and problem.headers["content-type"] == "application/problem+json", problem.text[:300]
    )
    require(
        "retry-after" in problem.headers and problem.json()["code"] == "lab_unavailable",
        f"problem: {problem.text[:300]}",
    )
    # Another container takes the address that has become free.
    network = f"{project.name}_web"
    placeholder = project.docker("run", "--detach", "--network", network, SERVER_IMAGE).strip()
    project.up()
    project.docker("rm", "--force", placeholder)
    require(_address_of(project) != before, "the API has the address that it had before")
    wait_until(lambda: here.http.get("/api/v1/session").status_code == 200, "the new API", seconds=30)


def kill_services(here: Installation) -> None:
    """Kill every process in turn while a job runs: each comes back by itself, and every run ran once."""
    job = here.submit(repeats=3)
    for service in SERVICES:
        began = here.project.state(service)["StartedAt"]
        os.kill(here.project.state(service)["Pid"], signal.SIGKILL)

        def is_back(service: str = service, began: str = began) -> bool:
            return here.project.state(service)["StartedAt"] != began and here.project.is_healthy(service)

        wait_until(is_back, f"{service} after kill -9")
    wait_until(lambda: _answers(here, "/readyz"), "readiness after kill -9", seconds=60)
    for ended in here.end_of(job, seconds=400):
        require(ended["state"] == "finished", f"{ended['number']} is {ended['state']} after kill -9")
        require(len(ended["attempts"]) == 1, f"{ended['number']} ran {len(ended['attempts'])} times")


def stop_and_start(here: Installation) -> None:
    """Check that every process ends by itself with status 0, and that `down` and `up` preserve everything."""
    for service in reversed(SERVICES):
        began = time.monotonic()
        here.project.compose("stop", service)
        status = here.project.state(service)["ExitCode"]
        print(f"    {service} stopped in {time.monotonic() - began:.1f} s", flush=True)
        require(status == 0, f"{service} ended with status {status}")
    here.project.compose("down")
    here.project.up()
    _require_preserved(here)


def upgrade(here: Installation) -> None:
    """Upgrade a database of the revision before to this one, by the commands of the upgrade."""
    here.project.compose("stop", "web", "reconciler", "worker", "api")
    here.project.compose("run", "--rm", "migrate", "alembic", "downgrade", "-1")
    for command in documented.sections()[documented.UPGRADE][0]:
        here.project.run_documented(command)
    _require_preserved(here)


def back_up_and_restore(here: Installation) -> None:
    """Back up the lab into a folder of this machine, and restore it under another project's name."""
    backups = str(here.project.folder.parent / "backups")
    places = {"/srv/lab-backups": backups}
    backing_up, restoring = documented.sections()[documented.BACKUP]
    here.project.set(STORAGELAB_BACKUPS=backups)
    for command in backing_up:
        here.project.run_documented(command, places)
    other = new_project(here.project.engine, here.project.folder.parent / "other", f"{here.project.name}-other")
    try:
        other.project.set(STORAGELAB_BACKUPS=backups)
        for command in restoring:
            other.project.run_documented(command, places)
        other.http.headers["Authorization"] = here.http.headers["Authorization"]
        other.run, other.permalink, other.document_sha256 = here.run, here.permalink, here.document_sha256
        _require_preserved(other)
        require(_numbers(other) == _numbers(here), "the restored lab has other runs")
    finally:
        other.http.close()
        other.project.remove()


#: In order, with the name that is printed.
STEPS: tuple[tuple[str, Callable[[Installation], None]], ...] = (
    ("build", build),
    ("up", start),
    ("sign in through the web server", sign_in),
    ("a server with SSH and fio", add_server),
    ("a run", measure),
    ("its permalink in every form", publish),
    ("5 MiB to every upload route", upload),
    ("API away, then at another address", lose_api),
    ("kill -9 of every service", kill_services),
    ("stop, down and up", stop_and_start),
    ("upgrade from the revision before", upgrade),
    ("backup, and restore elsewhere", back_up_and_restore),
)


def remove(here: Installation) -> None:
    """Remove everything that the steps made on this engine."""
    here.http.close()
    here.project.docker("rm", "--force", "--volumes", _server_container(here))
    here.project.remove()


def _server_container(here: Installation) -> str:
    return f"{here.project.name}-{SERVER_NAME}"


def _server_dockerfile() -> str:
    return (Path(__file__).parent / "server.Dockerfile").read_text(encoding="utf-8")


def _content(media_type: str) -> bytes:
    filler = b"x" * UPLOAD_BYTES
    if media_type.startswith("multipart/"):
        head = b'--edge\r\nContent-Disposition: form-data; name="files"; filename="large.txt"\r\n\r\n'
        return head + filler + b"\r\n--edge--\r\n"
    if media_type == "application/json":
        return json.dumps({"servers": [], "filler": "x" * UPLOAD_BYTES}).encode()
    return filler


def _address_of(project: Project) -> str:
    container = json.loads(project.docker("inspect", project.container("api")))[0]
    address: str = container["NetworkSettings"]["Networks"][f"{project.name}_web"]["IPAddress"]
    return address


def _answers(here: Installation, path: str) -> bool:
    try:
        return here.http.get(path).status_code == 200
    except httpx2.HTTPError:
        return False


def _numbers(here: Installation) -> list[str]:
    return sorted(run["number"] for run in here.get("/runs", limit=200)["items"])


def _require_preserved(here: Installation) -> None:
    run = here.get(f"/runs/{here.run['id']}")
    require(run["state"] == "finished", f"the run is {run['state']}")
    require(hashlib.sha256(here.frozen_document()).hexdigest() == here.document_sha256, "the document is another one")
