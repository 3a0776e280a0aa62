"""What can happen, and how likely: the numbers of the command line."""

import copy
import pickle

import pytest
from conftest import SCENARIOS, interrupted

import fizzle


def test_exact_odds_are_those_of_the_readme(bolt):
    odds = bolt.exact()
    assert odds.engine == "exact" and odds.trials is None
    assert f"{odds.mean('damage'):.4f}" == "3.7064"
    assert f"{odds.p('hit == 1'):.6f}" == "0.712899"
    assert f"{odds.questions['drops the ganger']:.6f}" == "0.009928"
    assert odds.stat("mean(damage) / choice.force") == pytest.approx(odds.mean("damage") / 6)
    assert odds.quantile("damage", 0.95) == 8
    assert odds.p("damage >= 10", given="hit == 1") > odds.p("damage >= 10")


def test_an_estimate_is_a_float_with_its_error(bolt):
    chance = bolt.sample(100_000).p("hit == 1")
    assert isinstance(chance, float) and isinstance(chance, fizzle.Estimate)
    assert chance.low < bolt.exact().p("hit == 1") < chance.high
    assert chance.high - chance.low == pytest.approx(2 * 1.96 * chance.error, rel=1e-3)
    exact = bolt.exact().p("hit == 1")
    assert exact.error == 0 and exact.low == exact.high == exact
    # As for a question: no chance is below 0 or above 1, whatever was seen.
    few = bolt.sample(10)
    for event, given in [("hits >= 0", None), ("hits > 99", None), ("hits >= 0", "hit == 1")]:
        chance = few.p(event, given)
        assert 0 <= chance.low <= chance <= chance.high <= 1 and chance.low < chance.high
    drops = bolt.sample(100_000).questions["drops the ganger"]
    seen = bolt.sample(100_000).p("damage >= 10")
    assert (seen, seen.low, seen.high) == (drops, drops.low, drops.high)
    again = pickle.loads(pickle.dumps(chance))
    assert (again, again.low, again.error) == (chance, chance.low, chance.error)


def test_the_same_trials_and_seed_give_the_same_odds(bolt):
    odds = bolt.sample(300_000, seed=7)
    assert odds == bolt.sample(300_000, 7, threads=1)
    assert odds != bolt.sample(300_000, seed=8)
    assert odds.trials == 300_000
    assert odds == bolt.sample(3e5, seed=7)


def test_scenarios_are_values(bolt):
    ten = bolt.replace({"choice.force": 10})
    assert ten != bolt and bolt.keys["choice.force"] == 6 and ten.keys["choice.force"] == 10
    assert ten.replace({"choice.force": 6}).exact().mean("damage") == bolt.exact().mean("damage")
    again = pickle.loads(pickle.dumps(ten))
    assert again == ten and hash(again) == hash(ten) and again.exact() == ten.exact()
    # However its values were set.
    assert ten.replace({"choice.force": 6}) == bolt and {ten.replace({"choice.force": 6})} == {bolt}
    assert ten.replace({"target.body": 4}) == bolt.replace({"target.body": 4}).replace({"choice.force": 10})
    assert bolt.replace({"choice.reagents": None}) == bolt != bolt.variant(bolt.variants[0])
    assert fizzle.loads(bolt.text, name="other").exact().mean("hits") == bolt.exact().mean("hits")
    reagents = bolt.replace({"choice.reagents": 3})
    assert reagents.replace({"choice.reagents": None}).exact().mean("hits") == bolt.exact().mean("hits")
    assert bolt.variants and bolt.variant(bolt.variants[0]).title.startswith(bolt.title)
    assert fizzle.template("ars-magica").system == "ars-magica"


