"""The child process that reads and parses: tree-sitter holds the interpreter lock, so it works outside.

It takes pickled jobs on standard input and answers on standard output, each message after its length in
8 bytes, and ends when its input does, so that it never outlives its parent.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import struct
import sys
from pathlib import Path
from typing import IO, Any

LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message. Raises EOFError when the other side is gone."""
    header = stream.read(LENGTH.size)
    if len(header) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(header)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def main() -> None:
    """Serve jobs until standard input ends. The first message names the repository's root."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not end up among the answers
    from ctxsmith_tui.index.extract import extract_batch
    from ctxsmith_tui.index.vocabulary import Vocabulary

    gc.disable()  # extracting makes no cycles: all that collections would find is work
    try:
        root, vocabulary = Path(receive(jobs)), Vocabulary()
        while True:
            send(answers, extract_batch(root, receive(jobs), vocabulary=vocabulary))
    except (EOFError, BrokenPipeError):
        os._exit(0)


def command() -> list[str]:
    """The command line that starts a worker with this process's import path, and never the work tree's."""
    path = [entry for entry in sys.path if Path(entry).is_absolute()]
    code = f"import sys; sys.path[:] = {path!r}; from ctxsmith_tui.index.worker import main; main()"
    return [sys.executable, "-P", "-c", code]
