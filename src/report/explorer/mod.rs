//! All of fizzle as one page: a form, and a WebAssembly module that computes the results.
//!
//! The page is self-contained. The module is compressed and embedded as text; `scripts/web.sh` builds
//! it from the workspace member `web`.

use minijinja::context;
use serde_json::json;

use super::page::{DOM, LAW, STYLE as OF_PAGES, for_script, from_template, joined};

const TEMPLATE: &str = include_str!("explorer.html");
const STYLE: &str = include_str!("style.css");
/// The module, compressed by gzip.
pub const MODULE: &[u8] = include_bytes!("fizzle.wasm.gz");

const ANSWERING: (&str, &str) = ("answering", include_str!("answering.js"));

/// The script modules of the page with their names. Each comes after the modules that it imports.
const SCRIPTS: [(&str, &str); 25] = [
    DOM,
    LAW,
    ANSWERING,
    ("renew", include_str!("renew.js")),
    ("engine", include_str!("engine.js")),
    ("state", include_str!("state.js")),
    ("trials", include_str!("trials.js")),
    ("share", include_str!("share.js")),
    ("theme", include_str!("theme.js")),
    ("tabs", include_str!("tabs.js")),
    ("chart", include_str!("chart.js")),
    ("curves", include_str!("curves.js")),
    ("bar", include_str!("bar.js")),
    ("field", include_str!("field.js")),
    ("questions", include_str!("questions.js")),
    ("form", include_str!("form.js")),
    ("purpose", include_str!("purpose.js")),
    ("variants", include_str!("variants.js")),
    ("rules", include_str!("rules.js")),
    ("results", include_str!("results.js")),
    ("odds", include_str!("odds.js")),
    ("further", include_str!("further.js")),
    ("dice", include_str!("dice.js")),
    ("start", include_str!("start.js")),
    ("main", include_str!("main.js")),
];

/// The script modules of its workers.
const WORKER: [(&str, &str); 2] = [ANSWERING, ("worker", include_str!("worker.js"))];

/// The page as HTML. It opens with the text of `scenario`, or else with all that there is to open.
/// `owner` identifies the scenario that the page belongs to.
pub fn html(scenario: Option<&str>, owner: &str) -> String {
    page(scenario, owner, false)
}

/// The page as HTML without any script or style in it, for sites with a strict content policy. It
/// needs [`files`] and the module, `fizzle.wasm`, beside it.
pub fn split_html(scenario: Option<&str>, owner: &str) -> String {
    page(scenario, owner, true)
}

/// The scripts and the style of the page of [`split_html`], with their names.
pub fn files() -> [(&'static str, String); 3] {
    [("style.css", style()), ("fizzle.js", joined(&SCRIPTS)), ("worker.js", joined(&WORKER))]
}

fn page(scenario: Option<&str>, owner: &str, is_split: bool) -> String {
    let names = context! {
        version => env!("CARGO_PKG_VERSION"),
        owner,
        is_split,
        style => style(),
        scenario => for_script(&json!(scenario)),
        module => base128(MODULE),
        worker => joined(&WORKER),
        script => joined(&SCRIPTS),
    };
    from_template(TEMPLATE, names)
}

fn style() -> String {
    [OF_PAGES, STYLE].concat()
}

/// Encodes bytes as text with seven bits per character. The characters are ASCII, except that NUL
/// and CR, which HTML parsers change, and `<`, which is markup, are shifted up by 256. The text is
/// almost a tenth smaller than with five printable characters for four bytes.
pub fn base128(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(7) * 8);
    for group in bytes.chunks(7) {
        let number = group.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let bits = 8 * group.len();
        let signs = bits.div_ceil(7);
        // In an incomplete group the last character is padded with zeros on the right.
        let number = number << (7 * signs - bits);
        text.extend((0..signs).rev().map(|place| match (number >> (7 * place) & 127) as u8 {
            sign @ (0 | b'\r' | b'<') => char::from_u32(256 + u32::from(sign)).expect("letters are here"),
            sign => char::from(sign),
        }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_bits_are_a_sign() {
        for (bytes, text) in [
            (&b""[..], ""),
            (&[0], "\u{100}\u{100}"),
            (&[255, 255], "\x7f\x7f`"),
            (&[0b0111_1001, 0b0000_1101], "\u{13c}C "),
            (&[1, 2, 3, 4, 5, 6, 7], "\u{100}@@0 \x14\x0c\x07"),
        ] {
            assert_eq!(base128(bytes), text, "{bytes:?}");
        }
        let all: Vec<u8> = (0..=255).collect();
        assert!(!base128(&all).contains(['<', '\r', '\0']));
    }

    #[test]
    fn a_page_is_small_and_has_its_scenario_as_data() {
        let page = html(Some("title = \"</script><b>\""), "a.toml");
        assert!(page.len() <= 1_260_000, "{}", page.len());
        assert!(page.contains(r#"title = \"\u003c/script>\u003cb>\""#));
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
        );
    }
}
