#!/bin/sh
# Installs fizzle @VERSION@: downloads the archive for this machine, refuses it unless its SHA-256 is the one
# below, and copies the command, its man pages and its completions into ~/.local, or into FIZZLE_PREFIX.
#
#     curl -fsSL @REPOSITORY@/releases/download/v@VERSION@/install.sh | sh
set -eu

fail() {
    echo "fizzle was not installed: $*" >&2
    exit 1
}

download() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "it needs curl or wget"
    fi || fail "$1 could not be downloaded"
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1"
    else
        openssl dgst -sha256 -r "$1"
    fi | cut -d ' ' -f 1
}

# Everything is in a function, so that nothing runs of a script that arrives in part.
main() {
    case $(uname -s)/$(uname -m) in
        Linux/x86_64) target=x86_64-unknown-linux-musl sum=@x86_64-unknown-linux-musl@ ;;
        Linux/aarch64 | Linux/arm64) target=aarch64-unknown-linux-musl sum=@aarch64-unknown-linux-musl@ ;;
        Darwin/arm64) target=aarch64-apple-darwin sum=@aarch64-apple-darwin@ ;;
        Darwin/x86_64) target=x86_64-apple-darwin sum=@x86_64-apple-darwin@ ;;
        *) fail "there is no archive for $(uname -s) on $(uname -m): build it from source, at @REPOSITORY@" ;;
    esac
    name=fizzle-@VERSION@-$target
    prefix=${FIZZLE_PREFIX:-$HOME/.local}
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    download "@REPOSITORY@/releases/download/v@VERSION@/$name.tar.gz" "$folder/archive"
    found=$(sha256 "$folder/archive")
    [ "$found" = "$sum" ] || fail "the SHA-256 of $name.tar.gz is $found, and should be $sum"
    tar -xzf "$folder/archive" -C "$folder"

    cd "$folder/$name"
    mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
        "$prefix/share/fish/vendor_completions.d" "$prefix/share/zsh/site-functions"
    # A command that runs cannot be written over, but replaced.
    cp fizzle "$prefix/bin/fizzle.new"
    mv "$prefix/bin/fizzle.new" "$prefix/bin/fizzle"
    cp man/*.1 "$prefix/share/man/man1"
    cp completions/fizzle.bash "$prefix/share/bash-completion/completions/fizzle"
    cp completions/fizzle.fish "$prefix/share/fish/vendor_completions.d"
    cp completions/fizzle.zsh "$prefix/share/zsh/site-functions/_fizzle"

    "$prefix/bin/fizzle" --version
    case :$PATH: in
        *:"$prefix/bin":*) ;;
        *) echo "It is in $prefix/bin, which is not on your PATH." ;;
    esac
}

main
