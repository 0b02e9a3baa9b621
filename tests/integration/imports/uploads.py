"""Uploading to a lab as a client does, and the small result files that tests upload."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.integration.workers.lab import Lab

from storagelab_workers import import_step


@dataclass
class ImportLab:
    """A lab and a client of its API for each role."""

    lab: Lab
    viewer: TestClient
    operator: TestClient
    admin: TestClient

    def upload(self, files: Mapping[str, bytes], *, headers: Mapping[str, str] | None = None, **fields: str) -> Any:
        """Upload files and return the answer; nothing reads them yet."""
        parts = [("files", (name, content)) for name, content in files.items()]
        return self.operator.post("/api/v1/imports", files=parts, data=fields, headers=dict(headers or {}))

    def read(self, files: Mapping[str, bytes], **fields: str) -> dict[str, Any]:
        """Upload files and read them, here and now."""
        answer = self.upload(files, **fields)
        assert answer.status_code == 202, answer.text
        import_step.read_import(uuid.UUID(answer.json()["id"]))
        return self.get(answer.json()["id"])

    def store(self, made: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Store what was read, here and now."""
        answer = self.operator.post(f"/api/v1/imports/{made['id']}/store", json=body or {})
        assert answer.status_code == 202, answer.text
        import_step.store_import(uuid.UUID(made["id"]))
        return self.get(made["id"])

    def get(self, reference: str) -> dict[str, Any]:
        """Return the import as it is now."""
        answer = self.viewer.get(f"/api/v1/imports/{reference}")
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    def run(self, made: dict[str, Any], index: int = 0) -> dict[str, Any]:
        """Return the run that a result was stored as."""
        answer = self.viewer.get(f"/api/v1/runs/{made['results'][index]['run']['number']}")
        body: dict[str, Any] = answer.json()
        return body


def files_of(folder: Path, pattern: str = "*") -> dict[str, bytes]:
    """Return the files of a folder under their names within it, the folder's own name first."""
    return {
        f"{folder.name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob(pattern))
        if path.is_file()
    }


def fio_json(name: str = "randread", *, iops: float = 1000.0, iodepth: int = 16) -> bytes:
    """Return the output of fio for one job that read for ten seconds."""
    ios = round(iops * 10)
    latency = {"min": 50_000, "max": 900_000, "mean": 100_000.0, "stddev": 10_000.0, "N": ios}
    read = {
        "io_bytes": ios * 4096,
        "io_kbytes": ios * 4,
        "bw_bytes": round(iops * 4096),
        "bw": round(iops * 4),
        "iops": iops,
        "runtime": 10_000,
        "total_ios": ios,
        "lat_ns": latency,
        "clat_ns": {**latency, "percentile": {"50.000000": 95_000, "99.000000": 300_000}},
    }
    options = {"rw": "randread", "bs": "4k", "iodepth": str(iodepth), "numjobs": "1"}
    job = {"jobname": name, "groupid": 0, "error": 0, "elapsed": 10, "job options": options, "read": read}
    return json.dumps({"fio version": "fio-3.33", "timestamp": 1_700_000_000, "jobs": [job]}).encode()
