//! Headless Chromium, told what to do through its debugging pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Time enough for the page to answer one key before the next.
const BETWEEN_KEYS: Duration = Duration::from_millis(60);

/// A browser that is installed.
pub struct Browser(&'static str);

/// A page in a browser of its own, which is closed with it.
pub struct Tab {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<Value>,
    calls: u64,
    folder: TempDir,
}

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
        self.open(page, width).run(body)
    }

    /// Opens a page in a window so wide.
    pub fn open(&self, page: &str, width: u32) -> Tab {
        let folder = tempfile::tempdir().unwrap();
        // The browser reads commands from descriptor 3, and answers on 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 >/dev/null", "sh", self.0])
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--disable-dev-shm-usage",
            ])
            .arg("--remote-debugging-pipe")
            .arg(format!("--window-size={width},900"))
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut tab = Tab { process, input, output, session: None, calls: 0, folder };
        let targets = tab.call("Target.getTargets", json!({}));
        let all = targets["targetInfos"].as_array().unwrap();
        let target = &all.iter().find(|target| target["type"] == "page").unwrap()["targetId"];
        let attached = tab.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        tab.session = Some(attached["sessionId"].clone());
        tab.call("Page.enable", json!({}));
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500 });
        tab.call("Emulation.setDeviceMetricsOverride", size);
        fs::write(tab.folder.path().join("page.html"), page).unwrap();
        tab.show("");
        tab
    }
}

impl Tab {
    /// Loads the page anew, with this fragment in its address.
    pub fn show(&mut self, fragment: &str) {
        let page = self.folder.path().join("page.html");
        self.visit(&format!("file://{}{fragment}", page.display()));
    }

    /// Loads what is at an address.
    pub fn visit(&mut self, address: &str) {
        // From another page: a new fragment alone loads nothing.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": address }));
        self.run(
            "while (document.readyState !== 'complete') await new Promise((done) => setTimeout(done, 5));",
        );
    }

    /// Runs the body of an asynchronous function in the page, and yields what that returns.
    #[track_caller]
    pub fn run(&mut self, body: &str) -> Value {
        // The page keeps the promise: what only waits for it does not.
        let expression = format!("globalThis.running = (async () => {{ {body} }})()");
        let told = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", told);
        assert!(answer.get("exceptionDetails").is_none(), "{answer}");
        answer["result"]["value"].clone()
    }

    /// Runs a body that gives the user a file, and waits for it.
    #[track_caller]
    pub fn download(&mut self, body: &str) -> PathBuf {
        let folder = self.folder.path().join("downloads");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        self.call("Browser.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": folder }));
        self.run(&format!("const find = (id) => document.getElementById(id); {body};"));
        let is_done = |path: &PathBuf| path.extension().is_none_or(|extension| extension != "crdownload");
        for _ in 0..1_000 {
            let mut files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            if let Some(file) = files
                .next()
                .filter(is_done)
                .filter(|file| fs::metadata(file).is_ok_and(|file| file.len() > 0))
            {
                return file;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("there was no file: {body}");
    }

    /// Gives files to the input that a selector finds.
    pub fn open_files(&mut self, input: &str, files: &[PathBuf]) {
        let root = self.call("DOM.getDocument", json!({}))["root"]["nodeId"].clone();
        let found = self.call("DOM.querySelector", json!({ "nodeId": root, "selector": input }));
        self.call("DOM.setFileInputFiles", json!({ "nodeId": found["nodeId"], "files": files }));
    }

    /// Presses the keys of a text one after the other, as fast as somebody types.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = letter.to_string();
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": key }));
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
            std::thread::sleep(BETWEEN_KEYS);
        }
    }

    /// Composes a word letter by letter, as telephones and keyboards of many languages do, and then
    /// takes it.
    pub fn compose(&mut self, word: &str) {
        for (place, letter) in word.char_indices() {
            let part = &word[..place + letter.len_utf8()];
            let end = part.encode_utf16().count();
            let composed = json!({ "text": part, "selectionStart": end, "selectionEnd": end });
            self.call("Input.imeSetComposition", composed);
            std::thread::sleep(BETWEEN_KEYS);
        }
        self.call("Input.insertText", json!({ "text": word }));
    }

    /// Presses a key that moves, erases or confirms.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Backspace" => 8,
            "Tab" => 9,
            "Enter" => 13,
            "PageUp" => 33,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => panic!("the key {other} has no code here"),
        };
        for kind in ["keyDown", "keyUp"] {
            let pressed = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", pressed);
        }
    }

    /// The bytes that the scripts of the page hold, without what nobody uses any more.
    pub fn heap(&mut self) -> f64 {
        self.call("HeapProfiler.collectGarbage", json!({}));
        self.call("Runtime.getHeapUsage", json!({}))["usedSize"].as_f64().unwrap()
    }

    #[track_caller]
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).unwrap();
            assert!(!bytes.is_empty(), "the browser has ended");
            let mut answer: Value = serde_json::from_slice(&bytes[..bytes.len() - 1]).unwrap();
            if answer["id"] == self.calls {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
        }
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
