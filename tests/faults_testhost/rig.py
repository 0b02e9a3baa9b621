"""One virtual server, one lab that its script admitted, and two hidden witnesses on the server."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx2
from tests.integration.testhost.installation import Installation, new_installation
from tests.integration.testhost.lab_client import Document, LabClient, devices, job_of
from tests.integration.testhost.machine import Machine, image_folder, new_machine

ACCOUNT = "storagelab"
#: What may be answered while a part of the lab is down.
_ALLOWED_5XX = (502, 503)
_DISCOVERIES = 5
_STARTS = "/root/engine-starts"
_RECORDS = "/var/lib/storagelab-runner/attempts/*/phases/*/started.json"
_OVERLAPS = "/root/overlaps"

#: Comes before fio on PATH: writes a line to disk for every engine start, then runs the real one.
_WITNESS = f"""#!/bin/sh
case "$*" in *job.fio*) echo "$(cat /proc/sys/kernel/random/boot_id) $(cut -d' ' -f1 /proc/uptime) $$" >>{_STARTS}
    sync {_STARTS} ;;
esac
exec /usr/bin/fio "$@"
"""

#: Looks four times a second for engines of two attempts at once.
_OBSERVER = f"""
import glob, os, time
while True:
    folders = set()
    for comm in glob.glob("/proc/[0-9]*/comm"):
        try:
            if open(comm).read().strip() == "fio":
                folders.add(os.readlink(comm[:-4] + "cwd").partition("/phases/")[0])
        except OSError:
            pass
    folders = {{folder for folder in folders if "/attempts/" in folder}}
    if len(folders) > 1:
        with open("{_OVERLAPS}", "a") as file:
            print(time.time(), *sorted(folders), file=file)
    time.sleep(0.25)
