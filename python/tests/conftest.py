import os
import signal
import threading
import time
from pathlib import Path

import pytest

import fizzle

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture
def bolt():
    return fizzle.load(SCENARIOS / "lightning-bolt.toml")


@pytest.fixture(scope="session")
def second():
    """So many trials take about a second on a thread: that depends on how the module was built."""
    bolt = fizzle.load(SCENARIOS / "lightning-bolt.toml")
    bolt.sample(1_000_000, threads=1)
    start = time.monotonic()
    bolt.sample(2_000_000, threads=1)
    return int(2_000_000 / (time.monotonic() - start))


def interrupted(work, after=0.3):
    """How long it takes until Ctrl-C ends the work, during which other threads of Python go on.
    Work that is done earlier is begun again: how long it takes depends on the machine."""
    pressed, ended = [], threading.Event()
    # A shell may have begun it with Ctrl-C ignored, as shells do in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def press():
        # Work that fails earlier is told as it is.
        if not ended.wait(after):
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                work()
        return time.monotonic() - pressed[0]
    finally:
        ended.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
