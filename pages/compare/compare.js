// Two runs side by side, of the object that `tensix-tlm compare --json` prints. study.js stands before it.
const c = data.comparison, most_bars = 15;
const drawn = c.accounts.filter(r => r.difference !== 0 && r.spent !== "idle");  // every idle unit idles longer in a longer run
const count = n => ({number: n, text: grouped(n)}), share = p => p === null ? "–" : ({number: p, text: p.toLocaleString("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1})});
const change = n => ({number: n, text: signed(n)}), changed = p => p === null ? "–" : ({number: p, text: percent(p)});
const row = (...cells) => element("tr", {}, ...cells.map(v => v instanceof Node ? v : cell(v)));
const shownValue = v => v === null || v === "" ? "–" : isNumber(v) ? ({number: v, text: Number.isInteger(v) ? grouped(v) : String(v)}) : text(v);
const textCell = v => { const node = cell(text(v)); node.className = "text"; return node; };

function showSummary() {
  const faster = c.cycles.a / c.cycles.b, add = (name, value, small) => byId("figures").append(element("div", {}, element("dt", {}, name), element("dd", {}, value, element("small", {}, small))));
  add("a", grouped(c.cycles.a), "cycles");
  add("b", grouped(c.cycles.b), "cycles");
  add("b − a", signed(c.cycles.difference), c.cycles.difference_percent === null ? "cycles" : percent(c.cycles.difference_percent) + " of a's cycles");
  if (isFinite(faster) && faster > 0) add("speed-up", faster.toFixed(3), "a's cycles / b's");
  byId("description").textContent = "a: " + c.files.a + " – b: " + c.files.b;
  if (c.jitter) {
    byId("jitter").hidden = false;
    byId("jitter").textContent = `From other starts a takes ${grouped(c.jitter.a[0])} to ${grouped(c.jitter.a[1])} cycles, b ${grouped(c.jitter.b[0])} to ${grouped(c.jitter.b[1])}` + (c.jitter.inside ? ": the difference may be one of the start." : ": these do not meet.");
  }
  fillTable(byId("runs-table"), "The runs", ["", "file", "#cycles", "limited by"], ["a", "b"].map(w => row(w, textCell(c.files[w]), count(c.cycles[w]), textCell(c.limited_by[w] || "–"))));
}
function showSettings() {
  const rows = [];
  for (const [group, list] of [["kernel", c.kernel], ["parameter", c.parameters], ["accuracy", c.accuracy]])
    for (const s of list || []) rows.push(row(group, s.name, textCell(text(shownValue(s.a).text ?? shownValue(s.a))), textCell(text(shownValue(s.b).text ?? shownValue(s.b)))));
  const only = ["a", "b"].filter(w => c.options && c.options[w].length).map(w => `Only ${w}: ${c.options[w].join(" ")}.`);
  const missing = c.parameters === null ? " Parameters are not compared: a file does not have them." : c.parameters.length === 0 ? " All parameters are the same." : "";
  byId("settings-text").textContent = (only.join(" ") + missing).trim() || "Settings of kernel and hardware.";
  if (rows.length) fillTable(byId("settings-table"), "a's and b's settings", ["of", "name", "a", "b"], rows);
}
function drawBars() {
  const rows = drawn.slice(0, most_bars), most = Math.max(...rows.map(r => Math.abs(r.difference)), 1);
  byId("bars").replaceChildren(...rows.flatMap(r => {
    const width = 50 * Math.abs(r.difference) / most, bar = element("span", {class: "bar-of"}), more = r.difference > 0;
    bar.style.width = width + "%";
    bar.style.left = (more ? 50 : 50 - width) + "%";
    bar.style.background = colour(more ? 1 : 2);
    return [element("span", {class: "name"}, `${r.name}: ${r.spent}`), element("span", {class: "value"}, signed(r.difference)), element("span", {class: "track"}, bar)];
  }));
}
function showAccounts() {
  const some = drawn.length;
  byId("accounts-text").textContent = some ? `Cycles that a unit, thread or core spends in b and not in a (to the right), or in a and not in b (to the left)${some > most_bars ? `: the ${most_bars} largest of ${some} differences` : ""}; idle cycles stand in the table alone. More busy cycles are no loss by themselves: what counts is the run's total.` : "No unit, thread or core works or waits for more or fewer cycles.";
  fillTable(byId("accounts-table"), c.accounts.length + " rows; a heading sorts", ["", "name", "cycles spent on", "#a", "#% of a", "#b", "#% of b", "#b − a", "#% of a"],
    c.accounts.map(r => row(r.kind, r.name, r.spent, count(r.a), share(r.a_percent), count(r.b), share(r.b_percent), change(r.difference), changed(r.difference_percent))));
}
function showZones() {
  if (!c.zones || c.zones.length === 0) return;
  byId("zones").hidden = false;
  fillTable(byId("zones-table"), "Cycles in zones, and how often they ended", ["core", "zone", "#a", "#% of a", "#b", "#% of b", "#b − a", "#% of a", "#times in a", "#times in b"],
    c.zones.map(r => row(r.core, textCell(r.name === null ? "(no zone)" : r.name), count(r.a), share(r.a_percent), count(r.b), share(r.b_percent), change(r.difference), changed(r.difference_percent), count(r.count.a), count(r.count.b))));
}
function showPath() {
  if (!c.path) { byId("path-text").textContent = "Not compared: a file does not have it."; return; }
  byId("path-text").textContent = c.path.resources.length === 0 ? "The same in both." : c.path.whole ? "What the end of each run waited for, link by link." : `Of ${grouped(c.path.a)} cycles of a and ${grouped(c.path.b)} of b: no more is recorded.`;
  if (c.path.resources.length) fillTable(byId("path-table"), "Cycles on the critical path", ["", "#a", "#% of a", "#b", "#% of b", "#b − a", "#% of a", "what it does"],
    c.path.resources.map(r => row(r.name, count(r.a), share(r.a_percent), count(r.b), share(r.b_percent), change(r.difference), changed(r.difference_percent), textCell(r.does + (r.parameter ? " (" + r.parameter + ")" : "")))));
}
function showTraffic() {
  byId("traffic-text").textContent = c.traffic.length ? "Bytes, rates and accesses." : "The same in both.";
  const shown = v => Number.isInteger(v) ? grouped(v) : v.toFixed(2), number = v => v === null ? "–" : ({number: v, text: shown(v)});
  const difference = v => ({number: v, text: (v > 0 ? "+" : v < 0 ? "−" : "") + shown(Math.abs(v))});
  if (c.traffic.length) fillTable(byId("traffic-table"), "A heading sorts", ["", "", "#a", "#b", "#b − a"], c.traffic.map(r => row(r.name, r.what, number(r.a), number(r.b), difference(r.difference))));
}

showSummary();
showSettings();
showAccounts();
showZones();
showPath();
showTraffic();
redraw = drawBars;
startPage();
