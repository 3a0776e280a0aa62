#!/usr/bin/env bash
# Writes the licences of all crates that are compiled into what is released: `target/DEPENDENCIES.txt`.
set -euo pipefail
cd "$(dirname "$0")/../.."

out=target/DEPENDENCIES.txt
[ $out -nt Cargo.lock ] && exit
command -v cargo-about >/dev/null || cargo install --quiet --locked --features cli cargo-about
mkdir -p target
# The Python package has all that the command and the page have, and more.
cargo about generate --locked --fail --config packaging/about.toml --manifest-path python/Cargo.toml packaging/about.hbs >$out.new
mv $out.new $out
