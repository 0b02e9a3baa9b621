"""Wear, temperature, hours and written bytes of drives as columns, by which drives are found.

Revision ID: 0031
Revises: 0030
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

NAMES = ("used_percent", "temperature_c", "power_on_hours", "written_bytes")


def upgrade() -> None:
    for name in NAMES:
        number = f"(health -> '{name}')"
        is_number = f"jsonb_typeof{number} = 'number' and abs({number}::numeric) < 1e300"
        value = sa.Computed(f"case when {is_number} then {number}::double precision end", persisted=True)
        op.add_column("drive", sa.Column(name, sa.Float(), value))
        op.create_index(f"ix_drive_{name}", "drive", [name])


def downgrade() -> None:
    for name in NAMES:
        op.drop_column("drive", name)
