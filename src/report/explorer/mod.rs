//! All of fizzle as one page: a form, and a WebAssembly module that computes the results.
//!
//! The page is self-contained. The module is compressed and embedded as text; `scripts/web.sh` builds
//! it from the workspace member `web`.

use minijinja::context;
use serde_json::json;

use super::page::{DOM, LAW, STYLE as OF_PAGES, for_script, from_template, joined};

const TEMPLATE: &str = include_str!("explorer.html");
const STYLE: &str = include_str!("style.css");
const MODULE: &[u8] = include_bytes!("fizzle.wasm.gz");

/// The script modules with their names. Each comes after the modules that it imports.
const SCRIPTS: [(&str, &str); 12] = [
    DOM,
    LAW,
    ("renew", include_str!("renew.js")),
    ("engine", include_str!("engine.js")),
    ("share", include_str!("share.js")),
    ("chart", include_str!("chart.js")),
    ("form", include_str!("form.js")),
    ("purpose", include_str!("purpose.js")),
    ("variants", include_str!("variants.js")),
    ("rules", include_str!("rules.js")),
    ("results", include_str!("results.js")),
    ("main", include_str!("main.js")),
];

/// The page as HTML. It opens with the text of `scenario`, or else with an example. `owner`
/// identifies the scenario that the page belongs to.
pub fn html(scenario: Option<&str>, owner: &str) -> String {
    let names = context! {
        version => env!("CARGO_PKG_VERSION"),
        owner,
        style => [OF_PAGES, STYLE].concat(),
        scenario => for_script(&json!(scenario)),
        module => base128(MODULE),
        script => joined(&SCRIPTS),
    };
    from_template(TEMPLATE, names)
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
        assert!(page.len() <= 1_200_000, "{}", page.len());
        assert!(page.contains(r#"title = \"\u003c/script>\u003cb>\""#));
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
        );
    }
}
