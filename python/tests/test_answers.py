"""Questions that compare and decide."""

import pytest
from conftest import SCENARIOS

import fizzle


def test_a_sweep_has_a_row_for_each_setting(bolt):
    swept = bolt.sweep({"choice.force": range(1, 13)}, stats=["mean(damage)"])
    table = swept.table().to_dict()
    assert table["choice.force"] == list(range(1, 13))
    assert table["mean(damage)"][5] == pytest.approx(bolt.exact().mean("damage"))
    assert set(table["engine"]) == {"exact"}
    assert swept.data["settings"] and "Force" in swept.text
    assert bolt.sweep({"choice.force": "1..12"}, stats=["mean(damage)"]).text == swept.text
    assert swept.plot().svg.startswith("<")


def test_a_sweep_is_an_xarray(bolt):
    pytest.importorskip("xarray")
    grid = {"choice.force": [4, 6, 8], "target.armor": [9, 12]}
    data = bolt.sweep(grid, stats=["mean(damage)"]).to_xarray()
    assert dict(data.sizes) == {"choice.force": 3, "target.armor": 2}
    one = data["mean(damage)"].sel({"choice.force": 6, "target.armor": 12}).item()
    assert one == pytest.approx(bolt.exact().mean("damage"))


def test_all_is_sampled_where_that_is_asked_for(bolt):
    swept = bolt.sweep({"choice.force": [4, 5]}, sampled=True, trials=1_000)
    assert set(swept.table().to_dict()["engine"]) == {"sampled"}
    balanced = fizzle.balance(
        [bolt], {"choice.force": [4, 5]}, ["mean(damage) = 3"], sampled=True, trials=1_000
    )
    assert "sampled" in balanced.text
    assert "sampled; differences" in fizzle.compare(bolt, bolt, sampled=True, trials=1_000).text
    with pytest.raises(ValueError, match="exact or sampled"):
        bolt.sweep({"choice.force": [4, 5]}, sampled=True, exact=True)
    with pytest.raises(ValueError, match="exact or sampled"):
        fizzle.balance([bolt], {"choice.force": [4]}, ["mean(damage) = 3"], sampled=True, exact=True)


def test_sweeps_are_checked(bolt):
    with pytest.raises(fizzle.ScenarioError, match=r"did you mean `choice\.force`"):
        bolt.sweep({"choice.forc": [1, 2]})
    with pytest.raises(ValueError, match="no values"):
        bolt.sweep({"choice.force": []})
    with pytest.raises(fizzle.ScenarioError):
        bolt.sweep({"choice.force": [1, 2]}, stats=["mean(nothing)"])


def test_advice_is_that_of_the_readme(bolt):
    advice = bolt.advise(
        maximize="mean(damage)", subject_to=['p("physical drain") <= 0.01'], cost="20 * choice.reagents"
    )
    assert "from the cheapest to the best" in advice.text and "9.4088" in advice.text
    best = bolt.advise({"choice.force": range(1, 13)}, maximize="mean(damage)").table().to_dict()
    assert best["choice.force"][best["rank"].index(1)] == 12
    with pytest.raises(fizzle.Error, match="for a player to choose"):
        bolt.advise({"target.armor": [9, 12]}, maximize="mean(damage)")


def test_scenarios_are_compared(bolt):
    compared = fizzle.compare(bolt, bolt.replace({"choice.force": 8}))
    rows = compared.table().to_dict()
    assert rows["item"].count("mean(damage)") == 2 and "+1.9690" in compared.text
    with pytest.raises(ValueError, match="two scenarios"):
        fizzle.compare(bolt)


def test_an_attempt_is_told(bolt):
    story = bolt.explain(seed=7)
    assert "attempt 1 of seed 7" in story.text and story.data["seed"] == 7
    assert bolt.explain(where="damage >= 10").data["outcome"]["damage"] >= 10
    with pytest.raises(fizzle.ScenarioError):
        bolt.explain(where="damag > 3")


def test_suites_are_balanced_and_verified(bolt):
    other = fizzle.load(SCENARIOS / "fireball.toml")
    balanced = fizzle.balance([bolt, other], {"choice.force": range(2, 9)}, ["mean(damage) = 4"])
    assert balanced.table().to_dict()["rank"][0] == 1
    certificate = fizzle.verify(bolt, other, trials=100_000)
    assert [one["verdict"] for one in certificate.data["scenarios"]] == ["agrees", "agrees"]
