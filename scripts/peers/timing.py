"""Measurements, and what is kept of each."""

import sys
from dataclasses import dataclass
from time import perf_counter

SAMPLE, LAW, SWEEP = "sample", "joint law", "sweep of 300"
RISK, DUEL = "law of Risk", "law of a duel"


@dataclass
class Result:
    """How long somebody takes for one resolution, one law or one sweep."""

    who: str
    what: str
    how: str
    seconds: float


class Bench:
    """Takes times, and keeps only those of answers that are right."""

    def __init__(self, quick):
        self.quick = quick
        self.patience = 0.2 if quick else 3.0
        self.results = []
        self.wrong = []

    def best(self, work):
        """The least time of `work`, run again and again for a while."""
        work()
        least, end = float("inf"), perf_counter() + self.patience
        while True:
            start = perf_counter()
            work()
            now = perf_counter()
            least = min(least, now - start)
            if now > end:
                return least

    def once(self, work):
        """The time of `work`, which takes long."""
        start = perf_counter()
        work()
        return perf_counter() - start

    def keep(self, who, what, how, seconds, gap, allowed):
        """Keeps a time, if the answer is no further off than is allowed; `None`: it is not compared here."""
        off = "not compared here" if gap is None else f"off by {gap:.2g}"
        print(f"{who}, {what}, {how}: {seconds:.3g} s, {off}", file=sys.stderr)
        if gap is None or gap <= allowed:
            self.results.append(Result(who, what, how, seconds))
        else:
            self.wrong.append(f"{who}, {what}, {how}: off by {gap:.3g}, more than {allowed:g}")
