#!/usr/bin/env bash
# Formatting, lints, tests, documentation: run it before every commit.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --all-targets --locked -- -D warnings
step cargo test --locked
step env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --locked
