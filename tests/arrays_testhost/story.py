"""Story of an array of each level.

A job makes each array; one loses a member and gets it back, and every configuration is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.arrays_testhost.by_browser import Pictures
from tests.faults_testhost.rig import Rig
from tests.integration.testhost.lab_client import Document, job_of

_CHUNK_BYTES = 64 << 10
_SECONDS = 300.0
#: The kernel rebuilds an array no faster than this while the rebuild is observed, in KiB/s.
_SLOW_REBUILD = "1000"
_FAST_REBUILD = "200000"


class Story:
    """One server and its drives; every step reports its observation."""

    def __init__(self, rig: Rig, pictures: Pictures) -> None:
        self._rig, self._pictures = rig, pictures
        self._lab, self._server = rig.lab, rig.server["number"]
        self._drives = [rig.stable_id(number) for number in range(1, rig.machine.drives + 1)]

    def play(self, levels: Sequence[str]) -> None:
        """Build, look and take apart each level; the last one loses a member and gets it back."""
        for level in levels[:-1]:
            self._take_apart(self._build(level))
        array = self._build(levels[-1])
        self._lose_a_member(array)

    # Building

    def _build(self, level: str) -> Document:
        preparation = [
            {"kind": "mdadm_create", "level": level, "chunk_bytes": _CHUNK_BYTES, "name": level},
            {"kind": "wait_quiet", "max_seconds": 240},
        ]
        self._run(self._drives, preparation, serials=[self._rig.serial(n) for n in range(1, len(self._drives) + 1)])
        self._rig.discover()
        array = self._array()
        seen = (array["level"], array["strip_bytes"], array["condition"], len(array["members"]))
        assert seen == (level, _CHUNK_BYTES, "optimal", len(self._drives)), seen
        tree = self._lab.get(f"/servers/{self._server}/tree")
        members = {drive["serial"] for drive in _drives_of(tree) if [piece["id"] for piece in drive["arrays"]]}
        assert members == {self._rig.serial(n) for n in range(1, len(self._drives) + 1)}, members
        self._pictures.take(f"/servers/{self._server}", f"tree-{level}", array["name"])
        self._pictures.take(f"/arrays/{array['number']}", f"array-{level}", "64 KiB")
        print(f"{level}: {array['kernel_name']}, {len(array['members'])} members, chunk 64 KiB", flush=True)
        return array

    def _take_apart(self, array: Document) -> None:
        self._run([self._device(array)], [{"kind": "mdadm_stop", "erase_superblocks": True}])
        self._rig.discover()
        left = self._lab.get("/arrays", server_id=self._rig.server["id"], present="true")["items"]
        assert left == [], left

    # A member fails and comes back

    def _lose_a_member(self, array: Document) -> None:
        device, member = self._device(array), self._drives[-1]
        whole = self._run([device], [])
        self._run([device], [{"kind": "mdadm_fail", "member": member}])
        degraded = self._seen_as("degraded", device)
        self._limit_rebuild_speed(_SLOW_REBUILD)
        self._run([device], [{"kind": "mdadm_readd", "member": member, "full": True}])
        rebuilding = self._seen_as("rebuilding", device)
        assert 0 <= self._array()["progress_percent"] < 100, self._array()
        self._limit_rebuild_speed(_FAST_REBUILD)
        self._rig.eventually(lambda: "recovery" not in self._rig.machine.shell("cat /proc/mdstat"), "a mended array")
        repaired = self._seen_as("optimal", device)
        self._compare(whole, degraded, "degraded")
        self._compare(degraded, rebuilding, "rebuilding")
        self._compare(rebuilding, repaired, "optimal")
        assert _instance(whole) == _instance(repaired)
        self._look_at_history(array)

    def _seen_as(self, condition: str, device: str) -> Document:
        """Run a job on an array that a discovery found in this condition; return its page."""
        self._rig.discover()
        array = self._array()
        assert (array["condition"], array["drive_count"]) == (condition, len(self._drives)), array
        self._pictures.take(f"/arrays/{array['number']}", f"array-{condition}", "Members")
        run = self._run([device], [])
        print(f"{condition}: {array['progress_percent']} %, configuration {_instance(run)[:12]}", flush=True)
        return run

    def _compare(self, before: Document, after: Document, condition: str) -> None:
        assert _instance(before) != _instance(after)
        diff = self._lab.get("/configurations/diff", a=before["number"], b=after["number"])
        factors = [(factor["label"], factor["a"], factor["b"]) for factor in diff["factors"]]
        print(f"  {before['number']} and {after['number']} differ in {factors}", flush=True)
        assert len(factors) == 1, factors
        assert "condition" in factors[0][0], factors
        assert condition in str(factors[0][2]), factors
        page = f"/configurations/diff?a={before['number']}&b={after['number']}"
        self._pictures.take(page, f"diff-{condition}", factors[0][0])

    def _look_at_history(self, array: Document) -> None:
        changes = self._lab.get("/inventory/changes", array_id=array["number"], limit=100)["items"]
        conditions = [change["after"] for change in reversed(changes) if change["field"] == "condition"]
        print(f"  history of {array['number']}: {conditions}", flush=True)
        assert conditions[-3:] == ["degraded", "rebuilding", "optimal"], changes
        self._pictures.take(f"/servers/{self._server}?tab=changes", "history", "condition")

    # The lab

    def _run(self, stable_ids: list[str], preparation: list[Any], *, serials: Sequence[str] = ()) -> Document:
        """Run a short read on these devices after a preparation; return the ended run."""
        target = {"kind": "devices", "stable_ids": stable_ids, "layout": "parallel"}
        body = job_of(self._rig.server["id"], "read-sweep", target, ramp_seconds=0, point_seconds=2)
        if preparation and not serials:
            serials = [self._rig.drive(stable_id)["serial"] for stable_id in stable_ids]
        if preparation:
            body |= {"preparation": preparation, "confirm_serials": [serial for serial in serials if serial]}
        run = self._lab.ended_run(self._lab.post("/jobs", body), seconds=_SECONDS)
        assert run["state"] == "finished", (run["failure"], preparation)
        return run

    def _array(self) -> Document:
        (array,) = self._lab.get("/arrays", server_id=self._rig.server["id"], present="true")["items"]
        shown: Document = self._lab.get(f"/arrays/{array['number']}")
        return shown

    def _device(self, array: Document) -> str:
        """Return the block device that the array appears as."""
        listed = self._lab.get("/drives", server_id=self._rig.server["id"], limit=200)["items"]
        name: str = next(drive["stable_id"] for drive in listed if drive["kernel_name"] == array["kernel_name"])
        return name

    def _limit_rebuild_speed(self, speed: str) -> None:
        """Limit the rebuild speed of this array alone.

        The limits of the whole server belong to its configuration, and are a factor.
        """
        folder = f"/sys/block/{self._array()['kernel_name']}/md"
        self._rig.machine.shell(f"echo {speed} >{folder}/sync_speed_min; echo {speed} >{folder}/sync_speed_max")


def _instance(run: Document) -> str:
    fingerprint: str = run["instance_hash"]
    return fingerprint


def _drives_of(tree: Document) -> list[Document]:
    slots = [slot["drive"] for enclosure in tree["enclosures"] for slot in enclosure["slots"] if slot["drive"]]
    below = [drive for controller in tree["controllers"] for drive in controller["drives"]]
    return [*tree["drives"], *below, *slots]
