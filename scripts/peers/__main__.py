"""Runs all peers that there are, one after the other."""

import argparse
import importlib
import sys
from pathlib import Path

from . import report
from .timing import Bench

PEERS = ["procedures", "fizzle", "plain", "battles"]
PEERS += ["numpy_peer", "numba_peer", "icepool_peer", "dyce_peer", "eurydice_peer"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    bench = Bench(arguments.quick)
    missing = []
    for name in PEERS:
        try:
            importlib.import_module(f"peers.{name}").measure(bench)
        except (ImportError, OSError) as error:
            # What is not there is said; what is wrong ends the run.
            missing.append(name.removesuffix("_peer"))
            print(f"{missing[-1]} is left out: {error}", file=sys.stderr)
    arguments.out.mkdir(parents=True, exist_ok=True)
    report.write(bench.results, missing, arguments.out)
    for line in bench.wrong:
        print(f"WRONG: {line}", file=sys.stderr)
    sys.exit(1 if bench.wrong else 0)


main()
