#!/usr/bin/env python3
"""Whether every link and picture of the pages in a folder leads to something in that folder: Markdown and HTML.

    scripts/release/links.py FOLDER [--from ROOT] [--base /NAME]

With `--from`, what the pages link to and the folder lacks is first copied from ROOT, and what that links to, too.
With `--base`, Jekyll has made pages of all Markdown, and a server shows the folder there.
"""

import argparse
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Html(HTMLParser):
    """The addresses in a page, and the places in it that a link can name."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.is_program = [], set(), False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        # What a script writes cannot be seen here.
        self.is_program |= tag == "script"
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name"):
                self.places.add(value)


class Markdown:
    """The same of a page in Markdown. A heading is a place."""

    def __init__(self, text):
        text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
        self.links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text))
        headings = re.findall(r"^#+ (.*)", text, re.M)
        self.places = {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
        self.is_program = False


KINDS = {".html": Html, ".md": Markdown}


def read(path):
    return KINDS[path.suffix](path.read_text(encoding="utf-8"))


def links(page, path, folder, base=None):
    """The links of a page to files, each with the file and the place in it."""
    for link in page.links:
        if not re.match(r"[a-z]+:|//", link):
            name, _, place = link.partition("#")
            name = unquote(name.partition("?")[0])
            if name.startswith("/"):
                yield link, (folder / name.removeprefix(base or "").lstrip("/")).resolve(), place
            else:
                yield link, (path.parent / name).resolve() if name else path, place


def pages(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in KINDS)


def bring(folder, root):
    waiting = pages(folder)
    while waiting:
        path = waiting.pop()
        for _, target, _ in links(read(path), path, folder):
            if target.exists() or not target.is_relative_to(folder):
                continue
            origin = root / target.relative_to(folder)
            if origin.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(origin, target)
                waiting += [target] if target.suffix in KINDS else []


def shown(target, is_made):
    """The files that a server may show for a link."""
    to_be_made = [] if is_made else [target.with_suffix(".md"), target / "README.md"]
    return [target, target / "index.html", *to_be_made]


def check(folder, base):
    is_made = base is not None
    read_pages = {path: read(path) for path in pages(folder) if not is_made or path.suffix == ".html"}
    count, wrong = 0, []
    for path, page in read_pages.items():
        for link, target, place in links(page, path, folder, base):
            count += 1
            target = next(filter(Path.is_file, shown(target, is_made)), None)
            is_there = target and target.is_relative_to(folder)
            other = read_pages.get(target)
            if not is_there or place and other and not other.is_program and place not in other.places:
                wrong.append(f"{path.relative_to(folder)}: nothing is at {link}")
    print("\n".join(wrong) or f"{count} links of {len(read_pages)} pages lead to something")
    return bool(wrong)


parser = argparse.ArgumentParser(usage="links.py FOLDER [--from ROOT] [--base /NAME]")
parser.add_argument("folder", type=Path)
parser.add_argument("--from", dest="root", type=Path)
parser.add_argument("--base")
options = parser.parse_args()
folder = options.folder.resolve()
if options.root:
    bring(folder, options.root.resolve())
sys.exit(check(folder, options.base))
