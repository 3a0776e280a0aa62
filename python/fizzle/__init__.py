"""What are my odds, and what should I choose? Exact odds and fast simulation of spell and combat rules.

    bolt = fizzle.load("lightning-bolt.toml")
    odds = bolt.replace({"choice.force": 10}).exact()
    odds.p("damage >= 10")
"""

from fizzle._estimate import Estimate
from fizzle._executors import Incomplete
from fizzle._fizzle import (
    Answer,
    Chart,
    Distribution,
    Error,
    Job,
    Odds,
    Scenario,
    ScenarioError,
    Table,
    TooLarge,
    __version__,
    catalog,
    load,
    loads,
    sheet,
    template,
)
from fizzle._suite import attribute, balance, compare, report, roll, test, verify

__all__ = [
    "Answer",
    "Chart",
    "Distribution",
    "Error",
    "Estimate",
    "Incomplete",
    "Job",
    "Odds",
    "Scenario",
    "ScenarioError",
    "Table",
    "TooLarge",
    "__version__",
    "attribute",
    "balance",
    "catalog",
    "compare",
    "load",
    "loads",
    "report",
    "roll",
    "sheet",
    "template",
    "test",
    "verify",
]
