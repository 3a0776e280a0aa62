#!/usr/bin/env bash
# Tries the installers with the archives in `target/release-files`, which a server on this machine publishes:
# they install a command that plays a scenario, and refuse an archive with another check sum.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
site=$(mktemp -d)
release=$site/somebody/fizzle/releases/download/v$version
mkdir -p "$release" "$site/home"
cp target/release-files/fizzle-"$version"-*-*.{tar.gz,zip} "$release" 2>/dev/null || true

python=$(command -v python3 || command -v python)
port=$("$python" -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])')
"$python" -m http.server "$port" --bind 127.0.0.1 --directory "$site" >/dev/null 2>&1 &
server=$!
trap 'kill $server; rm -rf "$site"' EXIT
until "$python" -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port')" 2>/dev/null; do sleep 0.1; done

# Fills the templates: archives that are not here, and with `wrong` all, have a check sum of zeros.
fill() {
    for target in {x86_64,aarch64}-unknown-linux-musl {x86_64,aarch64}-apple-darwin x86_64-pc-windows-msvc; do
        archive=fizzle-$version-$target.tar.gz
        case $target in *windows*) archive=${archive%.tar.gz}.zip ;; esac
        if [ "$1" = right ] && [ -e "$release/$archive" ]; then
            (cd "$release" && { sha256sum "$archive" || shasum -a 256 "$archive"; } 2>/dev/null)
        else
            printf '%064d  %s\n' 0 "$archive"
        fi
    done >"$release/SHA256SUMS"
    scripts/release/templates.sh "$release" "http://127.0.0.1:$port/somebody/fizzle"
}

# The installers of this machine, each with a folder to install into.
try() {
    case $(uname -s) in
        MINGW* | MSYS*) FIZZLE_PREFIX=$site/home pwsh -NoProfile -File "$release/install.ps1" ;;
        *) FIZZLE_PREFIX=$site/home sh "$release/install.sh" ;;
    esac
}

fill wrong
if try >"$site/said" 2>&1; then
    echo "an archive with another check sum was installed" >&2
    exit 1
fi
grep 'should be 0000' "$site/said"
[ -z "$(ls "$site/home")" ]

fill right
try
program=$(ls "$site"/home/bin/fizzle "$site"/home/fizzle.exe 2>/dev/null || true)
"$program" roll 2d6
"$python" -m json.tool "$release/fizzle.json" >/dev/null
if command -v ruby >/dev/null; then ruby -c "$release/fizzle.rb"; fi
echo "the installers work"
