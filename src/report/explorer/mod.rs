//! The whole of fizzle as one page: a form, and a module of WebAssembly that answers it.
//!
//! The page needs nothing beside itself. The module is compressed, and carried as text; it is made
//! by `scripts/web.sh` from the workspace member `web`.

use minijinja::context;
use serde_json::json;

use super::page::{DOM, LAW, STYLE as OF_PAGES, for_script, from_template, joined};

const TEMPLATE: &str = include_str!("explorer.html");
const STYLE: &str = include_str!("style.css");
const MODULE: &[u8] = include_bytes!("fizzle.wasm.gz");

/// The modules with their names, each behind those that it imports.
const SCRIPTS: [(&str, &str); 11] = [
    DOM,
    LAW,
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

/// The page as HTML; it opens with the text of a scenario, or else with an example. `owner` is
/// what identifies the scenario that it belongs to.
pub fn html(scenario: Option<&str>, owner: &str) -> String {
    let names = context! {
        version => env!("CARGO_PKG_VERSION"),
        owner,
        style => [OF_PAGES, STYLE].concat(),
        scenario => for_script(&json!(scenario)),
        module => base85(MODULE),
        script => joined(&SCRIPTS),
    };
    from_template(TEMPLATE, names)
}

/// Bytes as text, five signs for four bytes: the digits of a number to the base 85. The signs
/// are those of ASCII from `(` to `|`, with `}` in the place of `<`, so that nothing in them is markup.
pub fn base85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for group in bytes.chunks(4) {
        let number =
            (0..4).fold(0, |number, place| number << 8 | u32::from(group.get(place).copied().unwrap_or(0)));
        let digits =
            [85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1].map(|power| (number / power % 85) as u8);
        let sign = |digit: &u8| if *digit == b'<' - b'(' { '}' } else { char::from(b'(' + digit) };
        text.extend(digits[..=group.len()].iter().map(sign));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_four_bytes_are_five_signs() {
        for (bytes, text) in
            [(&b""[..], ""), (&[0], "(("), (&[255, 255, 255, 255], "z?^4("), (&[1, 2, 3, 4, 5], "(CUF2)[")]
        {
            assert_eq!(base85(bytes), text);
        }
        let all: Vec<u8> = (0..=255).collect();
        assert!(!base85(&all).contains('<'));
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
