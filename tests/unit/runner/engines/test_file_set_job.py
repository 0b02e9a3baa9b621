"""Job texts of the file tool that the runner lets through, and the sizes that follow from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab_runner.engines.file_set_job import FileSetJob, parse_job, parse_template
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal

files = ENGINES["files"]

TEXT = "[files]\noperation=create\nseed=3\nrequest_bytes=4096\nfiles=271:990000\nfiles=2:9\ntarget=@TARGET@\n"
ACROSS = TEXT.replace("create", "copy_across") + "copy_to=@COPY_TO@\n"


def test_file_sizes_add_up_and_follow_the_seed() -> None:
    job = parse_template(TEXT)
    sizes = job.sizes()
    assert sizes == parse_template(TEXT).sizes()
    assert (len(sizes), sum(sizes[:271]), sum(sizes[271:])) == (273, 990_000, 9)
    mean = 990_000 / 271
    assert all(mean / 3.1 < size < 3.1 * mean for size in sizes[:270])
    assert len(set(sizes)) > 200
    assert sizes != parse_template(TEXT.replace("seed=3", "seed=4")).sizes()


@pytest.mark.parametrize("count", [1, 2, 1000, 100_000])
def test_even_the_smallest_files_hold_something(count: int) -> None:
    sizes = FileSetJob("create", 1, 512, ((count, 4 * count),), "/t").sizes()
    assert min(sizes) >= 1
    assert sum(sizes) == 4 * count


def test_space_covers_files_copies_and_overhead() -> None:
    job = parse_template(TEXT)
    assert job.end_bytes(1) == 990_009 + 273 * 8192
    assert parse_template(TEXT.replace("create", "copy_within")).end_bytes(1) == 2 * job.end_bytes(1)
    # One that goes across needs room for one set at each place.
    assert parse_template(ACROSS).end_bytes(1) == parse_template(ACROSS).set_bytes == job.end_bytes(1)
    assert job.writes
    with pytest.raises(Refusal, match="2 devices"):
        job.end_bytes(1, 2)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[files]", "[phase]", 1),
        ("@TARGET@\n", "@TARGET@", 1),
        ("create", "copy_across", 2),
        ("create", "delete", 2),
        ("target=@TARGET@\n", "target=@TARGET@\ncopy_to=@COPY_TO@\n", 2),
        ("operation=", "operations=", 2),
        ("seed=3", "seed=03", 3),
        ("seed=3", "seed=-3", 3),
        ("seed=3", "seed=2147483648", 3),
        ("4096", "511", 4),
        ("4096", "16777217", 4),
        ("271:990000", "271", 5),
        ("271:990000", "0:990000", 5),
        ("271:990000", "271:1083", 5),
        ("271:990000", "271:17592186044417", 5),
        ("files=271:990000\nfiles=2:9\n", "", 2),
        ("files=2:9\n", "files=2:9\n" * 17, 2),
        ("files=2:9\n", "files=2:9\npath=/etc\n", 2),
        ("files=2:9\n", "files=2:9\n\n", 7),
        ("@TARGET@", "/etc/passwd", 7),
        ("seed=3", "seed=3\x1b", 3),
        ("seed=3", "seed=\u0663", 3),
        ("[files]", "[files]" + "x" * 4096, 1),
    ],
)
def test_changed_job_is_refused_at_its_line(old: str, new: str, line: int) -> None:
    with pytest.raises(Refusal, match=f"^Line {line} of the job of the file tool") as refused:
        files.parse_job(TEXT.replace(old, new, 1))
    assert refused.value.code == "bad_request"


def test_target_is_inserted_once_and_must_be_file() -> None:
    job = parse_job(files.render(TEXT, "/srv/lab.dat"))
    assert job.target == "/srv/lab.dat"
    for drives in ("/dev/sda", "/dev/sda:/dev/sdb", "/srv/a:/srv/b:/srv/c"):
        with pytest.raises(Refusal, match="is no file"):
            files.render(TEXT, drives)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("copy_to=@COPY_TO@\n", "", 2),
        ("target=@TARGET@\ncopy_to=@COPY_TO@", "copy_to=@COPY_TO@\ntarget=@TARGET@", 2),
        ("copy_to=@COPY_TO@", "copy_to=@COPY_TO@\ncopy_to=@COPY_TO@", 2),
        ("copy_to=@COPY_TO@", "copy_to=/etc", 8),
        ("copy_to=@COPY_TO@", "copy_to=", 8),
        ("target=@TARGET@", "target=/etc", 7),
    ],
)
def test_copy_across_requires_exactly_two_placeholders(old: str, new: str, line: int) -> None:
    assert parse_template(ACROSS).copy_to == "@COPY_TO@"
    with pytest.raises(Refusal, match=f"^Line {line} of the job of the file tool"):
        parse_template(ACROSS.replace(old, new, 1))


def test_copy_across_job_gets_target_and_copy_target() -> None:
    job = parse_job(files.render(ACROSS, "/srv/lab.dat:/mnt/other/lab.dat"))
    assert (job.target, job.copy_to) == ("/srv/lab.dat", "/mnt/other/lab.dat")
    # What else is done in the same attempt stays at the first place.
    job = parse_job(files.render(TEXT, "/srv/lab.dat:/mnt/other/lab.dat"))
    assert (job.target, job.copy_to) == ("/srv/lab.dat", None)
    with pytest.raises(Refusal, match="on one file system"):
        files.render(ACROSS, "/srv/lab.dat")
    with pytest.raises(Refusal, match="is no file"):
        files.render(ACROSS, "/srv/a:/srv/b:/srv/c")


def test_existing_folder_at_copy_target_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "lab.dat", tmp_path / "copy.dat"
    files.check_target(f"{first}:{second}")
    (tmp_path / "copy.dat.files").mkdir()
    with pytest.raises(Refusal, match=r"copy\.dat\.files exists already"):
        files.check_target(f"{first}:{second}")


def test_files_have_no_rate() -> None:
    with pytest.raises(Refusal, match="rate"):
        files.parse_job(TEXT, late=True)
    with pytest.raises(Refusal, match="100 a second"):
        files.apply_rate(TEXT, 100)
