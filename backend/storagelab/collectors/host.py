"""The machine itself: operating system, processors, memory, product, from files that every Linux has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from storagelab.collectors.base import CollectedFacts, ServerFacts

name = "host"
inputs: tuple[str, ...] = ("os_release", "uname", "cpuinfo", "meminfo", "dmi", "fio_version")

_MEM_TOTAL = re.compile(r"^MemTotal:\s*(\d+) kB$", re.MULTILINE)


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse host name, operating system, processors, memory and product of the server.

    Every missing or unreadable output causes a warning.
    """
    warnings: list[str] = []
    texts = {key: _read_output(outputs, key, warnings) for key in inputs}
    uname = _parse_object(texts["uname"], "uname", warnings)
    dmi = _parse_object(texts["dmi"], "dmi", warnings)
    release = _parse_assignments(texts["os_release"])
    model, sockets, cores, threads = _parse_processors(texts["cpuinfo"], warnings)
    server = ServerFacts(
        hostname=uname.get("nodename"),
        os_name=release.get("PRETTY_NAME") or release.get("NAME"),
        kernel=uname.get("release"),
        architecture=uname.get("machine"),
        cpu_model=model,
        cpu_sockets=sockets,
        cpu_cores=cores,
        cpu_threads=threads,
        memory_bytes=_parse_memory(texts["meminfo"], warnings),
        product_name=dmi.get("product_name"),
        system_vendor=dmi.get("sys_vendor"),
        board_name=dmi.get("board_name"),
        bios_version=dmi.get("bios_version"),
        fio_version=texts["fio_version"].strip() or None,
    )
    if texts["dmi"] and server.product_name is None:
        warnings.append("The product name could not be read: the firmware does not report it.")
    if texts["os_release"] and server.os_name is None:
        warnings.append("The operating system could not be read: os_release does not name it.")
    return CollectedFacts(server=server, warnings=tuple(warnings))


def _read_output(outputs: Mapping[str, str | None], key: str, warnings: list[str]) -> str:
    text = outputs.get(key)
    if not text or not text.strip():
        warnings.append(f"{key} could not be read on the server.")
        return ""
    return text


def _parse_object(text: str, key: str, warnings: list[str]) -> dict[str, str]:
    """Return the non-empty text values of a JSON object; a fault adds a warning about `key`."""
    if not text:
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        warnings.append(f"{key} could not be understood: a JSON object was expected.")
        return {}
    return {field: item.strip() for field, item in value.items() if isinstance(item, str) and item.strip()}


def _parse_assignments(text: str) -> dict[str, str]:
    """Parse `KEY=value` lines with the quotes of os-release(5)."""
    values = {}
    for line in text.splitlines():
        key, equals, value = line.strip().partition("=")
        if equals and not key.startswith("#"):
            bare = value[1:-1] if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'" else value
            values[key] = re.sub(r"\\(.)", r"\1", bare).strip()
    return values


def _parse_processors(text: str, warnings: list[str]) -> tuple[str | None, int | None, int | None, int | None]:
    """Return model, sockets, cores and threads.

    Sockets and cores are only known where the kernel prints their ids (x86).
    """
    if not text:
        return None, None, None, None
    blocks = [block for block in (_parse_fields(block) for block in text.split("\n\n")) if "processor" in block]
    models = sorted({block["model name"] for block in blocks if "model name" in block})
    sockets = {block.get("physical id") for block in blocks}
    cores = {(block.get("physical id"), block.get("core id")) for block in blocks}
    if len(models) > 1:
        warnings.append(f"The processors are of different models: {', '.join(models)}.")
    if not blocks or not models:
        warnings.append("The processor model could not be read: cpuinfo does not name it.")
    are_numbered = bool(blocks) and None not in sockets and all(core is not None for _, core in cores)
    if blocks and not are_numbered:
        warnings.append("Sockets and cores could not be counted: cpuinfo does not number them.")
    return (
        models[0] if models else None,
        len(sockets) if are_numbered else None,
        len(cores) if are_numbered else None,
        len(blocks) or None,
    )


def _parse_fields(block: str) -> dict[str, str]:
    lines = (line.partition(":") for line in block.splitlines())
    return {key.strip(): value.strip() for key, colon, value in lines if colon and value.strip()}


def _parse_memory(text: str, warnings: list[str]) -> int | None:
    match = _MEM_TOTAL.search(text)
    if match is None:
        if text:
            warnings.append("The memory could not be read: meminfo has no MemTotal in kB.")
        return None
    return int(match[1]) * 1024