"""

_OBSERVER_UNIT = """[Service]
ExecStart=/usr/bin/python3 /root/observer.py
[Install]
WantedBy=multi-user.target
"""


class NotSurvived(Exception):
    """A required condition did not hold; the message is a sentence."""


@dataclass
class Rig:
    """The machine, the lab, and the server as the lab knows it."""

    machine: Machine
    installation: Installation
    lab: LabClient
    server: Document
    wrong_answers: list[str] = field(default_factory=list)

    def serial(self, number: int | str) -> str:
        """Return the serial of a test drive, or of `boot`."""
        return f"{self.machine.serial_prefix}-{number if isinstance(number, str) else f'{number:02d}'}"

    def stable_id(self, number: int | str) -> str:
        """Return the permanent identifier of a drive."""
        return f"nvme-QEMU_NVMe_Ctrl_{self.serial(number)}"

    def node(self, number: int | str) -> str:
        """Return the path of a drive on the server."""
        return f"/dev/disk/by-id/{self.stable_id(number)}"

    def drive(self, stable_id: str) -> Document:
        """Return a drive as the lab lists it."""
        listed = self.lab.get("/drives", server_id=self.server["id"], limit=200)["items"]
        return next(drive for drive in listed if drive["stable_id"] == stable_id)

    def writing_job(self, number: int, profile: str = "quick-4k", **parameters: float) -> Document:
        """Build the body of a job that destroys the data on a test drive."""
        body = job_of(self.server["id"], profile, devices(self.drive(self.stable_id(number))), **parameters)
        return {**body, "confirm_serials": [self.serial(number)]}

    def enrol(self, *numbers: int) -> None:
        """Give test drives up for destruction, as two people do it. Raises NotSurvived when one is not."""
        proposed = {}
        for number in numbers:
            body = {"server_id": self.server["id"], "stable_id": self.stable_id(number)}
            body["serial_ending"] = self.serial(number)[-6:]
            proposed[number] = self.lab.post("/enrolments", body, status=201)["id"]
            self.type_serial(number, self.serial(number))
        self.discover()
        for number, enrolment in proposed.items():
            state = self.lab.get(f"/enrolments/{enrolment}")["state"]
            if state != "active":
                raise NotSurvived(f"{self.serial(number)} is {state} after its enrolment")

    def type_serial(self, number: int | str, serial: str) -> str:
        """Return the output of the enrolment command for root, who types this serial. Raise MachineProblem."""
        return self.machine.shell(f"storagelab-runner enrol --stable-id {self.stable_id(number)}", given=serial + "\n")

    def discover(self) -> Document:
        """Discover the server again until that succeeds, and return it.

        An emulated server may be too slow for the time limits of the lab.
        """
        for _ in range(_DISCOVERIES):
            self.lab.post(f"/servers/{self.server['id']}/discover")
            server = self.lab.discovered(self.server["id"], seconds=180)
            if server["last_error"] is None:
                return server
        raise NotSurvived(f"{server['name']} cannot be discovered: {server['last_error']['message']}")

    def make_ready(self) -> None:
        """Make the server ready again after a fault; where an administrator is needed, release it as one."""
        path = f"/servers/{self.server['id']}"
        self.discover()
        if self.lab.get(path)["state"] == "quarantined":
            self.lab.post(f"{path}/release", {"reason": "the fault is over"})
        self.lab.wait(path, lambda server: server["state"] == "ready" and server["discovery"] == "idle", seconds=180)

    def starts(self) -> int:
        """Return the number of starts of the engine, counted by the witness on the server."""
        return int(self.machine.shell(f"cat {_STARTS} 2>/dev/null | wc -l"))

    def recorded_starts(self) -> int:
        """Return the number of starts of the engine in the runner's own records."""
        return int(
            self.machine.shell("ls /var/lib/storagelab-runner/attempts/*/phases/*/started.json 2>/dev/null | wc -l")
        )

    def engines(self) -> int:
        """Return the number of engines that run now."""
        return int(self.machine.shell("pgrep -xc fio || true"))

    def overlaps(self) -> int:
        """Return the number of times that engines of two attempts were seen at once."""
        return int(self.machine.shell(f"cat {_OVERLAPS} 2>/dev/null | wc -l"))

    def eventually(self, condition: Callable[[], bool], description: str, *, seconds: float = 180.0) -> None:
        """Poll until `condition` holds. Raises NotSurvived with `description`."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise NotSurvived(f"not within {seconds:g} s: {description}")
            time.sleep(0.5)


@contextlib.contextmanager
def new_rig(*, drives: int, throttle: tuple[str, ...] = ()) -> Iterator[Rig]:
    """Yield a server and a lab of their own, and delete both at the end."""
    machine = new_machine(image_folder(), drives=drives, throttle=throttle)
    try:
        machine.start()
        _install_witnesses(machine)
        with new_installation() as installation, _client(installation) as (lab, wrong_answers):
            rig = Rig(machine, installation, lab, _let_in(lab, machine), wrong_answers)
            rig.discover()
            yield rig
    finally:
        machine.remove()


@contextlib.contextmanager
def _client(installation: Installation) -> Iterator[tuple[LabClient, list[str]]]:
    wrong: list[str] = []

    def look(answer: httpx2.Response) -> None:
        if answer.status_code >= 500 and answer.status_code not in _ALLOWED_5XX:
            wrong.append(f"{answer.request.method} {answer.request.url.path}: {answer.status_code}")

    headers = {"Authorization": f"Bearer {installation.admin_token()}"}
    base = f"http://127.0.0.1:{installation.port}/api/v1"
    with httpx2.Client(base_url=base, headers=headers, timeout=120, event_hooks={"response": [look]}) as http:
        yield LabClient(http), wrong


def _install_witnesses(machine: Machine) -> None:
    machine.shell("cat >/usr/local/bin/fio && chmod 755 /usr/local/bin/fio", given=_WITNESS)
    machine.shell("cat >/root/observer.py", given=_OBSERVER)
    machine.shell("cat >/etc/systemd/system/observer.service", given=_OBSERVER_UNIT)
    machine.shell("systemctl enable --quiet --now observer.service")
    # udev would start an array again as soon as it is stopped.
    machine.shell("mkdir -p /etc/mdadm && echo 'AUTO -all' >>/etc/mdadm/mdadm.conf")


def _let_in(lab: LabClient, machine: Machine) -> Document:
    """Return the server after an administrator has run the lab's script on it."""
    body = {"name": "testhost", "address": "127.0.0.1", "port": machine.port, "username": ACCOUNT}
    registered = lab.post("/servers", {**body, "host_key_fingerprint": machine.fingerprint()})
    lab.discovered(registered["id"])
    script = lab.http.get(f"/servers/{registered['id']}/setup-script")
    script.raise_for_status()
    machine.shell("sh -s install", given=script.text)
    return registered
