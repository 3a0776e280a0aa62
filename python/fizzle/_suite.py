"""Questions about several scenarios, and about rolls."""

import json

from fizzle._executors import run
from fizzle._fizzle import Scenario, _grid, _job, _roll, _whole


def roll(expression, *, progress=None):
    """The odds of a roll, as in `roll("4d6.highest(3)")`: its metric is `result`."""
    return _roll(expression).exact(progress=progress)


def compare(*scenarios, exact=False, sampled=False, trials=1_000_000, seed=1, threads=None, progress=None):
    """Scenarios side by side, with the differences to the first."""
    scenarios = _several(scenarios)
    if len(scenarios) < 2:
        raise ValueError("name two scenarios, or more")
    return _ask(scenarios, "Compare", exact, sampled, trials, seed, threads, progress)


def attribute(
    base, house, stats=(), *, exact=False, sampled=False, trials=1_000_000, seed=1, threads=None, progress=None
):
    """What each rule that differs between two scenarios does to statistics; without statistics to the
    chances of all questions."""
    kind = {"Attribute": {"stats": _texts(stats)}}
    return _ask([base, house], kind, exact, sampled, trials, seed, threads, progress)


def report(
    *scenarios,
    vary=None,
    situations=None,
    maximize=None,
    minimize=None,
    subject_to=(),
    cost=None,
    worth=None,
    frontier=None,
    exact=False,
    sampled=False,
    trials=1_000_000,
    seed=1,
    threads=None,
    progress=None,
):
    """A page for players that needs no network: the scenarios, and what may be varied in the first,
    each as in `Scenario.advise`. `.save("bolt.html")` writes it."""
    goal = {
        "maximize": maximize,
        "minimize": minimize,
        "subject_to": _texts(subject_to),
        "cost": cost,
        "worth": worth,
        "frontier": frontier,
    }
    kind = {"Report": {"vary": _grid(vary), "situations": _grid(situations), "goal": goal}}
    return _ask(scenarios, kind, exact, sampled, trials, seed, threads, progress)


def test(*scenarios, exact=False, sampled=False, trials=1_000_000, seed=1, threads=None, progress=None):
    """Whether scenarios meet their expectations: `.ok` says so, `.data` has each."""
    return _ask(scenarios, "Test", exact, sampled, trials, seed, threads, progress)


def balance(
    scenarios,
    knobs,
    targets,
    *,
    within=0.01,
    exact=False,
    sampled=False,
    trials=1_000_000,
    seed=1,
    threads=None,
    progress=None,
    executor=None,
    parts=None,
):
    """The settings of `knobs` that bring all scenarios nearest to the targets, as in
    `balance([fight], {"foe.0.count": range(1, 7)}, ["p(winner == 'hero') = 0.5"])`.
    """
    if not within >= 0:
        raise ValueError("within: a number from 0, as in 0.01")
    kind = {"Balance": {"knobs": _grid(knobs), "targets": _texts(targets), "within": within}}
    return _ask([scenarios], kind, exact, sampled, trials, seed, threads, progress, executor, parts)


def verify(*scenarios, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None):
    """A certificate that sampled and exact results of the scenarios agree; `.ok` says whether."""
    return _ask(scenarios, "Verify", False, False, trials, seed, threads, progress, executor, parts)


def _texts(texts):
    """A text alone is one of several, not its letters."""
    return [texts] if isinstance(texts, str) else list(texts)


def _several(given):
    """Scenarios one by one, or in lists."""
    return [one for some in given for one in ([some] if isinstance(some, Scenario) else some)]


def _ask(scenarios, kind, exact, sampled, trials, seed, threads, progress, executor=None, parts=None):
    if exact and sampled:
        raise ValueError("odds are exact or sampled, not both")
    method = "exact" if exact else "sampled" if sampled else "either"
    asked = {"kind": kind, "method": method, "trials": _whole(trials), "seed": _whole(seed)}
    return run(_job(_several(scenarios), json.dumps(asked)), executor, parts, progress, threads)
