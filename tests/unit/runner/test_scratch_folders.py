"""Scratch folders: every path that leads out of them is refused, whatever its spelling."""

import io
import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storagelab_runner import scratch_command, scratch_folders
from storagelab_runner.enrolment import Terminal
from storagelab_runner.findings import PASS
from storagelab_runner.layout import StateFolder
from storagelab_runner.mounts import MountEntry, list_path_names

NAMES = ("scratch", "outside", "a", "b")
FORBIDDEN = "where no test file may be"


@pytest.fixture
def state(tmp_path):
    """Provide a state folder whose owner named one scratch folder."""
    folders = StateFolder(tmp_path / "state", tmp_path / "config")
    folders.scratch.mkdir(parents=True)
    folders.config.mkdir()
    (tmp_path / "scratch").mkdir()
    name(folders, tmp_path / "scratch")
    return folders


def name(state, *folders):
    document = {"format": 1, "folders": [str(folder) for folder in folders]}
    (state.config / "scratch.json").write_text(json.dumps(document))


def verdict(state, path):
    findings = scratch_folders.check(state, str(path))
    return findings[0].verdict if findings else None


def reason(state, path):
    [finding] = scratch_folders.check(state, str(path))
    assert finding.verdict != PASS
    return finding.reason


def test_named_and_own_scratch_folders_are_places(state, tmp_path):
    (tmp_path / "scratch" / "below").mkdir()
    for path in (tmp_path / "scratch" / "x", tmp_path / "scratch" / "below" / "x", state.scratch / "x"):
        assert verdict(state, path) == PASS


@pytest.mark.parametrize(
    "path",
    ["/var/lib/x", "/var/log/x", "/var/www/x", "/root/x", "/home/lab/x", "/opt/x", "/srv/x", "/tmp/x", "/x", "/etc/x"],
)
def test_other_path_is_refused_with_its_remedy(state, path):
    words = reason(state, path)
    assert f"{path} is not in a scratch folder" in words
    assert "root of the server named (sudo storagelab-runner scratch add FOLDER)" in words


@st.composite
def paths_with_links(draw):
    """Generate links among a few folders, and a path through them."""
    links = draw(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["l1", "l2"]), st.sampled_from(NAMES))))
    steps = draw(st.lists(st.sampled_from([*NAMES, "l1", "l2"]), min_size=1, max_size=4))
    return links, steps


@given(paths_with_links())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
def test_only_paths_into_scratch_folder_are_allowed(drawn):
    links, steps = drawn
    with tempfile.TemporaryDirectory() as place:
        root = Path(os.path.realpath(place))
        state = StateFolder(root / "state", root / "config")
        state.config.mkdir()
        for folder in NAMES:
            (root / folder).mkdir()
        for folder, link, to in links:
            if not os.path.lexists(root / folder / link):
                (root / folder / link).symlink_to(root / to)
        name(state, root / "scratch")
        path = root.joinpath(*steps, "x.dat")
        # The kernel itself shows the file that it would create.
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except OSError:
            return
        created = Path(f"/proc/self/fd/{descriptor}").readlink()
        os.close(descriptor)
        created.unlink()
        assert (verdict(state, path) == PASS) is (root / "scratch" in created.parents)


@pytest.mark.parametrize("spelling", ["relative/x", "{}/../outside/x", "{}//x", "{}/./x", "{}/x/", "//{}/x", ""])
def test_noncanonical_path_gets_no_scratch_verdict(state, tmp_path, spelling):
    assert verdict(state, spelling.format(tmp_path / "scratch")) is None


def test_runner_files_and_hidden_files_are_refused(state, tmp_path):
    name(state, tmp_path)
    for path in (state.root / "x", state.attempts / "x", state.config / "x"):
        path.parent.mkdir(exist_ok=True)
        assert "the runner's own files" in reason(state, path)
    for hidden in (".ssh/authorized_keys", ".bashrc", "a/.config/x"):
        assert "hidden" in reason(state, tmp_path / hidden)


def test_scratch_folder_replaced_by_link_is_refused(state, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "scratch").rmdir()
    (tmp_path / "scratch").symlink_to(tmp_path / "outside")
    assert "not in a scratch folder" in reason(state, tmp_path / "scratch" / "x")
    assert "not in a scratch folder" in reason(state, tmp_path / "outside" / "x")


