"""eurydice_engine: the AnyDice language in Rust. A small program of its own runs it."""

import subprocess
from pathlib import Path

from . import spell
from .timing import LAW

HERE = Path(__file__).parent / "eurydice"
TARGET = HERE.parents[2] / "target" / "eurydice-peer"
PROGRAMS = {"one function": HERE / "one-function.txt", "independence by hand": HERE / "independent.txt"}


def build():
    """Builds the program beside all else that is built."""
    (TARGET / "src").mkdir(parents=True, exist_ok=True)
    for name in ["Cargo.toml", "src/main.rs"]:
        (TARGET / name).write_text((HERE / name).read_text())
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", TARGET / "target"]
    subprocess.run(command, cwd=TARGET, check=True)
    return TARGET / "target" / "release" / "eurydice-peer"


def measure(bench):
    try:
        command = build()
    except subprocess.CalledProcessError as error:
        raise ImportError("its program cannot be built") from error
    for how, program in PROGRAMS.items():
        run = subprocess.run([command, str(bench.patience), program], capture_output=True, text=True, check=True)
        first, *rows = run.stdout.splitlines()
        law = {}
        for damage, drain, p in map(str.split, rows):
            law[int(damage), int(drain)] = float(p)
        bench.keep("eurydice_engine", LAW, how, float(first.split()[1]), spell.law_gap(law), 1e-9)
