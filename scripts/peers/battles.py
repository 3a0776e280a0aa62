"""Two rule texts that are chains: exact laws of Risk, 20 armies against 20, and of a D&D duel to its end.

They are scenarios/rules/risk.rules and duel.rules with their defaults.
"""

from collections import Counter
from functools import cache
from itertools import product

from .timing import DUEL, RISK

ARMIES = 20
HERO, FOE, ROUNDS = 44, 60, 50
HERO_ATTACK, FOE_ATTACK = (7, 15, 1), (6, 18, 2)


def losses(attack, defense):
    """What attacker and defender lose by dice of which the highest come first."""
    pairs = list(zip(attack, defense))
    lost = sum(a > d for a, d in pairs)
    return len(pairs) - lost, lost


@cache
def round_law(attacking, defending):
    """The probabilities of both losses."""
    law = Counter()
    for faces in product(range(1, 7), repeat=attacking + defending):
        attack, defense = (sorted(side, reverse=True) for side in (faces[:attacking], faces[attacking:]))
        law[losses(attack, defense)] += 6.0 ** -len(faces)
    return law


def dice(attackers, defenders):
    """How many dice both roll."""
    return min(attackers - 1, 3), min(defenders, 2)


def risk():
    """(attackers, defenders) at the end to probability. Armies only become fewer."""
    states, end = {(ARMIES, ARMIES): 1.0}, Counter()
    for total in range(2 * ARMIES, 0, -1):
        for attackers in range(1, total + 1):
            p = states.pop((attackers, total - attackers), 0.0)
            if p == 0.0:
                continue
            if attackers == 1 or attackers == total:
                end[attackers, total - attackers] += p
                continue
            for (lost, won), q in round_law(*dice(attackers, total - attackers)).items():
                state = attackers - lost, total - attackers - won
                states[state] = states.get(state, 0.0) + p * q
    return end


@cache
def damage_law(bonus, armor_class, count):
    """The probabilities of an attack's damage."""
    law = Counter()
    for face in range(1, 21):
        if face < 20 and (face == 1 or face + bonus < armor_class):
            law[0] += 1 / 20
            continue
        eights = count * (2 if face == 20 else 1)
        for faces in product(range(1, 9), repeat=eights):
            law[4 + sum(faces)] += 8.0**-eights / 20
    return law


def duel():
    """(rounds, whether the hero wins, his hit points) to probability, round by round."""
    states, end = {(HERO, FOE): 1.0}, Counter()
    mine, theirs = damage_law(*HERO_ATTACK), damage_law(*FOE_ATTACK)
    for number in range(1, ROUNDS + 1):
        struck = Counter()
        for (hero, foe), p in states.items():
            for dealt, q in mine.items():
                if dealt >= foe:
                    end[number, 1, hero] += p * q
                else:
                    struck[hero, foe - dealt] += p * q
        states = Counter()
        for (hero, foe), p in struck.items():
            for taken, q in theirs.items():
                if taken >= hero:
                    end[number, 0, 0] += p * q
                else:
                    states[hero - taken, foe] += p * q
    for (hero, _), p in states.items():
        end[ROUNDS, 0, hero] += p
    return end


def gap(law, true):
    """How far one law is from another, at most."""
    return max(abs(law.get(cell, 0.0) - true.get(cell, 0.0)) for cell in law.keys() | true.keys())


def measure(bench):
    for what, law in [(RISK, risk), (DUEL, duel)]:
        bench.keep("Python", what, "loops", bench.best(law), 0.0, 1e-9)
