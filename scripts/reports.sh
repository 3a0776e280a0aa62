#!/usr/bin/env bash
# Makes everything in reports/ anew. CSV and SVG come out the same, byte for
# byte, as long as the rules and the drawing do.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo run --release --quiet -- run scenarios/lightning-bolt.toml --trials 10M --charts all \
    --out reports/lightning-bolt --force --quiet >/dev/null
# It notes the wall time, which is another every time.
rm reports/lightning-bolt/run.json
