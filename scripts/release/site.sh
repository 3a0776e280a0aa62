#!/usr/bin/env bash
# Makes the website in FOLDER: the page of `fizzle explore`, the guide, and what that links to. The guide is
# Markdown, of which Jekyll makes pages: where it is installed, they are tried. FIZZLE names the command.
#
#     scripts/release/site.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${1:-target/site}
rm -rf "$folder"
mkdir -p "$folder"
"${FIZZLE:-target/release/fizzle}" explore --out "$folder/"
cp -r docs scenarios "$folder"
# The start page leads to the guide and to the reports.
links='<p><a href="docs/">Guide</a>, <a href="docs/gallery.html">reports and sheets</a></p>'
sed -i.bak "s|</p></footer>|</p>$links</footer>|" "$folder/index.html"
rm "$folder/index.html.bak"
grep -q 'href="docs/"' "$folder/index.html"
scripts/release/links.py "$folder" --from .

if command -v jekyll >/dev/null; then
    # What GitHub Pages has for repositories without a configuration.
    plugins='[jekyll-optional-front-matter, jekyll-readme-index, jekyll-relative-links, jekyll-titles-from-headings]'
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    printf 'baseurl: /fizzle\nplugins: %s\n' "$plugins" >"$made/config.yml"
    jekyll build --quiet --disable-disk-cache --config "$made/config.yml" --source "$folder" --destination "$made/site"
    scripts/release/links.py "$made/site" --base /fizzle
else
    echo "Jekyll is not installed: its pages of the guide are not tried (apt-get install jekyll)"
fi
