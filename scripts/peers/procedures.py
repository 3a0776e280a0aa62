"""Every procedure: fizzle beside a program written by hand, which shares nothing with it but the rules.

The programs are those of benches/by_hand, which are compared with fizzle before they are timed.
"""

from collections import defaultdict
from statistics import median

from . import criterion
from .timing import SAMPLE

BY_HAND = "by-hand"
READERS = [BY_HAND, "sampler", "columns-.*"]
BRIEF = ["--warm-up-time", "0.1", "--measurement-time", "0.3", "--sample-size", "10"]


def measure(bench):
    """Passes over all readers of all procedures, so that what disturbs the machine disturbs all; medians."""
    passes = defaultdict(list)
    for _ in range(1 if bench.quick else 3):
        for name, seconds in criterion.run([f"^sample/.*/({'|'.join(READERS)})$"], *BRIEF).items():
            passes[name.rpartition("/")[::2]].append(seconds)
    for (procedure, reader), seconds in passes.items():
        if (procedure, BY_HAND) in passes:
            what = procedure.replace("sample/", f"{SAMPLE} ", 1)
            who = "Rust" if reader == BY_HAND else "fizzle"
            bench.keep(who, what, reader.replace(BY_HAND, "by hand"), median(seconds), None, 0)


def rows(results):
    """Of each procedure its name and three times: by hand, fizzle's fastest reader, and its scalar one."""
    found = defaultdict(dict)
    for one in results:
        if one.what.startswith(f"{SAMPLE} "):
            found[one.what.removeprefix(f"{SAMPLE} ")][one.how] = one.seconds
    for procedure, times in found.items():
        by_hand = times.pop("by hand")
        yield procedure, by_hand, min(times.values()), times.get("columns-scalar", times["sampler"])
