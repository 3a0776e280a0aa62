"""Questions about several scenarios."""

import json

from fizzle._executors import run
from fizzle._fizzle import _grid, _job


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
    kind = {"Balance": {"knobs": _grid(knobs), "targets": list(targets), "within": within}}
    if exact and sampled:
        raise ValueError("odds are exact or sampled, not both")
    method = "exact" if exact else "sampled" if sampled else "either"
    return _ask(scenarios, kind, method, trials, seed, threads, progress, executor, parts)


def verify(*scenarios, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None):
    """A certificate that sampled and exact results of the scenarios agree."""
    return _ask(scenarios, "Verify", "either", trials, seed, threads, progress, executor, parts)


def _ask(scenarios, kind, method, trials, seed, threads, progress, executor, parts):
    asked = {"kind": kind, "method": method, "trials": trials, "seed": seed}
    return run(_job(list(scenarios), json.dumps(asked)), executor, parts, progress, threads)
