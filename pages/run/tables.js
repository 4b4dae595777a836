
// ---- the tiles of a program on several: a section that is made only then; all else is of one of them
function showTiles() {
  const tiles = metrics.tiles;
  if (!tiles) return;
  const cores = [...new Set(tiles.flatMap(t => Object.keys(t.cores)))], table = element("table");
  const waits = (t, core) => t.cores[core] ? percentage(sum(Object.values(t.cores[core].stall)), t.cycles) : "";
  document.querySelector('nav a[href="#parameters"]').before(element("a", {href: "#tiles"}, "Tiles"));
  byId("parameters").before(element("section", {id: "tiles"}, element("h2", {}, "Tiles"),
    element("p", {}, `All other sections are of ${metrics.tile}.`), element("div", {class: "scroll"}, table)));
  fillTable(table, "Cycles until the last core stopped, and what part of them the matrix unit worked and each core waited",
    ["tile", "#cycles", "#matrix unit", "#%", ...cores.map(core => `#${core} waits %`)],
    tiles.map(t => element("tr", {}, cell(`(${t.x},${t.y})`, "th", {scope: "row"}), cell(count(t.cycles)), cell(count(t.matrix_unit_busy)),
      cell(percentage(t.matrix_unit_busy, t.cycles)), ...cores.map(core => cell(waits(t, core))))));
}

// ---- the parameters, then everything is drawn
function showParameters() {
  const p = data.parameters, compared = p.compared_with, departing = p.list.filter(i => i.departs_from.includes("blackhole"));
  const heads = ["name", "value", ...compared, "unit", "range", "meaning and source"];
  const wrapping = text => text.split(",").flatMap((piece, i) => i ? [",", element("wbr"), piece] : [piece]);
  const value = (text, more) => {
    const node = element("td", {class: "code"}, ...wrapping(text));
    if (more) node.append(element("br"), element("small", {}, more));
    return node;
  };
  const row = i => element("tr", {class: i.departs_from.includes("blackhole") ? "departs" : undefined, "data-parameter": i.name},
    cell(i.name, "th", {scope: "row", class: "code"}), value((i.departs_from.includes("blackhole") ? "▶ " : "") + i.value),
    ...compared.map(c => value(i[c], i.departs_from.includes(c) ? "differs" : "")), cell(i.unit), value(i.range),
    element("td", {}, i.meaning, element("small", {class: "source"}, i.source)));
  byId("parameters-text").textContent = `Configuration “${p.configuration}”, ${p.list.length} parameters; ` + compared.map(c =>
    p.departures[c] === 0 ? `none differs from ${c}` : `${p.departures[c]} differ${p.departures[c] === 1 ? "s" : ""} from ${c}`).join(", ") + (compared.length > 1 ? ". blackhole is the default." : ", the default.");
  if (departing.length) fillTable(byId("departures-table"), "Departures from the default (blackhole)", heads, departing.map(row));
  const rows = p.list.map(row);
  fillTable(byId("parameters-table"), "All parameters; ▶ marks departures from the default (blackhole)", heads, rows);
  byId("all-parameters").querySelector("summary").textContent = `All ${p.list.length} parameters`;
  byId("filter").oninput = () => {
    const wanted = byId("filter").value.toLowerCase();
    for (const r of rows) r.hidden = !r.textContent.toLowerCase().includes(wanted);
    byId("filter-count").textContent = wanted ? `${rows.filter(r => !r.hidden).length} of ${rows.length}` : "";
  };
}

showSummary();
showPath();
showAccounts();
showProfile();
showRoofline();
showTimeline();
showMemory();
showTiles();
showLinks();
showCosts();
showParameters();
watchTables();
if (["auto", "light", "dark"].includes(remembered("theme"))) byId("theme").value = remembered("theme");
applyTheme();
byId("theme").onchange = () => {
  remember("theme", byId("theme").value);
  applyTheme();
};
systemDark.addEventListener("change", applyTheme);
let resizing = 0;
window.addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(drawAll, 150);
});
// On paper: light, and everything shown. Closed again afterwards.
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("main details:not([open])")].filter(d => d.id !== "timeline-list");
  for (const d of opened) d.open = true;
  for (const button of ["path-more", "path-lines-more"]) unfold(byId(button));
  applyTheme(true);
});
window.addEventListener("afterprint", () => {
  for (const d of opened) d.open = false;
  applyTheme();
});
document.documentElement.dataset.ready = "true";