def test_rules_are_read_from_text():
    path = SCENARIOS / "rules" / "warhammer.rules"
    rules = fizzle.load(path)
    assert rules.text == path.read_text() and fizzle.loads(rules.text, str(path)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert fizzle.loads(rules.text, "w.rules").exact().mean("unsaved") == rules.exact().mean("unsaved")
    inside = f"rules = '''\n{rules.text}'''\n"
    assert fizzle.loads(inside).exact().mean("unsaved") == rules.exact().mean("unsaved")
    with pytest.raises(fizzle.ScenarioError, match=r"w\.rules:1") as raised:
        fizzle.loads("report hits = hit\n", "w.rules")
    assert raised.value.problems[0]["source"] == "w.rules"
    with pytest.raises(fizzle.ScenarioError, match="the rules are in another file, w.rules"):
        fizzle.loads('rules = "w.rules"\n')


def test_errors_have_the_message_and_the_place_of_the_command_line(bolt):
    with pytest.raises(fizzle.ScenarioError) as raised:
        fizzle.loads(bolt.text.replace("magic = 6", "magik = 6"), name="bolt.toml")
    assert "did you mean `caster.magic`?" in str(raised.value)
    sources = {(problem["source"], problem["line"] > 1) for problem in raised.value.problems}
    assert sources == {("bolt.toml", True)}
    with pytest.raises(fizzle.ScenarioError, match="did you mean `damage`"):
        bolt.exact().mean("damag")
    with pytest.raises(fizzle.ScenarioError, match=r"choice\.force"):
        bolt.replace({"choice.force": 99})
    with pytest.raises(FileNotFoundError):
        fizzle.load("nowhere.toml")
    with pytest.raises(fizzle.Error, match="there is no metric"):
        bolt.sample(1000, joint=["nothing"])
    with pytest.raises(fizzle.Error, match="cannot be sampled"):
        bolt.sample(0)
    with pytest.raises(fizzle.Error, match="named twice"):
        bolt.sample(1000, joint=["hits", "hits"])
    for trials in [-1, 1.5, float("inf")]:
        with pytest.raises(fizzle.Error, match="not a whole number from 0"):
            bolt.sample(trials)
        with pytest.raises(fizzle.Error, match="not a whole number from 0"):
            fizzle.verify(bolt, trials=trials)
    with pytest.raises(fizzle.ScenarioError) as raised:
        bolt.variant("nothing")
    assert raised.value.problems[0]["source"] == "variant"
    with pytest.raises(TypeError, match="an Executor"):
        bolt.sample(1000, executor=3)
    with pytest.raises(KeyError, match="there is no metric"):
        bolt.exact()["nothing"]


def test_metrics_that_were_not_counted_together_are_named(bolt):
    odds = bolt.exact(joint="hits")
    assert odds == bolt.exact(joint=["hits"]) and bolt.sample(1000, joint="hits").table("joint")
    assert odds.mean("damage") == pytest.approx(bolt.exact().mean("damage"))
    with pytest.raises(fizzle.Error, match=r'joint=\["damage", "drain"\]'):
        odds.p("damage > 3 && drain == 0")


def test_too_large_is_said(bolt):
    fight = fizzle.template("shadowrun1", "firefight")
    with pytest.raises(fizzle.TooLarge, match="sample it instead"):
        fight.exact()


def test_a_sample_ends_when_it_is_precise(bolt):
    odds = bolt.sample(10**9, until="5%")
    assert odds.trials < 10**8
    for chance in odds.questions.values():
        assert chance.high - chance.low <= 0.05 * chance or chance == 0
    assert bolt.sample(10**9, until=0.01).trials < odds.trials
    for width in ["5", 2, "wide"]:
        with pytest.raises(fizzle.Error, match="until: write a width"):
            bolt.sample(until=width)
    with pytest.raises(ValueError, match="until cannot be used"):
        bolt.sample(until="5%", parts="parts")
    with pytest.raises(fizzle.Error, match="needs a question"):
        fizzle.roll("3d6").scenario.sample(until="5%")


def test_rolls_are_odds():
    roll = fizzle.roll("3d6")
    assert roll.p("result >= 12") == pytest.approx(81 / 216) and roll["result"].pmf(3) == pytest.approx(1 / 216)
    assert "or more" in roll.text and pickle.loads(pickle.dumps(roll.scenario)).exact() == roll
    with pytest.raises(fizzle.ScenarioError, match="3d"):
        fizzle.roll("3d")


def test_distributions_are_those_of_scipy(bolt):
    scipy = pytest.importorskip("scipy.stats")
    law = bolt.exact()["damage"]
    frozen = law.to_scipy()
    assert isinstance(frozen, scipy.rv_discrete)
    for k in [-1, 0, 3, 4, 8.5, 12, 99]:
        assert law.cdf(k) == pytest.approx(frozen.cdf(k), abs=1e-12)
        assert law.sf(k) == pytest.approx(frozen.sf(k), abs=1e-12)
    assert law.pmf([4, 5]) == pytest.approx(list(frozen.pmf([4, 5])))
    assert (law.mean(), law.std()) == pytest.approx((frozen.mean(), frozen.std()))
    assert law.ppf([0, 0.5, 0.95]) == [law.support()[0], frozen.ppf(0.5), frozen.ppf(0.95)]
    assert law.interval(0.9) == frozen.interval(0.9)
    # P(> k), and what fizzle's tables show.
    assert law.sf(9) == pytest.approx(law.at_least(10)) and law.at_least(9) > law.sf(9)


def test_values_are_drawn(bolt):
    odds = bolt.exact()
    drawn = odds["damage"].rvs(20_000, seed=1)
    assert drawn == odds["damage"].rvs(20_000, seed=1) and odds["damage"].rvs() in odds["damage"]
    assert sum(drawn) / len(drawn) == pytest.approx(odds["damage"].mean(), abs=0.1)
    assert set(odds["damage_type"].rvs(100)) == {"none", "physical"}


def test_labels_have_probabilities_and_no_order(bolt):
    law = bolt.exact()["damage_type"]
    assert set(law.values) == {"none", "physical"}
    assert law.pmf("physical") == pytest.approx(bolt.exact().p("damage_type == 'physical'"))
    assert law["physical"].error == 0
    with pytest.raises(ValueError, match="it is one of"):
        law.pmf("fire")
    with pytest.raises(TypeError, match="no order"):
        law.sf(1)


def test_a_distribution_maps_values_to_probabilities(bolt):
    odds = bolt.exact()
    law, labels = odds["damage"], odds["damage_type"]
    assert list(law) == law.values == law.keys() and len(law) == len(law.values)
    assert [law[value] for value in law] == law.probabilities == list(dict(law).values())
    assert dict(law.items()) == dict(law) and sum(law[value] for value in law) == pytest.approx(1)
    assert 4 in law and 4.0 in law and 4.5 not in law and 99 not in law and "physical" not in law
    assert law[4].low == law[4] > 0 and law[99] == 0 and None not in law
    assert list(labels) == ["none", "physical"] and "physical" in labels
    assert "stun" not in labels and labels["stun"] == 0 and "fire" not in labels
    with pytest.raises(KeyError, match="it is one of none, stun, physical"):
        labels["fire"]
    seen = bolt.sample(1000)["damage"]
    assert all(0 < chance.low < chance < chance.high for chance in dict(seen).values())
    assert seen == bolt.sample(1000)["damage"] != law


def test_odds_map_metrics_to_distributions(bolt):
    odds = bolt.exact()
    assert list(odds) == odds.metrics == odds.keys() and len(odds) == len(odds.metrics)
    assert "damage" in odds and "nothing" not in odds and 3 not in odds
    assert dict(odds) == dict(odds.items()) and dict(odds)["damage"] == odds["damage"]


def test_results_are_pickled_and_copied(bolt):
    burst = fizzle.load(SCENARIOS / "burst.toml")
    swept = bolt.sweep({"choice.reagents": [None, 1], "choice.force": [4, 6]}, stats="p(damage >= 10)")
    report = fizzle.report(bolt)
    results = [bolt.exact(), bolt.sample(10_000, joint=["hits"]), burst.exact(), burst.sample(1000), swept, report]
    results += [law for odds in results[:4] for law in odds.items()]
    results += [odds.table() for odds in results[:4]] + [swept.table(), swept.plot()]
    for result in results:
        for again in [pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)]:
            assert again == result
    odds = bolt.exact()
    again = pickle.loads(pickle.dumps(odds))
    assert again.p("damage >= 10 && hit == 1") == odds.p("damage >= 10 && hit == 1")
    assert again["damage"].mean() == odds["damage"].mean() and again.plot() == odds.plot()
    assert again.text == odds.text and again.data == odds.data
    again = pickle.loads(pickle.dumps(swept))
    assert (again.data, again.table(), again.plot().png()) == (swept.data, swept.table(), swept.plot().png())
    assert pickle.loads(pickle.dumps(report)).page == report.page
    function, (version, content) = swept.__reduce__()[0], swept.__reduce__()[1][0]
    assert function((version, content)) == swept
    with pytest.raises(fizzle.Error, match="fizzle 0.0.1 has pickled this"):
        function(("0.0.1", content))
    with pytest.raises(fizzle.Error, match="the pickle is damaged"):
        function((version, content[:-1]))


