"""Documents out of a growing file, and the counts in them."""

import json

from storagelab_runner.status_stream import CountHistory, StatusStream
from storagelab_runner.stop_rule import Count


def _document(elapsed, runtime_ms, reads, writes=0):
    direction = {"runtime": runtime_ms, "total_ios": reads}
    job = {"elapsed": elapsed, "read": direction, "write": {"runtime": runtime_ms, "total_ios": writes}}
    return {"fio version": "fio-3.33", "jobs": [job]}


def _as_fio_writes(document):
    return (json.dumps(document, indent=2) + "\n").encode()


def test_a_cut_document_waits_for_its_rest(tmp_path):
    path = tmp_path / "status.json"
    stream = StatusStream(path)
    assert stream.read_new_documents() == []
    first, second = _document(1, 900, 10), _document(2, 1900, 20)
    whole = _as_fio_writes(first) + b"\nfio: terminating on signal 2\n" + _as_fio_writes(second)
    documents = []
    for end in range(0, len(whole) + 40, 40):
        path.write_bytes(whole[:end])
        documents += stream.read_new_documents()
    assert documents == [first, second]


def test_broken_documents_are_passed_over(tmp_path):
    path = tmp_path / "status.json"
    path.write_bytes(b'{\n  "half" : \n}\n' + b"\xff\x00 noise\n" + _as_fio_writes(_document(1, 900, 10)))
    assert StatusStream(path).read_new_documents() == [_document(1, 900, 10)]


def test_reads_and_writes_are_counted_together():
    history = CountHistory(0)
    history.add(_document(1, 900, 10, 5))
    assert history.counts == [Count(900, 15, 0, None)]


def test_the_ramp_is_left_out():
    history = CountHistory(2)
    for document in (_document(1, 900, 100), _document(2, 1900, 200), _document(4, 900, 90), _document(5, 1900, 190)):
        history.add(document)
    assert history.counts == [Count(900, 90, 0, None), Count(1900, 190, 0, None)]


def test_shrinking_counts_restart_the_history():
    history = CountHistory(0.5)
    for document in (_document(1, 900, 100), _document(2, 400, 40)):
        history.add(document)
    assert history.counts == [Count(400, 40, 0, None)]


def test_document_without_jobs_or_time_is_ignored():
    history = CountHistory(0)
    for document in ({}, {"jobs": []}, {"jobs": ["x"]}, _document(1, 0, 0)):
        history.add(document)
    assert history.counts == []
