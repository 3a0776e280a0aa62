"""The benches of benches/by_hand/odds.rs."""

import json
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ESTIMATES = ROOT / "target" / "peers-criterion"


def bench(pattern, *options):
    """What the benches that match a pattern print."""
    command = ["cargo", "bench", "--quiet", "--bench", "odds", "--", "--noplot", pattern, *options]
    environment = os.environ | {"CRITERION_HOME": str(ESTIMATES)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def names(pattern):
    """Full names of the benches that match a pattern."""
    return [line.removesuffix(": benchmark") for line in bench(pattern, "--list").splitlines() if line]


def run(pattern, *options):
    """Full name of each bench that matches a pattern to seconds for one resolution, law or sweep."""
    shutil.rmtree(ESTIMATES, ignore_errors=True)
    bench(pattern, *options)
    times = {}
    for path in sorted(ESTIMATES.rglob("new/benchmark.json")):
        about = json.loads(path.read_text())
        nanoseconds = json.loads((path.parent / "estimates.json").read_text())["median"]["point_estimate"]
        times[about["full_id"]] = nanoseconds * 1e-9 / elements(about)
    return times


def elements(about):
    """Resolutions of one iteration; a law or a sweep is one."""
    throughput = about["throughput"] or {}
    return throughput.get("Elements", 1) if about["full_id"].startswith("sample/") else 1
