"""Migration writer, from the newest revision to the models: `make migration NAME=add_a_column`."""

from __future__ import annotations

import sys

from alembic import command
from check_migrations import scratch_database

from storagelab.errors import StorageLabError
from storagelab.launcher.database import load_alembic_configuration


def main(names: list[str]) -> int:
    """Return 2 without a name, 1 with a sentence when there is no database to compare with."""
    if len(names) != 1 or not names[0]:
        print("What does the migration do? make migration NAME=add_a_column", file=sys.stderr)
        return 2
    try:
        with scratch_database():
            command.revision(load_alembic_configuration(), message=names[0], autogenerate=True)
    except StorageLabError as error:
        print(error.message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
