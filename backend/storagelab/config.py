"""Settings of one installation; the only reader of the environment.

Every setting is an environment variable with the prefix `STORAGELAB_`. Without any, the installation is the embedded
one: its services listen on unix sockets in a private folder that follows from the data folder.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

CHECKOUT = Path(__file__).resolve().parents[2]
# A unix socket address holds 108 bytes on Linux, the longest name below is `.s.PGSQL.5432.lock`.
LONGEST_SOCKET_PATH = 100
EMBEDDED_DATABASE = "storagelab"
#: File in the data folder with the secret that encrypts the addresses of permalinks; a backup contains it.
ADDRESS_KEY_FILE = "keys/share-addresses"

DatabaseRole = Literal["migrate", "api", "worker", "reconciler"]


def _compute_short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:8]


def get_default_data_dir() -> Path:
    """Return `.data` in the checkout for an ordinary user; for root a folder named after the checkout.

    The database refuses to run as root, and its unprivileged account can often not reach a checkout under root's home.
    """
    if os.geteuid() != 0:
        return CHECKOUT / ".data"
    return Path("/var/lib/storagelab") / f"{CHECKOUT.name}-{_compute_short_hash(CHECKOUT)}"


def get_socket_dir(data_dir: Path) -> Path:
    """Return the private folder for the sockets of the embedded services.

    This is `run` in the data folder where its path is short. A longer path would not fit a socket address. The folder
    is then in the user's run-time folder or the temporary folder, under a name derived from the data folder.
    """
    folder = data_dir / "run"
    if len(os.fsencode(folder / ".s.PGSQL.5432.lock")) < LONGEST_SOCKET_PATH:
        return folder
    runtime = os.environ.get("XDG_RUNTIME_DIR") if os.geteuid() != 0 else None
    parent = Path(runtime) if runtime and Path(runtime).is_dir() else Path(tempfile.gettempdir())
    return parent / f"storagelab-{os.geteuid()}-{_compute_short_hash(data_dir)}"


def build_embedded_database_url(data_dir: Path, role: DatabaseRole) -> str:
    """Return the URL of the embedded PostgreSQL of a data folder, for one role."""
    folder = quote(str(get_socket_dir(data_dir)), safe="")
    return f"postgresql+psycopg://storagelab_{role}@/{EMBEDDED_DATABASE}?host={folder}"


def build_embedded_broker_url(data_dir: Path) -> str:
    """Return the URL of the embedded Valkey in a data folder, in Celery's notation."""
    return f"redis+socket://{quote(str(get_socket_dir(data_dir) / 'valkey.sock'))}"


def _derive_default(data: dict[str, Any], make: Any) -> Any:
    """Return a default setting: the result of `make` for the data folder; None if it was refused.

    The error of the refused `data_dir` is reported instead.
    """
    return make(data["data_dir"]) if "data_dir" in data else None


def _build_default_base_url(data: Mapping[str, object]) -> str:
    host = str(data.get("host", "127.0.0.1"))
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound: a wildcard is no address to visit.
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{data.get('port', 8000)}"


