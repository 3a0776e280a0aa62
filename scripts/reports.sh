#!/usr/bin/env bash
# Rebuilds everything in reports/, each folder by the command that its row in
# reports/README.md names. CSV and SVG come out the same, byte for byte, as long
# as the rules and the drawing do.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
PATH="$PWD/target/release:$PATH"

# Rows of the table: | `folder` | `fizzle COMMAND` |
sed -n 's/^| `\([^`]*\)` | `\(fizzle [^`]*\)` |$/\1\t\2/p' reports/README.md |
    while IFS=$'\t' read -r folder command; do
        echo "$folder"
        mkdir -p "reports/$folder"
        eval "$command --force --quiet" >/dev/null
        # They note the wall time, which is another every time.
        rm -f "reports/$folder"/{run,sweep,compare,advise,attribute,balance,sheet}.json
    done
