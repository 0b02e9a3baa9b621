"""Registration of servers: each address is judged by its destination, own services included."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from storagelab.config import Settings, get_settings
from storagelab.inventory.server_addresses import ForbiddenAddress, iterate_own_services, require_server_address

BODY = {"name": "lab1", "transport": "ssh", "port": 22, "username": "lab"}
FORBIDDEN = st.sampled_from(["169.254.0.0/16", "0.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4"]).flatmap(
    lambda text: st.ip_addresses(v=4, network=text)
)
SPELLINGS = (
    lambda ip: str(ip),
    lambda ip: f"::ffff:{ip}",
    lambda ip: ipaddress.IPv6Address(f"::ffff:{ip}").exploded,
    lambda ip: f"64:ff9b::{ip}",
    lambda ip: hex(int(ip)),
    lambda ip: ".".join(hex(part) for part in ip.packed),
    lambda ip: f"{ip.packed[0]}.{hex(int(ip) & 0xFFFFFF)}",
    lambda ip: f"{ip.packed[0]:#o}".replace("0o", "0") + f".{ip.packed[1]}.{hex(int(ip) & 0xFFFF)}",
    lambda ip: ".".join(map(str, ip.packed[:3])) + f".{hex(ip.packed[3]).upper().replace('X', 'x')}",
)


def register(operator: TestClient, **change: Any) -> Any:
    return operator.post("/api/v1/servers", json=BODY | change)


@pytest.mark.in_turn
@given(FORBIDDEN, st.sampled_from(SPELLINGS))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
def test_every_spelling_of_a_forbidden_address_is_refused(operator: TestClient, ip: IPv4Address, spell: Any) -> None:
    answer = register(operator, address=spell(ip))
    assert answer.status_code == 422, answer.text
    assert [error["path"] for error in answer.json()["errors"]] == ["address"]
    assert answer.json()["code"] == "forbidden_address"
    assert operator.get("/api/v1/servers").json()["items"] == []


@pytest.mark.parametrize("address", ["fe80::1", "fe80::1%lo", "::", "ff02::1", "fd00:ec2::254", "[::]"])
def test_forbidden_ipv6_addresses_are_refused(operator: TestClient, address: str) -> None:
    assert register(operator, address=address).status_code == 422


@pytest.fixture
def own_ports(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Provide a lab whose services listen on ports of this machine."""
    ports = {"API": 18000, "DATABASE": 15432, "BROKER": 16379, "BASE": 18443}
    monkeypatch.setenv("STORAGELAB_HOST", "0.0.0.0")
    monkeypatch.setenv("STORAGELAB_PORT", str(ports["API"]))
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", f"postgresql+psycopg://u:p@localhost:{ports['DATABASE']}/lab")
    monkeypatch.setenv("STORAGELAB_BROKER_URL", f"redis://:p@127.0.0.1:{ports['BROKER']}/0")
    monkeypatch.setenv("STORAGELAB_BASE_URL", f"https://localhost:{ports['BASE']}")
    get_settings.cache_clear()
    return ports


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "localhost", "::1", "::ffff:127.0.0.1", "0x7f.0x1"])
def test_own_services_are_refused_as_servers(own_ports: dict[str, int], address: str) -> None:
    for port in own_ports.values():
        with pytest.raises(ForbiddenAddress):
            require_server_address(address, port)
    require_server_address(address, 22)


def test_sockets_of_embedded_services_have_no_port(tmp_path: Any) -> None:
    embedded = Settings(data_dir=tmp_path, host="127.0.0.1", port=8000, base_url="http://127.0.0.1:8000")
    assert set(iterate_own_services(embedded)) == {("127.0.0.1", 8000)}


def test_default_ports_are_known() -> None:
    urls = {
        "base_url": "https://lab.example.org", "broker_url": "redis://valkey/0",
        "database_url": "postgresql+psycopg://u@/lab?host=db1,db2",
    }  # fmt: skip
    services = set(iterate_own_services(Settings(**urls)))  # type: ignore[arg-type]
    assert {("lab.example.org", 443), ("valkey", 6379), ("db1", 5432), ("db2", 5432)} <= services
