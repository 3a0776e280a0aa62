#!/usr/bin/env bash
# Makes the wheel of the Python package for this machine, in `target/release-files`, and asks it for odds in
# an environment of its own. With `sdist`, the source distribution, from which it then makes that environment.
#
#     scripts/release/wheel.sh [sdist]
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/release/notices.sh
rm -rf python/licenses
mkdir python/licenses
cp LICENSE-* src/report/fonts/LICENSE-* target/DEPENDENCIES.txt python/licenses

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
files=$PWD/target/release-files
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=$(command -v python3 || command -v python)
"$python" -m venv "$folder/build"
"$python" -m venv "$folder/try"
# Windows has another folder for programs.
bin=bin
[ -d "$folder/build/bin" ] || bin=Scripts

"$folder/build/$bin/pip" install --quiet 'maturin[zig]>=1.9,<2'
maturin=$folder/build/$bin/maturin
if [ "${1:-}" = sdist ]; then
    "$maturin" sdist --manifest-path python/Cargo.toml --out "$folder/made"
else
    options=(--release --locked --manifest-path python/Cargo.toml --out "$folder/made")
    # Linked by Zig, it runs on systems that are older than this one.
    [ "$(uname -s)" != Linux ] || options+=(--zig --compatibility manylinux2014)
    PATH="$folder/build/$bin:$PATH" "$maturin" build "${options[@]}"
fi
"$folder/try/$bin/pip" install --quiet "$folder"/made/*
cd "$folder"
"try/$bin/python" - <<'END'
from importlib.metadata import distribution

import fizzle

licenses = {name.rsplit("/")[-1] for name in distribution("fizzle").metadata.get_all("License-File")}
assert licenses >= {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-DejaVu.txt", "DEPENDENCIES.txt"}, licenses
print(fizzle.roll("4d6.highest(3)").p("result >= 13"))
END
mkdir -p "$files"
cp made/* "$files"
ls -l "$files"
