"""Installs what a command of the Makefile needs into the checkout, and does nothing when it is there.

Standard library only: it runs before anything is installed. Arguments name the parts, in any order:
runtime, development, packages, frontend, lighthouse, the system programs fio, openssh-server, chromium, curl, jq and
faketime, and the font fonts-wqy-microhei.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
LIGHTHOUSE = ROOT / "tests" / "speed" / "lighthouse"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20
QUIET_SECONDS = 2.0
#: One apt at a time: another one that finds it at work gives up.
APT = threading.Lock()
#: A failed tool states its reason first or last; this many lines of both are shown.
EDGE_LINES = 20
#: Debian package of a system program -> the names under which it is found.
SYSTEM_PROGRAMS = {
    "fio": ["fio"],
    "openssh-server": ["sshd"],
    "chromium": ["chromium", "chromium-browser", "google-chrome"],
    "curl": ["curl"],
    "jq": ["jq"],
    "faketime": ["faketime"],
}
#: Debian package of a font -> a file of it.
FONTS = {"fonts-wqy-microhei": Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")}
#: What a build reads; the tests beside the sources do not change what is built.
BUILD_INPUTS = [
    "src",
    "public",
    "ssr",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "vite.share.config.ts",
    "pack-texts.ts",
]


class CannotInstall(Exception):
    """Error about a missing part and its remedy, in one sentence."""


def main(parts: list[str]) -> int:
    """Install the named parts; return the exit status."""
    # The folder itself is locked, so that two commands in one checkout do not install at the same time.
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        # Each waits for a network and a disk much of the time, so those that share nothing are installed at once.
        groups = independent(parts)
        with ThreadPoolExecutor(max_workers=max(len(groups), 1)) as pool:
            reasons = [reason for reason in pool.map(install_all, groups) if reason is not None]
    finally:
        os.close(folder)
    for reason in reasons:
        print(reason, file=sys.stderr)
    return 1 if reasons else 0


def independent(parts: list[str]) -> list[list[str]]:
    """Return the parts in groups that write to different places; each group retains the requested order."""
    places: dict[str, list[str]] = {}
    for part in parts:
        place = {"runtime": "python", "development": "python", "packages": "pages", "frontend": "pages"}.get(part, part)
        places.setdefault("system" if part in SYSTEM_PROGRAMS or part in FONTS else place, []).append(part)
    return list(places.values())


def install_all(parts: list[str]) -> CannotInstall | None:
    """Install parts one after the other; return why one could not be, after which none is tried."""
    try:
        for part in parts:
            install(part)
    except CannotInstall as error:
        return error
    return None


def install(part: str) -> None:
    """Install one part where it is missing or out of date."""
    if part in ("runtime", "development"):
        install_python(development=part == "development")
    elif part == "packages":
        install_packages(FRONTEND, "the front end's packages")
    elif part == "frontend":
        install_packages(FRONTEND, "the front end's packages")
        build_frontend()
    elif part == "lighthouse":
        install_packages(LIGHTHOUSE, "Lighthouse")
    elif part in SYSTEM_PROGRAMS:
        install_system_program(part)
    elif part in FONTS:
        install_font(part)
    else:
        raise CannotInstall(f"scripts/bootstrap.py knows no part named {part}.")


# Python


def install_python(*, development: bool) -> None:
    """Make the virtual environment from the lock file, and install the project in it, editable."""
    runtime, everything = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
    stamps = VENV / "storagelab-stamps"
    # The development lock holds the other one, so an environment made from it serves both.
    wanted = {"development": fingerprint([everything])} if development else {"runtime": fingerprint([runtime])}
    accepted = wanted if development else wanted | {"development": fingerprint([everything])}
    packages, project = read_stamp(stamps / "packages"), fingerprint([ROOT / "pyproject.toml"])
    usable = VENV_PYTHON.exists()
    if not usable or packages not in accepted.values():
        if not usable or not stamps.exists():
            make_environment()
        lock = everything if development else runtime
        pip("Installing Python packages", "--require-hashes", "--requirement", str(lock))
        write_stamp(stamps / "packages", next(iter(wanted.values())))
    if read_stamp(stamps / "project") != project:
        # Without build isolation nothing is downloaded: the build back end is in the lock file.
        pip("Installing the project", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
        write_stamp(stamps / "project", project)
    # Three processes load the same modules at once; compiled ahead, a start takes a second less.
    sources = [str(ROOT / name) for name in ("backend", "workers", "migrations")]
    run([str(VENV_PYTHON), "-m", "compileall", "-q", *sources])


def make_environment() -> None:
    """Make an empty virtual environment with pip in it."""
    if VENV_PYTHON.exists() and run([str(VENV_PYTHON), "-m", "pip", "--version"]).returncode == 0:
        return
    python = find_python()
    if VENV.exists():
        shutil.rmtree(VENV)
    if run([python, "-c", "import ensurepip, venv"]).returncode == 0:
        command = [python, "-m", "venv", str(VENV)]
    elif run([python, "-m", "virtualenv", "--version"]).returncode == 0:
        command = [python, "-m", "virtualenv", "--quiet", str(VENV)]
    else:
        apt_install(["python3-venv"], "The virtual environment needs python3-venv")
        command = [python, "-m", "venv", str(VENV)]
    require(run(command, "Making the virtual environment"), "The virtual environment could not be made")


def find_python() -> str:
    """Return a Python that is new enough: the one that runs this, else a newer one on PATH."""
    if sys.version_info >= OLDEST_PYTHON:
        return sys.executable
    for minor in range(14, OLDEST_PYTHON[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        if path is not None:
            return path
    raise CannotInstall(
        f"Storage Lab needs Python 3.11 or newer and this is {sys.version.split()[0]}: install one, "
        "or name it with `make PYTHON=/path/to/python3 ...`."
    )


def pip(title: str, *arguments: str) -> None:
    """Run pip's install in the virtual environment."""
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    require(run(command, title), f"{title} failed")


