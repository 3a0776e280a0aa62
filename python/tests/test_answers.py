"""Questions that compare and decide."""

import sys

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


def test_a_text_alone_is_one_of_several(bolt):
    force = {"choice.force": [4, 6]}
    one, several = [bolt.sweep(force, stats=stats) for stats in ["mean(damage)", ["mean(damage)"]]]
    assert one == several
    held = [bolt.advise(force, maximize="mean(hits)", subject_to=held) for held in ["mean(drain) < 1", ["mean(drain) < 1"]]]
    assert held[0] == held[1] and len(held[0].table().columns) > 5
    assert fizzle.test([fizzle.load(SCENARIOS / "armor-jacket.toml")]).ok
    for scenarios in [bolt, [bolt], (one for one in [bolt])]:
        assert fizzle.balance(scenarios, force, "mean(damage) = 3", trials=1e6).table().columns[0] == "rank"
    assert fizzle.compare([bolt, bolt.replace({"choice.force": 8})]) == fizzle.compare(
        bolt, bolt.replace({"choice.force": 8})
    )


def test_truth_values_are_booleans_in_tables(bolt):
    advice = bolt.advise(
        {"choice.force": range(1, 13)}, maximize="mean(damage)", subject_to="p('physical drain') <= 0.01"
    )
    table = advice.table()
    columns = table.to_dict()
    assert set(columns["feasible"]) == {True, False} and set(columns["frontier"]) <= {True, False}
    switched = bolt.sweep({"rules.mental_limit": [None, True, False]}, stats="mean(hits)").table().to_dict()
    assert switched["rules.mental_limit"] == [None, True, False]
    pandas, polars = [pytest.importorskip(module) for module in ["pandas", "polars"]]
    frame = pandas.DataFrame.from_arrow(table)
    assert len(frame[frame.feasible]) == sum(columns["feasible"]) < len(frame)
    assert len(polars.DataFrame(table).filter(polars.col("feasible"))) == sum(columns["feasible"])


def test_a_key_that_is_taken_out_has_no_value_in_tables(bolt):
    swept = bolt.sweep({"choice.reagents": [None, 1, 2]}, stats="mean(hits)")
    assert swept.table().to_dict()["choice.reagents"] == [None, 1, 2]
    with pytest.raises(fizzle.ScenarioError, match="or unset"):
        bolt.sweep({"choice.reagents": ["none", 1, 2]})


def test_a_sweep_is_an_xarray(bolt):
    pytest.importorskip("xarray")
    grid = {"choice.force": [4, 6, 8], "target.armor": [9, 12]}
    data = bolt.sweep(grid, stats=["mean(damage)"]).to_xarray()
    assert dict(data.sizes) == {"choice.force": 3, "target.armor": 2}
    one = data["mean(damage)"].sel({"choice.force": 6, "target.armor": 12}).item()
    assert one == pytest.approx(bolt.exact().mean("damage"))
    data = bolt.sweep({"choice.reagents": [None, 2], "choice.force": [4, 6]}, stats=["mean(damage)"]).to_xarray()
    assert dict(data.sizes) == {"choice.reagents": 2, "choice.force": 2}
    assert data["mean(damage)"].sel({"choice.reagents": "unset", "choice.force": 6}).item() == pytest.approx(one)
    assert data["mean(damage)"].sel({"choice.reagents": 2, "choice.force": 6}).item() > 0


def test_what_an_extra_is_for_is_said(bolt, monkeypatch):
    for module, extra, ask in [
        ("scipy", "scipy", lambda: bolt.exact()["damage"].to_scipy()),
        ("xarray", "xarray", lambda: bolt.sweep({"choice.force": [4, 6]}).to_xarray()),
    ]:
        for name in [name for name in sys.modules if name.split(".")[0] == module]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delitem(sys.modules, f"fizzle._{extra}", raising=False)
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ModuleNotFoundError) as raised:
            ask()
        assert any(f"fizzle[{extra}]" in note for note in raised.value.__notes__)


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
    assert "from the cheapest to the best" in advice.text and "9.41" in advice.text
    best = bolt.advise({"choice.force": range(1, 13)}, maximize="mean(damage)").table().to_dict()
    assert best["choice.force"][best["rank"].index(1)] == 12
    with pytest.raises(fizzle.Error, match="for a player to choose"):
        bolt.advise({"target.armor": [9, 12]}, maximize="mean(damage)")


def test_scenarios_are_compared(bolt):
    compared = fizzle.compare(bolt, bolt.replace({"choice.force": 8}))
    rows = compared.table().to_dict()
    assert rows["item"].count("mean(damage)") == 2 and "+1.97" in compared.text
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
    assert certificate.ok


def test_rules_are_taken_apart():
    jacket = fizzle.load(SCENARIOS / "armor-jacket.toml")
    book = jacket.variant("book")
    found = fizzle.attribute(jacket, book, stats=["mean(boxes)"])
    rows = found.table().to_dict()
    assert set(rows["statistic"]) == {"mean(boxes)"} and found.charts == ["attribute"]
    change = book.exact().mean("boxes") - jacket.exact().mean("boxes")
    assert sum(rows["shapley"]) == pytest.approx(change)
    with pytest.raises(fizzle.ScenarioError, match=r"mean\(box\)"):
        fizzle.attribute(jacket, book, stats=["mean(box)"])
    with pytest.raises(fizzle.Error, match="different procedures"):
        fizzle.attribute(jacket, fizzle.load(SCENARIOS / "manabolt.toml"), stats=["mean(boxes)"])


