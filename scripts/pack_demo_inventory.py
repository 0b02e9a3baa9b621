"""`python -m scripts.pack_demo_inventory FILE s-2 s-3`: servers of a lab as demo data.

The lab is that of STORAGELAB_DATA_DIR. Its addresses, keys, people and runs are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sqlalchemy import select

from storagelab.db.models import Server
from storagelab.db.session import session_scope
from storagelab.demo.inventory import pack_servers


def main() -> None:
    """Pack what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("servers", nargs="+", help="Numbers of servers")
    given = parser.parse_args()
    numbers = [int(server.removeprefix("s-")) for server in given.servers]
    with session_scope() as session:
        ids = list(session.scalars(select(Server.id).where(Server.number.in_(numbers))))
        packed = pack_servers(session, ids)
    given.file.write_bytes(packed)
    print(f"{given.file}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
