"""Fixed read-only commands that describe this server, by the name of their output."""

from __future__ import annotations

from collections.abc import Iterator

from storagelab_runner.block_tree import BlockNode, Tree, get_kernel_node
from storagelab_runner.places import Places, list_names
from storagelab_runner.tool_pool import Lane, ToolQuestion
from storagelab_runner.tools import is_tool_installed

_LVM_REPORT = ("--reportformat", "json", "--units", "b", "--nosuffix", "-o")
_LVM_VOLUMES = (
    "+lv_uuid,lv_kernel_minor,lv_layout,lv_role,lv_health_status,segtype,stripes,stripe_size,region_size,devices,"
    "sync_percent,raid_sync_action,raid_mismatch_count"
)
_LVS = ("lvs", "-a", *_LVM_REPORT, _LVM_VOLUMES)
#: Queries for every server; a server without the program has an output that reports this.
_ALWAYS = {
    "lsblk": ("lsblk", "-J", "-b", "-O"),
    "lspci": ("lspci", "-Dvmmk"),
    "nvme_subsystems": ("nvme", "list-subsys", "-o", "json"),
    "nvme_list": ("nvme", "list", "-v", "-o", "json"),
    "lvm_pvs": ("pvs", *_LVM_REPORT, "+pv_uuid,pv_duplicate"),
    "lvm_vgs": ("vgs", *_LVM_REPORT, "+vg_uuid,vg_extent_size,vg_missing_pv_count"),
    "lvm_lvs": _LVS,
    "multipath": ("multipath", "-ll"),
    "dmidecode": ("dmidecode", "-t", "0,1,2,4,16,17"),
    "lscpu": ("lscpu", "-J"),
    "sensors": ("sensors", "-j"),
}
_ZPOOL_STATUS = ("zpool", "status", "-P")
_ZFS = {
    "zpool_status": _ZPOOL_STATUS,
    "zpool_list": ("zpool", "list", "-Hp", "-v", "-P"),
}
_RAID_MEMBER = "linux_raid_member"


def iterate_first_lanes(nodes: Tree, places: Places) -> Iterator[Lane]:
    """Yield the queries that need no earlier answer, one question a lane."""
    questions = [
        *(ToolQuestion(name, argv) for name, argv in _ALWAYS.items()),
        *_iterate_zfs_questions(places),
        *_iterate_device_questions(nodes, places),
        *_iterate_network_questions(places),
    ]
    yield from ((question,) for question in questions)


def is_zfs_loaded(places: Places) -> bool:
    """Return whether ZFS tools can run without loading the module, which would change the server."""
    return (places.sys / "module" / "zfs").is_dir()


def _iterate_zfs_questions(places: Places) -> Iterator[ToolQuestion]:
    if is_zfs_loaded(places) or not is_tool_installed("zpool"):
        yield from (ToolQuestion(name, argv) for name, argv in _ZFS.items())


def _iterate_device_questions(nodes: Tree, places: Places) -> Iterator[ToolQuestion]:
    """Yield queries about drives for the programs that are installed."""
    nvme, mdadm, smartctl = is_tool_installed("nvme"), is_tool_installed("mdadm"), is_tool_installed("smartctl")
    for node in nodes.values():
        if node.hidden or not node.size_bytes:
            continue
        path = str(get_kernel_node(node, places))
        if mdadm and node.array is not None and node.is_whole:
            yield ToolQuestion(f"mdadm/{node.name}", ("mdadm", "--detail", path))
            yield ToolQuestion(f"mdadm_export/{node.name}", ("mdadm", "--detail", "--export", path))
        if mdadm and _is_member(node, nodes):
            yield ToolQuestion(f"mdadm_examine/{node.name}", ("mdadm", "--examine", path))
        if nvme and node.is_nvme and node.is_whole:
            yield ToolQuestion(f"nvme_id_ctrl/{node.name}", ("nvme", "id-ctrl", path, "-o", "json"))
            yield ToolQuestion(f"nvme_id_ns/{node.name}", ("nvme", "id-ns", path, "-o", "json"))
            yield build_nvme_question(node, places)
        if smartctl and node.is_whole and (node.is_nvme or node.transport in ("sata", "sas")):
            yield build_smart_question(node, places)


def build_lvm_question(group: str) -> ToolQuestion:
    """Build the query for the volumes of one volume group."""
    return ToolQuestion("lvm_lvs", (*_LVS, group))


def build_pool_question(pool: str) -> ToolQuestion:
    """Build the query for the state of one ZFS pool."""
    return ToolQuestion("zpool_status", (*_ZPOOL_STATUS, pool))


def build_nvme_question(node: BlockNode, places: Places) -> ToolQuestion:
    """Build the query to nvme-cli for the health of an NVMe drive."""
    path = str(get_kernel_node(node, places))
    return ToolQuestion(f"nvme_smart_log/{node.name}", ("nvme", "smart-log", path, "-o", "json"))


def build_smart_question(node: BlockNode, places: Places) -> ToolQuestion:
    """Build the query to smartctl for the health of a drive and all its other facts."""
    return ToolQuestion(f"smartctl/{node.name}", ("smartctl", "--json", "-x", str(get_kernel_node(node, places))))


def _is_member(node: BlockNode, nodes: Tree) -> bool:
    """Return whether the device is a member of a software array, by udev or, without udev, by the kernel."""
    if node.properties.get("ID_FS_TYPE") == _RAID_MEMBER:
        return True
    return any(holder in nodes and nodes[holder].array is not None for holder in node.holders)


def _iterate_network_questions(places: Places) -> Iterator[ToolQuestion]:
    """Yield the tool questions about network interfaces that are hardware."""
    folder = places.sys / "class" / "net"
    for name in list_names(folder) if is_tool_installed("ethtool") else ():
        if (folder / name / "device").exists():
            yield ToolQuestion(f"ethtool/{name}", ("ethtool", "-i", name))
