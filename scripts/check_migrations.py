"""Applies every migration to a database made for this, and compares the result with the models."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.util import CommandError

from storagelab.config import override_settings
from storagelab.errors import StorageLabError
from storagelab.launcher.database import load_alembic_configuration, migrate
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.services import start_services


@contextmanager
def scratch_database() -> Iterator[None]:
    """Provide a database made for this alone, at the newest revision.

    The settings point at it. Raises StorageLabError.
    """
    with tempfile.TemporaryDirectory(prefix="storagelab-check-", ignore_cleanup_errors=True) as parent:
        # The parent is private; the database's account must be able to pass through it.
        Path(parent).chmod(0o755)
        settings = override_settings(data_dir=Path(parent) / "data", database_url="", broker_url="unused://")
        services = start_services(settings, open_data_folder(settings.data_dir))
        try:
            migrate()
            yield
        finally:
            services.stop()


def main() -> int:
    """Return 1 and print the differences when the migrations do not produce the schema of the models."""
    try:
        with scratch_database():
            command.check(load_alembic_configuration())
    except StorageLabError as error:
        print(error.message)
        return 1
    except CommandError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
