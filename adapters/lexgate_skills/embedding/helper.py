"""The helper process: loads the model, answers frames on its own pipes, and ends when idle or when its parent ends.

Started as `python -m lexgate_skills.embedding.helper FOLDER THREADS IDLE_SECONDS`. Its stdin and stdout are pipes
of the server's embedder; it never sees the stdio that the MCP client talks to.
"""

import itertools
import os
import queue
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from lexgate_skills.embedding.folder import ModelUnusable, read_folder
from lexgate_skills.embedding.frames import Frame, FrameBroken, read_frame, write_frame
from lexgate_skills.embedding.memory import memory_trimmer
from lexgate_skills.embedding.tokens import open_tokenizer

if TYPE_CHECKING:
    from lexgate_skills.embedding.encoder import Encoder

_PARENT_CHECK_SECONDS = 1.0
Work = tuple[int, int, Frame]


def main(arguments: list[str]) -> int:
    folder, threads, idle_seconds = Path(arguments[0]), int(arguments[1]), float(arguments[2])
    requests, answers = _own_pipes()
    work: queue.PriorityQueue[Work] = queue.PriorityQueue()
    threading.Thread(target=_receive, args=(requests, work), daemon=True).start()
    threading.Thread(target=_watch_parent, args=(os.getppid(),), daemon=True).start()
    encoder = _load(folder, threads, answers)
    if encoder is None:
        return 1
    trim = memory_trimmer()
    trim()
    while True:
        try:
            _, _, frame = work.get(timeout=idle_seconds)
        except queue.Empty:
            return 0
        write_frame(answers, _answer(encoder, frame))
        if work.empty():
            trim()


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take stdin and stdout for the frames; what a library prints goes nowhere."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return requests, answers


def _receive(requests: BinaryIO, work: "queue.PriorityQueue[Work]") -> None:
    """Queue what comes, queries first. The end of the pipe is the end of the server: nothing is worth finishing."""
    counter = itertools.count()
    try:
        while (frame := read_frame(requests)) is not None:
            work.put((0 if frame.head.get("kind") == "query" else 1, next(counter), frame))
    except (FrameBroken, OSError):
        pass
    os._exit(0)


def _watch_parent(parent: int) -> None:
    """End with the parent even where another process holds the other end of the pipe open."""
    pause = threading.Event()
    while os.name == "nt" or os.getppid() == parent:  # Windows never gives the children another parent.
        pause.wait(_PARENT_CHECK_SECONDS)
    os._exit(0)


def _load(folder: Path, threads: int, answers: BinaryIO) -> "Encoder | None":
    try:
        model = read_folder(folder)
        with ThreadPoolExecutor(1) as beside:
            # sentencepiece takes most of the start and leaves the interpreter free, so numpy loads meanwhile.
            tokenizer = beside.submit(open_tokenizer, model)
            from lexgate_skills.embedding.encoder import Encoder

            encoder = Encoder(model, tokenizer.result, workers=threads)
    except ModelUnusable as unusable:
        write_frame(answers, Frame({"ready": False, "reason": unusable.reason, "what": unusable.what}))
        return None
    except ImportError:
        what = "onnxruntime, numpy or the model's tokeniser library cannot be loaded on this machine."
        write_frame(answers, Frame({"ready": False, "reason": "library_missing", "what": what}))
        return None
    write_frame(answers, Frame({"ready": True, "dimension": model.dimension}))
    return encoder


def _answer(encoder: "Encoder", frame: Frame) -> Frame:
    number, texts = frame.head.get("id"), frame.head.get("texts")
    embed = encoder.embed_query if frame.head.get("kind") == "query" else encoder.embed_passage
    try:
        vectors = embed([str(text) for text in texts or ()])
    except Exception as error:  # A text that breaks the model must not end the helper: the next one may be served.
        reason = "vector_unusable" if type(error).__name__ == "VectorUnusable" else "model_failed"
        return Frame({"id": number, "ok": False, "reason": reason})
    body = vectors.astype("<f4").tobytes()
    return Frame({"id": number, "ok": True, "rows": len(vectors), "dimension": vectors.shape[1]}, body)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
