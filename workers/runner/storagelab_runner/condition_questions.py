"""Read-only argument lists that query the condition of the layers below a target."""

from __future__ import annotations

from typing import Callable

from storagelab_runner import inventory_raid
from storagelab_runner.inventory_questions import is_zfs_loaded, lvm_volumes, pool_status
from storagelab_runner.places import Places
from storagelab_runner.tool_pool import AnsweredQuestion, Lane


def query_layers(
    kind: str, group: str, query: Callable[[Lane], list[AnsweredQuestion]], places: Places
) -> list[AnsweredQuestion]:
    """Query one volume group, one pool, or the volumes of all controllers of a kind.

    Return nothing where there is no tool to query: a volume group or pool without a name, ZFS without its module, a
    controller whose program the lab does not know. Queries to a controller run one at a time, because its programs lock
    it.
    """
    if kind == "lvm" and group:
        return query((lvm_volumes(group),))
    if kind == "zfs" and group and is_zfs_loaded(places):
        return query((pool_status(group),))
    if kind == "storcli":
        return query(inventory_raid.volume_states())
    if kind == "ssacli":
        return query((inventory_raid.SSACLI,))
    if kind == "arcconf":
        listed = query((inventory_raid.ARCCONF_LIST,))
        return listed + query(tuple(inventory_raid.of_arcconf(listed[0].answer.stdout)))
    if kind == "sas3ircu":
        listed = query((inventory_raid.SAS3IRCU_LIST,))
        return listed + query(tuple(inventory_raid.of_sas3ircu(listed[0].answer.stdout)))
    return []
