"""What are my odds, and what should I choose? Exact and simulated odds of spell and combat rules.

A roll of dice, and rules of your own:

    >>> import fizzle
    >>> fizzle.roll("4d6.highest(3)").mean("result")
    12.24...
    >>> text = "key dice = 4 in 1..20\\nreport hits = (dice)d6.count(x, x >= 5)"
    >>> hits = fizzle.loads(text, "hits.rules")
    >>> hits.replace({"dice": 6}).exact().p("hits >= 2")
    0.648...

A scenario of a built-in game:

    >>> mana = fizzle.template("shadowrun5")
    >>> odds = mana.exact()
    >>> odds.mean("damage"), odds.p("drain == 0", given="hit == 1")
    (2.93..., 0.7...)
    >>> odds["damage"].at_least(5)
    0.188...
    >>> mana.advise({"choice.force": range(1, 13)}, maximize="mean(damage)", subject_to="mean(drain) <= 1")
    Choose Force 7: 3.00 boxes of damage on average. ...

| to | use |
|---|---|
| have a scenario | `load`, `loads`, `template`; `Scenario.replace` and `.variant` make others of it |
| know its odds | `Scenario.exact`, `.sample`: `Odds` with `.p`, `.mean`, `.stat`, `.table()`, `.plot()`, `odds["damage"]` |
| see the dice | `Scenario.explain` |
| decide | `Scenario.advise`, `.sweep`; `compare`, `balance`, `attribute` |
| make pages | `report`, `sheet`, `Scenario.explore` |
| check | `test`, `verify` |
| look up keys and metrics | `print(catalog("shadowrun5"))`, `Scenario.keys`, `Scenario.metrics` |

What fails raises `Error`: a `ScenarioError` has all `problems` of a text, `TooLarge` says that there is no
exact distribution within reach. Results show themselves in a notebook.
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
