"""Loop devices that count as drives, on a server that root marked as a sandbox for them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.integration.runner.waiting import eventually

MIB = 1 << 20
#: libblkid knows no ZFS on anything smaller.
SIZE = 64 * MIB


class LoopDrive:
    """A loop device with a file of its own, and how a job names it."""

    def __init__(self, path, image, serial):
        self.path = Path(path)
        self.image = image
        self.serial = serial
        self.stable_id = f"loop-{image.name}"

    def entry(self, **changes):
        value = {"stable_id": self.stable_id, "serial": self.serial, "path": str(self.path), "size_bytes": SIZE}
        return {**value, **changes}

    def write(self, offset, data):
        """Put bytes on the drive behind the back of everybody."""
        with self.path.open("r+b", buffering=0) as file:
            file.seek(offset)
            file.write(data)
            os.fsync(file.fileno())


class Sandbox:
    """A configuration folder, the loop devices below one folder, and everything to be undone after a test."""

    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder
        self.images = folder / "images"
        self.config = folder / "config"
        self.state = folder / "state"
        self._attached = []
        self._mounted = []
        self.images.mkdir()
        self.config.mkdir(mode=0o755, exist_ok=True)
        self.config.chmod(0o755)
        (self.config / "sandbox").write_text(f"{self.images}\n")

    def drive(self, name="disk", size=SIZE):
        """Return a new blank drive."""
        image = self.images / name
        image.touch()
        os.truncate(image, size)
        return self.attach(image)

    def attach(self, image, *options):
        done = subprocess.run(
            ["losetup", "--find", "--show", *options, image], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            pytest.skip(f"this machine has no free loop device: {done.stderr.strip()}")
        self._attached.append(done.stdout.strip())
        facts = image.stat()
        return LoopDrive(self._attached[-1], image, f"{facts.st_dev:x}-{facts.st_ino}")

    def detach(self, drive):
        _detach(str(drive.path))
        self._attached.remove(str(drive.path))

    def mount(self, device, *options):
        """Make a file system and mount it."""
        point = self.folder / f"on-{Path(device).name}"
        point.mkdir()
        subprocess.run(["mkfs.ext4", "-q", "-F", *options, device], check=True)
        subprocess.run(["mount", device, point], check=True)
        self._mounted.append(point)
        return point

    def unmount(self, point):
        subprocess.run(["umount", point], check=True)
        self._mounted.remove(point)

    def run(self, *arguments, typed="", user=None):
        """Run one command of the runner and return its exit status, standard output and standard error."""
        command = [sys.executable, str(self.runner), *arguments, "--config", str(self.config)]
        environment = {"PATH": os.environ["PATH"], "SUDO_USER": "ada"}
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, check=False, env=environment, user=user
        )
        return done.returncode, done.stdout, done.stderr

    def enrol(self, drive, typed=None):
        """Enrol as root does, typing the serial."""
        name = ["--stable-id", drive.stable_id, "--state", str(self.state)]
        return self.run("enrol", *name, typed=f"{drive.serial if typed is None else typed}\n")

    def enrolled(self):
        code, out, _ = self.run("enrolled", "--json")
        assert code == 0
        return json.loads(out)["entries"]

    def close(self):
        for point in self._mounted:
            subprocess.run(["umount", "--lazy", point], check=True)
        for device in self._attached:
            _detach(device)


def _detach(device):
    """Detach the image and wait until it is free.

    The kernel releases a loop device that another process has open only when that closes it.
    """
    image = Path("/sys/block", Path(device).name, "loop", "backing_file")
    before = image.read_text()
    subprocess.run(["losetup", "--detach", device], check=True)
    eventually(lambda: _text(image) != before, lambda: f"{device} is still open")


def _text(file):
    try:
        return file.read_text()
    except OSError:
        return None


def devices(*drives, **changes):
    """Return the target of a job on these drives."""
    return {"kind": "devices", "devices": [drive.entry(**changes) for drive in drives]}


def open_sandbox(runner, folder):
    """Return a sandbox; skip where loop devices are not available."""
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("loop devices need root and /dev/loop-control")
    return Sandbox(runner, folder)
