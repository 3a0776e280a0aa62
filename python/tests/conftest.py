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
