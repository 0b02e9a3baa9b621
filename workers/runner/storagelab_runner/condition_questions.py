"""Read-only argument lists that query the condition of the layers below a target."""

from __future__ import annotations

from typing import Callable

from storagelab_runner import inventory_raid
from storagelab_runner.asking import Asked, Lane
from storagelab_runner.inventory_questions import is_zfs_loaded, lvm_volumes, pool_status
from storagelab_runner.places import Places


def ask_about(kind: str, group: str, ask: Callable[[Lane], list[Asked]], places: Places) -> list[Asked]:
    """Query one volume group, one pool, or the volumes of all controllers of a kind.

    Return nothing where there is no tool to query: a volume group or pool without a name, ZFS without its module, a
    controller whose program the lab does not know. Queries to a controller run one at a time, because its programs lock
    it.
    """
    if kind == "lvm" and group:
        return ask((lvm_volumes(group),))
    if kind == "zfs" and group and is_zfs_loaded(places):
        return ask((pool_status(group),))
    if kind == "storcli":
        return ask(inventory_raid.volume_states())
    if kind == "ssacli":
        return ask((inventory_raid.SSACLI,))
    if kind == "arcconf":
        listed = ask((inventory_raid.ARCCONF_LIST,))
        return listed + ask(tuple(inventory_raid.of_arcconf(listed[0].answer.stdout)))
    if kind == "sas3ircu":
        listed = ask((inventory_raid.SAS3IRCU_LIST,))
        return listed + ask(tuple(inventory_raid.of_sas3ircu(listed[0].answer.stdout)))
    return []
