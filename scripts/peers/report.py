"""The results as CSV, a table for the README, and a chart."""

import csv
import platform
import sys
from pathlib import Path

from . import procedures
from .timing import DUEL, LAW, RISK, SAMPLE, SWEEP

TITLES = {
    SAMPLE: "Resolutions a second, in millions: more is better",
    LAW: "Exact joint law of damage and drain, in milliseconds: less is better",
    SWEEP: "Means of both over 300 settings, in milliseconds: less is better",
    RISK: "Exact law of Risk, 20 against 20, in milliseconds: less is better",
    DUEL: "Exact law of a D&D duel to its end, in milliseconds: less is better",
}


def write(results, missing, folder):
    """Writes peers.csv, peers.md, and the chart if there is something to draw it with."""
    # Procedures come first, in the order in which they were measured.
    whats = [what for what in dict.fromkeys(one.what for one in results) if what not in TITLES] + list(TITLES)
    ordered = [one for what in whats for one in sorted(of(results, what), key=lambda one: one.seconds)]
    with open(folder / "peers.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["who", "what", "how", "seconds", "per_second", "ratio", "processor"])
        for one in ordered:
            ratio = one.seconds / reference(results, one.what).seconds
            writer.writerow(
                [one.who, one.what, one.how, f"{one.seconds:.4g}", f"{1 / one.seconds:.4g}", f"{ratio:.4g}", processor()]
            )
    (folder / "peers.md").write_text(table(ordered, missing), encoding="utf-8")
    try:
        chart(ordered, folder)
    except ImportError as error:
        print(f"no chart: {error}", file=sys.stderr)


def of(results, what):
    return [one for one in results if one.what == what]


def reference(results, what):
    """The fastest of fizzle; without it the fastest of all."""
    own = [one for one in of(results, what) if one.who == "fizzle"]
    return min(own or of(results, what), key=lambda one: one.seconds)


def amount(one):
    """What is shown: millions a second, or milliseconds."""
    return 1e-6 / one.seconds if one.what == SAMPLE else 1e3 * one.seconds


def table(ordered, missing):
    """A Markdown table for each question."""
    parts = ["# fizzle and its peers\n", f"One core of {processor()}; made by `scripts/peers.py`.\n"]
    parts += procedures_table(ordered)
    for what, title in TITLES.items():
        rows = of(ordered, what)
        if not rows:
            continue
        unit = "million/s" if what == SAMPLE else "ms"
        parts.append(f"## {title}\n")
        lines = [f"| who | how | {unit} | times as long as fizzle's fastest |", "|---|---|--:|--:|"]
        for one in rows:
            ratio = one.seconds / reference(ordered, what).seconds
            lines.append(f"| {one.who} | {one.how} | {number(amount(one))} | {number(ratio)} |")
        parts.append("\n".join(lines) + "\n")
    if missing:
        parts.append(f"Left out, because they were not there: {', '.join(missing)}.\n")
    return "\n".join(parts)


def procedures_table(ordered):
    """What fizzle gains over a program written by hand, procedure by procedure."""
    lines = [
        f"| {procedure} | {number(1e-6 / by_hand)} | {number(1e-6 / fastest)} | {number(by_hand / fastest)} "
        f"| {number(1e-6 / scalar)} | {number(by_hand / scalar)} |"
        for procedure, by_hand, fastest, scalar in procedures.rows(ordered)
    ]
    if not lines:
        return []
    text = """## Every procedure, in millions of resolutions a second: more is better

By hand is plain Rust as a good programmer writes it from the rules, one die after the other:
`benches/by_hand`. Both count whole joint outcomes in the same array or hash map. The scalar
column is the same on a processor without vector instructions.

| procedure | by hand | fizzle | ratio | scalar | ratio |
|---|--:|--:|--:|--:|--:|
"""
    return [text + "\n".join(lines) + "\n"]


def number(value):
    """Three digits, thousands apart."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")


def processor():
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


# Okabe and Ito's blue and orange, and two shapes: they differ in print and to every eye.
OWN, OTHERS = "#0072B2", "#E69F00"


def chart(ordered, folder):
    """A panel for each question, points on a logarithmic scale; those of fizzle are round."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "fizzle", "font.size": 9, "font.family": "DejaVu Sans"})
    from matplotlib import pyplot

    panels = [(title, of(ordered, what)) for what, title in TITLES.items() if of(ordered, what)]
    heights = [len(rows) + 1.5 for _, rows in panels]
    figure, axes = pyplot.subplots(
        len(panels), 1, figsize=(7.5, 0.26 * sum(heights)), squeeze=False, height_ratios=heights, layout="constrained"
    )
    for (title, rows), axis in zip(panels, axes[:, 0]):
        values = [amount(one) for one in rows]
        names = [f"{one.who}: {one.how}" for one in rows]
        for place, (one, value) in enumerate(zip(rows, values)):
            color, marker = (OWN, "o") if one.who == "fizzle" else (OTHERS, "s")
            axis.plot(value, place, marker, color=color, markersize=6)
            axis.annotate(number(value), (value, place), (7, 0), textcoords="offset points", va="center")
        axis.grid(axis="y", color="#E0E0E0", linewidth=0.7)
        axis.set_axisbelow(True)
        axis.set_yticks(range(len(rows)), names)
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_xscale("log")
        # Room for the numbers beside the points.
        axis.set_xlim(min(values) / 2, max(values) * 4)
        axis.set_title(title, loc="left", fontsize=10)
        axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(folder / "peers.svg", metadata={"Date": None, "Creator": None})
    figure.savefig(folder / "peers.png", dpi=150, metadata={"Software": None})
