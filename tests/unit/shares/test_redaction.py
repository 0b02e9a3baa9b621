"""Tests of redaction: hidden and preserved texts, and equal replacements for equal secrets."""

from __future__ import annotations

import pytest

from storagelab.domain.configuration import encode_canonical_json
from storagelab.shares.redaction import Secret, make_redactor

LISTED_SECRETS = [
    Secret("atlas-17", "server 1", "names"),
    Secret("atlas-17.lab.corp", "server 1", "names"),
    Secret("10.20.30.40", "server 1", "names"),
    Secret("measure", "server 2", "names"),
    Secret("PHAX2140006B960", "drive 3", "serials"),
    Secret("nvme-INTEL_SSD_PHAX2140006B960", "drive 3", "serials"),
    Secret("D1", "drive 1", "serials"),
    Secret("Drive", "server 9", "names"),
]


def hidden(text: str, *, serials: bool = False, names: bool = False) -> str:
    return make_redactor(LISTED_SECRETS, serials=serials, names=names).text(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on atlas-17.", "on server 1."),
        ("ATLAS_17 and Atlas 17", "server 1 and server 1"),
        ("at atlas-17.lab.corp:9100", "at server 1:9100"),
        ("atlas-170 is another", "atlas-170 is another"),
        ("S/N:phax2140006b960x", "S/N:drive 3x"),
        ("D1 but not D12 nor AD1", "drive 1 but not D12 nor AD1"),
        ("/dev/disk/by-id/nvme-INTEL_SSD_PHAX2140006B960-part1", "/dev/disk/by-id/drive 3-part1"),
        # What was put in the place of one secret is never taken for another.
        ("PHAX2140006B960 drive", "drive 3 server 9"),
    ],
)
def test_listed_secrets_are_replaced_as_whole_words(text: str, expected: str) -> None:
    assert hidden(text) == expected


@pytest.mark.parametrize(
    "secret",
    [
        "192.168.7.9", "fe80::21b:21ff:fea0:1", "2001:db8::17", "00:1b:21:a0:00:01", "00-1B-21-A0-00-01",
        "nqn.2014-08.org.nvmexpress:uuid:1234", "iqn.2003-01.org.linux-iscsi:sn.1234", "root@unknown-host",
        "/dev/disk/by-id/scsi-SATA_X_123", "/dev/disk/by-path/pci-0000:3b:00.0-nvme-1", "wwn-0x5002538f31a0c2d4",
        "eui.0025385b71b00001", "naa.5002538f31a0c2d4", "5002538f31a0c2d4", "0x5002538f31a0c2d4",
        "nvme.144d-533123-4d5a-00000001", "/home/someone/fio", "store.example.internal", "box.lan",
        "8dc830b7-304a-4b1e-9c55-0242ac120002", "9bab029c:760f56e7:e7c2fff8:f66d43f4",
        "62cea7f0bdb7de00315caf7c0bd30200",
        "sg6JDV-Z2go-7Utd-iiw7-mVfn-nNWV-bis9Q3", "50:02:53:8f:31:a0:c2:d4", "0025385b71b0a001",
        "t10.ATA_____PM883_S4ABC",
        "360002ac000000000000000100001f2d5", "0x6005076801810523", "::ffff:10.1.2.3", "fe80::1%eno1",
        "2001:db8:0:0:0:0:0:17",
        "2001:db8::/32", "001b.21a0.0fe1", "filer07.storage.firm.de", "a.b.example.com",
        "S-1-5-21-1004336348-1177238915-512",
    ],
)  # fmt: skip
def test_unlisted_ids_and_addresses_are_redacted(secret: str) -> None:
    for text in (secret, f"at {secret}, then", f'"{secret}"', f"({secret})"):
        redacted = hidden(text)
        # The prefix that shows the kind of path may remain.
        telling = secret.removeprefix("/dev/disk/by-id/").removeprefix("/dev/disk/by-path/").removeprefix("/home/")
        assert telling not in redacted, redacted


