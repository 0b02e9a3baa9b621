"""The files of the deployment agree with each other and with the program."""

from __future__ import annotations

import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.containers import documented
from tests.containers.steps import MEDIA_TYPES

from storagelab.config import CHECKOUT
from storagelab.db.roles import LOGINS, get_role_name
from storagelab.http.body import UPLOADS

DEPLOY = CHECKOUT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())
NGINX = (DEPLOY / "nginx.conf").read_text()
_COPIED = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
_SOURCES = sorted({word for line in _COPIED for word in line.split()})


def test_web_server_lets_uploads_through() -> None:
    large = re.findall(r"location ~ (\S+) \{\n\s+client_max_body_size 4100m", NGINX)
    assert len(large) == 1
    paths = {path for _, path in UPLOADS}
    assert all(re.fullmatch(large[0], path) for path in paths)
    assert not re.fullmatch(large[0], "/api/v1/jobs")
    alternatives = large[0].partition("(")[2].partition(")")[0].split("|")
    assert {f"/api/v1/{alternative}" for alternative in alternatives} == paths
    assert set(MEDIA_TYPES) == paths


@pytest.mark.parametrize("source", _SOURCES)
def test_copied_files_exist_and_are_in_build_context(source: str) -> None:
    files = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout.split()
    matched = [file for file in files if fnmatch(file, source) or file.startswith(source.rstrip("/") + "/")]
    assert matched
    admitted = [line[1:] for line in (CHECKOUT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for file in matched:
        assert any(fnmatch(file, rule) or file.startswith(f"{rule}/") for rule in admitted), file


def test_documents_imported_by_front_end_are_copied() -> None:
    sources = (CHECKOUT / "frontend" / "src").rglob("*.ts*")
    imported = {name for file in sources for name in re.findall(r'"@docs/([^"?]+)', file.read_text())}
    assert imported
    assert all(fnmatch(f"docs/{name}", "docs/*.md") and "/" not in name for name in imported)


def test_each_process_uses_its_own_database_role() -> None:
    users = {}
    for name, service in COMPOSE["services"].items():
        url = service.get("environment", {}).get("STORAGELAB_DATABASE_URL", "")
        if url:
            users[name] = re.findall(r"//(\w+):\$\{(\w+)_PASSWORD", url)[0]
    superuser = ("storagelab", "POSTGRES")
    assert users.pop("roles") == superuser
    assert users.pop("admin") == users["migrate"]
    assert users == {short: (get_role_name(short), short.upper()) for short in LOGINS}


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_every_container_is_bounded(name: str) -> None:
    service = COMPOSE["services"][name]
    assert (service["read_only"], service["cap_drop"], service["pids_limit"]) == (True, ["ALL"], 256)
    assert all(re.search(r"size=\d+m", place) for place in service["tmpfs"])
    if service.get("restart") != "no":
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])


def test_compose_files_and_example_share_their_variables() -> None:
    texts = "".join((CHECKOUT / file).read_text() for file in ("docker-compose.yml", "deploy/compose.prod.yml"))
    variables = set(re.findall(r"\$\{(\w+):[?-]", texts))
    named = set(re.findall(r"^#? ?([A-Z_]+)=", (CHECKOUT / ".env.example").read_text(), re.MULTILINE))
    assert variables <= named
    assert variables | {"COMPOSE_FILE"} == named


def make_env(folder: Path) -> str:
    """Return the output of the script in a folder with copies of the files that it needs."""
    (folder / "deploy").mkdir(exist_ok=True)
    for file in (".env.example", "deploy/make-env.sh"):
        (folder / file).write_bytes((CHECKOUT / file).read_bytes())
    argv = ["sh", str(folder / "deploy" / "make-env.sh")]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


def test_secrets_are_made_once_and_preserved(tmp_path: Path) -> None:
    assert make_env(tmp_path).count(": made") == 6
    path = tmp_path / ".env"
    assert path.stat().st_mode & 0o777 == 0o600
    first = path.read_text()
    secrets = re.findall(r"^\w+_PASSWORD=([0-9a-f]{64})$", first, re.MULTILINE)
    assert len(set(secrets)) == 6
    assert make_env(tmp_path) == ""
    assert path.read_text() == first
    path.write_text("STORAGELAB_BASE_URL=https://lab.example\nVALKEY_PASSWORD=mine\nAPI_PASSWORD=\n")
    assert make_env(tmp_path).count(": made") == 5
    completed = path.read_text()
    assert "VALKEY_PASSWORD=mine\n" in completed
    assert "STORAGELAB_BASE_URL=https://lab.example\n" in completed
    assert sorted(tmp_path.iterdir()) == sorted(tmp_path / name for name in (".env", ".env.example", "deploy"))


def test_every_documented_command_is_checked() -> None:
    blocks = {title: [len(block) for block in section] for title, section in documented.sections().items()}
    assert blocks == {documented.START: [3], documented.UPGRADE: [2], documented.BACKUP: [2, 2]}
