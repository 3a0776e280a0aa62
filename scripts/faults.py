#!/usr/bin/env python3
"""Tries what can go wrong with files, and prints the results as a table.

    python3 scripts/faults.py [--fizzle target/debug/fizzle] [--kills 1000] [--seconds 10]

The docstring of a trial is the result that the table shows. Needs Linux and Python only. Full disks
and read-only folders need root, a clock that is set back needs `faketime`; the table says what was
not tried. Ends with status 1 at the first promise that does not hold.
"""

import argparse
import csv
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from pathlib import Path

# The commands that write, with a place for where to.
WRITING = {
    "run": "run s.toml --exact --out {}",
    "run, sampled": "run s.toml --trials 500k --charts none --out {}",
    "run --resume": "run s.toml --trials 2M --charts none --resume --out {}",
    "run --part": "run s.toml --trials 500k --charts none --part 1/2 --out {}",
    "merge": "merge parts/run-1-of-2.part parts/run-2-of-2.part --out {}",
    "compare": "compare s.toml --exact --out {}",
    "sweep": "sweep s.toml --exact --out {}",
    "advise": "advise s.toml --exact --out {}",
    "attribute": "attribute s.toml --exact --out {}",
    "balance": "balance s.toml --exact --knob target.armor=8..14 --target 'mean(damage) = 3' --out {}",
    "verify --part": "verify s.toml --trials 500k --part 1/2 --out {}",
    "report": "report s.toml --exact --out {}.html",
    "sheet": "sheet s.toml --out {}",
    "explore": "explore s.toml --out {}.html",
    "man": "man {}",
}

# Text that is harmful wherever it is not taken for text: formulas of spreadsheets, a script, and what a
# terminal obeys.
FORMULAS = ["=1+1", " =1+1", "＝1+1", "a;=1+1", "@sum"]
HOSTILE = "</title><script>alert('&')</script>"
OBEYED = "\x1b\x07\x9b\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"

SCENARIO = """
title = "TITLE"
system = "shadowrun5"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }
spell = { preset = "lightning-bolt" }
target = { body = 4, reaction = 4, intuition = 3, armor = 12 }
choice = { force = FORCE }
vary = { "choice.force" = "4..6" }
advise = { maximize = "mean(damage)" }
question = [QUESTIONS]
variant = [{ name = "limit", set = { "rules.mental_limit" = false } }]
"""


class Broken(Exception):
    """A promise that does not hold."""


def holds(truth, otherwise):
    if not truth:
        raise Broken(otherwise)


