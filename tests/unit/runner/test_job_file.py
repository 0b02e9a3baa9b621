"""Allow-list of job options: options that pass, and options that never do."""

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.job_file import parse_job, parse_size, render

GOOD = """[phase]
ioengine=libaio
filename=@TARGET@
rw=randrw
rwmixread=70
bssplit=512/10:4k/60:64k/30
iodepth=16
numjobs=4
thread=1
direct=1
size=268435456
offset=0
offset_increment=1g
runtime=60
time_based=1
ramp_time=5
group_reporting=1
lat_percentiles=1
percentile_list=50:99:99.9:99.99
log_unix_epoch=0
norandommap=1
randrepeat=0
random_generator=tausworthe64
randseed=42
percentage_random=80
random_distribution=zoned:50/5:30/15:20/80
blockalign=4096
refill_buffers=1
buffer_compress_percentage=50
rate_iops=1000,500
rate_process=poisson
cpus_allowed=0,2,4
numa_cpu_nodes=1
hipri=1
fallocate=none
allow_file_create=0
invalidate=1
loops=1
write_lat_log=phase
log_avg_msec=1000
log_max_value=1
per_job_logs=0
"""
SMALL = "[phase]\nioengine=psync\nfilename=@TARGET@\nrw=read\nthread=1\n"


def test_the_whole_allow_list_passes():
    job = parse_job(GOOD)
    assert job.writes
    assert job.options["bssplit"] == "512/10:4k/60:64k/30"


def test_only_reading_jobs_do_not_write():
    assert not parse_job(SMALL).writes
    assert parse_job(SMALL.replace("rw=read", "rw=randwrite")).writes


@pytest.mark.parametrize(
    "line",
    [
        "exec_prerun=touch /tmp/x",
        "exec_prerun=id",
        "EXEC_PRERUN=id",
        "exec_pre=id",
        "include=/etc/passwd",
        "include /etc/passwd",
        "write_bw_log=/tmp/x",
        "write_lat_log=/tmp/x",
        "write_lat_log=../phase",
        "directory=/etc",
        "unlink=1",
        "ioengine=external:/tmp/x.so",
        "ioengine=/tmp/x.so",
        "readwrite=write",
        "description=hello",
        "bs=$pagesize",
        "size=${HOME}",
        "bs=4k;unlink=1",
        "bs=4k #comment",
        "bs=`id`",
        'bs="4k"',
        "bs='4k'",
        "bs=4k\\",
        "bs = 4k",
        " bs=4k",
        "bs=",
        "bs=4k,8k",
        "bs=1",
        "bs=2g",
        "bs=four",
        "rw=write",
        "rw=trim",
        "thread=0",
        "numjobs=1025",
        "iodepth=0",
        "rwmixread=101",
        "percentage_random=-1",
        "runtime=1x",
        "loops=0",
        "fallocate=posix",
        "allow_file_create=1",
        "log_avg_msec=0",
        "percentile_list=50:x",
        "percentile_list=101",
        "bssplit=4k/60:8k/60",
        "bssplit=4k",
        "rate_iops=,",
        "rate_process=trace",
        "random_distribution=zipf",
        "random_distribution=zipf:/etc/passwd",
        "random_distribution=zoned:50",
        "random_distribution=zoned:50/101",
        "random_distribution=zoned_abs:50/1g",
        "random_distribution=" + "zoned" + ":1/1" * 257,
        "blockalign=1",
        "buffer_compress_percentage=101",
        "buffer_pattern=/etc/passwd",
        "cpus_allowed=0-3",
        "cpus_allowed=0,",
        "cpus_allowed=5000",
        "numa_cpu_nodes=all",
        "numa_mem_policy=bind:0",
        "hipri=2",
        "offset_increment=-1",
        "[other]",
        "[global]",
        "",
        "bs=4k\r",
        "bs=4\u0660",
        "bs=4k\x00",
    ],
)
def test_line_outside_allow_list_is_refused(line):
    with pytest.raises(Refusal) as refused:
        parse_job(f"{SMALL}{line}\n\n" if line == "" else f"{SMALL}{line}\n")
    assert refused.value.code == "bad_request"
    assert "line 6" in refused.value.message


@pytest.mark.parametrize("key", ["ioengine", "filename", "rw", "thread"])
def test_required_option_must_be_there(key):
    text = "".join(line + "\n" for line in SMALL.splitlines() if not line.startswith(f"{key}="))
    with pytest.raises(Refusal, match=f"{key} is missing"):
        parse_job(text)


def test_latency_log_of_every_request_is_refused():
    with pytest.raises(Refusal, match="log_avg_msec"):
        parse_job(SMALL + "write_lat_log=phase\n")


@pytest.mark.parametrize("head", ["", "[global]\n", "[../x]\n", " [phase]\n", "[phase]x\n", "# hello\n[phase]\n"])
def test_the_one_section_comes_first(head):
    with pytest.raises(Refusal, match="line 1"):
        parse_job(SMALL.replace("[phase]\n", head))


def test_a_huge_job_file_is_refused():
    with pytest.raises(Refusal, match="longer"):
        parse_job(SMALL + "x" * 20000)


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ("", 1000),
        ("size=600\noffset=300\n", 900),
        ("size=1k\n", 1024),
        ("size=50%\n", 500),
        ("size=8\noffset=50%\n", 508),
        ("size=100\noffset=300\noffset_increment=200\nnumjobs=4\n", 1000),
        ("offset=900\noffset_increment=100\nnumjobs=4\n", 1200),
    ],
)
def test_where_a_job_ends_on_its_target(options, end):
    assert parse_job(SMALL + options).end_bytes(1000) == end


def test_render_inserts_the_target_path():
    assert "filename=/dev/nvme0n1\n" in render(SMALL, "/dev/nvme0n1")


@pytest.mark.parametrize(("text", "size"), [("4096", 4096), ("4k", 4096), ("1G", 1 << 30), ("4kb", None), ("", None)])
def test_sizes_accept_only_single_letter_suffixes(text, size):
    assert parse_size(text) == size
