# SPDX-License-Identifier: Apache-2.0
"""Usage: layout_test.py TENSIX-TLM PICTURES: every kind of page in headless Chromium, at three widths in both themes: nothing is cut or
lies on something else (layout.js), the focus stays where it is, what looks as if it could be pressed reacts. Pictures are left in
PICTURES. Exit status 77: there is no Chromium."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import devtools

WIDTHS = {390: 844, 768: 1024, 1440: 900}
CHECK = (HERE / "layout.js").read_text(encoding="utf-8")
BEGIN, END = '<script type="application/json" id="data">', "</script>"
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "kernels", "description": "Kernels over banks and topologies", "base": {"options": {}},
         "axes": [{"zip": [{"axis": "kernel", "values": ["add", "matmul", "mul"]}, {"axis": "shape", "values": ["64x64", "64x64x128", "64x64"]}]},
                  {"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "packer.topology", "values": ["read_interfaces", "independent"]}]}
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(what)
        print("FAILED", what, more, flush=True)


def call(tlm, folder, *words):
    done = subprocess.run([tlm, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200, check=False)
    if done.returncode:
        sys.exit(f"{words}: {done.stderr}")


def with_data(page, change):
    before, rest = page.split(BEGIN, 1)
    text, behind = rest.split(END, 1)
    data = json.loads(text)
    change(data)
    return before + BEGIN + json.dumps(data).replace("<", "\\u003c") + END + behind


def compared(data):
    """What a study with a baseline and --jitter has: speed-ups, bands, geometric means. Made up by rule, so what is shown is known."""
    cycles = next(c["values"] for c in data["columns"] if c["name"] == "cycles")
    axis = {a["name"]: a["values"] for a in data["axes"]}
    axis["kernel"][:] = [{"mul": "a_kernel_with_a_name_that_is_long"}.get(k, k) for k in axis["kernel"]]
    bases = {k: c for k, b, t, c in zip(axis["kernel"], axis["l1.banks"], axis["packer.topology"], cycles) if b == 8 and t == "read_interfaces"}
    faster = [bases[k] / c for k, c in zip(axis["kernel"], cycles)]
    for name, values in (("speedup", faster), ("speedup_low", [0.9 * v for v in faster]), ("speedup_high", [1.15 * v for v in faster])):
        data["columns"] = [c for c in data["columns"] if c["name"] != name] + [{"name": name, "label": name.replace("_", " "), "unit": "", "values": values}]
    data["band"] = [{"low": round(0.9 * c), "high": round(1.1 * c)} for c in cycles]
    data["baseline"] = {"text": "l1.banks 8", "axes": {"l1.banks": 8}}
    data["geomean"] = [{"axes": {"l1.banks": b, "packer.topology": t}, "speedup": 0.8 + 0.1 * i, "points": 3, "failed": 0, "least": 0.7, "most": 1 + 0.1 * i}
                       for i, (b, t) in enumerate((b, t) for b in (8, 16, 32) for t in ("read_interfaces", "independent"))]
    data["geomean"].append({"axes": {"l1.banks": 64}, "speedup": None, "points": 3, "failed": 1, "least": None, "most": None})


def long_path(data):
    """A path of twenty resources more, the first of the path unsure."""
    resources = data["path"]["resources"]
    resources[0]["unsure"] = True
    data["path"]["notes"].update(unsure="?: unsure, " + "as this run is " * 20, together="together: if " + "unit, " * 30 + "took half as long")
    line = {"core": "t0", "place": "a_kernel_with_a_long_name.cpp:1234", "call": "a_call_of_the_api_with_a_long_name", "times": 64, "core_cycles": 1200, "unit_cycles": 34}
    data["metrics"]["path"]["source"] = {"lines": [line] * 9, "elsewhere": 0, "advice": ["inits are 34 % of t0, " * 10] * 2}
    resources += [{**resources[0], "name": f"resource {i}", "cycles": 3, "unsure": False} for i in range(20)]


def make(tlm, folder):
    """The pages, by name."""
    (folder / "study.json").write_text(json.dumps(STUDY), encoding="utf-8")
    call(tlm, folder, "run", "matmul", "--shape", "128x128x256", "--fidelity", "hifi2", "--energy", ROOT / "configs/energy_example.json", "--report", "run.html")
    call(tlm, folder, "sweep", "study.json", "--page", "study.html")
    call(tlm, folder, "levers", "add", "--shape", "64x64", *(w for g in ("riscv.", "player.", "unpacker.", "packer.", "l1.client_ports.unpacker0") for w in ("--only", g)), "--page", "levers.html")
    call(tlm, folder, "optimise", "study.json", "--minimise", "cycles", "--minimise", "l1.banks", "--subject-to", "l1.banks <= 16", "--page", "search.html")
    for banks in ("8", "32"):
        call(tlm, folder, "run", "add", "--shape", "64x64", "--set", f"l1.banks={banks}", "--metrics", f"{banks}.json")
    call(tlm, folder, "compare", "8.json", "32.json", "--page", "compare.html")
    pages = ["run", "study", "levers", "search", "compare", "path", "compared"]
    if shutil.which("riscv64-unknown-elf-g++"):  # tiles, and links between them
        call(tlm, folder, "program", ROOT / "examples/programs/matmul_multicast/matmul_multicast.json", "--report", "chip.html")
        pages.append("chip")
    for name, of, change in (("path", "run", long_path), ("compared", "study", compared)):
        (folder / f"{name}.html").write_text(with_data((folder / f"{of}.html").read_text(encoding="utf-8"), change), encoding="utf-8")
    return pages


def opened(browser, folder, page):
    browser.errors()
    browser.open((folder / f"{page}.html").as_uri())
    browser.settle()
    expect(f"{page} gets ready", browser.js("document.documentElement.dataset.ready") == "true", browser.errors())


def every_width_and_theme(browser, page, pictures):
    for width, height in WIDTHS.items():
        browser.size(width, height)
        time.sleep(0.2)  # the page draws anew a moment after the last change of its size
        for theme in ("light", "dark"):
            browser.js(f"(() => {{ const e = byId('theme'); e.value = '{theme}'; e.dispatchEvent(new Event('change')); }})()")
            browser.settle()
            wrong = browser.js(CHECK)
            expect(f"{page} at {width} pixels, {theme}", not wrong, "; ".join(wrong))
            browser.picture(pictures / f"{page}-{width}-{theme}.png")
    expect(f"{page} has no errors", not (said := browser.errors()), said)


def planted(browser):
    """Each kind of fault, put into the page, is found."""
    label = "[...document.querySelectorAll('.chart svg text')].find(t => t.textContent.trim() && t.getBoundingClientRect().width)"
    faults = {"lies on": f"(() => {{ const t = {label}, c = t.cloneNode(true); c.textContent += '+'; t.after(c); return c; }})()",
              "outside its chart": f"(() => {{ const t = {label}, c = t.cloneNode(true); c.setAttribute('transform', 'translate(-60 50)'); t.after(c); return c; }})()",
              "wider than the window": "(() => { const e = element('p', {style: 'width: 3000px; max-width: none'}, 'wide'); byId('main').append(e); return e; })()",
              "cut": "(() => { const e = element('p', {style: 'width: 40px; overflow: hidden; white-space: nowrap'}, 'a text longer than its room'); byId('main').append(e); return e; })()",
              "could be pressed": "(() => { const e = element('p', {style: 'cursor: pointer'}, 'press me'); byId('main').append(e); return e; })()"}
    for what, plant in faults.items():
        browser.js(f"window.planted = {plant}, 0")
        found = browser.js(CHECK)
        browser.js("planted.remove()")
        expect(f"a planted fault is found: {what}", any(what in f for f in found), found)
    expect("and gone again", not (wrong := browser.js(CHECK)), wrong)


def controls_keep_the_focus(browser):
    for key in browser.js("[...document.querySelectorAll('[data-choice], [data-filter]')].map(e => e.dataset.choice ? `[data-choice=\"${e.dataset.choice}\"]` : `[data-filter=\"${e.dataset.filter}\"]`)"):
        for _ in range(2):  # there and back
            kept = browser.js(f"""(() => {{ const e = document.querySelector({json.dumps(key)});
              if (!e) return "gone";
              e.focus();
              if (e.type === "checkbox") e.click();
              else e.selectedIndex = (e.selectedIndex + 1) % e.options.length, e.dispatchEvent(new Event("change"));
              return document.activeElement.matches({json.dumps(key)}); }})()""")
            expect(f"{key} keeps the focus", kept is True or kept == "gone", kept)
    expect("no errors of controls", not (said := browser.errors()), said)


def choose(browser, key, value):
    browser.js(f"(() => {{ const e = document.querySelector('[data-choice={key}]'); e.value = {json.dumps(value)}; e.dispatchEvent(new Event('change')); }})()")
    browser.settle()


def types(browser):
    return browser.js("charts.map(c => c.chart.getOption().series.map(s => s.type).filter(t => t !== 'custom'))")


def study(browser, folder):
    opened(browser, folder, "compared")
    expect("a study with a baseline shows speed-ups", browser.js("state.y") == "speedup" and "l1.banks 8" in browser.js("byId('description').textContent"))
    expect("bands are drawn", browser.js("charts.every(c => c.chart.getOption().series.some(s => s.type === 'custom' && s.data.length))"))
    expect("means are drawn and told", browser.js("[lasting[0].chart.getOption().series[0].data.length, byId('means-table').tBodies[0].rows.length]") == [6, 6])
    expect("and that one has none", "failed: 1." in browser.js("byId('means-text').textContent"))
    choose(browser, "x", "l1.banks")
    expect("numbers are lines", all(t == "line" for chart in types(browser) for t in chart), types(browser))
    choose(browser, "facet", "")
    choose(browser, "dash", "")
    choose(browser, "colour", "packer.topology")
    choose(browser, "x", "kernel")
    expect("categories are bars", all(t == "bar" for chart in types(browser) for t in chart), types(browser))
    expect("which begin at 0", browser.js("charts[0].chart.getOption().yAxis[0].min") == 0)
    opened(browser, folder, "compared")
    for key, value in (("y", "cycles"), ("facet", "kernel"), ("colour", "packer.topology"), ("dash", "")):
        choose(browser, key, value)
    tops = "charts.map(c => c.chart.getOption().yAxis[0].max)"
    expect("each chart has its own y axis", len(set(browser.js(tops))) > 1, browser.js(tops))
    browser.js("document.querySelector('[data-choice=sameY]').click()")
    expect("or all the same", len(set(browser.js(tops))) == 1, browser.js(tops))
    expect("axes have their unit", browser.js("[...document.querySelectorAll('.axis-name.above')].every(e => e.textContent.includes('cycles'))"))
    controls_keep_the_focus(browser)
    visible = "byId('points-table').querySelectorAll('tbody tr:not([hidden])').length"
    browser.js("(() => { byId('points-filter').focus(); byId('points-filter').value = 'matmul'; byId('points-filter').dispatchEvent(new Event('input')); })()")
    expect("a search finds rows", browser.js(visible) == 6 and browser.js("byId('points-count').textContent") == "6 of 18" and browser.js("document.activeElement.id") == "points-filter")
    opened(browser, folder, "study")
    browser.click("#points-table tbody tr:nth-child(2) td:nth-child(3)")
    expect("a row shows its command", browser.js("byId('chosen').textContent").startswith("Point 2"))
    browser.js("document.querySelector('#points-table tbody tr:nth-child(4) button').focus()")
    browser.call("Input.dispatchKeyEvent", {"type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13})
    expect("by keyboard as well", browser.js("byId('chosen').textContent").startswith("Point 4"))
    at = browser.js("""(() => { const c = charts[0].chart, s = c.getOption().series[0], i = s.data.findIndex(d => d); c.getDom().scrollIntoView({block: 'center'});
      const b = c.getDom().getBoundingClientRect(), v = s.type === 'bar' ? [i, s.data[i].value / 2] : s.data[i].value, p = c.convertToPixel({seriesIndex: 0}, v);
      return [b.left + p[0], b.top + p[1], data.points[s.data[i].point]]; })()""")
    if types(browser)[0][0] == "line":
        browser.click_at(at[0], at[1])
        expect("a point of a chart too", browser.js("byId('chosen').textContent").startswith(f"Point {at[2]}"))
    else:
        expect("numbers come first along x", False)


def run(browser, folder):
    opened(browser, folder, "path")
    visible = "[...byId('path-table').tBodies[0].rows].filter(r => !r.hidden).length"
    rows = browser.js("path.resources.filter(r => r.cycles > 0).length")
    expect("the path is folded", browser.js(visible) == 6 and browser.js("byId('path-more').textContent") == f"Show all {rows}", browser.js(visible))
    expect("what is unsure is marked", browser.js("byId('path-table').textContent.split('? (').length") == 3)
    expect("and explained", browser.js("!byId('path-unsure').hidden && !byId('path-together').hidden && byId('path-holds').textContent === path.notes.holds"))
    lines = "[...byId('path-lines').tBodies[0].rows].filter(r => !r.hidden).length"
    expect("source lines are folded", browser.js(lines) == 6 and browser.js("byId('path-advice').children.length") == 2, browser.js(lines))
    browser.click("#path-lines-more")
    expect("and unfold", browser.js(lines) == 9, browser.js(lines))
    browser.click("#path-table tbody tr:nth-child(2) td:nth-child(4)")
    expect("a press on a row marks", browser.js("pathChosen") == browser.js("Number(byId('path-table').tBodies[0].rows[1].dataset.of)"))
    browser.click("#path-table tbody tr:nth-child(2) button")
    expect("its button takes that back", browser.js("pathChosen") == -1)
    browser.click("#path-bar .others")
    expect("the part of the short ones shows their rows", browser.js(visible) == rows and browser.js("document.activeElement.closest('#path-table tr') !== null"))
    browser.click("#path-more")
    expect("and folds again", browser.js(visible) == 6)
    browser.js("window.dispatchEvent(new Event('beforeprint'))")
    expect("paper has all", browser.js(visible) == rows)
    browser.js("window.dispatchEvent(new Event('afterprint'))")
    expect("energy has an entry and a chart", browser.js("document.querySelector('nav a[href=\"#energy\"]') !== null && byId('energy-chart').querySelectorAll('svg text').length > 5"))


def levers(browser, folder):
    opened(browser, folder, "levers")
    gains = browser.js("effective(data.levers.levers).map(l => Math.max(0, ...l.steps.map(s => -(s.percent || 0))))")
    expect("the largest gain is first", gains == sorted(gains, reverse=True) and gains[0] > gains[-1], gains)
    for theme in ("light", "dark"):
        browser.js(f"(() => {{ const e = byId('theme'); e.value = '{theme}'; e.dispatchEvent(new Event('change')); }})()")
        bars = browser.js("charts[0].chart.getOption().series.flatMap(s => s.data.filter(d => d.step && d.value).map(d => [d.value < 0, d.itemStyle.color]))")
        colours = {better: {c for b, c in bars if b == better} for better in (True, False)}
        expect(f"better and worse have each a colour in {theme}", all(len(c) == 1 for c in colours.values()) and colours[True] != colours[False], colours)


def main():
    tlm, pictures = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    program = devtools.find()
    if not program:
        print("skipped: no chromium (scripts/setup.sh installs it)")
        return 77
    pictures.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = make(tlm, folder)
        with devtools.Browser(program, folder / "chromium.log") as browser:
            for page in [p for p in pages if p not in ("run", "study")]:  # which "path" and "compared" have all of
                opened(browser, folder, page)
                every_width_and_theme(browser, page, pictures)
                if page == "path":
                    planted(browser)
            for part in (study, run, levers):
                part(browser, folder)
    print(f"{', '.join(pages)}: {len(failures)} failures, {time.monotonic() - began:.1f} s; pictures: {os.path.relpath(pictures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