class Room:
    """A folder with a scenario, and whatever the command makes of it."""

    def __init__(self, fizzle, path):
        self.fizzle, self.path = fizzle, Path(path)
        self.put(4)

    def put(self, force, names=("Bolt",)):
        """A scenario with the first of the names, and a question of each."""
        questions = [f'{{ name = "{name}", event = "damage > {least}" }}' for least, name in enumerate(names)]
        text = SCENARIO.replace("FORCE", str(force)).replace("TITLE", names[0])
        (self.path / "s.toml").write_text(text.replace("QUESTIONS", ", ".join(questions)))

    def start(self, line, **options):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": self.path} | options
        return subprocess.Popen([self.fizzle, *shlex.split(line)], text=True, **options)

    def run(self, line, status=0, **options):
        """Runs the command to its end; yields what it says on standard error."""
        process = self.start(line, **options)
        said = process.communicate(timeout=600)[1]
        ended = f"`fizzle {line}` ended with {process.returncode} and not with {status}: {said}"
        holds(process.returncode == status, ended)
        holds("panicked" not in said, said)
        return said

    def found(self, place="out"):
        """The files that are there, with what is in them but for the time that it took, and without
        what a run that may go on has kept."""
        files = [file for path in self.path.glob(f"{place}*") for file in [path, *path.rglob("*")]]
        files = [file for file in files if file.is_file() and not file.name.startswith(".fizzle-resume")]
        content = lambda file: re.sub(rb'"seconds": ?[0-9.e-]+', b"", file.read_bytes())
        return {str(file.relative_to(self.path)): content(file) for file in files}

    def clear(self, place="out"):
        for path in self.path.glob(f"{place}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def parts(self):
        self.clear("parts")
        for part in [1, 2]:
            self.run(f"run s.toml --trials 500k --charts none --part {part}/2 --out parts")

    def results(self, line):
        """What a command writes of each of two scenarios, by itself, and how long it takes."""
        whole, begun = {}, time.monotonic()
        for force in [4, 6]:
            self.put(force)
            self.clear("parts")
            for part in [1, 2]:
                self.run(f"run s.toml --trials 500k --charts none --part {part}/2 --out parts")
            begun = time.monotonic()
            self.clear()
            self.run(line)
            whole[force] = self.found()
        return whole, time.monotonic() - begun


def kills(room, many):
    """Every file is complete, either old or new, and the next run succeeds as if nothing had
    happened."""
    random.seed(1)
    for name, command in WRITING.items():
        line = command.format("out")
        whole, duration = room.results(line)
        for turn in range(-(-many // len(WRITING))):
            force = random.choice([4, 6])
            if name != "merge":
                room.put(force)
            process = room.start(line)
            time.sleep(random.uniform(0, 1.1 * duration))
            process.kill()
            process.wait()
            for file, content in room.found().items():
                known = [results.get(file) for results in whole.values()]
                hidden = "/.fizzle-" in file or file.startswith(".fizzle-")
                holds(hidden or content in known, f"after a kill of `{name}` {file} is neither old nor new")
            if turn % 2:
                room.run(line)
                wanted = whole[6 if name == "merge" else force]
                left = room.found()
                holds(left == wanted, f"after a kill of `{name}` the next differs in {differ(left, wanted)}")
    return f"{-(-many // len(WRITING)) * len(WRITING)} kills of {len(WRITING)} commands"


def differ(left, wanted):
    names = sorted(left.keys() ^ wanted.keys()) or [name for name in wanted if left[name] != wanted[name]]
    return ", ".join(names)


def at_once(room, many):
    """The complete results of one of them."""
    for name, command in WRITING.items():
        line = command.format("out")
        whole, _ = room.results(line)
        for _ in range(max(1, many // 200)):
            processes = [room.start(line) for _ in range(4)]
            ends = [(process.communicate()[1], process.returncode) for process in processes]
            for said, status in ends:
                holds(status == 0 or "another fizzle" in said, f"one of four `{name}` at once: {said}")
            holds(any(status == 0 for _, status in ends), f"none of four `{name}` came to its end")
            left = room.found()
            holds(left in whole.values(), f"four `{name}` at once leave {differ(left, whole[6])}")
    return f"4 processes of each of {len(WRITING)} commands"


def full_disk(room, _):
    """The previous results stay; status 3."""
    if os.geteuid() != 0:
        return "not tried: needs root"
    disk, tried = room.path / "disk", 0
    for name, command in WRITING.items():
        line = command.format("disk/out")
        whole, _ = room.results(command.format("out"))
        size = sum(len(content) for content in whole[6].values())
        steps = 12
        for step in range(steps):
            disk.mkdir(exist_ok=True)
            pages = 2 * size // 4096 + 64
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={4 * pages}k", "tmpfs", disk])
            if mounted.returncode != 0:
                return "not tried: nothing can be mounted"
            try:
                room.put(4)
                room.run(line)
                before = room.found("disk")
                free = os.statvfs(disk).f_bavail
                with open(disk / "ballast", "wb") as ballast:
                    ballast.write(b"0" * 4096 * (free - step * size // steps // 4096))
                room.put(6)
                process = room.start(line)
                said = process.communicate()[1]
                (disk / "ballast").unlink()
                if process.returncode == 0:
                    continue
                tried += 1
                holds(process.returncode == 3, f"`{name}` on a full disk: {said}")
                holds("cannot" in said, f"`{name}` on a full disk says {said}")
                left = room.found("disk")
                holds(left == before, f"`{name}` on a full disk leaves {sorted(left)}")
                room.run(line)
            finally:
                subprocess.run(["umount", disk], check=True)
    return f"{tried} full disks, {len(WRITING)} commands"


def read_only(room, _):
    """Nothing changes; status 3."""
    if os.geteuid() != 0:
        return "not tried: needs root"
    nobody = {"preexec_fn": lambda: os.setuid(65534)}
    room.path.chmod(0o755)
    for name, command in WRITING.items():
        line = command.format("out")
        room.results(line)
        before = room.found()
        said = room.run(line, status=3, **nobody)
        holds("cannot" in said and room.found() == before, f"`{name}` in a folder of others: {said}")
    return f"{len(WRITING)} commands as another user"


def no_reader(room, _):
    """A closed pipe ends the command silently; any other failure to print gives status 3."""
    lines = [command.format("out") for command in WRITING.values()]
    lines += ["list shadowrun5", "new shadowrun5", "schema", "completions bash", "explain s.toml", "roll 4d6"]
    room.parts()
    for line in lines:
        room.clear()
        reader, writer = os.pipe()
        os.close(reader)
        said = room.run(line, stdout=writer)
        os.close(writer)
        holds(said == "", f"`{line}` into a closed pipe says {said}")
        with open("/dev/full", "w") as full:
            room.run(line, status=3, stdout=full)
    return f"{len(lines)} commands into a closed pipe and into `/dev/full`"


def clock(room, _):
    """The results are the same."""
    if not shutil.which("faketime"):
        return "not tried: needs `faketime`"
    for name, command in WRITING.items():
        line = command.format("out")
        whole, _ = room.results(line)
        for file in room.found():
            os.utime(room.path / file, (2**32, 2**32))
        in_1999 = ["faketime", "1999-01-01", room.fizzle, *shlex.split(line)]
        back = subprocess.run(in_1999, cwd=room.path, capture_output=True, text=True)
        holds(back.returncode == 0, f"`{name}` in 1999: {back.stderr}")
        holds(room.found() == whole[6], f"`{name}` in 1999 leaves something else")
    return f"{len(WRITING)} commands in 1999 over files of 2106"


def links(room, _):
    """The target of the link is never written, not even with `--force`."""
    tried = 0
    for name, command in WRITING.items():
        line = command.format("out")
        whole, _ = room.results(line)
        for file in whole[6]:
            precious, link = room.path / "precious", room.path / file
            precious.write_text("years of work")
            link.unlink()
            link.symlink_to(precious)
            for force in ["", " --force"]:
                process = room.start(line + force)
                said = process.communicate()[1]
                holds(process.returncode in [0, 2, 3], f"`{line}{force}` over a link: {said}")
                holds(precious.read_text() == "years of work", f"`{line}{force}` wrote through {file}")
            link.unlink(missing_ok=True)
            room.clear()
            room.run(line)
            tried += 1
    return f"{tried} files of {len(WRITING)} commands"


def edited(room, _):
    """The file stays; status 2."""
    tried, others = 0, 0
    for name, command in WRITING.items():
        line = command.format("out")
        whole, _ = room.results(line)
        for file, content in whole[6].items():
            original = (room.path / file).read_bytes()
            mine = original + b"\nmine"
            (room.path / file).write_bytes(mine)
            said = room.run(line, status=2)
            holds("--force" in said, f"`{line}` over an edited {file} says {said}")
            holds((room.path / file).read_bytes() == mine, f"`{line}` overwrote {file}")
            (room.path / file).write_bytes(original)
            tried += 1
        if "s.toml" not in line:
            continue
        shutil.copy(room.path / "s.toml", room.path / "t.toml")
        room.run(line.replace("s.toml", "t.toml"), status=2)
        holds(room.found() == whole[6], f"`{name}` of another scenario overwrites results")
        others += 1
    return f"{tried} edited files of {len(WRITING)} commands, {others} commands of another scenario"


def flat(room, seconds):
    """Memory stays flat, and Ctrl-C stops the run."""
    process = room.start("run s.toml --trials 1e15 --charts none --quiet")
    seen, begun = [], time.monotonic()
    while time.monotonic() < begun + seconds and process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        seen += [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    holds(process.returncode == 130, f"10^15 trials ended with {process.returncode}: {said}")
    early, late = (max(half) for half in [seen[: len(seen) // 2], seen[len(seen) // 2 :]])
    # After 2^32 casts each thread takes 64 bits for each of its counts, once.
    holds(late < early + 8192, f"the memory of a run grows from {early} to {late} kB")
    return f"the first {seconds} s of 10^15 casts in {late / 1024:.0f} MB"


def hostile(room, _):
    """They are shown and never executed, in SVG, HTML, CSV and on the terminal."""
    escapes = "".join(f"\\u{ord(character):04x}" for character in OBEYED)
    cells = 0
    room.put(4, [formula + HOSTILE + escapes for formula in FORMULAS])
    for name, command in WRITING.items():
        if name in ["merge", "man"]:
            continue
        process = room.start(command.format("out"), stdout=subprocess.PIPE)
        shown, said = process.communicate()
        holds(process.returncode == 0, said)
        holds(not set(OBEYED) & set(shown + said), f"`{name}` passes on escapes")
        for file, content in room.found().items():
            text = content.decode(errors="replace")
            if file.endswith(".html"):
                is_text = "<script>alert" not in text and "</title><script" not in text
                holds(is_text, f"{file} of `{name}` has a script of the scenario")
            if file.endswith(".svg"):
                tags = {element.tag for element in xml.etree.ElementTree.fromstring(text).iter()}
                is_picture = not any(tag.endswith("script") for tag in tags)
                holds(is_picture, f"{file} of `{name}` has a script of the scenario")
            if file.endswith(".csv"):
                table = [cell for row in csv.reader(text.splitlines()) for cell in row]
                cells += len(table)
                parts = [part.strip() for cell in table for part in cell.split(";")]
                has_formula = any(part.startswith(("=", "@", "＝")) for part in parts)
                holds(not has_formula, f"{file} of `{name}` has a formula")
        room.clear()
    return f"{len(WRITING) - 2} commands, {cells} cells of CSV"


def damaged(room, many):
    """The part is refused, and nothing is written."""
    room.parts()
    part = room.path / "parts/run-1-of-2.part"
    whole = part.read_bytes()
    random.seed(2)
    for turn in range(many):
        place = random.randrange(len(whole))
        other = bytes([whole[place] ^ random.randrange(1, 256)])
        part.write_bytes(whole[:place] if turn % 4 == 0 else whole[:place] + other + whole[place + 1 :])
        room.run(WRITING["merge"].format("out"), status=2)
        holds(not room.found(), "a damaged part leaves files")
    return f"{many} bytes"


TRIALS = {
    "killed (SIGKILL) at a random moment": kills,
    "several processes write into one place": at_once,
    "the disk is full": full_disk,
    "the folder is read-only": read_only,
    "the output cannot be printed": no_reader,
    "the clock is set back": clock,
    "a result was edited, or is of another scenario": edited,
    "a symbolic link in place of a result": links,
    "names that contain code": hostile,
    "a part is damaged": damaged,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fizzle", default="target/debug/fizzle")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=10, help="for which the memory of a run is watched")
    parser.add_argument("--only", default="", help="the name of a trial, or a part of it")
    arguments = parser.parse_args()
    fizzle = str(Path(arguments.fizzle).resolve())
    trials = {name: (trial, arguments.kills) for name, trial in TRIALS.items()}
    trials["very many trials"] = (flat, arguments.seconds)
    print("| what goes wrong | tried | result |\n|---|---|---|")
    for name, (trial, amount) in trials.items():
        if arguments.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                tried = trial(Room(fizzle, folder), amount)
            except Broken as broken:
                sys.exit(f"{name}: {broken}")
        print(f"| {name} | {tried} | {' '.join(trial.__doc__.split())} |", flush=True)


if __name__ == "__main__":
    main()
