# SPDX-License-Identifier: Apache-2.0
"""Usage: check_dom.py DOM METRICS.json: what a browser made of a page of --report shows the numbers of --metrics."""
import json
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    """Attributes of <html>; table rows by their data-* attribute with the data-value of their cells; figures of the summary."""

    def __init__(self):
        super().__init__()
        self.root, self.rows, self.figures, self.banner, self.row, self.drawn = {}, [], {}, None, None, 0
        self.text_of, self.texts = None, {}

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "html":
            self.root = a
        if tag == "tr":
            self.row = (a, [])
            self.rows.append(self.row)
        if tag == "td" and self.row and "data-value" in a:
            self.row[1].append(float(a["data-value"]))
        if "data-figure" in a:
            self.figures[a["data-figure"]] = a.get("data-value")
        if a.get("id") == "banner":
            self.banner = a
        if tag in ("svg", "canvas"):
            self.drawn += 1
        if a.get("id") in ("limited-by", "command", "title"):
            self.text_of = a["id"]

    def handle_data(self, data):
        if self.text_of:
            self.texts[self.text_of] = data
            self.text_of = None


def expect(what, shown, wanted):
    if shown != wanted:
        sys.exit(f"{what}: the page shows {shown}, the metrics have {wanted}")


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
metrics = json.load(open(sys.argv[2], encoding="utf-8"))
if "data-error" in page.root:
    sys.exit("script error: " + page.root["data-error"])
if page.root.get("data-ready") != "true":
    sys.exit("the page did not get ready")

expect("cycles", float(page.figures["Cycles"]), metrics["cycles"])
for name, figures in metrics["bandwidth"].items():
    shown = page.figures["Packed" if name == "pack" else "Unpacked by " + name]
    expect(name, float(shown), figures["bytes_per_cycle"])
if metrics["accuracy"]:
    expect("PCC", float(page.figures["Correlation (PCC)"]), metrics["accuracy"]["pcc"])
expect("limited by", page.texts["limited-by"], metrics["kernel"]["limited_by"])

shown = {}
for attributes, values in page.rows:
    if "data-who" in attributes:
        shown.setdefault(attributes["data-who"], []).extend(values)
accounts = {**metrics.get("cores", {}), **metrics["threads"], **metrics["units"]}
expect("cores, threads and units", list(shown), list(accounts))
for name, account in accounts.items():
    total = metrics["cycles"]
    wanted = [account["busy"], 100 * account["busy"] / total, account["idle"], 100 * account["idle"] / total, total]
    for cycles in sorted(account["stall"].values(), reverse=True):
        wanted += [cycles, 100 * cycles / total]
    expect(name, shown[name], wanted)
for core, profile in metrics.get("profile", {}).items():
    for what in ("function", "line"):
        rows = [v for a, v in page.rows if a.get("data-profile") == core and a.get("data-of") == what]
        wanted = [[r["cycles"], 100 * r["cycles"] / profile["cycles"], r["busy"], r["cycles"] - r["busy"]] for r in profile[what + "s"]]
        expect(f"{core} by {what}", rows, wanted)
for attribute, numbers in (("data-port", metrics["l1"]["ports"]), ("data-bank", metrics["l1"]["banks"])):
    rows = [(int(a[attribute]), v) for a, v in page.rows if attribute in a]
    expect(attribute, [(i, v[0]) for i, v in rows], list(enumerate(numbers)))
conflicts = [v[2] for a, v in page.rows if "data-bank" in a]
expect("conflicts", conflicts, metrics["l1"]["bank_conflicts"])

moved = any(b["bytes"] for b in metrics["bandwidth"].values())
if page.drawn < (4 if moved else 2):
    sys.exit(f"only {page.drawn} charts are drawn")
expect("banner hidden", "hidden" in page.banner, metrics["kernel"]["name"] != "")
print(f"{sys.argv[1]}: {len(accounts)} accounts, {len(conflicts)} banks, {page.drawn} charts")