@pytest.mark.parametrize("name", ["distributions", "summary", "questions", "joint"])
def test_data_frames_read_tables(bolt, name):
    table = bolt.sample(50_000).table(name)
    polars, pyarrow = [pytest.importorskip(module) for module in ["polars", "pyarrow"]]
    columns = table.to_dict()
    assert len(table) == len(columns[table.columns[0]]) > 0
    assert polars.DataFrame(table).to_dict(as_series=False) == columns
    assert pyarrow.table(table).to_pydict() == columns
    if name == "joint":
        assert sum(columns["count"]) == 50_000
    duckdb = pytest.importorskip("duckdb")
    read = pyarrow.table(table)
    assert duckdb.sql("select count(*) from read").fetchall() == [(read.num_rows,)]


def test_a_notebook_shows_a_result_once(bolt):
    odds = bolt.exact()
    html = odds._repr_html_()
    assert html.count("<svg") == 1 and "boxes of damage" in html
    assert not any(hasattr(odds, other) for other in ["_repr_svg_", "_repr_png_", "_repr_mimebundle_"])
    hostile = bolt.text.replace("title = \"", "title = \"<script>")
    assert "<script" not in fizzle.loads(hostile).exact()._repr_html_()
    assert "boxes of damage" in repr(odds)


def test_charts_are_saved(bolt, tmp_path):
    odds = bolt.exact()
    assert odds.charts[0] == "overview" and set(bolt.metrics) <= set(odds.charts)
    assert odds.plot("damage").svg != odds.plot().svg
    chart = odds.plot()
    chart.save(tmp_path / "bolt.svg")
    chart.save(str(tmp_path / "bolt.png"))
    assert (tmp_path / "bolt.svg").read_text() == chart.svg
    assert (tmp_path / "bolt.png").read_bytes() == chart.png() and chart.png().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="ends in"):
        chart.save("bolt.gif")


