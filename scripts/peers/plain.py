"""Python as it comes."""

import random
from collections import Counter
from itertools import accumulate

from . import spell
from .timing import LAW, SAMPLE, SWEEP

FACES = (1, 2, 3, 4, 5, 6)


def dice(trials):
    """Die by die."""
    counts = Counter()
    choices = random.choices
    for _ in range(trials):
        cast = choices(FACES, k=spell.SPELLCASTING)
        hits = cast.count(5) + cast.count(6)
        defense = choices(FACES, k=spell.DEFENSE)
        net = hits - defense.count(5) - defense.count(6)
        damage = 0
        if net > 0:
            soak = choices(FACES, k=spell.SOAK)
            damage = max(0, spell.FORCE + net - soak.count(5) - soak.count(6))
        resisted = choices(FACES, k=spell.DRAIN)
        drain = max(0, spell.DRAIN_VALUE - resisted.count(5) - resisted.count(6))
        counts[spell.key(hits, net, damage, drain, spell.glitch(hits, cast.count(1)))] += 1
    return counts


def table(trials):
    """A draw from a table for each pool, many at a time."""

    def draws(law):
        return random.choices(list(law), cum_weights=list(accumulate(law.values())), k=trials)

    def pool(dice):
        return dict(enumerate(spell.pool(dice)))

    counts = Counter(
        zip(draws(casting()), draws(pool(spell.DEFENSE)), draws(pool(spell.SOAK)), draws(pool(spell.DRAIN)))
    )
    keys = Counter()
    for ((hits, glitch), defended, soaked, resisted), count in counts.items():
        net = hits - defended
        damage = max(0, spell.FORCE + net - soaked) if net > 0 else 0
        keys[spell.key(hits, net, damage, max(0, spell.DRAIN_VALUE - resisted), glitch)] += count
    return keys


def casting():
    """Hits and glitch of the spellcasting pool together."""
    law = Counter()
    for (hits, ones), p in spell.casting().items():
        law[hits, spell.glitch(hits, ones)] += p
    return law


def sweep():
    """Means of damage and drain over the grid, by loops over hits."""
    cast, defense = spell.pool(spell.SPELLCASTING), spell.pool(spell.GRID_DEFENSE)
    drain = spell.pool(spell.DRAIN)
    means = []
    for force, drams in spell.GRID:
        limit, soak = spell.limit(force, drams), spell.pool(spell.soak(force))
        net = [0.0] * (limit + 1)
        for hits, p in enumerate(cast):
            for defended, q in enumerate(defense):
                net[max(0, min(hits, limit) - defended)] += p * q
        damage = sum(
            p * q * max(0, force + n - soaked)
            for n, p in enumerate(net)
            if n > 0
            for soaked, q in enumerate(soak)
        )
        value = spell.drain_value(force)
        means.append((damage, sum(p * max(0, value - resisted) for resisted, p in enumerate(drain))))
    return means


def sweep_gap(means):
    """How far means over the grid are from those of the loops, at most."""
    assert len(means) == len(spell.GRID)
    pairs = zip(means, sweep(), strict=True)
    return max(abs(a - b) for found, true in pairs for a, b in zip(found, true, strict=True))


def measure(bench):
    random.seed(1)
    trials = 10_000 if bench.quick else 100_000
    for how, work in [("dice", dice), ("tables", table)]:
        seconds = bench.best(lambda: work(trials)) / trials
        bench.keep("Python", SAMPLE, how, seconds, spell.sample_gap(work(trials), trials), 5)
    bench.keep("Python", LAW, "loops", bench.best(spell.damage_and_drain), spell.law_gap(spell.damage_and_drain()), 1e-9)
    bench.keep("Python", SWEEP, "loops", bench.best(sweep), 0.0, 1e-9)
