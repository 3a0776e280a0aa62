"""numba: loops compiled to machine code."""

import numpy as np
from numba import njit, uint64

from . import plain, spell
from .timing import LAW, SAMPLE, SWEEP

SPELLCASTING, DEFENSE, SOAK, DRAIN = spell.SPELLCASTING, spell.DEFENSE, spell.SOAK, spell.DRAIN
FORCE, DRAIN_VALUE = spell.FORCE, spell.DRAIN_VALUE
key = njit(inline="always")(spell.key)


@njit
def seed(value):
    np.random.seed(value)


@njit(inline="always")
def count(counts, hits, glitch, defended, soaked, resisted):
    """Resolves one spell."""
    net = hits - defended
    damage = max(0, FORCE + net - soaked) if net > 0 else 0
    counts[key(hits, net, damage, max(0, DRAIN_VALUE - resisted), glitch)] += 1


@njit(inline="always")
def rotate(x, k):
    return (x << uint64(k)) | (x >> uint64(64 - k))


@njit(inline="always")
def step(a, b, c, d):
    """xoshiro256++: D. Blackman, S. Vigna (2021), ACM Transactions on Mathematical Software 47, 36."""
    bits = rotate(a + d, 23) + a
    t = b << uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    return bits, a, b, c, rotate(d, 45)


@njit(inline="always")
def unit(bits):
    """A number from 0 to 1."""
    return float(bits >> uint64(11)) * 2.0**-53


@njit(inline="always")
def face(half):
    """32 random bits as a face; the faces differ by less than 2^-29 in probability."""
    return (half * uint64(6)) >> uint64(32)


