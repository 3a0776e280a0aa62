from collections.abc import Iterable

from fizzle._fizzle import Answer, Odds, Scenario, _Executor, _Grid, _Path, _Progress, _Texts

type _Scenarios = Scenario | Iterable[Scenario]

def roll(expression: str, *, progress: _Progress | None = None) -> Odds: ...
def compare(
    *scenarios: _Scenarios,
    exact: bool = False,
    sampled: bool = False,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def attribute(
    base: Scenario,
    house: Scenario,
    stats: _Texts = (),
    *,
    exact: bool = False,
    sampled: bool = False,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def report(
    *scenarios: _Scenarios,
    vary: _Grid | None = None,
    situations: _Grid | None = None,
    maximize: str | None = None,
    minimize: str | None = None,
    subject_to: _Texts = (),
    cost: str | None = None,
    worth: float | None = None,
    frontier: str | None = None,
    exact: bool = False,
    sampled: bool = False,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def test(
    *scenarios: _Scenarios,
    exact: bool = False,
    sampled: bool = False,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def balance(
    scenarios: _Scenarios,
    knobs: _Grid,
    targets: _Texts,
    *,
    within: float = 0.01,
    exact: bool = False,
    sampled: bool = False,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
    executor: _Executor | None = None,
    parts: _Path | None = None,
) -> Answer: ...
def verify(
    *scenarios: _Scenarios,
    trials: float = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
    executor: _Executor | None = None,
    parts: _Path | None = None,
) -> Answer: ...
