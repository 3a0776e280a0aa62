//! The page as several files, on a site with a content policy.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;

use super::*;

/// Serves the files of a folder with a content policy until the test ends, and returns its address.
pub fn served(folder: PathBuf, policy: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // A browser may close a connection early.
            let _ = stream.map(|stream| serve(stream, &folder, policy));
        }
    });
    address
}

fn serve(mut stream: TcpStream, folder: &std::path::Path, policy: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let name = first.split(' ').nth(1).map_or("index.html", |path| match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    });
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "application/wasm",
    };
    let (status, bytes) =
        std::fs::read(folder.join(name)).map_or(("404 Not Found", Vec::new()), |bytes| ("200 OK", bytes));
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    stream.write_all(&bytes)
}

/// The address of the files of a page with a scenario under a content policy.
fn site(folder: &Folder, policy: &'static str) -> String {
    folder.fizzle("explore scenarios/lightning-bolt.toml --out site/ --force").assert().success();
    if let Some(path) = std::env::var_os("FIZZLE_MODULE") {
        use std::io::Read;
        let mut module = Vec::new();
        flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut module).unwrap();
        folder.write("site/fizzle.wasm", module);
    }
    served(folder.path("site"), policy)
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_strict_site_runs_the_page_of_several_files() {
    let folder = Folder::with_scenarios();
    let address = site(&folder, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    let mut tab = Browser::find().open("", 1280);
    tab.visit(&address);
    let seen = tab.run(&format!(
        "{READ} await until(() => find('number')); await settled(); await settle(() => type('choice.force', '10')); return read();"
    ));
    let text = include_str!("../../../scenarios/lightning-bolt.toml").replace("force = 6\n", "force = 10\n");
    assert_eq!(seen["number"], outcome(&text)["headline"]["number"]);
}

#[test]
#[ignore = "opens pages in a browser; scripts/check.sh does where there is one"]
fn a_site_that_forbids_webassembly_is_told_what_to_allow() {
    let folder = Folder::with_scenarios();
    let address = site(&folder, "default-src 'self'");
    let mut tab = Browser::find().open("", 1280);
    tab.visit(&address);
    let seen = tab.run(&format!(
        "{READ} await until(() => /^(?!One moment)./.test(find('notice').textContent)); return find('notice').textContent;"
    ));
    assert!(seen.as_str().unwrap().contains("'wasm-unsafe-eval'"), "{seen}");
}
