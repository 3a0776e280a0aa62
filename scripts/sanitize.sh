#!/usr/bin/env bash
# The code that is unsafe, under AddressSanitizer: columns with every set of vector instructions that
# this processor has. Needs a nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! rustup run nightly rustc --version >/dev/null 2>&1; then
    echo "no nightly toolchain is installed: nothing is sanitized (rustup toolchain install nightly)" >&2
    exit 3
fi
host=$(rustc --print host-tuple)
RUSTFLAGS="-Zsanitizer=address" CARGO_PROFILE_TEST_OPT_LEVEL=1 \
    cargo +nightly test --lib --no-default-features --target "$host" --locked -- chance::columns rules::tests::random
