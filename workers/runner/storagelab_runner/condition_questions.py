"""Read-only argument lists that query the condition of the layers below a target."""

from __future__ import annotations

from typing import Callable

from storagelab_runner import inventory_raid
from storagelab_runner.inventory_questions import build_lvm_question, build_pool_question, is_zfs_loaded
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
        return query((build_lvm_question(group),))
    if kind == "zfs" and group and is_zfs_loaded(places):
        return query((build_pool_question(group),))
    if kind == "storcli":
        return query(inventory_raid.list_volume_state_questions())
    if kind == "ssacli":
        return query((inventory_raid.SSACLI,))
    if kind == "arcconf":
        listed = query((inventory_raid.ARCCONF_LIST,))
        return listed + query(tuple(inventory_raid.iterate_arcconf_questions(listed[0].answer.stdout)))
    if kind == "sas3ircu":
        listed = query((inventory_raid.SAS3IRCU_LIST,))
        return listed + query(tuple(inventory_raid.iterate_sas3ircu_questions(listed[0].answer.stdout)))
    return []
