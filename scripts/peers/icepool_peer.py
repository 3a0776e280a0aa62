"""icepool: dice with integer weights."""

from functools import cache

import icepool

from . import battles, plain, spell
from .timing import DUEL, LAW, RISK, SWEEP

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


@cache
def round_of_risk(attacking, defending):
    """What attacker and defender lose in a round."""
    attack, defense = (icepool.d6.pool(count).expand() for count in (attacking, defending))
    return icepool.map(lambda a, d: battles.losses(a[::-1], d[::-1]), attack, defense, star=False)


def risk():
    """A chain of battles from state to state."""

    def after(attackers, defenders):
        if attackers == 1 or defenders == 0:
            return attackers, defenders
        lost = round_of_risk(*battles.dice(attackers, defenders))
        return lost.map(lambda a, d: (attackers - a, defenders - d), star=True)

    start = icepool.Die([(battles.ARMIES, battles.ARMIES)])
    return start.map(after, star=True, repeat="inf")


@cache
def damage(bonus, armor_class, count):
    """The damage of an attack."""

    def by_face(face):
        if face < 20 and (face == 1 or face + bonus < armor_class):
            return 0
        return 4 + (count * (2 if face == 20 else 1)) @ icepool.d8

    return icepool.d20.map(by_face)


def duel():
    """A chain of blows from state to state."""
    mine, theirs = damage(*battles.HERO_ATTACK), damage(*battles.FOE_ATTACK)

    def strike(rounds, hero, foe):
        if hero == 0 or foe == 0:
            return rounds, hero, foe
        return icepool.tupleize(rounds + 1, hero, (foe - mine).clip(min_outcome=0))

    def reply(rounds, hero, foe):
        if hero == 0 or foe == 0:
            return rounds, hero, foe
        return icepool.tupleize(rounds, (hero - theirs).clip(min_outcome=0), foe)

    state = icepool.Die([(0, battles.HERO, battles.FOE)])
    for _ in range(battles.ROUNDS):
        state = state.map(strike, star=True).map(reply, star=True)
    return state.map(lambda rounds, hero, foe: (rounds, int(foe == 0), hero), star=True)


def law_of(die):
    """Outcome to probability."""
    return {tuple(outcome): quantity / die.denominator() for outcome, quantity in die.items()}


def measure(bench):
    for how, work in [("one function", one_function), ("independence by hand", independent)]:
        bench.keep("icepool", LAW, how, bench.best(work), spell.law_gap(law_of(work())), 1e-9)
    bench.keep("icepool", SWEEP, "independence by hand", bench.best(sweep), plain.sweep_gap(sweep()), 1e-9)
    risk_gap, duel_gap = (battles.gap(law_of(law()), true()) for law, true in [(risk, battles.risk), (duel, battles.duel)])
    bench.keep("icepool", RISK, "a chain of maps", bench.best(risk), risk_gap, 1e-9)
    bench.keep("icepool", DUEL, "a chain of maps", bench.once(duel), duel_gap, 1e-9)
