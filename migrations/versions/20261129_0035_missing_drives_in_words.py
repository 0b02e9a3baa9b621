"""Marks of all configurations, whose facts count missing drives that are known in words.

Revision ID: 0035
Revises: 0034
"""

from __future__ import annotations

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "insert into configuration_fact_due (configuration_id)"
        " select id from configuration order by id on conflict do nothing"
    )


def downgrade() -> None:
    """Leave the marks: facts are filed again by the rules of that revision."""
