"""Command `python -m tests.campaign_testhost`: the table of the PERC 12 review from one POST.

On a virtual server: JBOD, RAID 10 and RAID 5 of four drives, optimal and rebuilding, at the smoke scale. Then a
campaign in the middle of which a member is failed by hand. Nothing of it may be filed as optimal that was not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from tests.faults_testhost.rig import Rig, new_rig
from tests.integration.testhost.lab_client import Document

_DRIVES = 4
_SIZE = ("--size", "512M")
#: A rebuild has to last as long as a shortened workload, so the kernel may rebuild only this many KiB a second.
_REBUILD_KIB_PER_S = 4000
_SECONDS = 3600.0
_STORIES = ("review", "member-fails")


def main() -> int:
    """Play the stories; return 1 when anything is not as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign_testhost", description=__doc__)
    parser.add_argument("--stories", nargs="+", choices=_STORIES, default=_STORIES)
    chosen = parser.parse_args().stories
    problems: list[str] = []
    with new_rig(drives=_DRIVES, throttle=_SIZE) as rig:
        rig.machine.shell(f"modprobe md_mod && sysctl -w dev.raid.speed_limit_max={_REBUILD_KIB_PER_S}")
        rig.enrol(*range(1, _DRIVES + 1))
        if "review" in chosen:
            problems += _review(rig)
        if "member-fails" in chosen:
            problems += _member_fails(rig)
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    print("all of it held" if not problems else f"{len(problems)} problems", flush=True)
    return 1 if problems else 0


def _review(rig: Rig) -> list[str]:
    """Run the review with one POST and no operator, and check the table of the article; return the problems."""
    layouts = [{"layout": "jbod"}, {"layout": "raid10"}, {"layout": "raid5", "chunk_bytes": 65536}]
    campaign = _submit(rig, "PERC 12, shortened", layouts, ["optimal", "rebuilding"], ["perc12-fio"])
    ended = _ended(rig, campaign)
    _show(rig, ended)
    problems = (
        [] if ended["state"] == "finished" else [f"the campaign is {ended['state']}: {ended['pending_decision']}"]
    )
    for cell, row, column in _cells(rig, ended):
        place = f"{row['name']}, {column['state']}"
        possible = column["state"] == "optimal" or row["layout"] != "jbod"
        if not possible:
            if cell["state"] != "impossible" or not cell["reason"]:
                problems.append(f"{place} is {cell['state']} and not impossible with a reason")
        elif cell["state"] != "measured" or cell["value"] is None:
            problems.append(f"{place} is {cell['state']}: {cell['reason']}")
        elif row["layout"] != "jbod" and cell["condition"] != column["state"]:
            problems.append(f"{place} was measured on an array that was {cell['condition']}")
    lines = rig.lab.get(f"/campaigns/{ended['number']}/results")["lines"]
    if len(lines) != 3 * 6:
        problems.append(f"the table has {len(lines)} lines and not six rows of three configurations")
    return problems


def _member_fails(rig: Rig) -> list[str]:
    """Fail a member while a workload runs on an array that is to be optimal; return the problems."""
    campaign = _submit(rig, "A member fails", [{"layout": "raid5"}], ["optimal"], ["four-corners", "read-sweep"])
    rig.eventually(lambda: _measuring(rig, campaign), "a phase that measures on the array", seconds=900)
    array, member = rig.machine.shell(
        "for md in /sys/block/md*; do echo /dev/$(basename $md) /dev/$(ls $md/slaves | head -1); done"
    ).split()[:2]
    print(f"failing {member} of {array} by hand", flush=True)
    rig.machine.shell(f"mdadm --manage {array} --fail {member}")
    ended = _ended(rig, campaign)
    if ended["state"] == "waiting_for_decision":
        print(f"it asks: {ended['pending_decision']['reason']}", flush=True)
        rig.lab.post(f"/campaigns/{ended['number']}/decision", {"choice": "stop"}, status=200)
        ended = _ended(rig, campaign)
    _show(rig, ended)
    problems = []
    cells = [cell for cell, _, _ in _cells(rig, ended)]
    if not any(cell["state"] in ("withheld", "failed") for cell in cells):
        problems.append("no cell is withheld or failed though the array was degraded while it was measured")
    problems += [
        f"a cell is filed as optimal and was {cell['condition']}"
        for cell in cells
        if cell["state"] == "measured" and cell["condition"] != "optimal"
    ]
    for line in rig.lab.get(f"/campaigns/{ended['number']}/results")["lines"]:
        for figures in line["figures"]:
            if figures["iops"] is not None and figures["condition"] != "optimal":
                problems.append(f"{line['phase']} is in the table and was measured {figures['condition']}")
    return problems


def _submit(rig: Rig, name: str, layouts: list[Document], states: list[str], profiles: list[str]) -> Document:
    numbers = range(1, _DRIVES + 1)
    body = {
        "name": name,
        "server_id": rig.server["id"],
        "drives": {"stable_ids": [rig.stable_id(number) for number in numbers]},
        "configurations": [{**layout, "drives": _DRIVES} for layout in layouts],
        "states": states,
        "workloads": [{"profile": {"name": profile, "scale": "smoke"}} for profile in profiles],
        "on_drive_failure": "ask",
        "confirm_serials": [rig.serial(number) for number in numbers],
    }
    campaign = rig.lab.post("/campaigns", body)
    print(f"{campaign['number']} {name}: {campaign['cells_total']} cells", flush=True)
    return campaign


def _ended(rig: Rig, campaign: Document) -> Document:
    """Return the campaign when it is over or waits for a decision."""
    over = ("finished", "cancelled", "waiting_for_decision")
    return rig.lab.wait(f"/campaigns/{campaign['number']}", lambda current: current["state"] in over, seconds=_SECONDS)


def _measuring(rig: Rig, campaign: Document) -> bool:
    for cell in rig.lab.get(f"/campaigns/{campaign['number']}/matrix")["cells"]:
        if cell["run_number"] is not None:
            run = rig.lab.get(f"/runs/{cell['run_number']}")
            if any((phase["kind"], phase["state"]) == ("measure", "running") for phase in run["phases"]):
                return True
    return False


def _cells(rig: Rig, campaign: Document) -> Iterator[tuple[Document, Document, Document]]:
    matrix = rig.lab.get(f"/campaigns/{campaign['number']}/matrix")
    for cell in matrix["cells"]:
        yield cell, matrix["rows"][cell["row"]], matrix["columns"][cell["column"]]


def _show(rig: Rig, campaign: Document) -> None:
    for cell, row, column in _cells(rig, campaign):
        result = f"{cell['value']:.0f} {cell['unit']}" if cell["value"] is not None else cell["reason"]
        print(f"  {row['name']} | {column['label']}, {column['state']}: {cell['state']}, {result}", flush=True)
    for line in rig.lab.get(f"/campaigns/{campaign['number']}/results")["lines"]:
        figures = ", ".join(
            f"{point['state']} {point['iops']:.0f} IOPS" if point["iops"] is not None else f"{point['state']} -"
            for point in line["figures"]
        )
        print(f"  {line['configuration']} | {line['phase']}: {figures}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
