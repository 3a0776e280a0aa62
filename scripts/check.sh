#!/usr/bin/env bash
# Formatting, lints, tests, documentation, with the features and without: run it before every
# commit. With FIZZLE_TESTED, `cargo test` has just passed, and is not run again.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo fmt --check --manifest-path fuzz/Cargo.toml
step cargo clippy --all-targets --locked -- -D warnings
step cargo clippy --lib --no-default-features --features charts --locked -- -D warnings
step cargo clippy --lib --tests --no-default-features --locked -- -D warnings
wasm=wasm32-unknown-unknown
if [ -d "$(rustc --print target-libdir --target $wasm)" ]; then
    step cargo check --lib --no-default-features --target $wasm --locked
else
    echo "the target $wasm is not installed: not checked (rustup target add $wasm)"
fi
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
if rustc --version | grep -q "^rustc $oldest\."; then
    echo "all of this is built by Rust $oldest, the oldest that fizzle is built by"
elif rustup run "$oldest" rustc --version >/dev/null 2>&1; then
    step cargo "+$oldest" check --all-targets --locked
else
    echo "Rust $oldest is not installed: not tried (rustup toolchain install $oldest)"
fi
if command -v cargo-deny >/dev/null; then
    step cargo deny --locked check licenses bans sources
    if cargo deny --locked fetch db >/dev/null 2>&1; then
        step cargo deny --locked check advisories
    else
        echo "the database of advisories cannot be had: not checked"
    fi
else
    echo "cargo-deny is not installed: licences and duplicates are not checked (cargo install cargo-deny)"
fi
if [ -n "${FIZZLE_TESTED:-}" ]; then
    echo "cargo test has just passed: not run again"
else
    step cargo test --locked
fi
step cargo test --test guide --test reports --locked -- --ignored
if command -v tar >/dev/null && command -v xz >/dev/null; then
    step cargo test --test inputs --locked -- --ignored
else
    echo "tar or xz is not installed: what fuzzing has found is not tried"
fi
if command -v chromium chromium-browser google-chrome chrome >/dev/null; then
    step cargo test --test browser --locked -- --ignored
else
    echo "no browser is installed: pages are not opened (apt-get install chromium)"
    [ -z "${CI:-}" ]
fi
step env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --locked
