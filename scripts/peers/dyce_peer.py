"""dyce: histograms with integer counts."""

import warnings
from fractions import Fraction

import dyce

from . import plain, spell
from .timing import LAW, SWEEP

HIT = dyce.H({0: 4, 1: 2})


def pool(dice):
    """The hits of so many dice."""
    return dice @ HIT


def one_function():
    """All four pools into one function, no branch cut off for being improbable."""

    def resolve(hits, defended, soaked, resisted):
        net = hits.outcome - defended.outcome
        damage = max(0, spell.FORCE + net - soaked.outcome) if net > 0 else 0
        return damage, max(0, spell.DRAIN_VALUE - resisted.outcome)

    pools = [pool(dice) for dice in (spell.SPELLCASTING, spell.DEFENSE, spell.SOAK, spell.DRAIN)]
    return dyce.expand(resolve, *pools, min_path_probability=Fraction(0))


def at_least_zero(histogram):
    """What is below 0 is 0."""
    return histogram.apply(lambda value: max(0, value))


def damage_of(net, soak, force):
    """Damage by net hits and soak, which are all that it depends on: a sum, if it hits."""
    hit = dyce.H({n: count for n, count in net.items() if n > 0})
    return at_least_zero(force + hit - soak).merge({0: net.get(0, 0) * soak.total})


def independent():
    """Damage and drain each by themselves, for they are independent; net hits as one histogram."""
    net = at_least_zero(pool(spell.SPELLCASTING) - pool(spell.DEFENSE))
    damage = damage_of(net, pool(spell.SOAK), spell.FORCE)
    drain = at_least_zero(spell.DRAIN_VALUE - pool(spell.DRAIN))
    return dyce.H({(a, b): p * q for a, p in damage.items() for b, q in drain.items()})


def sweep():
    """Means of damage and drain over the grid."""
    cast, defense, resisted = pool(spell.SPELLCASTING), pool(spell.GRID_DEFENSE), pool(spell.DRAIN)
    means = []
    for force, drams in spell.GRID:
        limit = spell.limit(force, drams)
        net = at_least_zero(cast.apply(lambda hits: min(hits, limit)) - defense)
        damage = damage_of(net, pool(spell.soak(force)), force)
        means.append((float(damage.mean()), float(at_least_zero(spell.drain_value(force) - resisted).mean())))
    return means


def measure(bench):
    # That `expand` is experimental is known; that it cuts something off would be wrong.
    warnings.simplefilter("ignore")
    warnings.simplefilter("error", dyce.TruncationWarning)
    for how, work in [("one function", one_function), ("independence by hand", independent)]:
        histogram = work()
        law = {outcome: count / histogram.total for outcome, count in histogram.items()}
        bench.keep("dyce", LAW, how, bench.best(work), spell.law_gap(law), 1e-9)
    bench.keep("dyce", SWEEP, "independence by hand", bench.best(sweep), plain.sweep_gap(sweep()), 1e-9)
