#!/usr/bin/env bash
# The Python package: lints, the build into a virtual environment, its tests, and its stubs. Run it
# when something in `python` has changed, or what it calls.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v python3 >/dev/null || ! python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))'; then
    echo "there is no Python 3.11 or later: the package is not tested" >&2
    exit 3
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
environment=$target/venv
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
if ! "$environment/bin/pip" install --quiet --requirement python/tests/requirements.txt; then
    echo "pip cannot install what the tests of the package need: it is not tested" >&2
    exit 3
fi

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo clippy --package fizzle-python --locked -- -D warnings
cd python
# Optimized as the tests are, so that what they were built from is there already.
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$target
VIRTUAL_ENV=$environment PATH=$environment/bin:$PATH step "$environment/bin/maturin" develop --quiet --locked
# With the package, so that what it was built from is there already.
step cargo build --package fizzle-python --package fizzle --bin fizzle --locked
FIZZLE_COMMAND=$target/debug/fizzle step "$environment/bin/python" -m pytest --quiet
step "$environment/bin/python" -m mypy.stubtest fizzle._fizzle fizzle._suite
