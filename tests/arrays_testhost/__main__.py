"""Command `python -m tests.arrays_testhost --drives 4`: build arrays on a virtual server by jobs.

It checks the answers of the lab.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import httpx2
from tests.arrays_testhost.by_browser import Pictures, let_in, register
from tests.arrays_testhost.story import Story
from tests.e2e.browsing import chromium
from tests.faults_testhost.rig import Rig
from tests.integration.testhost.installation import new_installation
from tests.integration.testhost.lab_client import LabClient
from tests.integration.testhost.machine import image_folder, new_machine

LEVELS = ("raid0", "raid10", "raid5")


def main() -> None:
    """Play it; an assertion that fails ends it."""
    parser = argparse.ArgumentParser(prog="python -m tests.arrays_testhost", description=__doc__)
    parser.add_argument("--drives", type=int, default=4)
    parser.add_argument("--levels", nargs="+", default=LEVELS, help="the last one loses a member and gets it back")
    parser.add_argument("--pictures", type=Path, default=Path("build/arrays"), help="folder for pictures of the pages")
    chosen = parser.parse_args()
    began = time.monotonic()
    machine = new_machine(image_folder(), drives=chosen.drives)
    try:
        machine.start()
        with new_installation() as installation, chromium() as browser:
            pictures = Pictures(browser, installation, chosen.pictures)
            server = register(pictures, machine)
            headers = {"Authorization": f"Bearer {installation.admin_token()}"}
            base = f"http://127.0.0.1:{installation.port}/api/v1"
            with httpx2.Client(base_url=base, headers=headers, timeout=40) as http:
                lab = LabClient(http)
                let_in(pictures, lab, machine, server)
                rig = Rig(machine, installation, lab, lab.get(f"/servers/{server}"))
                rig.enrol(*range(1, chosen.drives + 1))
                Story(rig, pictures).play(chosen.levels)
    finally:
        machine.remove()
    print(f"all of it held, in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