@njit(inline="always")
def roll(dice, a, b, c, d):
    """Hits and ones of an even number of dice, two for each number of the generator."""
    hits, ones = 0, 0
    for _ in range(dice // 2):
        bits, a, b, c, d = step(a, b, c, d)
        first, second = face(bits >> uint64(32)), face(bits & uint64(0xFFFFFFFF))
        hits += int(first > 3) + int(second > 3)
        ones += int(first == 0) + int(second == 0)
    return hits, ones, a, b, c, d


@njit
def dice(trials, counts, state):
    """Die by die."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(trials):
        hits, ones, a, b, c, d = roll(SPELLCASTING, a, b, c, d)
        defended, _, a, b, c, d = roll(DEFENSE, a, b, c, d)
        soaked, _, a, b, c, d = roll(SOAK, a, b, c, d)
        resisted, _, a, b, c, d = roll(DRAIN, a, b, c, d)
        glitch = (2 * ones > SPELLCASTING) * (2 - (hits > 0))
        count(counts, hits, glitch, defended, soaked, resisted)
    state[0], state[1], state[2], state[3] = a, b, c, d


def alias(weights):
    """An alias table: the share of each place that is its own, and whose the rest is.

    M. D. Vose (1991), IEEE Transactions on Software Engineering 17, 972-975.
    """
    size = len(weights)
    share, other = np.array(weights) * size, np.arange(size)
    small = [place for place in range(size) if share[place] < 1]
    large = [place for place in range(size) if share[place] >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        other[low] = high
        share[high] -= 1 - share[low]
        if share[high] < 1:
            small.append(large.pop())
    share[small + large] = 1.0
    return share, other


CASTS = list(plain.casting())
CAST_HITS = np.array([hits for hits, _ in CASTS])
CAST_GLITCH = np.array([glitch for _, glitch in CASTS])
TABLES = [alias(list(plain.casting().values()))] + [alias(spell.pool(dice)) for dice in (DEFENSE, SOAK, DRAIN)]


@njit(inline="always")
def look_up(table, uniform):
    share, other = table
    scaled = uniform * len(share)
    place = int(scaled)
    return place if scaled - place < share[place] else other[place]


@njit
def table(trials, counts, cast, defense, soak, drain):
    """A number of NumPy's generator and a look-up in an alias table for each pool."""
    for _ in range(trials):
        place = look_up(cast, np.random.random())
        defended = look_up(defense, np.random.random())
        soaked = look_up(soak, np.random.random())
        resisted = look_up(drain, np.random.random())
        count(counts, CAST_HITS[place], CAST_GLITCH[place], defended, soaked, resisted)


@njit
def own_generator(trials, counts, cast, defense, soak, drain, state):
    """The same with the generator that the dice have."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(trials):
        bits, a, b, c, d = step(a, b, c, d)
        place = look_up(cast, unit(bits))
        bits, a, b, c, d = step(a, b, c, d)
        defended = look_up(defense, unit(bits))
        bits, a, b, c, d = step(a, b, c, d)
        soaked = look_up(soak, unit(bits))
        bits, a, b, c, d = step(a, b, c, d)
        resisted = look_up(drain, unit(bits))
        count(counts, CAST_HITS[place], CAST_GLITCH[place], defended, soaked, resisted)
    state[0], state[1], state[2], state[3] = a, b, c, d


@njit
def law_loops(cast, defense, soak, drain, damages, drains):
    """The exact joint law of damage and drain."""
    damage, boxes = np.zeros(damages), np.zeros(drains)
    for hits in range(len(cast)):
        for defended in range(len(defense)):
            net = hits - defended
            p = cast[hits] * defense[defended]
            if net <= 0:
                damage[0] += p
                continue
            for soaked in range(len(soak)):
                damage[max(0, FORCE + net - soaked)] += p * soak[soaked]
    for resisted in range(len(drain)):
        boxes[max(0, DRAIN_VALUE - resisted)] += drain[resisted]
    return np.outer(damage, boxes)


@njit
def sweep_loops(settings, cast, defense, drain, soaks, means):
    """Means of damage and drain; settings are Force, limit, soak dice and drain value."""
    net = np.empty(len(cast))
    for index in range(len(settings)):
        force, limit, soak, value = settings[index]
        net[:] = 0.0
        for hits in range(len(cast)):
            for defended in range(len(defense)):
                net[max(0, min(hits, limit) - defended)] += cast[hits] * defense[defended]
        damage, boxes = 0.0, 0.0
        for n in range(1, limit + 1):
            for soaked in range(soak + 1):
                damage += net[n] * soaks[soak, soaked] * max(0, force + n - soaked)
        for resisted in range(len(drain)):
            boxes += drain[resisted] * max(0, value - resisted)
        means[index] = damage, boxes


def law():
    """With the pools' laws ready."""
    pools = [np.array(spell.pool(dice)) for dice in (SPELLCASTING, DEFENSE, SOAK, DRAIN)]
    return law_loops(*pools, spell.DAMAGES, spell.DRAINS)


def sweep():
    """With the pools' laws ready."""
    settings = np.array(
        [(force, spell.limit(force, drams), spell.soak(force), spell.drain_value(force)) for force, drams in spell.GRID]
    )
    most = settings[:, 2].max()
    soaks = np.zeros((most + 1, most + 1))
    for dice in set(settings[:, 2]):
        soaks[dice, : dice + 1] = spell.pool(int(dice))
    means = np.empty((len(settings), 2))
    cast, defense = np.array(spell.pool(SPELLCASTING)), np.array(spell.pool(spell.GRID_DEFENSE))
    sweep_loops(settings, cast, defense, np.array(spell.pool(DRAIN)), soaks, means)
    return means


def measure(bench):
    seed(1)
    trials = 1 << (16 if bench.quick else 20)
    state = np.random.Generator(np.random.PCG64(1)).integers(0, 2**64, 4, dtype=np.uint64)
    for how, work in [
        ("dice", lambda counts: dice(trials, counts, state)),
        ("tables, NumPy's generator", lambda counts: table(trials, counts, *TABLES)),
        ("tables", lambda counts: own_generator(trials, counts, *TABLES, state)),
    ]:
        counts = np.zeros(spell.KEYS, dtype=np.int64)
        work(counts)
        seen = {int(place): int(counts[place]) for place in np.flatnonzero(counts)}
        gap = spell.sample_gap(seen, trials)
        bench.keep("numba", SAMPLE, how, bench.best(lambda: work(counts)) / trials, gap, 5)
    found = {(a, b): p for (a, b), p in np.ndenumerate(law()) if p > 0}
    bench.keep("numba", LAW, "loops", bench.best(law), spell.law_gap(found), 1e-9)
    bench.keep("numba", SWEEP, "loops", bench.best(sweep), plain.sweep_gap(sweep().tolist()), 1e-9)
