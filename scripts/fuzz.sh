#!/usr/bin/env bash
# Texts and bytes at random for all that reads what users write:
#
#     scripts/fuzz.sh [SECONDS] [TARGET…]      each target (`cargo fuzz list`) for so long, 60 if
#                                              you do not say
#     scripts/fuzz.sh --keep [TARGET…]         what was found of worth becomes the corpus
#
# Needs cargo-fuzz, a C++ compiler and xz, but no nightly toolchain. What makes a target fail, or take
# longer than ten seconds or more than a gigabyte, is kept in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

for tool in cargo-fuzz c++ xz; do
    if ! command -v $tool >/dev/null; then
        echo "$tool is not installed: nothing is tried at random" >&2
        exit 3
    fi
done
mode=${1:-60}
[ $# -gt 0 ] && shift
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(cargo fuzz list)
export mode found=target/corpus
# One unit would find no more, and takes longer to make.
export build="--sanitizer none --codegen-units 16"

try() {
    target=$1
    mkdir -p "$found/$target" "artifacts/$target"
    tar -xJf "corpus/$target.tar.xz" -C "$found/$target"
    dictionary=()
    [ ! -f "$target.dict" ] || dictionary=("-dict=$target.dict")
    limits=(-timeout=10 -rss_limit_mb=1024 -max_len=4096 "${dictionary[@]}")
    if [ "$mode" = --keep ]; then
        least=$(mktemp -d)
        cargo fuzz run $build "$target" "$least" "$found/$target" -- "${limits[@]}" -merge=1
        tar -c --sort=name --mtime=@0 --owner=0 --group=0 -C "$least" . | xz -9e >"corpus/$target.tar.xz"
        rm -rf "$least"
    else
        cargo fuzz run $build "$target" "$found/$target" -- \
            "${limits[@]}" -max_total_time="$mode" -print_final_stats=1
    fi
}

cargo fuzz build $build
export -f try
# As many at a time as there are cores.
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -euo pipefail -c 'try "$1"' _ {}
