#!/usr/bin/env bash
# Makes the module of WebAssembly behind the page of `fizzle explore`, which the crate carries: run
# it when rules or what they say have changed. `scripts/web.sh FILE` writes it elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-src/report/explorer/fizzle.wasm.gz}
if [[ $out == -* ]]; then
    echo "the only argument is a file to write, not $out" >&2
    exit 2
fi
wasm=wasm32-unknown-unknown
if [ ! -d "$(rustc --print target-libdir --target $wasm)" ] && ! rustup target add $wasm; then
    echo "the target $wasm is not installed, and rustup cannot add it" >&2
    exit 3
fi
cargo build --package fizzle-web --profile web --target $wasm --locked
mkdir -p "$(dirname "$out")"
cargo run --quiet --release --package fizzle-pack --locked -- \
    "${CARGO_TARGET_DIR:-target}/$wasm/web/fizzle_web.wasm" "$out"
echo "$out: $(wc -c <"$out") bytes"
