//! All of fizzle as one page: a form, and a WebAssembly module that computes the results.
//!
//! The page is self-contained. The module is compressed and embedded as text; `scripts/web.sh` builds
//! it from the workspace member `web`.

use minijinja::context;
use serde_json::{Value, json};

use super::page::{Modules, SHARED, STYLE as OF_PAGES, for_script, from_template, joined, modules};

const TEMPLATE: &str = include_str!("explorer.html");
const STYLE: &str = include_str!("style.css");
/// The module, compressed by gzip.
pub const MODULE: &[u8] = include_bytes!("fizzle.wasm.gz");

const ANSWERING: Modules = modules!["answering"];

/// The script modules of the page. Each comes after the modules that it imports.
const SCRIPTS: Modules = modules!["renew" "module" "engine" "state" "trials" "share" "theme" "tabs" "curves"
    "chart" "bar" "field" "questions" "form" "purpose" "variants" "rules" "results" "odds" "further" "dice" "start"
    "main"];

/// The script module of its workers.
const WORKER: Modules = modules!["worker"];

/// What a page opens with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening<'a> {
    /// The text of a scenario; otherwise all that there is to open.
    pub scenario: Option<&'a str>,
    /// Its odds in few words, which stand there until the page has computed them.
    pub odds: Option<&'a Value>,
}

/// The page as HTML. `owner` identifies the scenario that the page belongs to.
pub fn html(opening: Opening<'_>, owner: &str) -> String {
    page(opening, owner, false)
}

/// The page as HTML without any script or style in it, for sites with a strict content policy. It
/// needs [`files`] and the module, `fizzle.wasm`, beside it.
pub fn split_html(opening: Opening<'_>, owner: &str) -> String {
    page(opening, owner, true)
}

/// The scripts and the style of the page of [`split_html`], with their names.
pub fn files() -> [(&'static str, String); 3] {
    [("style.css", style()), ("fizzle.js", script()), ("worker.js", worker())]
}

fn page(Opening { scenario, odds }: Opening<'_>, owner: &str, is_split: bool) -> String {
    let names = context! {
        owner,
        is_split,
        style => style(),
        scenario => for_script(&json!(scenario)),
        odds => for_script(&json!(odds)),
        module => as_text(MODULE),
        worker => worker(),
        script => script(),
    };
    from_template(TEMPLATE, names)
}

fn script() -> String {
    joined([SHARED, ANSWERING, SCRIPTS])
}

fn worker() -> String {
    joined([ANSWERING, WORKER])
}

/// The style without comments, and without spaces that only readers of its source need.
fn style() -> String {
    let is_shown = |line: &&str| !line.starts_with("/*") && !line.is_empty();
    let style = [OF_PAGES, STYLE].concat();
    let lines = style.lines().map(str::trim_start).filter(is_shown).map(|line| format!("{line}\n"));
    let needless =
        [("; }", "}"), (" { ", "{"), ("; ", ";"), (": ", ":"), (", ", ","), (";\n", ";"), ("{\n", "{")];
    needless.iter().fold(lines.collect::<String>(), |style, (long, short)| style.replace(long, short))
}

/// Signs of seven bits that HTML changes, or that may begin markup.
const SPECIAL: [u8; 3] = [0, b'\r', b'<'];

/// Encodes bytes as text. A character of ASCII has seven bits. Instead of a special one, a character
/// of two bytes has these seven bits and nine more: U+0100 to U+02FF those after the first, and so on.
/// At the end, where there are no nine bits more, it is U+0700 and the seven bits.
pub fn as_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 15 / 13);
    let mut rest = bytes.iter();
    let (mut bits, mut left) = (0u32, 0);
    loop {
        while left < 16
            && let Some(byte) = rest.next()
        {
            (bits, left) = (bits << 8 | u32::from(*byte), left + 8);
        }
        if left == 0 {
            return text;
        }
        // What is incomplete has zeros on the right.
        let sign = if left < 7 { bits << (7 - left) } else { bits >> (left - 7) } & 127;
        let special = SPECIAL.iter().position(|&special| u32::from(special) == sign);
        let (character, taken) = match special {
            None => (sign, 7),
            Some(place) if left >= 16 => (256 + 512 * place as u32 + (bits >> (left - 16) & 511), 16),
            Some(_) => (1792 + sign, 7),
        };
        text.push(char::from_u32(character).expect("a letter or sign"));
        left -= taken.min(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_that_html_leaves_as_it_is() {
        for (bytes, text) in [
            (&b""[..], ""),
            (&[0], "\u{700}\u{700}"),
            (&[0, 0], "\u{100}"),
            (&[0, 129, 255], "\u{181}\x7f@"),
            (&[0b0001_1011, 0b0000_0011], "\u{403}"),
            (&[0b0111_1001, 0b0000_0001], "\u{601}"),
            (&[0b0111_1001], "\u{73c}@"),
            (&[255, 255], "\x7f\x7f`"),
            (&[1, 2, 3, 4, 5, 6, 7], "\u{202}\x01A\u{241}@p"),
        ] {
            assert_eq!(as_text(bytes), text, "{bytes:?}");
        }
        let all: Vec<u8> = (0..=255).collect();
        assert!(!as_text(&all).contains(['<', '\r', '\0']));
    }

    #[test]
    fn a_page_is_small_and_has_its_scenario_as_data() {
        let odds = json!({ "title": "</script><i>" });
        let opening = Opening { scenario: Some("title = \"</script><b>\""), odds: Some(&odds) };
        let page = html(opening, "a.toml");
        assert!(page.len() <= 1_290_000, "{}", page.len());
        assert!(page.contains(r#"title = \"\u003c/script>\u003cb>\""#) && page.contains(r"\u003ci>"));
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
        );
    }
}
