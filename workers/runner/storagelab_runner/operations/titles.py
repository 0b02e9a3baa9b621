"""Titles of operations, one line each for people."""

from __future__ import annotations

from typing import Any, Callable, Mapping

from storagelab_runner.operations.kinds import Operation

_Values = Mapping[str, Any]


def format_title(operation: Operation) -> str:
    """Return a short title of the operation for people, with its choices."""
    return _TITLES[operation.kind](operation.values)


def _format_size(count: int) -> str:
    return f"{count >> 20} MiB" if count % (1 << 20) == 0 else f"{count >> 10} KiB"


def _fill(values: _Values) -> str:
    passes = "once" if values["passes"] == 1 else f"{values['passes']} times"
    content = "random bytes" if values["pattern"] == "random" else "zeroes"
    return f"Fill {passes} with {content} in blocks of {_format_size(values['block_bytes'])}"


def _format(values: _Values) -> str:
    erasure = ("", ", erasing user data", ", erasing cryptographically")[values["ses"]]
    layout = "" if values["lbaf"] is None else f" to LBA format {values['lbaf']}"
    return f"Format the NVMe namespace{layout}{erasure}"


def _create_array(values: _Values) -> str:
    chunk = "" if values["chunk_bytes"] is None else f", chunks of {_format_size(values['chunk_bytes'])}"
    spares = f", spares: {values['spares']}" if values["spares"] else ""
    return f"Create {values['level'].upper()} {values['name']} with mdadm{chunk}{spares}"


def _create_volume(values: _Values) -> str:
    drives, strip = len(values["members"]), _format_size(values["strip_bytes"])
    return f"Create {values['level'].upper()} {values['name']} of {drives} drives, strip {strip}"


def _format_policies(values: _Values) -> str:
    return f"Set the cache policy to {', '.join(value for value in values.values() if value is not None)}"


def _format_words(name: str) -> str:
    return name.replace("_", " ")


_TITLES: Mapping[str, Callable[[_Values], str]] = {
    "fill": _fill,
    "discard": lambda _: "Discard every block",
    "write_zeroes": lambda _: "Write zeroes to every block",
    "nvme_format": _format,
    "nvme_sanitize": lambda values: f"Sanitize the NVMe drive by {_format_words(values['action'])}",
    "ata_secure_erase": lambda values: "ATA " + ("enhanced secure erase" if values["enhanced"] else "secure erase"),
    "scsi_sanitize": lambda values: f"Sanitize the SCSI drive by {_format_words(values['action'])}",
    "scsi_format": lambda values: (
        "Format the SCSI drive"
        + ("" if values["block_bytes"] is None else f" to blocks of {values['block_bytes']} bytes")
    ),
    "over_provision": lambda values: f"Discard every block and keep {values['percent']} percent in reserve",
    "make_file_system": lambda values: f"Make and mount an {values['type']} file system",
    "mdadm_create": _create_array,
    "mdadm_stop": lambda _: "Stop the array",
    "mdadm_fail": lambda values: f"Set {values['member']} faulty",
    "mdadm_readd": lambda values: f"Add {values['member']} again" + (" as a new drive" if values["full"] else ""),
    "mdadm_add_spare": lambda values: f"Add {values['member']} as a spare",
    "storcli_vd_create": _create_volume,
    "storcli_vd_delete": lambda _: "Delete the virtual drive",
    "storcli_drive_offline": lambda values: f"Set drive {values['member']} offline",
    "storcli_drive_missing": lambda values: f"Set drive {values['member']} missing",
    "storcli_rebuild_start": lambda values: f"Start the rebuild of drive {values['member']}",
    "storcli_rebuild_rate": lambda values: f"Set the rebuild rate to {values['percent']} percent",
    "storcli_hot_spare": lambda values: f"{values['action'].capitalize()} hot spare {values['member']}",
    "storcli_cache_policy": _format_policies,
    "storcli_drive_cache_policy": lambda values: f"Set the cache of the drives to {values['drive_cache']}",
    "storcli_jbod": lambda values: f"Turn JBOD {'on' if values['on'] else 'off'} for {len(values['members'])} drives",
    "wait_quiet": lambda values: (
        f"Wait for the end of {', '.join(_format_words(activity) for activity in values['what'])}"
    ),
}
