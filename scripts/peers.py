#!/usr/bin/env python3
"""Measures fizzle and its peers, in one run on one core.

First every procedure, beside a program written by hand (benches/by_hand), in passes over all.

Then one spell, the indirect one of benches/by_hand/odds.rs: 12 spellcasting dice against 8, soaked by
10, its drain resisted by 10. Three questions: how many resolutions a second, the whole joint
outcome counted; how long the exact joint law of damage and drain takes; how long the means
of both over 300 settings take. Last the exact laws of two rule texts, scenarios/rules/risk.rules
and duel.rules. All answers are compared before any time is written.

Writes reports/peers.csv, peers.md, peers.svg and peers.png. The peers live in a virtual
environment of their own, target/peers-venv, with the versions of peers-requirements.txt. A
peer that cannot be installed is said and left out.
"""

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "target" / "peers-venv"
PYTHON = VENV / ("Scripts" if os.name == "nt" else "bin") / "python"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="short measurements, to see that all works")
    parser.add_argument("--out", type=Path, default=ROOT / "reports", help="folder for the results")
    arguments = parser.parse_args()
    install(ROOT / "scripts" / "peers-requirements.txt")
    build()
    # Only now: what is installed and built may use all cores.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    command = [PYTHON, "-m", "peers", "--out", arguments.out.resolve()]
    if arguments.quick:
        command.append("--quick")
    sys.exit(subprocess.run(command, cwd=ROOT / "scripts").returncode)


def install(requirements):
    """Installs one requirement at a time, so that one that fails does not keep the others out."""
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    for line in requirements.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", line]
        if subprocess.run(pip, stderr=subprocess.DEVNULL).returncode != 0:
            print(f"{line} cannot be installed: it is left out", file=sys.stderr)


def build():
    """Builds the command and its benches."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "bench", "--bench", "odds", "--no-run", "--quiet"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
