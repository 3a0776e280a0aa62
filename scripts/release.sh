#!/usr/bin/env bash
# Makes the archive that users download, `target/release-files/fizzle-VERSION-TARGET.tar.gz` (or .zip
# for Windows), and plays a scenario with what is in it.
#
#     scripts/release.sh [TARGET]
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:-$(rustc --print host-tuple)}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
case ${GITHUB_REF_TYPE:-}/${GITHUB_REF_NAME:-} in
    tag/"v$version") ;;
    tag/*) echo "the tag is $GITHUB_REF_NAME, and Cargo.toml says version $version" >&2; exit 2 ;;
esac

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --release --locked --bin fizzle --target "$target"
name=fizzle-$version-$target
files=$PWD/target/release-files
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$files" "$folder/$name"
case $target in *windows*) program=fizzle.exe ;; *) program=fizzle ;; esac
cp "$CARGO_TARGET_DIR/$target/release/$program" README.md LICENSE-* "$folder/$name"
cp -r scenarios docs "$folder/$name"
mkdir "$folder/$name/fonts"
cp src/report/fonts/LICENSE* "$folder/$name/fonts"

cd "$folder/$name"
# A processor runs programs of others only here and there.
if "./$program" --version >/dev/null 2>&1; then
    "./$program" man man >/dev/null
    mkdir completions
    for shell in bash elvish fish powershell zsh; do "./$program" completions $shell >"completions/fizzle.$shell"; done
    "./$program" run scenarios/lightning-bolt.toml --exact --charts none --quiet --out "$folder/out"
    "./$program" verify scenarios/lightning-bolt.toml --quiet
else
    echo "this machine cannot run what is built for $target: it was not tried"
fi

cd "$folder"
case $target in
    *windows*) archive=$name.zip; 7z a -bso0 "$files/$archive" "$name" ;;
    *) archive=$name.tar.gz; tar -czf "$files/$archive" "$name" ;;
esac
echo "$files/$archive: $(wc -c <"$files/$archive") bytes"
