#!/usr/bin/env bash
# Makes everything in reports/ anew. CSV and SVG come out the same, byte for
# byte, as long as the rules and the drawing do.
set -euo pipefail
cd "$(dirname "$0")/.."

# A scenario and the options of its report.
keep() {
    cargo run --release --quiet -- run "scenarios/$1.toml" "${@:2}" \
        --out "reports/$1" --force --quiet >/dev/null
    # It notes the wall time, which is another every time.
    rm "reports/$1/run.json"
}

keep lightning-bolt --trials 10M --charts all
keep magic-phase --exact
keep burst --exact --joint wound,state
keep knight --trials 1M --set foe.0.count=3
