#!/usr/bin/env bash
# Makes the archive that users download, `target/release-files/fizzle-VERSION-TARGET.tar.gz` (or .zip
# for Windows), and plays a scenario with what is in it.
#
#     scripts/release/archive.sh TARGET
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$1
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
case ${GITHUB_REF_TYPE:-}/${GITHUB_REF_NAME:-} in
    tag/"v$version") ;;
    tag/*) echo "the tag is $GITHUB_REF_NAME, and Cargo.toml says version $version" >&2; exit 2 ;;
esac
scripts/release/notices.sh

case $target in
    # Windows has the C library of programs only where another one has installed it.
    *windows-msvc) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" ;;
    *musl)
        if ! command -v musl-gcc >/dev/null; then
            echo "musl-gcc is missing (apt-get install musl-tools)" >&2
            exit 3
        fi
        export TARGET_CC=musl-gcc ;;
esac
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --release --locked --bin fizzle --target "$target"
name=fizzle-$version-$target
files=$PWD/target/release-files
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$files" "$folder/$name/licenses"
case $target in *windows*) program=fizzle.exe ;; *) program=fizzle ;; esac
cp "$CARGO_TARGET_DIR/$target/release/$program" README.md "$folder/$name"
cp LICENSE-* src/report/fonts/LICENSE-* target/DEPENDENCIES.txt "$folder/$name/licenses"
cp -r scenarios docs "$folder/$name"
# What they link to: pictures, and rules of games.
"$(command -v python3 || command -v python)" scripts/release/links.py "$folder/$name" --from .

cd "$folder/$name"
"./$program" man man >/dev/null
mkdir completions
for shell in bash elvish fish powershell zsh; do "./$program" completions $shell >"completions/fizzle.$shell"; done
"./$program" run scenarios/lightning-bolt.toml --exact --charts none --quiet --out "$folder/out"
"./$program" verify scenarios/lightning-bolt.toml --quiet

cd "$folder"
case $target in
    *windows*) archive=$name.zip; rm -f "$files/$archive"; 7z a -bso0 "$files/$archive" "$name" ;;
    *) archive=$name.tar.gz; tar -czf "$files/$archive" "$name" ;;
esac
echo "$files/$archive: $(wc -c <"$files/$archive") bytes"
