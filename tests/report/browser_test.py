# SPDX-License-Identifier: Apache-2.0
"""Usage: browser_test.py FOLDER PICTURES: pages of --report in FOLDER (made by browser_test.sh), seen in one headless Chromium: by
clicking, dragging and typing, and by pictures at three widths in both themes, which are left in PICTURES. Exit status 77: there is
no Chromium."""
import json
import os
import pathlib
import subprocess
import sys
import time

import devtools

HERE = pathlib.Path(__file__).resolve().parent
WIDTHS = {390: 844, 768: 1024, 1440: 900}
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip())
        print("FAILED", what, more, flush=True)


def ready(browser, page):
    browser.open(page)
    expect(f"{page} gets ready", browser.js("document.documentElement.dataset.ready") == "true")
    browser.settle()


def shown(browser):
    return browser.js("[...shown]")


def choose_theme(browser, letter, value):
    """As by keyboard: the first letter in the list."""
    browser.js("document.getElementById('theme').focus()")
    browser.key(letter)
    if browser.js("document.getElementById('theme').value") != value:  # a platform whose lists do not listen while they are closed
        browser.js(f"(() => {{ const e = document.getElementById('theme'); e.value = '{value}'; e.dispatchEvent(new Event('change')); }})()")
    browser.settle()


