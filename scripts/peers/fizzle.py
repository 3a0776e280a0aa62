"""fizzle itself: its benches, and its command as a whole process."""

import csv
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from . import battles, criterion, plain, spell
from .criterion import ROOT
from .timing import DUEL, LAW, RISK, SAMPLE, SWEEP

COMMAND = ROOT / "target" / "release" / "fizzle"

# What benches/by_hand/odds.rs calls it, and what is asked there.
BENCHES = {
    "sample/shadowrun5/indirect/": SAMPLE,
    "exact/shadowrun5/indirect-12-8-10-10": LAW,
    "sweep/300-": SWEEP,
    "exact/rules/risk": RISK,
    "exact/rules/duel": DUEL,
}

# The rule texts, and the metrics of their laws.
BATTLES = {
    RISK: ("risk", ["attackers", "defenders"], battles.risk),
    DUEL: ("duel", ["rounds", "hero_wins", "hero_left"], battles.duel),
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
        run(folder, "run", scenario, "--sampled", "--trials", trials, "--threads", 1, isa=isa)
    except subprocess.CalledProcessError:
        return None
    law = spell.damage_and_drain()
    marginals = {"damage": [(a, p) for (a, _), p in law.items()], "drain": [(b, p) for (_, b), p in law.items()]}
    means = {row["metric"]: float(row["mean"]) for row in rows(Path(folder) / "summary.csv")}
    return max(spell.moment_gap(means[metric], weighted, trials) for metric, weighted in marginals.items())


def law_gap(folder, scenario):
    """How far the command's exact law is from the true one."""
    return spell.law_gap(joint_law(folder, scenario, ["damage", "drain"]))


def joint_law(folder, scenario, metrics):
    """The command's exact joint law of some metrics."""
    run(folder, "run", scenario, "--exact", "--joint", ",".join(metrics))
    joint = rows(Path(folder) / "joint.csv")
    return {tuple(int(row[metric]) for metric in metrics): float(row["probability"]) for row in joint}


def battle_gap(folder, what):
    """How far the command's exact law of a rule text is from that of plain loops."""
    name, metrics, true = BATTLES[what]
    return battles.gap(joint_law(folder, f"scenarios/rules/{name}.rules", metrics), true())


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


def measure(bench):
    with TemporaryDirectory() as folder:
        scenario = Path(folder) / "spell.toml"
        scenario.write_text(BOLT)
        out = Path(folder) / "out"
        trials = 1_000_000 if bench.quick else 100_000_000
        seconds = bench.best(lambda: run(out, "run", scenario, "--sampled", "--trials", trials, "--threads", 1)) / trials
        bench.keep("fizzle", SAMPLE, "whole process", seconds, sample_gap(out, scenario, None, trials), 5)
        exact = law_gap(out, scenario)
        for name, seconds in criterion.run("|".join(BENCHES), *["--quick"] * bench.quick).items():
            what = next(what for start, what in BENCHES.items() if name.startswith(start))
            how = name.rsplit("/", 1)[1]
            if how == "by-hand":
                bench.keep("Rust", what, "dice, by hand", seconds, None, 5)
            elif what in BATTLES:
                bench.keep("fizzle", what, "all metrics", seconds, battle_gap(out, what), 1e-9)
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