@contextmanager
def bound(source, point):
    done = subprocess.run(["mount", "--bind", source, point], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("this machine does not allow bind mounts")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", point], check=True)


def test_mount_below_scratch_folder_is_excluded(state, tmp_path):
    inner = tmp_path / "scratch" / "inner"
    inner.mkdir()
    (tmp_path / "outside").mkdir()
    with bound(tmp_path / "outside", inner):
        assert f"mounted at {inner}" in reason(state, inner / "x")
        name(state, tmp_path / "scratch", inner)
        assert verdict(state, inner / "x") == PASS


def test_writable_or_invalid_scratch_list_is_ignored(state, tmp_path):
    path = state.config / "scratch.json"
    path.chmod(0o666)
    assert "may be changed by others than root, so no folder counts" in reason(state, tmp_path / "scratch" / "x")
    path.chmod(0o644)
    for text in (
        "",
        "[]",
        '{"format": 2, "folders": []}',
        '{"format": 1, "folders": ["x"]}',
        '{"format": 1}',
        "[" * 9000,
    ):
        path.write_text(text)
        assert "was not understood" in reason(state, tmp_path / "scratch" / "x")


def test_scratch_list_of_another_owner_is_ignored(state, tmp_path):
    os.chown(state.config / "scratch.json", 65534, 65534)
    assert "may be changed by others" in reason(state, tmp_path / "scratch" / "x")


def run(state, *words):
    out, err = io.StringIO(), io.StringIO()
    status = scratch_command.carry_out([*words, "--config", str(state.config)], Terminal(io.StringIO(), out, err))
    return status, out.getvalue() + err.getvalue()


def test_root_adds_and_removes_a_scratch_folder(state, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "more")
    assert run(state, "add", str(tmp_path / "link"))[0] == 0
    assert verdict(state, tmp_path / "more" / "x") == PASS
    assert json.loads(run(state, "list")[1])["folders"] == sorted(map(str, (tmp_path / "more", tmp_path / "scratch")))
    assert (state.config / "scratch.json").stat().st_mode & 0o777 == 0o644
    assert run(state, "remove", str(tmp_path / "more"))[0] == 0
    assert "not in a scratch folder" in reason(state, tmp_path / "more" / "x")
    assert run(state, "remove", str(tmp_path / "more")) == (
        1,
        f"{tmp_path / 'more'} is not a scratch folder: nothing was changed.\n",
    )


def test_only_root_adds_a_scratch_folder(state, tmp_path):
    os.seteuid(65534)
    try:
        status, words = run(state, "add", str(tmp_path))
    finally:
        os.seteuid(0)
    assert (status, "Only root" in words) == (1, True)


@pytest.mark.parametrize(
    "folder", ["/", "/var", "/var/lib", "/home", "/root", "/etc", "/usr/share", "/proc", "/var/log", "/nowhere"]
)
def test_folders_of_the_system_cannot_be_named(state, folder):
    before = (state.config / "scratch.json").read_bytes()
    status, words = run(state, "add", folder)
    assert status == 1
    assert "Nothing was changed." in words
    assert (state.config / "scratch.json").read_bytes() == before


def test_bind_mount_of_system_folder_is_refused(state, tmp_path):
    (tmp_path / "bind").mkdir()
    with bound("/etc", tmp_path / "bind"):
        assert FORBIDDEN in run(state, "add", str(tmp_path / "bind"))[1]


@pytest.mark.parametrize("words", [["add"], ["list", "x"], ["add", "/a", "/b"], ["name", "/a"], []])
def test_wrong_use_is_refused(state, words):
    assert run(state, *words)[0] is None


def test_all_names_of_a_folder_are_found():
    mounts = [
        MountEntry("8:1", "/", "ext4", "/dev/sda1"), MountEntry("8:1", "/mnt/x", "ext4", "/dev/sda1", "/var/lib"),
        MountEntry("8:2", "/data", "xfs", "/dev/sdb"),
    ]  # fmt: skip
    assert list_path_names(Path("/mnt/x/db"), mounts) == [Path("/mnt/x/db"), Path("/var/lib/db")]
    assert list_path_names(Path("/var/lib"), mounts) == [Path("/var/lib"), Path("/mnt/x")]
    assert list_path_names(Path("/data/x"), mounts) == [Path("/data/x")]
