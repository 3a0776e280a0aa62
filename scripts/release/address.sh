#!/usr/bin/env bash
# Writes the address of the repository into the manifests of the packages: only a release knows it.
#
#     scripts/release/address.sh https://github.com/OWNER/fizzle
set -euo pipefail
cd "$(dirname "$0")/../.."

export address=$1
perl -pi -e 's|^license = .*|$&\nrepository = "$ENV{address}"|' Cargo.toml
perl -pi -e 's|^license = .*|$&\nurls = { Repository = "$ENV{address}" }|' python/pyproject.toml
perl -pi -e 's|^  "license": .*|$&\n  "repository": "$ENV{address}",|' web/npm/package.json
