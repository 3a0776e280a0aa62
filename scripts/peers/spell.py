"""The spell that everybody resolves, the grid of settings, and what the answers must be.

Shadowrun 5, an indirect combat spell: Force 6, 12 drams of reagents so that the limit never
binds, armor 12. Hits beyond those of the defense strike for Force + net hits, less the hits
of 10 soak dice; the drain of 3 is resisted by 10 dice. More than half of the spellcasting
dice showing 1 are a glitch, without any hit a critical one.
"""

from functools import cache
from math import comb, sqrt

SPELLCASTING, DEFENSE, SOAK, DRAIN = 12, 8, 10, 10
FORCE, DRAIN_VALUE = 6, 3

# The sweep is over scenarios/lightning-bolt.toml: 7 defense dice, mental limit 7.
GRID = [(force, drams) for force in range(1, 13) for drams in [None, *range(1, 25)]]
GRID_DEFENSE, GRID_LIMIT, BODY, ARMOR = 7, 7, 4, 12

# A joint outcome as one number, as the script's samplers count it.
NETS, DAMAGES, DRAINS, GLITCHES = DEFENSE + SPELLCASTING + 1, FORCE + SPELLCASTING + 1, DRAIN_VALUE + 1, 3
KEYS = (SPELLCASTING + 1) * NETS * DAMAGES * DRAINS * GLITCHES


def key(hits, net, damage, drain, glitch):
    """The number of a joint outcome; whether it hits and the types of damage follow from it."""
    return (((hits * NETS + net + DEFENSE) * DAMAGES + damage) * DRAINS + drain) * GLITCHES + glitch


def unkey(number):
    """Hits, net hits, damage, drain and glitch of a number."""
    number, glitch = divmod(number, GLITCHES)
    number, drain = divmod(number, DRAINS)
    number, damage = divmod(number, DAMAGES)
    hits, net = divmod(number, NETS)
    return hits, net - DEFENSE, damage, drain, glitch


@cache
def pool(dice):
    """The probability of each number of hits of a pool: 5 and 6 are hits."""
    return [comb(dice, hits) * 2**hits * 4 ** (dice - hits) / 6**dice for hits in range(dice + 1)]


def casting(dice=SPELLCASTING):
    """Hits and ones of a pool together: (hits, ones) to probability."""
    return {
        (hits, ones): comb(dice, hits) * comb(dice - hits, ones) * 2**hits * 3 ** (dice - hits - ones) / 6**dice
        for hits in range(dice + 1)
        for ones in range(dice - hits + 1)
    }


def glitch(hits, ones, dice=SPELLCASTING):
    """0 none, 1 a glitch, 2 a critical one."""
    return 0 if 2 * ones <= dice else 1 if hits > 0 else 2


def damage_and_drain():
    """The exact joint law: (damage, drain) to probability."""
    damage = [0.0] * DAMAGES
    for hits, p in enumerate(pool(SPELLCASTING)):
        for defended, q in enumerate(pool(DEFENSE)):
            for soaked, r in enumerate(pool(SOAK)):
                boxes = max(0, FORCE + hits - defended - soaked) if hits > defended else 0
                damage[boxes] += p * q * r
    drain = [0.0] * DRAINS
    for resisted, p in enumerate(pool(DRAIN)):
        drain[max(0, DRAIN_VALUE - resisted)] += p
    return {(a, b): p * q for a, p in enumerate(damage) if p > 0 for b, q in enumerate(drain)}


def law_gap(law):
    """How far a joint law of damage and drain is from the true one, at most."""
    true = damage_and_drain()
    return max(abs(law.get(cell, 0.0) - true.get(cell, 0.0)) for cell in law.keys() | true.keys())


def sample_gap(counts, trials):
    """How far sampled means of damage, drain and glitch are from the true ones, in standard errors.

    `counts` maps the numbers of joint outcomes to how often they were seen.
    """
    assert sum(counts.values()) == trials, "resolutions were lost"
    glitches = sum(p for (hits, ones), p in casting().items() if glitch(hits, ones) > 0)
    law = damage_and_drain()
    gaps = []
    for value, weighted in [
        (lambda o: o[2], [(damage, p) for (damage, _), p in law.items()]),
        (lambda o: o[3], [(drain, p) for (_, drain), p in law.items()]),
        (lambda o: int(o[4] > 0), [(1, glitches), (0, 1 - glitches)]),
    ]:
        seen = sum(value(unkey(number)) * count for number, count in counts.items()) / trials
        gaps.append(moment_gap(seen, weighted, trials))
    return max(gaps)


def moment_gap(seen, weighted, trials):
    """How far a sampled mean is from that of a law, in standard errors."""
    mean = sum(value * p for value, p in weighted)
    variance = sum((value - mean) ** 2 * p for value, p in weighted)
    return abs(seen - mean) / sqrt(variance / trials)


def limit(force, drams):
    """The most hits that count, of a setting of the grid."""
    return min(force if drams is None else drams, GRID_LIMIT)


def soak(force):
    """Soak dice against a Force: Body and the armor that is left."""
    return BODY + max(0, ARMOR - force)


def drain_value(force):
    """Boxes of drain before resistance."""
    return max(2, force - 3)
