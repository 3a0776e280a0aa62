//! Headless Chromium, driven by a script behind the page's own.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A browser that is installed.
pub struct Browser(&'static str);

impl Browser {
    /// One of those that are known.
    ///
    /// # Panics
    ///
    /// If none of them is installed.
    pub fn find() -> Browser {
        let runs = |name: &&'static str| {
            let mut command = Command::new(name);
            command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let found = NAMES.into_iter().find(runs);
        Browser(found.unwrap_or_else(|| panic!("no browser is installed ({})", NAMES.join(", "))))
    }

    /// Opens a page in a window so wide, runs the body of a function in it, and yields
    /// what that returns.
    #[track_caller]
    pub fn drive(&self, page: &str, body: &str, width: u32) -> Value {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "<script>addEventListener('load', () => {{
                let seen;
                try {{ seen = (() => {{ {body} }})(); }} catch (error) {{ seen = {{ error: String(error) }}; }}
                const text = document.createElement('pre');
                text.textContent = 'SEEN' + btoa(unescape(encodeURIComponent(JSON.stringify(seen)))) + 'NEES';
                document.body.replaceChildren(text);
            }});</script></body>"
        );
        assert!(page.contains("</body>"), "it is no page");
        let at = page.rfind("</body>").unwrap();
        let path = folder.path().join("page.html");
        fs::write(&path, format!("{}{script}{}", &page[..at], &page[at + "</body>".len()..])).unwrap();
        let output = Command::new(self.0)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--disable-dev-shm-usage", "--virtual-time-budget=10000", "--dump-dom"])
            .arg(format!("--window-size={width},900"))
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg(format!("file://{}", path.display()))
            .output()
            .unwrap();
        let dom = String::from_utf8(output.stdout).unwrap();
        let seen = dom.split_once("SEEN").and_then(|(_, rest)| rest.split_once("NEES"));
        let Some((seen, _)) = seen.filter(|(seen, _)| !seen.contains('(')) else {
            panic!("the script did not end: {}", String::from_utf8_lossy(&output.stderr))
        };
        let value: Value = serde_json::from_slice(&decoded(seen)).unwrap();
        assert!(value.get("error").is_none(), "{value}");
        value
    }
}

/// Base 64: what a page shows keeps no other text as it is.
fn decoded(text: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |sign: u8| SIGNS.iter().position(|other| *other == sign).expect("a sign of base 64") as u32;
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four.iter().fold(0, |bits, sign| bits << 6 | value(*sign)) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}
