"""icepool: dice with integer weights."""

import icepool

from . import plain, spell
from .timing import LAW, SWEEP

HIT = icepool.d6 >= 5


def pool(dice):
    """The hits of so many dice."""
    return dice @ HIT


def one_function():
    """All four pools into one function."""

    def resolve(hits, defended, soaked, resisted):
        net = hits - defended
        damage = max(0, spell.FORCE + net - soaked) if net > 0 else 0
        return damage, max(0, spell.DRAIN_VALUE - resisted)

    return icepool.map(resolve, pool(spell.SPELLCASTING), pool(spell.DEFENSE), pool(spell.SOAK), pool(spell.DRAIN))


def damage_of(net, soak, force):
    """Damage by net hits and soak, which are all that it depends on: a sum, if it hits."""
    hit = net.truncate(min_outcome=1)
    struck = (force + hit - soak).clip(min_outcome=0)
    return icepool.Die([struck, 0], times=[hit.denominator(), net.denominator() - hit.denominator()])


def independent():
    """Damage and drain each by themselves, for they are independent; net hits as one die."""
    net = (pool(spell.SPELLCASTING) - pool(spell.DEFENSE)).clip(min_outcome=0)
    damage = damage_of(net, pool(spell.SOAK), spell.FORCE)
    return icepool.tupleize(damage, (spell.DRAIN_VALUE - pool(spell.DRAIN)).clip(min_outcome=0))


def sweep():
    """Means of damage and drain over the grid."""
    cast, defense, resisted = pool(spell.SPELLCASTING), pool(spell.GRID_DEFENSE), pool(spell.DRAIN)
    means = []
    for force, drams in spell.GRID:
        net = (cast.clip(max_outcome=spell.limit(force, drams)) - defense).clip(min_outcome=0)
        damage = damage_of(net, pool(spell.soak(force)), force)
        drain = (spell.drain_value(force) - resisted).clip(min_outcome=0)
        means.append((float(damage.mean()), float(drain.mean())))
    return means


def measure(bench):
    for how, work in [("one function", one_function), ("independence by hand", independent)]:
        die = work()
        law = {outcome: quantity / die.denominator() for outcome, quantity in die.items()}
        bench.keep("icepool", LAW, how, bench.best(work), spell.law_gap(law), 1e-9)
    bench.keep("icepool", SWEEP, "independence by hand", bench.best(sweep), plain.sweep_gap(sweep()), 1e-9)