# Front end and Lighthouse


def install_packages(folder: Path, name: str) -> None:
    """Install the packages of a folder from its lock file; none of their scripts runs."""
    stamp = folder / "node_modules" / ".storagelab-packages"
    wanted = fingerprint([folder / "package.json", folder / "package-lock.json"])
    if read_stamp(stamp) == wanted:
        return
    require_node()
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    require(run(command, f"Installing {name}", cwd=folder), f"Installing {name} failed")
    write_stamp(stamp, wanted)


def build_frontend() -> None:
    """Build the front end when its sources have changed."""
    stamp = FRONTEND / "node_modules" / ".storagelab-build"
    wanted = fingerprint(build_inputs())
    built = [FRONTEND / "dist" / name for name in ("index.html", "share.json", "ssr/charts.js")]
    if read_stamp(stamp) == wanted and all(path.exists() for path in built):
        return
    require(run(["npm", "run", "build"], "Building the front end", cwd=FRONTEND), "Building the front end failed")
    write_stamp(stamp, wanted)


def build_inputs() -> list[Path]:
    """Return the files a build reads, in a fixed order."""
    inputs: list[Path] = []
    for name in BUILD_INPUTS:
        path = FRONTEND / name
        inputs += sorted(path.rglob("*")) if path.is_dir() else [path]
    return [path for path in inputs if path.is_file() and ".test." not in path.name]


def require_node() -> None:
    """See to Node and npm, from apt when root."""
    if not shutil.which("node") or not shutil.which("npm"):
        apt_install(["nodejs", "npm"], "The front end is built with Node 20 or newer and npm")
    version = run(["node", "--version"]).stdout.strip().lstrip("v")
    if int(version.split(".")[0] or 0) < OLDEST_NODE:
        raise CannotInstall(f"The front end is built with Node 20 or newer and this is {version}: install a newer one.")


# System programs


def install_system_program(package: str) -> None:
    """Install one program with apt when root, else print the command and go on.

    Users of the program report it when it is missing.
    """
    if any(shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin") for name in SYSTEM_PROGRAMS[package]):
        return
    install_if_possible(package)


def install_font(package: str) -> None:
    """Install a font that prints use: without it a PDF lists the characters it cannot show."""
    if not FONTS[package].exists():
        install_if_possible(package)


def install_if_possible(package: str) -> None:
    """Install a Debian package when root, else name the command and go on."""
    try:
        apt_install([package], f"{package} is not installed")
    except CannotInstall as error:
        print(error, file=sys.stderr)


def apt_install(packages: list[str], reason: str) -> None:
    """Install Debian packages when root, else print the one command."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise CannotInstall(f"{reason}: install it with `sudo apt-get install {' '.join(packages)}`.")
    apt_get = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    command = [*apt_get, "install", "--yes", "--no-install-recommends", *packages]
    title = f"Installing {' '.join(packages)} with apt"
    with APT:
        if run(command, title).returncode != 0:
            run([*apt_get, "update"], "Reading apt's package lists")
            require(run(command, title), f"{title} failed")


# Running and remembering


def run(command: list[str], title: str | None = None, *, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command silently; one that takes long is announced as `title`."""
    timer = threading.Timer(QUIET_SECONDS, lambda: print(f"{title} ...", file=sys.stderr, flush=True))
    if title is not None:
        timer.start()
    try:
        return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    finally:
        timer.cancel()


def require(result: subprocess.CompletedProcess[str], sentence: str) -> None:
    """Stop with what the command wrote when it failed."""
    if result.returncode != 0:
        lines = (result.stdout + result.stderr).strip().splitlines()
        shown = lines if len(lines) <= 2 * EDGE_LINES else [*lines[:EDGE_LINES], "...", *lines[-EDGE_LINES:]]
        raise CannotInstall("\n".join([*shown, f"{sentence} (status {result.returncode})."]))


def fingerprint(paths: Iterable[Path]) -> str:
    """Return a hash over names and contents of files, and over the Python in use."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(os.path.relpath(path, ROOT).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def read_stamp(path: Path) -> str | None:
    """Return what a part was last made from, None when it was not."""
    return path.read_text(encoding="ascii") if path.exists() else None


def write_stamp(path: Path, text: str) -> None:
    """Remember what a part was made from."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="ascii")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