def test_ctrl_c_ends_every_call_within_a_second(bolt):
    fight = fizzle.template("shadowrun1", "firefight")
    bodies = {"fighter.0.body": range(1, 7), "fighter.1.body": range(1, 7)}
    rows = bolt.exact().table("joint").to_dict()
    place = rows["probability"].index(min(rows["probability"]))
    rare = " && ".join(f"{name} == {rows[name][place]!r}" for name in bolt.metrics)
    many = {"target.armor": range(200), "target.body": range(1, 100)}
    large = fizzle.loads("rules = \'\'\'\na = d200\nb = d200\nc = d50\nreport a, b, c\n\'\'\'").exact()
    for work in [lambda: large.table("joint"), lambda: [large.mean("a * b") for _ in range(1000)]]:
        assert interrupted(work) < 1
    jacket = fizzle.load(SCENARIOS / "armor-jacket.toml")
    for work in [
        lambda: bolt.sample(10**13),
        lambda: fight.sweep(bodies, trials=10**8),
        # Exact laws, one after the other, and one that is large.
        lambda: bolt.sweep(many, exact=True),
        lambda: fight.replace({"fighter.0.body": 12, "fighter.1.body": 12}).exact(),
        lambda: fizzle.verify(bolt, trials=10**13),
        lambda: bolt.sample(10**13, until=1e-7),
        lambda: fizzle.compare(bolt, bolt, sampled=True, trials=10**13),
        lambda: fizzle.attribute(jacket, jacket.variant("book"), sampled=True, trials=10**13),
        lambda: fizzle.test(jacket, sampled=True, trials=10**13),
        lambda: fizzle.report(bolt, sampled=True, trials=10**13),
        lambda: fizzle.roll("d1000 * d1000 * d8"),
        lambda: bolt.explain(where=rare),
    ]:
        assert interrupted(work) < 1


def test_progress_is_told(bolt, second):
    told = []
    bolt.sample(2 * second, threads=1, progress=lambda done, total: told.append((done, total)))
    assert told and all(done <= total == 2 * second for done, total in told)
    with pytest.raises(ZeroDivisionError):
        bolt.sample(10**13, progress=lambda done, total: 1 / 0)