class Settings(BaseSettings):
    """All settings. `model_fields_set` distinguishes given values from those derived from the data folder."""

    model_config = SettingsConfigDict(env_prefix="STORAGELAB_", env_ignore_empty=True, frozen=True, extra="ignore")

    data_dir: Path = Field(default_factory=get_default_data_dir)
    """Folder that holds everything this installation keeps."""

    @field_validator("data_dir")
    @classmethod
    def _make_absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    database_role: DatabaseRole = "api"
    """Role that this process has in the embedded database; none of them owns anything (db/roles.py)."""
    database_url: str = Field(
        default_factory=lambda data: _derive_default(
            data, lambda folder: build_embedded_database_url(folder, data.get("database_role", "api"))
        )
    )
    """SQLAlchemy URL of PostgreSQL 15 or newer; given, no PostgreSQL is started."""
    broker_url: str = Field(default_factory=lambda data: _derive_default(data, build_embedded_broker_url))
    """Celery broker URL of Valkey or Redis; given, no Valkey is started."""
    artifact_url: str = Field(
        default_factory=lambda data: _derive_default(data, lambda folder: (folder / "artifacts").as_uri())
    )
    """fsspec URL of the folder or bucket that keeps raw files."""
    import_dir: Path = Field(default_factory=lambda data: _derive_default(data, lambda folder: folder / "imports"))
    """Folder in which uploads lie until their results are stored; API and workers share it."""
    cache_dir: Path = Field(default_factory=lambda data: _derive_default(data, lambda folder: folder / "cache"))
    """Folder of drawn charts, prints and zips on their way; what is lost there is made again."""
    host: str = "127.0.0.1"
    """Address the API listens on."""
    port: int = Field(default=8000, ge=1, le=65535)
    """TCP port the API listens on."""
    trusted_proxies: str = Field(default="127.0.0.1,::1", pattern=r"^[0-9A-Fa-f:./, ]*$")
    """Addresses and networks, with commas, of proxies whose `X-Forwarded-For` says who a reader is."""
    base_url: str = Field(default_factory=_build_default_base_url)
    """How people and programs reach this installation, without a slash at the end; it begins every permalink."""
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")
    """Least severity that is logged."""
    runner_state_dir: Path | None = None
    """State folder of the runner for servers with the local transport; None is the runner's own default."""
    runner_config_dir: Path | None = None
    """Folder of the allow-list for servers with the local transport; None is the runner's own default."""
    worker_threads: int = Field(default=32, ge=1, le=256)
    """How many steps a worker process takes at once."""
    frontend_dir: Path | None = CHECKOUT / "frontend" / "dist"
    """Folder of the built front end."""
    token: SecretStr | None = None
    """API token of the command line; without one it uses the token in the data folder."""
    celery_queue: str = "steps"
    """Queue that carries the dispatch task."""
    wear_budget_percent: float = Field(default=1.0, gt=0, le=100)
    """Share of a drive's rated endurance that a job may use without `accept_wear`."""
    crash_at: str = ""
    """Name of the crash point at which a worker kills itself; for tests of what survives that."""
    time_scale: float = Field(default=1.0, gt=0, le=1)
    """Factor on the waiting times of the workers, so that a test of ten silent minutes takes seconds."""

    @property
    def migration_url(self) -> str:
        """Return the database URL for migrations, whose role must be allowed to change tables.

        This is a given `database_url`, else the URL of the embedded database.
        """
        if "database_url" in self.model_fields_set:
            return self.database_url
        return build_embedded_database_url(self.data_dir, "migrate")


class RolePasswords(BaseSettings):
    """Passwords of the roles of a database, from MIGRATE_PASSWORD and so on; none may be empty."""

    migrate_password: SecretStr = Field(min_length=1)
    api_password: SecretStr = Field(min_length=1)
    worker_password: SecretStr = Field(min_length=1)
    reconciler_password: SecretStr = Field(min_length=1)

    def of(self, role: DatabaseRole) -> str:
        """Return the password of a role."""
        secret: SecretStr = getattr(self, f"{role}_password")
        return secret.get_secret_value()


@lru_cache
def get_settings() -> Settings:
    """Return the settings of this process, read once."""
    return Settings()


def override_settings(**settings: object) -> Settings:
    """Override settings of the environment for this process and its children; return the settings."""
    os.environ.update({f"STORAGELAB_{name.upper()}": str(value) for name, value in settings.items()})
    get_settings.cache_clear()
    return get_settings()


def build_child_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process with `variables` set, for a child process."""
    return {**os.environ, **variables}


def read_or_create_controller_id(data_dir: Path) -> str:
    """Return the id by which runners identify this installation; created once.

    It is a file and not a row, so that a second installation from a copy of the database has another id.
    """
    return read_or_create_secret(data_dir / "controller-id", size_bytes=16)


def read_or_create_secret(path: Path, *, size_bytes: int) -> str:
    """Return the secret in a file as hexadecimal digits; a missing file is created once, for its owner alone."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(size_bytes))
            file.flush()
            os.fsync(file.fileno())
        try:
            # A link is made or refused as a whole, so two processes that start together agree on one secret.
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
