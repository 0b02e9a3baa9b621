"""The process that draws: one V8 with the chart bundle, which answers one request after the other.

It is started by `picture_process` without an environment. A request is `[function, arguments]` in JSON behind its
length in four bytes; an answer is `{"text": ...}` or `{"error": ...}`. A V8 that ran out of time or memory is not
trusted again: it reports that it `ends`. The script is only ours; data enters as JSON text and nothing in it is
evaluated.
"""

from __future__ import annotations

import json
import os
import resource
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

LENGTH = struct.Struct(">I")
#: V8 sets aside half a gigabyte that it does not use; its address space cannot be limited, that is a terabyte.
V8_BASE_BYTES = 768 << 20
NICENESS = 5
#: Which functions of the bundle may be called.
FUNCTIONS = ("renderChart", "renderMiniature", "readChart", "offerCharts", "drawPanels")


def main(bundle: str, seconds: str, memory_bytes: str) -> None:
    """Answer requests for drawings on standard input until it ends.

    `bundle` is the path of the chart code. `seconds` and `memory_bytes` limit one drawing.
    """
    # Output of a library must not appear between two answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    limit_itself(int(memory_bytes))
    # Imported late, so that everything V8 does happens under the limits.
    from py_mini_racer import JSOOMException, JSTimeoutException, MiniRacer  # noqa: PLC0415

    with MiniRacer() as engine:
        engine.eval(Path(bundle).read_text(encoding="utf-8"), timeout_sec=float(seconds))
        while (request := read_message(sys.stdin.buffer)) is not None:
            function, arguments = request
            try:
                if function not in FUNCTIONS:
                    raise ValueError(f"there is no function {function}")
                text = engine.call(function, *arguments, timeout_sec=float(seconds), max_memory=int(memory_bytes))
                answer = {"text": text} if isinstance(text, str) else {"error": "the bundle gave no text"}
            except (JSOOMException, JSTimeoutException) as error:
                much = "memory" if isinstance(error, JSOOMException) else "time"
                write_message(answers, {"error": f"it needed more {much} than a chart may take", "ends": True})
                return
            except Exception as error:
                answer = {"error": str(error).strip() or type(error).__name__}
            write_message(answers, answer)


def limit_itself(memory_bytes: int) -> None:
    """Limit memory and priority of this process, and forbid it to write files and core dumps."""
    limit_bytes = V8_BASE_BYTES + memory_bytes
    resource.setrlimit(resource.RLIMIT_DATA, (limit_bytes, limit_bytes))
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(limit, (0, 0))
    os.nice(NICENESS)


def read_message(stream: BinaryIO) -> Any | None:
    """Return the next JSON message in a stream; None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    return json.loads(body) if len(body) == length else None


def write_message(stream: BinaryIO, message: Any) -> None:
    """Write one JSON message with its length to a stream, and flush the stream."""
    body = json.dumps(message).encode()
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
