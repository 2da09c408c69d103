"""The rules' documents as HTML pages that need no network: rule_pages.py RULES-DIRECTORY OUTPUT-DIRECTORY.

One page a rule, FAMILY/SLUG/rule.md -> SLUG.html, and an index by family. What the page shows beside the prose (patterns, orders, hazards) is read from
the front matter, which is what the checker itself works by.
"""

import html
import pathlib
import re
import sys

import markdown
import yaml

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{padding:.8rem 1rem;overflow-x:auto;background:color-mix(in srgb,currentColor 7%,transparent);border-radius:6px}
pre.flagged{border-left:4px solid #c4321f}pre.clean{border-left:4px solid #2a7d3f}
table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}
nav{margin-bottom:1.5rem}.id{opacity:.7}
"""
FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.S)
FENCE = re.compile(r"^```(\w+) (flagged|clean)[^\n]*\n(.*?)^```$", re.M | re.S)


def page(title, body):
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n{body}\n</html>\n"
    )


def spelled(value):
    """A pattern or condition of the front matter."""
    return f"<code>{html.escape(str(value))}</code>"


def entries(value):
    return value if isinstance(value, list) else [value]


def facts(rule):
    rows = [("severity", html.escape(rule["severity"])), ("fix", html.escape(rule.get("fix", "on-demand")))]
    if "match" in rule:
        rows.append(("matches", "<br>".join(map(spelled, entries(rule["match"])))))
    orders = [
        spelled(order["to"]) + (" " + html.escape(order["note"]) if "note" in order else "") if isinstance(order, dict) else spelled(order)
        for order in rule.get("orders", [])
    ]
    if orders:
        rows.append(("other orders", "<br>".join(orders)))
    for key in ("where", "warn-when", "unless", "hazards", "supersedes"):
        if key in rule:
            rows.append((key, "<br>".join(map(spelled, entries(rule[key])))))
    return "<table>" + "".join(f"<tr><th>{name}</th><td>{cell}</td></tr>" for name, cell in rows) + "</table>"


def rule_page(rule, prose):
    prose = FENCE.sub(lambda block: f'\n<pre class="{block.group(2)}"><code>{html.escape(block.group(3))}</code></pre>\n', prose)
    body = markdown.markdown(re.sub(r"^#", "##", prose, flags=re.M), extensions=["tables", "fenced_code"])
    references = "".join(f"<li>{html.escape(reference)}</li>" for reference in rule.get("references", []))
    return page(
        f"{rule['slug']} - fporder",
        f'<nav><a href="index.html">all rules</a> · {html.escape(rule["family"])}</nav>\n<h1>{html.escape(rule["slug"])} <span class="id">{rule["id"]}'
        f"</span></h1>\n<p>{html.escape(rule['title'])}</p>\n{facts(rule)}\n{body}\n<ul>{references}</ul>",
    )


def main(rules, output):
    output.mkdir(parents=True, exist_ok=True)
    families = {}
    for document in sorted(rules.glob("*/*/rule.md")):
        parts = FRONT.match(document.read_text(encoding="utf-8"))
        if not parts:
            sys.exit(f"{document}: no front matter")
        rule = yaml.safe_load(parts.group(1))
        (output / f"{rule['slug']}.html").write_text(rule_page(rule, parts.group(2)), encoding="utf-8")
        families.setdefault(rule["family"], []).append(rule)
    sections = [
        f"<h2>{html.escape(family)}</h2>\n<table>"
        + "".join(
            f'<tr><td class="id">{rule["id"]}</td><td><a href="{rule["slug"]}.html">{rule["slug"]}</a></td><td>{html.escape(rule["title"])}</td></tr>'
            for rule in sorted(found, key=lambda rule: rule["id"])
        )
        + "</table>"
        for family, found in families.items()
    ]
    (output / "index.html").write_text(page("Rules of fporder", "<h1>Rules of fporder</h1>\n" + "\n".join(sections)), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
