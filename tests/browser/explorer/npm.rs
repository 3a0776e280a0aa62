//! The package for npm: its element on a page of somebody else, under a strict content policy.

use std::process::Command;

use super::split::served;
use super::*;

const PAGE: &str = r#"<!doctype html>
<script type="module" src="/odds/element.js"></script>
<fizzle-odds src="/bolt.toml" choose="choice.force" metric="hits"></fizzle-odds>
<fizzle-odds id="risk" rules="/risk.rules"></fizzle-odds>
<fizzle-odds id="wrong">system = "chess"</fizzle-odds>"#;

/// Waits for a text in an element that a selector finds, and reads all that the element shows.
const SEEN: &str = r#"
const seen = async (selector, part) => {
  const root = document.querySelector(selector).shadowRoot;
  for (const begin = performance.now(); !root.textContent.includes(part); await new Promise((wait) => setTimeout(wait, 10))) {
    if (performance.now() > begin + 30000) throw new Error(`${selector}: never ${part}: ${root.textContent}`);
  }
  return root.textContent;
};
"#;

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn an_element_shows_odds_on_any_page() {
    let folder = Folder::with_scenarios();
    let package = folder.path("site/odds");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/npm.sh");
    assert!(Command::new("bash").arg(script).arg(&package).status().unwrap().success());
    let bolt = include_str!("../../../scenarios/lightning-bolt.toml");
    folder.write("site/bolt.toml", bolt);
    folder.write("site/risk.rules", include_str!("../../../scenarios/rules/risk.rules"));
    folder.write("site/index.html", PAGE);
    let mut tab = Browser::find().open("", 1280);
    tab.visit(&served(folder.path("site"), "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"));

    let number = |text: &str| outcome(text)["headline"]["number"].as_str().unwrap().to_owned();
    let seen = tab.run(&format!("{SEEN} return seen('fizzle-odds', '{}');", number(bolt)));
    for part in ["Lightning Bolt at a ganger", "drops the ganger", "hits", "Force"] {
        assert!(seen.as_str().unwrap().contains(part), "{part}: {seen}");
    }
    let change = "const input = document.querySelector('fizzle-odds').shadowRoot.querySelector('input'); input.value = 10; input.dispatchEvent(new Event('input'));";
    let changed = number(&bolt.replace("force = 6\n", "force = 10\n"));
    tab.run(&format!("{SEEN} {change} return seen('fizzle-odds', '{changed}');"));
    tab.run(&format!("{SEEN} return seen('#risk', 'takes the province');"));
    tab.run(&format!("{SEEN} return seen('#wrong', 'chess');"));
}