def test_efficient_choices_are_a_table_and_a_chart(bolt):
    force = {"choice.force": range(1, 13)}
    advice = bolt.advise(force, maximize="mean(damage)", frontier="mean(damage), mean(drain)")
    assert advice.tables == ["advise", "frontier"] and advice.charts == ["advise", "frontier"]
    assert 1 < len(advice.table("frontier")) <= 12
    assert advice.plot("frontier").svg != advice.plot().svg
    with pytest.raises(fizzle.Error, match="did you mean frontier"):
        advice.plot("frontiers")
    with pytest.raises(fizzle.Error, match="no single best choice"):
        bolt.advise(force, maximize="mean(damage)", cost="choice.force", situations={"target.armor": [6, 12]})


def test_targets_are_for_one_or_all(bolt):
    other = fizzle.load(SCENARIOS / "fireball.toml")
    targets = ["lightning-bolt: mean(damage) = 4"]
    balanced = fizzle.balance([bolt, other], {"choice.force": range(2, 9)}, targets)
    alone = fizzle.balance([bolt], {"choice.force": range(2, 9)}, ["mean(damage) = 4"])
    assert balanced.table().to_dict()["distance"] == alone.table().to_dict()["distance"]
    with pytest.raises(fizzle.ScenarioError, match="a target has one value"):
        fizzle.balance([bolt], {"choice.force": [4]}, ["mean(damage) >= 4"])


def test_what_is_balanced_is_checked(bolt):
    force = {"choice.force": [4, 5]}
    one = fizzle.balance([bolt], force, "mean(damage) = 3")
    assert one.text == fizzle.balance([bolt], force, ["mean(damage) = 3"]).text
    for knobs, targets in [({}, ["mean(damage) = 3"]), (force, [])]:
        with pytest.raises(fizzle.Error, match="there are none"):
            fizzle.balance([bolt], knobs, targets)
    for within in [-1, float("nan")]:
        with pytest.raises(ValueError, match="within: a number from 0"):
            fizzle.balance([bolt], force, "mean(damage) = 3", within=within)


def test_keys_are_varied_together(bolt):
    table = bolt.sweep({("choice.force", "target.body"): [(1, 4), (2, 6)]}).table().to_dict()
    assert (table["choice.force"], table["target.body"]) == ([1, 2], [4, 6])
    with pytest.raises(ValueError, match="1 values for 2 keys"):
        bolt.sweep({("choice.force", "target.body"): [(1,)]})


def test_expectations_are_checked(bolt):
    assert fizzle.test(fizzle.load(SCENARIOS / "armor-jacket.toml")).ok
    wrong = bolt.text + '\n[[expect]]\nstat = "p(hit == 1)"\nbetween = [0.1, 0.2]\n'
    found = fizzle.test(fizzle.loads(wrong))
    assert not found.ok and found.data["expectations"][0]["verdict"] == "failed"
    with pytest.raises(fizzle.Error, match="no expectations"):
        fizzle.test(bolt)


def test_dice_that_lie_on_the_table_are_told(bolt):
    lines = [line for step in bolt.explain(seed=7).data["steps"] for line in step["lines"]]
    dice = [face for line in lines for die in line.get("dice", []) for face in die]
    assert bolt.explain(dice=dice).data["outcome"] == bolt.explain(seed=7).data["outcome"]
    with pytest.raises(fizzle.Error, match="you gave 1"):
        bolt.explain(dice=[5])
    with pytest.raises(fizzle.Error, match="shows 7"):
        bolt.explain(dice=[7])
    with pytest.raises(ValueError, match="leave one of them out"):
        bolt.explain(dice=dice, where="damage > 3")


def test_pages_need_nothing_else(bolt, tmp_path):
    report = fizzle.report(bolt, bolt.replace({"choice.force": 8}), vary={"choice.force": range(1, 4)})
    explored = bolt.replace({"choice.force": 9}).explore()
    for page in [report, explored, fizzle.sheet("ninth-age"), bolt.sheet()]:
        page.save(tmp_path / "page.html")
        assert (tmp_path / "page.html").read_text() == page.page
        assert page.page.startswith("<!") and page._repr_html_().startswith("<iframe")
    assert "force = 9" in explored.page
    assert len(fizzle.sheet("ninth-age").table()) > 10
    with pytest.raises(ValueError, match=r"ends in \.html"):
        report.save(tmp_path / "page.pdf")
    with pytest.raises(fizzle.Error, match="no page"):
        bolt.explain().page
    with pytest.raises(fizzle.Error, match="did you mean ninth-age"):
        fizzle.sheet("nineth-age")


def test_games_are_listed():
    assert "shadowrun5" in fizzle.catalog().text
    assert "Shadowrun 5" in fizzle.catalog("shadowrun5").text
    assert fizzle.catalog().data["$schema"].startswith("https://json-schema.org")


def test_scenarios_without_dice_are_their_tables():
    order = fizzle.load(SCENARIOS / "cast-order.toml")
    odds = order.exact()
    assert odds.tables and len(odds.table()) == 4 and "Marcus" in odds.text
    assert order.explain().text == odds.text
    with pytest.raises(fizzle.Error, match="no dice"):
        fizzle.compare(order, order)
