#!/usr/bin/env bash
# Makes everything that a release has for this machine, in `target/release-files`, and tries it: the archive
# and its installer, the Python package, the package for npm, the website. Nothing is published.
#
#     scripts/release.sh [TARGET]
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc --print host-tuple)
# Without glibc, a command for Linux runs on all of them.
target=${1:-${host/linux-gnu/linux-musl}}
step() { printf '\n== %s\n' "$*"; "$@"; }

if command -v actionlint >/dev/null; then
    step actionlint
else
    echo "actionlint is not installed: the workflows are not checked"
fi
rm -rf target/release-files
step scripts/release/archive.sh "$target"
step scripts/release/install.sh
step scripts/release/wheel.sh
step scripts/release/wheel.sh sdist
step scripts/release/npm.sh
FIZZLE=${CARGO_TARGET_DIR:-target}/$target/release/fizzle step scripts/release/site.sh
