#!/usr/bin/env bash
# Writes the address of the repository into the manifests of the packages and the page about installing. The
# repository does not say where it is published, so a release calls this; you may commit what it writes.
#
#     scripts/release/address.sh https://github.com/OWNER/fizzle
set -euo pipefail
cd "$(dirname "$0")/../.."

export address=${1%/}
export name=${address#*://*/}

# Puts a line below that of the licence, in place of an earlier one.
put() {
    key=$2 line=$3 perl -ni -e 'print unless /^ *\Q$ENV{key}\E/; print "$ENV{line}\n" if /^ *"?license"?[ :=]/' "$1"
    grep -qF "$3" "$1"
}
put Cargo.toml 'repository = ' "repository = \"$address\""
put python/pyproject.toml 'urls = ' "urls = { Repository = \"$address\" }"
put web/npm/package.json '"repository":' "  \"repository\": \"$address\","
perl -pi -e 's|, with the owner of the repository instead of `OWNER`||; s|https://github\.com/OWNER/fizzle|$ENV{address}|; s|OWNER/fizzle|$ENV{name}|' docs/install.md
