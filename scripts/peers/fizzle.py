"""fizzle itself: its benches, and its command as a whole process."""

import csv
import json
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from . import plain, spell
from .timing import LAW, SAMPLE, SWEEP

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / "target" / "release" / "fizzle"
ESTIMATES = ROOT / "target" / "peers-criterion"

# What benches/odds.rs calls it, and what is asked there.
BENCHES = {
    "sample/shadowrun5/indirect/": SAMPLE,
    "exact/shadowrun5/indirect-12-8-10-10": LAW,
    "sweep/300-": SWEEP,
}

BOLT = """
system = "shadowrun5"
procedure = "indirect"
title = "Indirect spell"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5 }
spell = { damage_type = "physical", drain = -3 }
target = { body = 4, reaction = 4, intuition = 4, armor = 12 }
choice = { force = 6, reagents = 12 }
rules = { mental_limit = false }
"""


def run(folder, *arguments, isa=None):
    """What the command writes to a folder, without charts."""
    environment = os.environ | ({"FIZZLE_ISA": isa} if isa else {})
    command = [COMMAND, *map(str, arguments), "--charts", "none", "--quiet", "--force", "--out", folder]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def sample_gap(folder, scenario, isa, trials):
    """How far means of the command's own sample are from the true ones, in standard errors.

    None if the processor does not have the instructions that `isa` forces.
    """
    try:
        run(folder, "run", scenario, "--trials", trials, "--threads", 1, isa=isa)
    except subprocess.CalledProcessError:
        return None
    law = spell.damage_and_drain()
    marginals = {"damage": [(a, p) for (a, _), p in law.items()], "drain": [(b, p) for (_, b), p in law.items()]}
    means = {row["metric"]: float(row["mean"]) for row in rows(Path(folder) / "summary.csv")}
    return max(spell.moment_gap(means[metric], weighted, trials) for metric, weighted in marginals.items())


def law_gap(folder, scenario):
    """How far the command's exact law is from the true one."""
    run(folder, "run", scenario, "--exact", "--joint", "damage,drain")
    joint = rows(Path(folder) / "joint.csv")
    return spell.law_gap({(int(row["damage"]), int(row["drain"])): float(row["probability"]) for row in joint})


def sweep(folder):
    """The grid by the command: all metrics and questions, files written."""
    varied = ["--vary", "choice.force=1..12", "--vary", "choice.reagents=unset,1..24"]
    run(folder, "sweep", "scenarios/lightning-bolt.toml", *varied, "--exact", "--threads", 1)


def sweep_gap(folder):
    """How far its means are from those of plain loops."""
    means = {
        (int(row["choice.force"]), int(row["choice.reagents"]) if row["choice.reagents"].isdigit() else None): (
            float(row["damage.mean"]),
            float(row["drain.mean"]),
        )
        for row in rows(Path(folder) / "sweep.csv")
    }
    return plain.sweep_gap([means[setting] for setting in spell.GRID])


def benches(quick):
    """What criterion measures: full name to seconds for one resolution, law or sweep."""
    shutil.rmtree(ESTIMATES, ignore_errors=True)
    pattern = "|".join(BENCHES)
    command = ["cargo", "bench", "--quiet", "--bench", "odds", "--", "--noplot", pattern] + ["--quick"] * quick
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


def measure(bench):
    with TemporaryDirectory() as folder:
        scenario = Path(folder) / "spell.toml"
        scenario.write_text(BOLT)
        out = Path(folder) / "out"
        trials = 1_000_000 if bench.quick else 100_000_000
        seconds = bench.best(lambda: run(out, "run", scenario, "--trials", trials, "--threads", 1)) / trials
        bench.keep("fizzle", SAMPLE, "whole process", seconds, sample_gap(out, scenario, None, trials), 5)
        exact = law_gap(out, scenario)
        for name, seconds in benches(bench.quick).items():
            what = next(what for start, what in BENCHES.items() if name.startswith(start))
            how = name.rsplit("/", 1)[1]
            if how == "by-hand":
                bench.keep("Rust", what, "dice, by hand", seconds, None, 5)
            elif what == SAMPLE:
                # The command can be made to read columns; tests/readers compares all readers.
                isa = how.removeprefix("columns-")
                gap = sample_gap(out, scenario, isa, trials) if how.startswith("columns-") else None
                bench.keep("fizzle", what, how, seconds, gap, 5)
            elif what == LAW:
                metrics = how.removeprefix("indirect-12-8-10-10").removeprefix("-") or "all metrics"
                bench.keep("fizzle", what, metrics, seconds, exact, 1e-9)
            else:
                sweep(out)
                bench.keep("fizzle", what, how.removeprefix("300-"), seconds, sweep_gap(out), 1e-9)
        seconds = bench.best(lambda: sweep(out))
        bench.keep("fizzle", SWEEP, "whole process, all metrics", seconds, sweep_gap(out), 1e-9)
