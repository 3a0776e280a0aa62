"""What the command prints, the package has as text: for every command that answers."""

import os
import subprocess

import pytest
from conftest import SCENARIOS

import fizzle

COMMAND = os.environ.get("FIZZLE_COMMAND")

pytestmark = pytest.mark.skipif(not COMMAND, reason="FIZZLE_COMMAND does not name the command to compare with")


def scenario(name, **values):
    return fizzle.load(SCENARIOS / f"{name}.toml").replace(values)


BOLT, JACKET, MANABOLT = "lightning-bolt.toml", "armor-jacket.toml", "manabolt.toml"


def house():
    return variants(scenario("armor-jacket"), "book")


def variants(file, *names):
    return [file, *(file.variant(name) for name in names or file.variants)]


ANSWERS = {
    ("run", BOLT, "--exact"): lambda: scenario("lightning-bolt").exact(),
    ("run", BOLT, "--trials=200k", "--seed=3", "--sampled"): lambda: scenario("lightning-bolt").sample(
        200_000, seed=3
    ),
    ("run", BOLT, "--until=10%", "--sampled"): lambda: scenario("lightning-bolt").sample(until="10%"),
    ("run", "cast-order.toml"): lambda: scenario("cast-order").exact(),
    ("explain", BOLT, "--seed=7"): lambda: scenario("lightning-bolt").explain(seed=7),
    ("explain", BOLT, "--where=damage >= 10"): lambda: scenario("lightning-bolt").explain(where="damage >= 10"),
    ("roll", "4d6.highest(3)"): lambda: fizzle.roll("4d6.highest(3)"),
    ("compare", JACKET): lambda: fizzle.compare(*variants(scenario("armor-jacket"))),
    ("compare", MANABOLT, BOLT, "--variant=full: choice.force=12"): lambda: fizzle.compare(
        *variants(scenario("manabolt"), "full: choice.force=12"),
        *variants(scenario("lightning-bolt"), "full: choice.force=12"),
    ),
    ("sweep", BOLT, "--vary=choice.force=1..12", "--stat=mean(damage)"): lambda: scenario("lightning-bolt").sweep(
        {"choice.force": range(1, 13)}, stats=["mean(damage)"]
    ),
    ("sweep", BOLT, "--vary=zip(choice.force=1..3, target.body=4,6,8)"): lambda: scenario("lightning-bolt").sweep(
        {("choice.force", "target.body"): [(1, 4), (2, 6), (3, 8)]}
    ),
    ("advise", BOLT, "--maximize=mean(damage)", "--cost=20 * choice.reagents"): lambda: scenario(
        "lightning-bolt"
    ).advise(maximize="mean(damage)", cost="20 * choice.reagents"),
    ("advise", BOLT, "--maximize=mean(damage)", "--frontier=mean(damage), mean(drain)"): lambda: scenario(
        "lightning-bolt"
    ).advise(maximize="mean(damage)", frontier="mean(damage), mean(drain)"),
    ("attribute", JACKET, "--variant=book"): lambda: fizzle.attribute(*house()),
    ("attribute", JACKET, "--variant=book", "--stat=p(wound == 'none')"): lambda: fizzle.attribute(
        *house(), stats=["p(wound == 'none')"]
    ),
    ("balance", BOLT, "--knob=target.armor=0..20", "--target=p(damage >= 10) = 0.05"): lambda: fizzle.balance(
        [scenario("lightning-bolt")], {"target.armor": "0..20"}, ["p(damage >= 10) = 0.05"]
    ),
    ("verify", BOLT, "--trials=100k"): lambda: fizzle.verify(scenario("lightning-bolt"), trials=100_000),
    ("test", JACKET): lambda: fizzle.test(scenario("armor-jacket")),
    ("list",): lambda: fizzle.catalog(),
    ("list", "ninth-age"): lambda: fizzle.catalog("ninth-age"),
}


@pytest.mark.parametrize("line", ANSWERS, ids=" ".join)
def test_the_text_is_that_of_the_command(line, tmp_path, monkeypatch):
    monkeypatch.chdir(SCENARIOS)
    words = [COMMAND, *line]
    if line[0] not in ["explain", "roll", "verify", "test", "list"]:
        words += ["--out", tmp_path / "out"]
    printed = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})
    assert printed.stdout, printed.stderr
    assert untimed(ANSWERS[line]().text) == untimed(printed.stdout)


def untimed(text):
    """Text without how long it took and where files are."""
    lines = [line.split("; 0.")[0] for line in text.splitlines() if not line.startswith("files: ")]
    return "\n".join(lines).replace(str(SCENARIOS) + "/", "").strip()


def test_given_dice_are_told():
    story = scenario("lightning-bolt").explain(seed=7)
    lines = [line for step in story.data["steps"] for line in step["lines"]]
    faces = [face for line in lines for die in line.get("dice", []) for face in die]
    assert scenario("lightning-bolt").explain(dice=faces).data["outcome"] == story.data["outcome"]
