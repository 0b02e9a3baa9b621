"""`storagelab demo`: a real run on a scratch file of this machine, through all parts, unattended."""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess

import httpx2

from storagelab.cli.answers import FailureAnswer, JobAnswer, RunAnswer, ServerAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.figures import print_run_figures
from storagelab.cli.following import follow_to_end
from storagelab.cli.installation import print_line
from storagelab.cli.jobs import run_title, share_run, submit_job
from storagelab.cli.output import DataOption, PortOption, load_settings
from storagelab.cli.servers import iterate_servers, wait_for_server
from storagelab.errors import LabUnavailable, RequestRefused, StorageLabError
from storagelab.launcher.address import sign_in_address
from storagelab.launcher.background import start_in_background

PROFILE = "quick-4k"
SIZE_BYTES = 256 * 2**20
SERVER_NAME = "this-machine"
# The page rounds to four significant digits.
SHOWN_PRECISION = 1e-3


class BrokenChain(StorageLabError):
    """A part of the chain did not do what the demo is there to show."""


def demo(data: DataOption = None, port: PortOption = None) -> None:
    """Start Storage Lab, measure a scratch file on this machine, and print results and addresses."""
    from storagelab.launcher.database import create_sign_in_token  # noqa: PLC0415 - see cli/main.py.

    require_fio()
    settings = load_settings(data, port)
    running, words = start_in_background(settings)
    print_line(words.strip() or f"Storage Lab runs already: {running.url}")
    with connect(settings) as client:
        server = ensure_local_server(client)
        facts = f"{server['fio_version'] or 'fio unknown'}, {server['cpu_model'] or 'CPU unknown'}"
        print_line(f"{server['number']} {server['name']} is ready: {facts}")
        request = {
            "name": "demo",
            "server_id": server["id"],
            "engine": "fio",
            "profile": {"name": PROFILE, "parameters": {}},
            "target": {"kind": "file", "path": None, "size_bytes": SIZE_BYTES},
        }
        job = submit_job(client, request)
        print_line(f"{job['number']} submitted: {PROFILE} on a scratch file of {SIZE_BYTES // 2**20} MiB")
        run = require_finished_run(client, follow_to_end(client, job["number"], data=data))
        print_run_figures(run)
        share = share_run(client, run["number"], title=run_title(run), author="make demo", note="")
        if share["url"] is None:
            raise BrokenChain(f"The lab does not display the address of {share['number']}.")
        require_permalink(share["url"], require_measured_iops(run))
    print_line(f"Sign in    {sign_in_address(create_sign_in_token(), running.url)}")
    print_line(f"Charts     {running.url}/runs/{run['number']}")
    print_line(f"Permalink  {share['url']}")
    print_line("Storage Lab keeps running: `make down` stops it.")


def require_fio() -> None:
    """Check for fio and install it when root. Raises LabUnavailable with the one command otherwise."""
    if shutil.which("fio") is not None:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", "fio"]
    if os.geteuid() == 0 and shutil.which("apt-get") is not None:
        print_line("Installing fio with apt ...")
        for argv in (command, ["apt-get", "update"], command):
            subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
            if shutil.which("fio") is not None:
                return
    raise LabUnavailable("fio is not installed, and the demo measures with it. Install it: `sudo apt-get install fio`.")


def ensure_local_server(client: httpx2.Client) -> ServerAnswer:
    """Return this machine as a server that is ready for a job; register it first if needed.

    Raises LabUnavailable when the server cannot be used.
    """
    local_servers = (
        item for item in iterate_servers(client) if item["transport"] == "local" and item["state"] != "retired"
    )
    server = next(local_servers, None)
    if server is None:
        server = call(client, "POST", "/servers", json={"name": SERVER_NAME, "transport": "local"})
    elif server["fio_version"] is None:
        # It was registered before fio was there.
        call(client, "POST", f"/servers/{server['id']}/discover")
    server = wait_for_server(client, server["id"])
    if server["state"] not in ("ready", "busy"):
        reason = server["last_error"]["message"] if server["last_error"] else server["state_reason"]
        raise LabUnavailable(f"{server['number']} is {server['state']}{f': {reason}' if reason else '.'}")
    return server


def require_finished_run(client: httpx2.Client, job: JobAnswer) -> RunAnswer:
    """Return the run of a job that has ended.

    Raises RequestRefused with the failure of a job that did not finish, and BrokenChain for a run with incomplete data.
    """
    if job["state"] != "finished" or not job["runs"]:
        failure: FailureAnswer = job["failure"] or {"message": "it has no run", "preserved": None}
        raise RequestRefused(f"{job['number']} {job['state']}: {failure['message']}", preserved=failure["preserved"])
    run: RunAnswer = call(client, "GET", f"/runs/{job['runs'][0]['number']}")
    if run["completeness"] != "complete":
        raise BrokenChain(f"{run['number']} finished with {run['completeness']} data.")
    return run


def require_measured_iops(run: RunAnswer) -> float:
    """Return the IOPS among the run's headline figures. Raises BrokenChain when it has none."""
    for figure in run["headline"]:
        if figure["metric"] == "iops" and figure["value"]:
            return float(figure["value"])
    raise BrokenChain(f"{run['number']} finished without a measurement.")


def require_permalink(url: str, iops: float) -> None:
    """Check that the permalink shows `iops` to a reader without an account.

    Raises BrokenChain with the figures found instead.
    """
    response = httpx2.get(url, timeout=30)
    if response.status_code != 200:
        raise BrokenChain(f"The permalink {url} answered {response.status_code} instead of 200.")
    if not any(math.isclose(shown, iops, rel_tol=SHOWN_PRECISION) for shown in list_page_iops(response.text)):
        raise BrokenChain(f"The permalink {url} opens and does not show the measured {iops:,.0f} IOPS.")


def list_page_iops(page: str) -> list[float]:
    """Return every figure that a page gives as IOPS, such as `113.3k IOPS` or `9,570 IOPS`."""
    figures = re.findall(r"(\d[\d,.]*)([kM]?)\s*IOPS", page)
    return [float(number.replace(",", "")) * {"": 1, "k": 1e3, "M": 1e6}[factor] for number, factor in figures]
