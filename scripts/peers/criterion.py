"""The benches of benches/odds.rs."""

import json
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ESTIMATES = ROOT / "target" / "peers-criterion"


def run(patterns, *options):
    """Full name of each bench that matches one of the patterns to seconds for one resolution, law or sweep."""
    shutil.rmtree(ESTIMATES, ignore_errors=True)
    command = ["cargo", "bench", "--quiet", "--bench", "odds", "--", "--noplot", "|".join(patterns), *options]
    environment = os.environ | {"CRITERION_HOME": str(ESTIMATES)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
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
