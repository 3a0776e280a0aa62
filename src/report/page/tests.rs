//! Tests of the HTML of pages: required and forbidden contents.

use super::*;
use crate::analysis::fixtures::{BOLT, exactly, goal};
use crate::analysis::{Effort, Method, Progress, Sampling, advise, compare, sweep};
use crate::scenario::{Document, Goal, Query};

fn page(text: &str, owner: &str) -> String {
    let document = Document::parse("bolt.toml", text).unwrap();
    let scenario = document.check().unwrap();
    let effort = exactly();
    let progress = Progress::default();
    let comparison = compare(&[&scenario], &effort, &progress).unwrap();
    let grid = Grid::of_file(&document).unwrap();
    let found = sweep(&document, &grid, &[], &effort, &progress).unwrap();
    let frontier = ["mean(damage)", "mean(drain)"].map(|text| Query::new("--frontier", text));
    let goal = Goal { frontier: Some(frontier), ..goal("mean(damage)", &[], None) };
    let words = Words::new(&goal, &scenario).unwrap();
    let advice = advise(&document, &grid, &Grid::default(), &goal, &effort, &progress).unwrap();
    html(&Contents {
        owner,
        scenarios: &[("base".to_owned(), &scenario)],
        comparison: &comparison,
        sweep: Some((&grid, &found)),
        advice: Some((&words, &advice)),
        files: &[("bolt.toml".to_owned(), text.to_owned())],
    })
    .unwrap()
}

/// A page on scenarios side by side, and nothing else.
fn page_of(scenarios: &[(String, &Scenario)], comparison: &Comparison) -> String {
    html(&Contents { owner: "", scenarios, comparison, sweep: None, advice: None, files: &[] }).unwrap()
}