def theme(browser):
    browser.errors()
    dark = "document.documentElement.hasAttribute('data-dark')"
    choose_theme(browser, "d", "dark")
    expect("dark", browser.js(dark))
    browser.reload()
    browser.settle()
    expect("dark is remembered", browser.js(dark) and browser.js("document.getElementById('theme').value") == "dark")
    choose_theme(browser, "l", "light")
    browser.reload()
    browser.settle()
    expect("light is remembered", not browser.js(dark))
    # Where nothing may be stored the page works all the same.
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", {
        "source": "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }});"})["identifier"]
    browser.reload()
    browser.settle()
    choose_theme(browser, "d", "dark")
    expect("dark without storage", browser.js(dark))
    browser.call("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    browser.reload()
    browser.settle()
    expect("no errors", not (said := browser.errors()), said)


def legends(browser):
    pressed = "document.querySelector({!r}).getAttribute('aria-pressed')"
    count = {"#accounts-legend": "document.querySelectorAll('#accounts-chart svg path').length",
             "#roofline-legend": "document.querySelectorAll('#roofline-chart svg path').length",
             "#timeline-legend": "(() => { const c = byId('timeline-canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                                 "const [r, g, b] = [1, 3, 5].map(i => parseInt(stateColour('busy').slice(i, i + 2), 16)); let n = 0;"
                                 "for (let i = 0; i < d.length; i += 4) n += d[i] === r && d[i + 1] === g && d[i + 2] === b; return n; })()"}
    for legend, drawn in count.items():
        key = f"{legend} button"
        before = browser.js(drawn)
        browser.click(key)
        browser.settle()
        hidden = browser.js(drawn)
        expect(f"{legend} hides", browser.js(pressed.format(key)) == "false" and hidden < before, f"{before} {hidden}")
        browser.click(key)
        browser.settle()
        expect(f"{legend} shows again", browser.js(pressed.format(key)) == "true" and browser.js(drawn) == before)


def map_of_the_run(browser):
    end = browser.js("runEnd")
    expect("opens on the whole run", shown(browser) == [0, end], shown(browser))
    left, top, width, height = browser.box("#timeline-map")
    middle = top + height / 2
    at = lambda share: left + share * width
    near = lambda a, b: abs(a - b) <= 0.02 * end
    browser.drag(at(0.3), middle, at(0.5), middle)
    now = shown(browser)
    expect("a drag over the map chooses", near(now[0], 0.3 * end) and near(now[1], 0.5 * end), now)
    browser.drag(at(0.4), middle, at(0.6), middle)
    moved = shown(browser)
    expect("the frame moves", near(moved[0], 0.5 * end) and moved[1] - moved[0] == now[1] - now[0], moved)
    browser.drag(at(0.75), middle, at(0.85), middle)
    expect("another part is chosen", near(shown(browser)[0], 0.75 * end) and near(shown(browser)[1], 0.85 * end), shown(browser))
    browser.drag(at(0.85), middle, at(0.95), middle)
    expect("its end moves", near(shown(browser)[0], 0.75 * end) and near(shown(browser)[1], 0.95 * end), shown(browser))
    browser.click_at(at(0.1), middle)
    now = shown(browser)
    expect("a click goes there", near(sum(now) / 2, 0.1 * end) and near(now[1] - now[0], 0.2 * end), now)
    left, top, width, height = browser.box("#timeline-canvas")
    browser.drag(left + 0.2 * width, top + 40, left + 0.7 * width, top + 40)
    expect("the timeline is dragged to its begin", shown(browser)[0] == 0, shown(browser))
    browser.js("byId('timeline-chart').focus()")
    browser.key("0")
    expect("0 shows all", shown(browser) == [0, end])


def place_of(browser, row, kind, index):
    """Where a slice is, in the window, after the timeline has been moved there."""
    return browser.js(f"""(() => {{
      const row = rowOf[{json.dumps(row)}], item = {"path.stretches" if kind == "stretch" else f"row.{kind}s"}[{index}];
      showCycles(item[0] - 30, Math.min(item[1], item[0] + 200) + 30);
      byId("timeline-canvas").scrollIntoView({{block: "center"}});
      const box = byId("timeline-canvas").getBoundingClientRect(), lane = laneOf(row, {json.dumps(kind == "instruction")}, item[3]);
      const each = (item[1] - item[0]) / (row.kind === "unit" && item[5] || 1);
      return [box.left + (item[0] + 0.5 * Math.min(each, 100) - shown[0]) / (shown[1] - shown[0]) * box.width, box.top + lane[0] + lane[1] / 2];
    }})()""")


def details(browser, row, kind, index):
    if index < 0:
        return None
    browser.settle()
    browser.click_at(*place_of(browser, row, kind, index))
    browser.settle()
    return browser.js("byId('timeline-details').hidden ? null : byId('timeline-details').textContent")


def slices(browser):
    first = {unit: browser.js(f"rowOf.{unit}.instructions.findIndex(s => s[8] > 0)") for unit in ("unpacker0", "packer0")}
    for unit, wanted in (("unpacker0", ("UNPACR", "Issued", "by t0", "bytes", "from L1", "SrcA bank", "Tile")),
                         ("packer0", ("PACR", "by t2", "to L1", "Tile", " of "))):
        text = details(browser, unit, "instruction", first[unit]) or ""
        expect(f"details of {unit}", first[unit] >= 0 and all(w.replace("bytes", "Bytes") in text for w in wanted), text)
    text = details(browser, "matrix_unit", "instruction", browser.js("rowOf.matrix_unit.instructions.findIndex(s => s[6] >= 0 && s[7] >= 0)")) or ""
    expect("details of a product", "MVMUL" in text and "SrcA bank" in text and "SrcB bank" in text, text)
    text = details(browser, "t1", "instruction", browser.js("rowOf.t1.instructions.findIndex(s => view.labels[s[2]] === 'MVMUL')")) or ""
    expect("details of an issue", "Worked on by" in text and "matrix_unit" in text, text)
    text = details(browser, "t2", "state", browser.js("rowOf.t2.states.findIndex(s => view.reasons[s[2]] === 'semwait')")) or ""
    expect("details of a wait", "waits: semwait" in text and "SEMWAIT" in text, text)
    for packer in range(4):
        expect(f"boxes of packer{packer}", browser.js(f"rowOf.packer{packer}.instructions.length") > 5)
    browser.click("#timeline-details-close")
    expect("details close", browser.js("byId('timeline-details').hidden"))
    # Arrows: with them the picture is another one.
    browser.js("showCycles(...(([s]) => [s[4] - 5, s[0] + 30])(rowOf.matrix_unit.instructions.slice(-40)))")
    total = "byId('timeline-canvas').toDataURL()"
    before = browser.js(total)
    browser.click("#timeline-parts [data-key=arrows]")
    browser.settle()
    expect("arrows can be hidden", browser.js(total) != before)
    browser.click("#timeline-parts [data-key=arrows]")
    browser.settle()
    expect("and come again", browser.js(total) == before)
    browser.js("timelineDo('all')")


def critical_path(browser):
    resources, cycles = browser.js("path.resources"), browser.js("path.cycles")
    on = [r for r in resources if r["cycles"]]
    rows = browser.js("[...byId('path-table').tBodies[0].rows].map(r => [r.dataset.path, Number(r.cells[1].dataset.value)])")
    expect("the table has what is on the path", rows == [[r["name"], r["cycles"]] for r in on], rows)
    expect("their cycles are the run's", sum(r[1] for r in rows) == cycles == browser.js("metrics.cycles"))
    slivers = [r for r in on if r["cycles"] < 0.01 * cycles]
    expect("the bar has them too, slivers as one", browser.js("byId('path-bar').children.length") == len(on) - len(slivers) + (len(slivers) > 0))
    expect("no gain has no sign", browser.js("byId('path-table').textContent.includes('(0.0 %)') && !/[−±]0(\\.0)? %/.test(byId('path-table').textContent)"))
    expect("what takes its place", browser.js("byId('path-table').textContent").count("if halved, t0 issue takes its place") == 1)
    before = browser.js("byId('timeline-canvas').toDataURL()")
    browser.click("#path-table tbody tr:nth-child(2) button")
    browser.settle()
    expect("a press marks", browser.js("pathChosen") == 1 and browser.js("byId('path-marked').textContent").count(on[1]["name"]) == 1)
    expect("in the timeline", browser.js("byId('timeline-canvas').toDataURL()") != before)
    browser.click("#path-bar button:nth-child(2)")
    browser.settle()
    expect("and another one no more", browser.js("pathChosen") == -1 and browser.js("byId('timeline-canvas').toDataURL()") == before)
    index = browser.js("path.stretches.findIndex(s => s[1] - s[0] > 5)")
    text = details(browser, "critical path", "stretch", index) or ""
    does = resources[browser.js(f"path.stretches[{index}][2]")]["does"]
    expect("details of a stretch", does in text and "On the path" in text, text)
    browser.js("timelineDo('all')")


def tables(browser):
    browser.size(390, 844)
    time.sleep(0.3)  # the page draws anew a moment after the last change of its size
    browser.settle()
    over = browser.js("[...document.querySelectorAll('.scroll.over')].filter(e => e.offsetWidth).map(e => [Math.min(60, e.scrollWidth - e.clientWidth), (e.scrollLeft = 60, e.scrollLeft), e.previousElementSibling.className, e.previousElementSibling.hidden, e.tabIndex])")
    expect("wide tables scroll, and say so", len(over) > 1 and all(0 < o[0] == o[1] and o[2] == "hint" and not o[3] and o[4] == 0 for o in over), over)
    browser.js("window.scrollTo(100, 500)")
    expect("the page does not", browser.js("window.scrollX") == 0)


def pictures(browser, page, where):
    for width, height in WIDTHS.items():
        browser.size(width, height)
        for name in ("light", "dark"):
            browser.js(f"(() => {{ const e = byId('theme'); e.value = '{name}'; e.dispatchEvent(new Event('change')); window.scrollTo(0, 0); }})()")
            time.sleep(0.25)
            browser.settle()
            wrong = browser.js((HERE / "page_properties.js").read_text(encoding="utf-8"))
            expect(f"{page} at {width} pixels, {name}:", not wrong, "; ".join(wrong))
            browser.picture(where / f"{page}-{width}-{name}.png")


def with_path(page):
    """The page with a critical path made up by rule: what the section shows of it is known then."""
    begin, end = '<script type="application/json" id="data">', "</script>"
    before, rest = page.split(begin, 1)
    text, behind = rest.split(end, 1)
    data = json.loads(text)
    cycles, interval = data["metrics"]["cycles"], data["density"]["interval"]
    names = ("matrix_unit work", "unpacker0 fetch", "t0 issue", "packer0 write", "t2 wait", "feed producer", "t1 sliver", "t2 sliver")
    stretches = [[0, 1, 6], [1, 2, 7]]
    while (at := stretches[-1][1] if stretches else 0) < cycles:
        i = len(stretches)
        stretches.append([at, min(cycles, at + (16, 7, 3, 5, 2, 1)[i % 6]), i % 6] + ([i % 3, 0] if i % 2 else []))
    resources, shares = [], []
    for r, name in enumerate(names):
        own = [s for s in stretches if s[2] == r]
        took = sum(s[1] - s[0] for s in own)
        by_interval = [sum(max(0, min(s[1], c + interval) - max(s[0], c)) for s in own) for c in range(0, cycles, interval)]
        shares.append({"resource": r, "cycles": by_interval})
        resources.append({"name": name, "does": f"what {name.split()[0]} does in many words", "parameter": f"{name.split()[0]}.some_long_parameter_cycles" if r else "",
                          "cycles": took, "stretches": len(own), "slack": 0, "run_if_halved": cycles - took // 3, "run_if_free": cycles - took // 2,
                          "in_its_place": "" if r else "t0 issue"})
    resources.append({"name": "mover job", "does": "the mover copies", "parameter": "mover.copy_cycles", "cycles": 0, "stretches": 0, "slack": 812,
                      "run_if_halved": cycles, "run_if_free": cycles, "in_its_place": ""})
    data["path"] = {"cycles": cycles, "until": cycles, "resources": resources, "interval": interval, "shares": shares, "from": 0, "to": cycles, "stretches": stretches,
                    "texts": ["MVMUL dst=8 clear_dvalid=3"], "notes": {"holds": "matrix_unit", "unsure": "", "together": ""}}
    return before + begin + json.dumps(data).replace("<", "\\u003c") + end + behind


def exercise(browser, script):
    browser.js("(() => {" + (HERE / script).read_text(encoding="utf-8") + "})()")
    for _ in range(50):
        if used := browser.js("document.documentElement.dataset.exercised"):
            break
        time.sleep(0.05)
    expect(script, used and "FAILED" not in used, used or "did not end")


def dom(browser, folder, page, metrics=None):
    (folder / f"{page}.dom").write_text(browser.js("document.documentElement.outerHTML"), encoding="utf-8")
    return subprocess.run([sys.executable, HERE / "check_dom.py", folder / f"{page}.dom", folder / f"{metrics or page}.json"],
                          capture_output=True, text=True, check=False)


def main():
    folder, where = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    program = devtools.find()
    if not program:
        print("skipped: no chromium (scripts/setup.sh installs it)")
        return 77
    where.mkdir(parents=True, exist_ok=True)
    url = lambda name: (folder / (name + ".html")).as_uri()
    (folder / "path.html").write_text(with_path((folder / "kernel.html").read_text(encoding="utf-8")), encoding="utf-8")
    began = time.monotonic()
    with devtools.Browser(program, folder / "chromium.log") as browser:
        browser.size(1440, 900)
        for page in ("kernel", "stuck", "cores", "long"):
            if not (folder / f"{page}.html").exists():
                continue
            ready(browser, url(page))
            checked = dom(browser, folder, page)
            expect(f"the numbers of {page}", checked.returncode == 0, checked.stdout + checked.stderr)
            expect(f"{page} asks for nothing and has no errors", not (said := browser.errors()), said)
        ready(browser, url("kernel"))
        theme(browser)
        legends(browser)
        map_of_the_run(browser)
        slices(browser)
        expect("no errors", not (said := browser.errors()), said)
        ready(browser, url("path"))
        expect("the section of the path", not browser.js("byId('path').hidden"))
        critical_path(browser)
        pictures(browser, "path", where)
        expect("no errors", not (said := browser.errors()), said)
        ready(browser, url("long"))
        expect("a long run has slices of a part", browser.js("view.to - view.from < runEnd") and not browser.js("byId('timeline-exact').hidden"))
        tables(browser)
        pictures(browser, "long", where)
        for page, script in (("kernel", "exercise.js"), ("cores", "exercise_cores.js")):
            if (folder / f"{page}.html").exists():
                browser.size(1280, 1000)
                ready(browser, url(page))
                exercise(browser, script)
        # What has nothing to show, at the smallest width; and a broken page must be seen as such.
        browser.size(390, 844)
        ready(browser, url("stuck"))
        wrong = browser.js("document.documentElement.scrollWidth <= window.innerWidth")
        expect("a run that got stuck at 390 pixels", wrong)
        browser.picture(where / "stuck-390.png")
        expect("no errors", not (said := browser.errors()), said)
        browser.open(url("broken"))
        expect("a broken page fails", dom(browser, folder, "broken", "kernel").returncode != 0)
        for name in ("light", "dark"):
            browser.size(1280, 4400)
            ready(browser, url("kernel"))
            choose_theme(browser, name[0], name)
            browser.picture(folder / f"{name}.png", whole=False)
    if importable_pictures():
        checked = subprocess.run([sys.executable, HERE / "check_pictures.py", folder / "light.png", folder / "dark.png"], capture_output=True, text=True, check=False)
        expect("light and dark", checked.returncode == 0, checked.stdout + checked.stderr)
    print(f"{len(failures)} failures, {time.monotonic() - began:.1f} s; pictures: {os.path.relpath(where)}")
    return 1 if failures else 0


def importable_pictures():
    try:
        import PIL  # noqa: F401, PLC0415
    except ImportError:
        print("no python3-pil: brightness of the pictures is not compared")
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