@pytest.mark.parametrize(
    "text",
    [
        "fio-3.33", "kernel 6.1.0-18-amd64", "firmware 07.714.04.00", "version 10.20.30.41", "driver 8.0.69.0",
        "12:30:45", "2026-11-21 02:30:18 UTC", "0000:3b:00.0", "4K random read, 1T/16Q", "write-saturation@3",
        "64 KiB", "5002538123456789", "https://www.storagereview.com/review/x", "std::vector", "4 x PM1653 1.92 TB",
        "firmware 4B2QJXD7", "0xffffffffffffffff", "0000000000000000", "lat_ns.mean.us", "net.ipv4.tcp_rmem",
        "e.g. this.is",
        "serial: yes", "hostname: localhost", "C:/fio/job", "10:11:12/13", "https://docs.kernel.org/block/",
        "//nothing here",
        "output.json", "x86_64.el9.log", "nvme0n1p1: /dev/nvme0n1", "a // b",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "003_9764428258d5d4dc.txt", "results/9764428258d5d4dc-2.json.gz, then", "62cea7f0bdb7de00315caf7c0bd30200.csv",
        "r-17", "range 1.2.3", "bw=1200MiB/s (1258MB/s)", "8.4.0.0.18-29",
    ],
)  # fmt: skip
def test_texts_readers_need_are_unchanged(text: str) -> None:
    assert hidden(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\\\FILER07\\bench$\\out", "\\\\server 1\\bench$\\out"),
        ('"\\\\\\\\FILER07\\\\bench"', '"\\\\\\\\server 1\\\\bench"'),
        ("mounted //filer07/bench", "mounted //server 1/bench"),
        ("filer07:/export/bench nfs4", "server 1:/export/bench nfs4"),
        ("C:\\Users\\Jane Doe\\fio", "C:\\Users\\user 1\\fio"),
        ("C:\\Users\\jdoe", "C:\\Users\\user 1"),
        ("\\\\.\\PHYSICALDRIVE1", "\\\\.\\PHYSICALDRIVE1"),
        ('"hostname" : "perf84"', '"hostname" : "server 1"'),
        ('"serial_number": "S3YZNB0KB00864E"', '"serial_number": "id 1"'),
        ("SN = WD-WM00000005", "SN = id 1"),
        ("Serial Number: ZA19G381", "Serial Number: id 1"),
        ("Serial number   : JFXGHVPC", "Serial number   : id 1"),
        ("Serial Number: UNKNOWN", "Serial Number: UNKNOWN"),
        ('"wwn": {"naa": 5, "oui": 4946, "id": 51823462}', '"wwn": {"naa": 5, "oui": 4946, "id": "id 1"}'),
        ("Name : backup:0  (local to host backup)", "Name : server 1:0  (local to host server 1)"),
        ("/dev/mapper/vg_firm-lv_bench", "/dev/mapper/volume 1"),
        ("/dev/zvol/tank/bench", "/dev/zvol/volume 1"),
    ],
)
def test_context_of_a_name_determines_its_kind(text: str, expected: str) -> None:
    assert hidden(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5002538f31a0c2d4. The next", "id 1. The next"),
        ("wwn_5002538f31a0c2d4", "wwn_id 1"),
        ("5002538f31a0c2d4.lab", "id 1.lab"),
        # What is known to be a serial is hidden in the name of a file, too.
        ("smart_PHAX2140006B960.txt", "smart_drive 3.txt"),
    ],
)
def test_ids_adjoining_other_text_are_redacted(text: str, expected: str) -> None:
    assert hidden(text) == expected


def test_long_repetitive_text_is_redacted_quickly() -> None:
    redactor = make_redactor(LISTED_SECRETS, serials=False, names=False)
    for piece in (
        "a",
        "a.",
        "a-",
        "a:",
        "serial=" + " " * 50,
        "//",
        "\\\\",
        "5",
        "ab:",
        '"wwn":{"',
        "x@",
        "a.b-",
        "f" * 8 + "-",
    ):
        # Quadratic in its length this would take hours.
        text = piece * (100_000 // len(piece))
        assert len(redactor.text(text)) > 0


def test_pattern_matches_are_numbered_consistently() -> None:
    redactor = make_redactor([], serials=False, names=False)
    assert redactor.text("192.168.7.9 to 192.168.7.10") == "address 1 to address 2"
    assert redactor.text("from 192.168.7.10") == "from address 2"
    assert redactor.narrow_to_text("192.168.7.9").text("192.168.7.9") == "address 1"


def test_each_choice_shows_its_own_kind_only() -> None:
    text = "atlas-17 192.168.7.9 PHAX2140006B960 eui.0025385b71b00001"
    assert hidden(text, serials=True) == "server 1 address 1 PHAX2140006B960 eui.0025385b71b00001"
    assert hidden(text, names=True) == "atlas-17 192.168.7.9 drive 3 id 1"
    assert hidden(text, serials=True, names=True) == text


def test_value_structure_and_closed_words_are_preserved() -> None:
    redactor = make_redactor([*LISTED_SECRETS, Secret("r-7", "server 4", "names")], serials=False, names=False)
    value = {
        "kind": "measure",
        "name": "measure",
        "number": "r-7",
        "class_hash": "atlas-17",
        "contact": "me@atlas-17.org",
        "rows": [
            {"label": "Firmware of the controller", "value": "5.1.2.3"},
            {"label": "Gateway", "value": "5.1.2.3"},
        ],
        "n": 17,
        "none": None,
        "points": [1.5, "atlas-17"],
    }
    assert redactor.value(value) == value | {
        "name": "server 2",
        "rows": [
            {"label": "Firmware of the controller", "value": "5.1.2.3"},
            {"label": "Gateway", "value": "address 1"},
        ],
        "points": [1.5, "server 1"],
    }


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x00PHAX2140006B960\xff", True),
        (b"\x00\x01" + "atlas-17".encode("utf-16-le"), True),
        (b"\x01" + "PHAX2140006B960".encode("utf-16-le"), True),
        (b"\x00\xff\x17nothing", False),
    ],
)
def test_secrets_are_found_in_binary_files(content: bytes, expected: bool) -> None:
    assert make_redactor(LISTED_SECRETS, serials=False, names=False).has_secret(content) is expected


def test_narrowed_redactor_contains_only_present_secrets() -> None:
    redactor = make_redactor(LISTED_SECRETS, serials=False, names=False).narrow_to_text("only PHAX2140006B960 here")
    assert {secret.text for secret in redactor.secrets} == {"PHAX2140006B960", "nvme-INTEL_SSD_PHAX2140006B960"}


@pytest.mark.parametrize("secret", ['srv"x', "LAB\\jdoe"])
def test_narrowed_redactor_finds_json_escaped_secrets(secret: str) -> None:
    document = {"title": f"by {secret} here"}
    redactor = make_redactor([Secret(secret, "server 1", "names")], serials=False, names=False)
    assert redactor.narrow_to_text(encode_canonical_json(document).decode()).value(document) == {
        "title": "by server 1 here"
    }


def test_part_names_are_preserved_and_file_names_redacted() -> None:
    redactor = make_redactor(LISTED_SECRETS, serials=False, names=False)
    value = {"part": "runs/r-1/files/1", "name": "runs/atlas-17/output.html"}
    assert redactor.value(value) == {"part": "runs/r-1/files/1", "name": "runs/server 1/output.html"}
