"""Every procedure: fizzle beside a program written by hand, which shares nothing with it but the rules.

The programs are those of benches/by_hand, which are compared with fizzle before they are timed.
"""

from collections import defaultdict

from . import criterion
from .timing import SAMPLE

BY_HAND = "by-hand"
READERS = [BY_HAND, "columns-.*", "sampler"]
SCALAR = "columns-scalar"
BRIEF = ["--warm-up-time", "0.1", "--measurement-time", "0.2", "--sample-size", "10"]


def measure(bench):
    """Passes over all readers of all procedures. What disturbs the machine only adds time: the least is kept."""
    written = [name.removesuffix(f"/{BY_HAND}") for name in criterion.names(f"/{BY_HAND}$")]
    pattern = f"^({'|'.join(written)})/({'|'.join(READERS)})$"
    passes = defaultdict(list)
    for _ in range(1 if bench.quick else 5):
        for name, seconds in criterion.run(pattern, *BRIEF).items():
            passes[name.rpartition("/")[::2]].append(seconds)
    for procedure in written:
        what = procedure.replace("sample/", f"{SAMPLE} ", 1)
        for (name, reader), seconds in passes.items():
            if name == procedure:
                who = "Rust" if reader == BY_HAND else "fizzle"
                bench.keep(who, what, reader.replace(BY_HAND, "by hand"), min(seconds), None, 0)


def rows(results):
    """Of each procedure its name and three times: by hand, fizzle's fastest reader, and the same reader
    without vector instructions."""
    found = defaultdict(dict)
    for one in results:
        if one.what.startswith(f"{SAMPLE} "):
            found[one.what.removeprefix(f"{SAMPLE} ")][one.how] = one.seconds
    for procedure, times in found.items():
        by_hand = times.pop("by hand")
        fastest = min(times, key=times.get)
        # Without columns, no reader uses vector instructions.
        yield procedure, by_hand, times[fastest], times.get(SCALAR, times[fastest])
