
// ---- the critical path: what held the run, and which of its stretches the timeline marks
const path = data.path && data.path.resources.length ? data.path : null;
const pathColours = [
  ["#c2410c", "#fb923c"], ["#1d5fae", "#7db4f5"], ["#0f766e", "#2dd4bf"], ["#7c3aa8", "#c084fc"], ["#a16207", "#facc15"],
  ["#be185d", "#f472b6"], ["#3f7d20", "#a3e635"], ["#0e7490", "#67e8f9"], ["#6d4c41", "#d6b8a8"], ["#4b5563", "#cbd5e1"]
];
const pathColour = resource => pathColours[Math.min(resource, pathColours.length - 1)][dark ? 1 : 0];
let pathChosen = -1;  // resource marked in the timeline; -1: none

function choosePath(resource) {
  pathChosen = pathChosen === resource ? -1 : resource;
  for (const button of document.querySelectorAll("#path [data-resource]")) button.setAttribute("aria-pressed", String(Number(button.dataset.resource) === pathChosen));
  const rows = [...byId("path-table").tBodies[0].rows];
  for (const row of rows) row.classList.toggle("chosen", Number(row.dataset.of) === pathChosen);
  if (rows.some(row => row.hidden && row.classList.contains("chosen"))) unfold(byId("path-more"));
  byId("path-marked").textContent = pathChosen < 0 ? "" : `Marked in the timeline: ${path.resources[pathChosen].name} (${path.resources[pathChosen].does}).`;
  drawTimeline();
  drawMap();
}
function resourceButton(r, i) {
  const mark = element("span", {class: "swatch", "aria-hidden": "true"});
  const button = element("button", {type: "button", class: "key", "data-resource": i, "aria-pressed": "false", title: "mark its stretches in the timeline"}, mark, r.name);
  button.onclick = () => choosePath(i);
  return button;
}

const parameterCell = r => element("td", {class: "code"}, ...(r.parameter || "the program").split(/(?<=[._])/).flatMap(part => [part, element("wbr")]));
// The run's cycles if a resource were faster, and by how much that is less.
const pathGain = (cycles, unsure) => {
  const gain = fixed(share(path.cycles - cycles, path.cycles), 1);
  return {number: cycles, text: `${grouped(cycles)}${unsure ? "?" : ""} (${gain === "0.0" ? "" : "−"}${gain} %)`};
};
const pathRows = 6;        // of the table that are shown at first
const pathSliver = 0.01;  // of the path: shorter ones are one part of the bar together

// Those too short to be pressed, as one part: it shows their rows.
function sliversPart(slivers, cycles) {
  const told = `${slivers.length} others of less than a percent each: ${grouped(cycles)} cycles, ${percent(cycles, path.cycles)}`;
  const part = element("button", {type: "button", class: "part others", "aria-label": told, title: told + "; their rows are in the table"});
  part.style.flexGrow = cycles;
  part.onclick = () => {
    unfold(byId("path-more"));
    byId("path-table").querySelector(`button[data-resource="${slivers[0][1]}"]`).focus();
  };
  return part;
}
// The path by source line, of simulated cores; advice in words.
function showPathSource() {
  const source = metrics.path && metrics.path.source;
  byId("path-source").hidden = !source || !source.lines.length;
  if (byId("path-source").hidden) return;
  fillTable(byId("path-lines"), "The path by core and source line: cycles of the core, and of units that work for it",
    ["where", "#cycles", "#% of the run", "#core", "#units", "#times", "what is called there"],
    source.lines.map(l => element("tr", {"data-line": l.place}, element("th", {scope: "row", class: "code"}, `${l.core} `, element("wbr"), l.place),
      cell(count(l.core_cycles + l.unit_cycles)), cell(percentage(l.core_cycles + l.unit_cycles, path.cycles)), cell(count(l.core_cycles)), cell(count(l.unit_cycles)),
      cell(l.times ? count(l.times) : ""), cell(l.call, "td", {class: "code"}))));
  foldRows(byId("path-lines"), byId("path-lines-more"), pathRows);
  byId("path-advice").replaceChildren(...source.advice.map(a => element("li", {}, a)));
}
function showPath() {
  byId("path").hidden = byId("path-link").hidden = !path;
  if (!path) return;
  for (const [note, text] of Object.entries(path.notes)) {
    byId("path-" + note).hidden = !text;
    byId("path-" + note).textContent = text;
  }
  showPathSource();
  const on = path.resources.map((r, i) => [r, i]).filter(([r]) => r.cycles > 0), beside = path.resources.map((r, i) => [r, i]).filter(([r]) => r.cycles === 0);
  const folded = on.filter(([r]) => r.cycles < pathSliver * path.cycles), slivers = folded.length > 1 ? folded : [];
  const apart = on.filter(row => !slivers.includes(row)), others = slivers.reduce((sum, [r]) => sum + r.cycles, 0);
  byId("path-bar").replaceChildren(...apart.map(([r, i]) => {
    const text = percent(r.cycles, path.cycles);
    const part = element("button", {type: "button", class: "part", "data-resource": i, "aria-pressed": "false", "aria-label": `${r.name}: ${text}`, title: `${r.name} (${r.does}): ${grouped(r.cycles)} cycles, ${text}`});
    part.style.flexGrow = r.cycles;
    part.onclick = () => choosePath(i);
    return part;
  }), ...(others ? [sliversPart(slivers, others)] : []));
  fillTable(byId("path-table"), `The ${grouped(path.cycles)} cycles of the run, each counted once`,
    ["what", "#cycles", "#% of the run", "#stretches", "#run if halved", "#run if free", "parameter"],
    on.map(([r, i]) => element("tr", {"data-path": r.name, "data-of": i}, element("th", {scope: "row"}, resourceButton(r, i), element("small", {class: "source"}, r.does + (r.in_its_place ? `; if halved, ${r.in_its_place} takes its place` : ""))), cell(count(r.cycles)), cell(percentage(r.cycles, path.cycles)), cell(count(r.stretches)),
      cell(pathGain(r.run_if_halved, r.unsure)), cell(pathGain(r.run_if_free, r.unsure)), parameterCell(r))));
  for (const row of byId("path-table").tBodies[0].rows) reacting(row, () => choosePath(Number(row.dataset.of)));
  foldRows(byId("path-table"), byId("path-more"), pathRows);
  byId("path-until").hidden = !(path.until < path.cycles);
  byId("path-until").textContent = `The timeline has its stretches up to cycle ${grouped(path.until)}: of a longer run not all are kept.`;
  byId("path-beside").hidden = beside.length === 0;
  fillTable(byId("path-beside-table"), "Not on the path: making these faster alone changes nothing", ["what", "#slack in cycles", "parameter"],
    beside.map(([r]) => element("tr", {"data-path": r.name}, element("th", {scope: "row"}, r.name, element("small", {class: "source"}, r.does)), cell(count(r.slack)), parameterCell(r))));
  ownDrawings.push(() => {
    for (const node of document.querySelectorAll("#path-table [data-resource] .swatch")) node.style.background = pathColour(Number(node.parentElement.dataset.resource));
    for (const node of document.querySelectorAll("#path-bar [data-resource]")) {
      node.style.background = pathColour(Number(node.dataset.resource));
      node.style.color = textOn(pathColour(Number(node.dataset.resource)));
      node.textContent = node.clientWidth >= 60 ? percent(path.resources[node.dataset.resource].cycles, path.cycles) : "";
    }
  });
}
