"""Share packed as demo data, with its frozen content and without its prints."""

from __future__ import annotations

from pathlib import Path

from scripts.pack_demo import pack
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, make_measured_run
from tests.integration.shares.sharing import freeze, path_of

from storagelab.shares.archive.reading import open_zip


def test_packing_omits_the_prints_of_a_share(
    operator: TestClient, anonymous: TestClient, make: Factory, tmp_path: Path
) -> None:
    share = freeze(operator, make_measured_run(make))
    (tmp_path / "share.zip").write_bytes(anonymous.get(path_of(share) + ".zip").content)

    pack(tmp_path / "share.zip", tmp_path / "packed.zip")

    with open_zip(tmp_path / "share.zip") as whole, open_zip(tmp_path / "packed.zip") as packed:
        assert packed.manifest.document_sha256 == whole.manifest.document_sha256
        assert packed.manifest.files == tuple(file for file in whole.manifest.files if file.frozen)
        assert len(packed.manifest.files) < len(whole.manifest.files)
        assert check(packed, draws=False)["differences"] == []