/// The data of a page.
fn data_of(page: &str) -> Value {
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_column_that_was_sampled_says_so() {
    let document = Document::parse("bolt.toml", BOLT).unwrap();
    let scenario = document.check().unwrap();
    let page = |method| {
        let effort = Effort { method, sampling: Sampling { trials: 1_000, ..Sampling::default() } };
        let comparison = compare(&[&scenario, &scenario], &effort, &Progress::default()).unwrap();
        page_of(&["base", "again"].map(|name| (name.to_owned(), &scenario)), &comparison)
    };
    let [exact, sampled] = [page(Method::Exact), page(Method::Sampled)];
    assert!(exact.contains("<th scope=\"col\">again<small>exact</small></th>"));
    assert!(sampled.contains("<th scope=\"col\">again<small>1,000 trials</small></th>"));
    let (_, row) = sampled.split_once("<th scope=\"row\">drops the ganger</th><td>").unwrap();
    let (cell, _) = row.split_once("</td>").unwrap();
    assert!(cell.contains(" <small>") && cell.contains(" to ") && cell.contains(" %</small>"), "{cell}");
}

#[test]
fn a_page_needs_nothing_beside_itself() {
    let page = page(BOLT, "bolt.toml");
    assert!(page.len() < MAX_PAGE, "{}", page.len());
    for outside in ["src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "an address is no request");
}

#[test]
fn a_page_can_be_read_without_its_script() {
    let page = page(BOLT, "bolt.toml");
    let (body, _) = page.split_once("<script").unwrap();
    for told in [
        "<strong id=\"number\" data-value=\"0.0099",
        ">0.99 %</strong>",
        "about 1 in 101",
        "<th scope=\"row\">physical drain<small>chance that kind of drain is physical</small></th><td data-value=\"0.0\">never</td><td></td>",
        "<th scope=\"row\">target is hit</th><td data-value=\"0.71",
        "<th scope=\"row\">12</th>",
        "drops the ganger<small>chance of 10 or more boxes of damage</small>",
        "<dd>the mental limit caps the hits, as the text has it</dd>",
        "Exact: counts everything that can happen",
        "Choose Force 12, no reagents: ",
        "<small>recommended</small>",
        "preset = &quot;lightning-bolt&quot;",
    ] {
        assert!(body.contains(told), "{told} is missing in {body}");
    }
}

#[test]
fn every_setting_is_in_the_page() {
    let data = data_of(&page(BOLT, "bolt.toml"));
    let settings = data["sweep"]["settings"].as_array().unwrap();
    assert_eq!((settings.len(), data["sweep"]["axes"][0]["start"].clone()), (108, json!(5)));
    let found = data["sweep"]["found"].as_array().unwrap();
    let places = settings.iter().map(|place| place.as_u64().unwrap() as usize);
    assert!(places.clone().all(|place| found[place]["laws"].as_array().unwrap().len() == 7));
    assert_eq!(places.max(), Some(found.len() - 1));
    assert!(found.len() < settings.len(), "some have equal odds");
    let points = data["advice"]["situations"][0]["points"].as_array().unwrap();
    let best: Vec<&Value> = points.iter().filter(|point| point["best"] == true).collect();
    let [best] = best[..] else { panic!("one is the best: {best:?}") };
    let number = best["setting"].as_u64().unwrap() as usize;
    let choice = |axis: usize, step: usize| data["sweep"]["axes"][axis]["choices"][step].as_str().unwrap();
    assert_eq!(format!("{}, {}", choice(0, number / 9), choice(1, number % 9)), best["name"]);
}

#[test]
fn numbers_are_ready_to_print() {
    let data = data_of(&page(BOLT, "bolt.toml"));
    let metrics = data["scenarios"][0]["metrics"].as_array().unwrap();
    assert!(metrics.iter().all(|metric| metric["name"] != "target is hit"), "an indicator is one number");
    let damage = metrics.iter().find(|metric| metric["name"] == "boxes of damage").unwrap();
    assert_eq!(damage["law"]["text"][1], "1.4 %");
    assert_eq!([&damage["law"]["or_more"][0], &damage["law"]["or_more"][10]], ["always", "0.99 %"]);
}

#[test]
fn sparse_and_wide_values_have_bins() {
    let text = "rules = '''\nreport loss = 0 - 3d6 * 100, wide = d1000, fair = 3d6\n'''\n";
    let document = Document::parse("bins.toml", text).unwrap();
    let scenario = document.check().unwrap();
    let comparison = compare(&[&scenario], &exactly(), &Progress::default()).unwrap();
    let data = data_of(&page_of(&[("base".to_owned(), &scenario)], &comparison));
    let bins = |place: usize| &data["scenarios"][0]["metrics"][place]["law"]["bins"];
    let sparse =
        json!({ "first": -1800, "spacing": 100, "step": 100, "greatest": -300, "count": 16, "note": "" });
    assert_eq!((bins(0), bins(2)), (&sparse, &Value::Null));
    assert_eq!((&bins(1)["step"], &bins(1)["count"]), (&json!(10), &json!(100)));
    assert_eq!((&bins(1)["p"][99], &bins(1)["text"][99]), (&json!(0.01), &json!("1.0 %")));
    assert_eq!(bins(1)["note"], "each bar: 10 values");
    let sentence = data["scenarios"][0]["headline"]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("It is −1300 to −800 in "), "{sentence}");
}

#[test]
fn choices_that_miss_a_condition_are_marked_and_its_limit_is_known() {
    let document = Document::parse("bolt.toml", BOLT).unwrap();
    let scenario = document.check().unwrap();
    let grid = Grid::of_file(&document).unwrap();
    let goal = goal("mean(damage)", &["p(drain >= 4) <= 0.05"], None);
    let words = Words::new(&goal, &scenario).unwrap();
    let advice = advise(&document, &grid, &Grid::default(), &goal, &exactly(), &Progress::default()).unwrap();
    let advice = advised(&words, &advice, &grid, &scenario, true);
    assert_eq!(advice["limits"], json!({ "gain": null, "pain": [0.05, "5 %"] }));
    let points = advice["situations"][0]["points"].as_array().unwrap();
    let is_within = |point: &Value| point["pain"].as_f64().unwrap() <= 0.05;
    assert!(points.iter().all(|point| point["feasible"] == is_within(point)));
    assert!(points.iter().any(is_within) && !points.iter().all(is_within));
}

#[test]
fn what_users_write_is_escaped() {
    let title = "</script><script>alert(1)</script>";
    let text = BOLT.replace("Lightning Bolt at a ganger", title).replace("drops the ganger", "<i>drops</i>");
    let page = page(&text, "\"><b>.toml");
    assert_eq!(page.matches("<script").count(), 2, "the data and the script of the page");
    assert!(!page.contains("<i>") && !page.contains("<b>") && page.contains("&lt;i&gt;drops"));
    assert_eq!(owner(&page).as_deref(), Some("\"><b>.toml"));
}

#[test]
fn only_pages_of_ours_have_an_owner() {
    assert_eq!(owner("<meta name=\"fizzle-scenario\" content=\"bolt.toml\">"), None);
}

const GANGERS: &str = include_str!("../../../scenarios/gangers.toml");

/// The page of a short sequence with a policy that chooses every cast.
fn sequence() -> String {
    let text = GANGERS
        .replace("casts = 12", "casts = 3")
        .replace("force = 6\n", "")
        .replace("[worth]", "[policy]\ncaster = \"best\"\nforce = [4, 8]\n[worth]");
    let document = Document::parse("gangers.toml", text.split("[[variant]]").next().unwrap()).unwrap();
    let scenario = document.check().unwrap();
    let comparison = compare(&[&scenario], &exactly(), &Progress::default()).unwrap();
    page_of(&[("base".to_owned(), &scenario)], &comparison)
}

#[test]
fn a_page_of_a_sequence_says_what_is_left_and_what_to_do() {
    let page = sequence();
    let (body, _) = page.split_once("<script").unwrap();
    for told in [
        ">Who is left standing</h2>",
        // What is won comes first.
        "<i class=\"part-0\"></i>all opponents are down</th>",
        "<tr><th scope=\"row\">3</th><td><span class=\"stack\"><i class=\"part-0\" style=\"width:",
        ">What to choose</h2>",
        // The sliders start at the first cast, where there is only one situation.
        ">Own boxes</label>\n<input type=\"range\" id=\"policy-0-2\" min=\"0\" max=",
        "<tr><th scope=\"row\">0</th><td>Force 8</td><td>always</td></tr>",
    ] {
        assert!(body.contains(told), "{told} is missing in {body}");
    }
    let rounds = body.matches("<span class=\"stack\">").count();
    assert_eq!(rounds, 3);
    assert!(!self::page(BOLT, "bolt.toml").contains("class=\"policy\""), "one cast has no policy");
}
