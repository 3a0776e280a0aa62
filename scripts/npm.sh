#!/usr/bin/env bash
# Makes the package for npm in a folder: `odds(scenario)`, and the element `<fizzle-odds>`. The module,
# its workers and the pictures are those of the page of `fizzle explore`. FIZZLE_MODULE names another module.
#
#     scripts/npm.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-target/npm}
pages=src/report
rm -rf "$folder"
mkdir -p "$folder"/{explorer,page}
cp web/npm/* LICENSE-* "$folder"
cp $pages/explorer/{answering,engine,trials,worker}.js "$folder/explorer"
mv "$folder/module.js" "$folder/explorer"
cp $pages/page/{dom,law}.js "$folder/page"
cp "${FIZZLE_MODULE:-$pages/explorer/fizzle.wasm.gz}" "$folder/fizzle.wasm.gz"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
sed -i.bak "s/\"0.0.0\"/\"$version\"/" "$folder/package.json"
rm "$folder/package.json.bak"
