#!/usr/bin/env bash
# Packs the package for npm, `target/release-files/fizzle-odds-VERSION.tgz`, and asks it for odds in Node.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/release/notices.sh
files=$PWD/target/release-files
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/npm.sh "$folder/package"
cp target/DEPENDENCIES.txt "$folder/package"
mkdir -p "$files"
(cd "$folder/package" && npm pack --silent --pack-destination "$files")

mkdir "$folder/site"
cp scenarios/lightning-bolt.toml "$folder/site"
cd "$folder/site"
npm install --silent --no-save "$files"/fizzle-odds-*.tgz
cat >try.mjs <<'END'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { odds, roll } from "fizzle-odds";

const { headline, trials } = await odds(readFileSync("lightning-bolt.toml", "utf8"), { set: { "choice.force": 8 } });
assert.equal(trials, null);
console.log(`${headline.question}: ${headline.number}`);
const [{ odds: rolled }] = await roll("4d6kh3");
assert.equal(rolled.headline.number, "12.24 on average");
END
node try.mjs
