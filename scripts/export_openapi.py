"""Export of the OpenAPI document, the metrics and the schema of shares; --check compares them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from storagelab.app import create_app
from storagelab.domain.metrics import METRICS, READINGS, SERIES_METRICS, TELEMETRY_METRICS, Metric, TelemetryMetric
from storagelab.shares.document.share import BOUND_DOCUMENTS, SCHEMA

ROOT = Path(__file__).resolve().parents[1]


def format_openapi() -> str:
    """Return the OpenAPI document."""
    return json.dumps(create_app().openapi(), indent=2, ensure_ascii=False) + "\n"


def _describe_label(metric: Metric | TelemetryMetric) -> dict[str, Any]:
    return {"label": metric.label, "short": metric.short, "unit": metric.unit}


def _describe_metric(metric: Metric) -> dict[str, Any]:
    return {
        "key": metric.name,
        **_describe_label(metric),
        "better": metric.better,
        "overRounds": metric.over_rounds,
        "field": metric.field.name if metric.field is not None else None,
        "percent": metric.percent,
    }


def format_metrics() -> str:
    """Return the table of metrics as a module of the front end; `key` is a name in frozen data."""
    tables = {
        "METRIC_TABLE": {metric.rest_name: _describe_metric(metric) for metric in METRICS.values()},
        "READING_TABLE": {name: _describe_label(TELEMETRY_METRICS[name]) for name in READINGS},
    }
    lines = ["/** Metrics of the lab, generated from its table: see `make client`. */"]
    for name, table in tables.items():
        rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(facts)}" for key, facts in table.items())
        lines.append(f"export const {name} = {{\n{rows}\n}} as const;")
    series = json.dumps([METRICS[key].rest_name for key in SERIES_METRICS])
    return "\n".join([*lines, f"export const SERIES_METRICS = {series} as const;\n"])


def format_share_schema() -> str:
    """Return the JSON Schema of the document of a share that any lab can receive, one definition in a line."""
    shapes, definitions = msgspec.json.schema_components(BOUND_DOCUMENTS.values())
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA, "anyOf": list(shapes)}
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in definitions.items())
    # Python has signs of its own for the ends of a text.
    return f'{json.dumps(head)[:-1]}, "$defs": {{\n{rows}\n}}}}\n'.replace(r"\\A", "^").replace(r"\\Z", "$")


EXPORTS: dict[Path, Callable[[], str]] = {
    ROOT / "frontend" / "openapi.json": format_openapi,
    ROOT / "frontend" / "src" / "lib" / "generated" / "metric-table.ts": format_metrics,
    ROOT / "docs" / "share-document.schema.json": format_share_schema,
}


def main(arguments: list[str]) -> int:
    """Write or compare the exports; return 1 when one differs."""
    is_current = True
    for path, format_export in EXPORTS.items():
        text = format_export()
        if arguments != ["--check"]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is not what the lab says: run `make client` and commit the result.")
            is_current = False
    return 0 if is_current else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
