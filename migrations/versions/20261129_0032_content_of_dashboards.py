"""Charts, query and texts of dashboards as columns, by which dashboards are found.

Revision ID: 0032
Revises: 0031
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

QUERY, RUNS = "document #>> '{entries,query}'", "document #>> '{entries,runs}'"
CHARTS = "jsonb_path_query_array(document, '$.panels[*].chart')"
WORKLOADS = "jsonb_path_query_array(document, '$.panels[*].workload ? (@ != null)')"
TEXTS = f"coalesce({QUERY}, {RUNS}, '') || translate({CHARTS}::text, '_', ' ') || {WORKLOADS}::text"


def upgrade() -> None:
    op.add_column("dashboard", sa.Column("charts", JSONB(), sa.Computed(CHARTS, persisted=True), nullable=False))
    op.add_column("dashboard", sa.Column("entries_query", sa.Text(), sa.Computed(QUERY, persisted=True)))
    op.add_column("dashboard", sa.Column("search_text", sa.Text(), sa.Computed(TEXTS, persisted=True), nullable=False))
    op.create_index("ix_dashboard_charts", "dashboard", ["charts"], postgresql_using="gin")


def downgrade() -> None:
    for name in ("search_text", "entries_query", "charts"):
        op.drop_column("dashboard", name)
