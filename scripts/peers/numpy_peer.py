"""NumPy, in batches that fit the cache."""

import numpy as np

from . import spell
from .timing import SAMPLE

BATCHES = [1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15]
POOLS = (spell.SPELLCASTING, spell.DEFENSE, spell.SOAK, spell.DRAIN)


def dice(rng, size):
    """Die by die, a byte each: the four pools, and the ones of the first."""
    faces = rng.integers(1, 7, size=(sum(POOLS), size), dtype=np.uint8)
    hit = (faces >= 5).view(np.uint8)
    ends = np.cumsum((0,) + POOLS)
    hits = [hit[a:b].sum(axis=0, dtype=np.uint8) for a, b in zip(ends, ends[1:])]
    return hits, (faces[: spell.SPELLCASTING] == 1).view(np.uint8).sum(axis=0, dtype=np.uint8)


def binomials(rng, size):
    """A binomial number for each pool; dice that are no hit show 1 in a quarter."""
    hits = [rng.binomial(pool, 1 / 3, size) for pool in POOLS]
    return hits, rng.binomial(spell.SPELLCASTING - hits[0], 1 / 4)


def sample(draw, rng, batch, trials):
    """Counts of `trials`, a multiple of `batch`."""
    counts = np.zeros(spell.KEYS, dtype=np.int64)
    # The counts of a small batch are mostly zeros: its keys are kept and counted together.
    keys = np.empty(min(trials, 1 << 18), dtype=np.int32)
    filled = 0
    for _ in range(trials // batch):
        keys[filled : filled + batch] = keys_of(*draw(rng, batch))
        filled += batch
        if filled == len(keys):
            counts += np.bincount(keys, minlength=spell.KEYS)
            filled = 0
    return counts + np.bincount(keys[:filled], minlength=spell.KEYS)


def keys_of(pools, ones):
    """The joint outcomes of a batch."""
    hits, defended, soaked, resisted = (pool.astype(np.int32) for pool in pools)
    net = hits - defended
    damage = np.maximum(spell.FORCE + net - soaked, 0) * (net > 0)
    drain = np.maximum(spell.DRAIN_VALUE - resisted, 0)
    glitch = (ones > spell.SPELLCASTING // 2) * (2 - (hits > 0))
    return spell.key(hits, net, damage, drain, glitch)


def measure(bench):
    rng = np.random.Generator(np.random.SFC64(1))
    trials = 1 << (16 if bench.quick else 20)
    for how, draw in [("dice", dice), ("binomials", binomials)]:
        times = {batch: bench.best(lambda: sample(draw, rng, batch, trials)) / trials for batch in BATCHES}
        batch = min(times, key=times.get)
        counts = sample(draw, rng, batch, trials)
        seen = {int(key): int(counts[key]) for key in np.flatnonzero(counts)}
        bench.keep("NumPy", SAMPLE, f"{how}, batches of {batch}", times[batch], spell.sample_gap(seen, trials), 5)
