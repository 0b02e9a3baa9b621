"""Validation of a job's server and file paths before anything is stored."""

from __future__ import annotations

import posixpath
import re

from sqlalchemy.orm import Session

from storagelab.db.models import Server
from storagelab.db.references import find_by_reference
from storagelab.domain.lifecycle import ServerState
from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput, NotFound, RequestRefused
from storagelab.inventory.engines import get_engine_version, read_engine_error
from storagelab.planning.schemas import DevicesTarget, FileTarget

#: Folders of the system, where no test file has any business.
SYSTEM_FOLDERS = ("/dev", "/proc", "/sys", "/run", "/boot", "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64")
#: What the runner takes: no character with a meaning in fio's job files or in a shell.
_PATH = re.compile(r"/[A-Za-z0-9._/+@,=-]*")
#: File systems take no longer name between two slashes.
_LONGEST_NAME = 255

#: Jobs for a server under maintenance wait for its end.
USABLE = (ServerState.READY, ServerState.BUSY, ServerState.MAINTENANCE)


class EngineMissing(RequestRefused):
    """Error for an engine that is not installed on the server: the lab has to install it."""

    code = "engine_missing"
    responsible = "lab"


class ServerNotReady(RequestRefused):
    """Error for a server in no state to take jobs: the lab has to fix that."""

    code = "server_not_ready"
    responsible = "lab"


def check_place(target: FileTarget | DevicesTarget, *, engine: str = "fio") -> None:
    """Raise InvalidInput for a file target with an unsafe `path` or `copy_to`.

    A path must be absolute, in its shortest form, and outside the system's folders. Some engines take fewer
    characters than others; an unknown one is refused with the server. Stored jobs are not checked again, so that the
    rule may become stricter.
    """
    if not isinstance(target, FileTarget):
        return
    for field, path in (("path", target.path), ("copy_to", target.copy_to)):
        wrong = None if path is None else _find_path_problem(path, engine)
        if wrong is not None:
            raise InvalidInput(wrong, path=f"target.{field}")
    if target.copy_to is not None and target.copy_to == target.path:
        raise InvalidInput("must be another place than path, on another file system", path="target.copy_to")


def _find_path_problem(path: str, engine: str) -> str | None:
    folder = next((folder for folder in SYSTEM_FOLDERS if path == folder or path.startswith(f"{folder}/")), None)
    if not path.startswith("/") or path.startswith("//") or posixpath.normpath(path) != path or path == "/":
        return "must be an absolute path in its shortest form, such as /srv/test/lab.dat"
    if not _PATH.fullmatch(path):
        return "may hold letters without accents, digits and . _ - / + @ , = only"
    if engine in ENGINES and (wrong := ENGINES[engine].find_path_problem(path)):
        return wrong
    if max(map(len, path.split("/"))) > _LONGEST_NAME:
        return f"holds a name longer than {_LONGEST_NAME} characters"
    if folder is not None:
        return f"is below {folder}: test files are never written into system folders"
    return None


def find_server(session: Session, reference: str, *, engine: str, lock: bool, engine_path: str | None = None) -> Server:
    """Return the server that is to run a job.

    `engine_path` is the field of the request that names the engine, if any. With `lock` the server's row is locked
    until the commit, so that the server is not retired meanwhile. Raises InvalidInput for an unknown server,
    ServerNotReady or EngineMissing for a server that cannot take the job.
    """
    remedy = get_engine(engine).remedy
    try:
        server = find_by_reference(session, Server, reference)
    except NotFound as error:
        raise InvalidInput(error.message, path="server_id") from None
    if lock:
        session.refresh(server, with_for_update={"read": True})
    if server.state not in USABLE:
        reason = f": {server.state_reason.removesuffix('.')}" if server.state_reason else ""
        raise ServerNotReady(f"{server.name} is {server.state}, not ready{reason}.")
    if get_engine_version(server, engine) is None:
        missing_reason = read_engine_error(server, engine)
        problem = (
            f"{server.name}: {missing_reason.removesuffix('.')}"
            if missing_reason
            else remedy.format(server=server.name)
        )
        raise EngineMissing(f"{problem}. Then discover the server again.", path=engine_path)
    return server
