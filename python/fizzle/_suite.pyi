from collections.abc import Iterable, Sequence

from fizzle._fizzle import Answer, Odds, Scenario, _Executor, _Grid, _Path, _Progress

def roll(expression: str, *, progress: _Progress | None = None) -> Odds: ...
def compare(
    *scenarios: Scenario,
    exact: bool = False,
    sampled: bool = False,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def attribute(
    base: Scenario,
    house: Scenario,
    stats: Iterable[str] = (),
    *,
    exact: bool = False,
    sampled: bool = False,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def report(
    *scenarios: Scenario,
    vary: _Grid | None = None,
    situations: _Grid | None = None,
    maximize: str | None = None,
    minimize: str | None = None,
    subject_to: Iterable[str] = (),
    cost: str | None = None,
    worth: float | None = None,
    frontier: str | None = None,
    exact: bool = False,
    sampled: bool = False,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def test(
    *scenarios: Scenario,
    exact: bool = False,
    sampled: bool = False,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Answer: ...
def balance(
    scenarios: Sequence[Scenario],
    knobs: _Grid,
    targets: Iterable[str],
    *,
    within: float = 0.01,
    exact: bool = False,
    sampled: bool = False,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
    executor: _Executor | None = None,
    parts: _Path | None = None,
) -> Answer: ...
def verify(
    *scenarios: Scenario,
    trials: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: _Progress | None = None,
    executor: _Executor | None = None,
    parts: _Path | None = None,
) -> Answer: ...
