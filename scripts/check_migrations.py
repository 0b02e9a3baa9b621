"""Applies every migration to a database made for this, and compares the result with the models."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.util import CommandError

from storagelab.config import override_settings
from storagelab.errors import StorageLabError
from storagelab.launcher.database import alembic_configuration, migrate
from storagelab.launcher.folders import open_data_folder
from storagelab.launcher.services import start_services


def main() -> int:
    """Return 1, with what differs, when the migrations do not make what the models say."""
    with tempfile.TemporaryDirectory(prefix="storagelab-check-", ignore_cleanup_errors=True) as parent:
        # The parent is private; the database's account must be able to pass through it.
        Path(parent).chmod(0o755)
        try:
            settings = override_settings(data_dir=Path(parent) / "data", database_url="", broker_url="unused://")
            services = start_services(settings, open_data_folder(settings.data_dir))
        except StorageLabError as error:
            print(error.message)
            return 1
        try:
            migrate()
            command.check(alembic_configuration())
        except (CommandError, StorageLabError) as error:
            print(error)
            return 1
        finally:
            services.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
