#!/usr/bin/env bash
# Fills the templates of `packaging` for a release: installers for shells and PowerShell, a formula for
# Homebrew, manifests for Scoop and winget. They stand beside the archives in FOLDER, whose file SHA256SUMS
# has their check sums. REPOSITORY is where it is published, as in https://github.com/OWNER/fizzle.
#
#     scripts/release/templates.sh FOLDER REPOSITORY
set -euo pipefail

folder=$(cd "$1" && pwd)
repository=${2%/}
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
owner=$(basename "$(dirname "$repository")")
fill=(-e "s|@VERSION@|$version|g" -e "s|@REPOSITORY@|$repository|g" -e "s|@OWNER@|$owner|g")
while read -r sum file; do
    target=${file#"fizzle-$version-"}
    target=${target%.tar.gz}
    fill+=(-e "s|@${target%.zip}@|$sum|g")
done <"$folder/SHA256SUMS"

for template in packaging/install.* packaging/fizzle.* packaging/OWNER.*; do
    name=$(basename "$template")
    filled=$folder/${name/OWNER/$owner}
    sed "${fill[@]}" "$template" >"$filled"
    if grep -n '@[A-Za-z0-9_-]*@' "$filled"; then
        echo "$filled: nothing is known of these" >&2
        exit 2
    fi
done
