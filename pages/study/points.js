// The points of a study: what to draw, filters, the table; and what a search found (optimise).

const state = {kind: "lines", x: null, y: null, z: null, colour: null, dash: null, facet: null, logX: false, logY: false, fromZero: false, ownY: false, xHigh: false, yHigh: false, where: {}};
const allColumns = () => [...data.axes, ...data.columns];
const columnNamed = name => allColumns().find(c => c.name === name) || null;
const measured = () => allColumns().filter(c => numeric(c) && c.values.some(isNumber));

// "cycles / kernel.tiles" where tiles differ: otherwise cycles of different work would be compared.
function addRatios() {
  const cycles = data.columns.find(c => c.name === "cycles"), tiles = data.columns.find(c => c.name === "kernel.tiles"), work = data.columns.find(c => c.name === "kernel.operations");
  const ratio = (name, label, unit, top, bottom) => data.columns.push({name, label, unit, values: top.values.map((t, i) => isNumber(t) && bottom.values[i] ? t / bottom.values[i] : null)});
  if (cycles && tiles) ratio("cycles / kernel.tiles", "cycles per output tile", "cycles/tile", cycles, tiles);
  if (cycles && work) ratio("kernel.operations / cycles", "operations per cycle", "operations/cycle", work, cycles);
}
// Axes that the page begins with: the numbers with most values along x, then colour, dash, facets.
function choose() {
  const every = data.points.map((_, i) => i), varied = data.axes.filter(a => distinct(a, every).length > 1);
  const count = a => distinct(a, every).length;
  const along = [...varied].sort((a, b) => numeric(b) - numeric(a) || count(b) - count(a));
  state.x = (along[0] || data.axes[0] || columnNamed("cycles")).name;
  // An axis that goes with one chosen before (a zip) says nothing more.
  const rest = [], decided = (a, chosen) => {
    const seen = new Map();
    return every.every(p => {
      const key = JSON.stringify(chosen.map(c => valueOf(c, p)));
      if (!seen.has(key)) seen.set(key, valueOf(a, p));
      return seen.get(key) === valueOf(a, p);
    });
  };
  for (const a of varied.filter(c => c.name !== state.x).sort((p, q) => numeric(q) - numeric(p) || count(q) - count(p)))
    if (!decided(a, [columnNamed(state.x), ...rest])) rest.push(a);
  [state.colour, state.dash, state.facet] = [rest[0], rest[1], rest[2]].map(a => a ? a.name : null);
  state.y = (columnNamed("cycles / kernel.tiles") || columnNamed("cycles") || measured()[0]).name;
  state.z = state.y;
  const numbers = distinct(columnNamed(state.x), every);
  state.logX = numbers.every(v => isNumber(v) && v > 0) && numbers.length > 2 && numbers[numbers.length - 1] / numbers[0] >= 8;
  if (data.kind === "optimise") Object.assign(state, {kind: "pareto", facet: null, logX: false, ...data.search.view});
}
// Points that would lie on one another: the axes in which they differ and that are not drawn are held at their first values.
function holdHiddenAxes() {
  const drawn = [state.x, state.kind === "heat" ? state.y : state.colour, state.kind === "heat" ? null : state.dash, state.facet].filter(n => n).map(columnNamed);
  const place = p => JSON.stringify(drawn.map(c => valueOf(c, p)));
  for (const a of data.axes.filter(c => !drawn.includes(c) && state.where[c.name] === undefined)) {
    const seen = new Map(), clash = data.points.some((_, p) => {
      if (!matches(p) || !done(p)) return false;
      const values = seen.get(place(p)) || new Set();
      seen.set(place(p), values.add(text(valueOf(a, p))));
      return values.size > 1;
    });
    if (clash) state.where[a.name] = text(distinct(a, data.points.map((_, i) => i))[0]);
  }
}

function selectBox(label, key, columns, none) {
  const box = element("select", {"data-choice": key}, ...(none ? [element("option", {value: ""}, "–")] : []),
    ...columns.map(c => element("option", {value: c.name, selected: state[key] === c.name}, titled(c))));
  box.onchange = () => { state[key] = box.value || null; showPlot(); };
  return element("label", {}, label, box);
}
function checkBox(label, key) {
  const box = element("input", {type: "checkbox", checked: state[key]});
  box.onchange = () => { state[key] = box.checked; showPlot(); };
  return element("label", {class: "check"}, box, label);
}
function showChoices() {
  const kinds = {lines: "lines", heat: "heat map", pareto: "Pareto front"}, axes = data.axes, every = data.points.map((_, i) => i);
  const kind = element("select", {"data-choice": "kind"}, ...Object.entries(kinds).map(([k, name]) => element("option", {value: k, selected: state.kind === k}, name)));
  kind.onchange = () => {
    state.kind = kind.value;
    if (state.kind === "heat" && !axes.some(a => a.name === state.y)) {
      const other = axes.find(a => a.name !== state.x);
      if (other) state.y = other.name;
    }
    if (state.kind !== "heat" && !measured().some(c => c.name === state.y)) state.y = state.z;
    if (state.kind === "heat" && !axes.some(a => a.name === state.x)) state.x = axes[0].name;
    showPlot();
  };
  const choices = [element("label", {}, "Chart", kind)];
  const heat = state.kind === "heat";
  choices.push(selectBox("Along x", "x", state.kind === "pareto" ? measured() : axes), selectBox("Along y", "y", heat ? axes : measured()));
  if (heat) choices.push(selectBox("Colour", "z", measured()));
  else choices.push(selectBox("Colour for", "colour", axes, true), selectBox("Dash and mark for", "dash", axes, true));
  choices.push(selectBox("A chart for each", "facet", axes, true));
  if (!heat) choices.push(checkBox("x logarithmic", "logX"), checkBox("y logarithmic", "logY"), checkBox("y from 0", "fromZero"), ...(state.facet ? [checkBox("each chart its own y axis", "ownY")] : []));
  if (state.kind === "pareto") choices.push(checkBox("x: more is better", "xHigh"), checkBox("y: more is better", "yHigh"));
  byId("choices").replaceChildren(...choices);
  byId("filters").replaceChildren(...axes.filter(a => distinct(a, every).length > 1).map(a => {
    const values = distinct(a, every).map(text);
    const box = element("select", {"data-filter": a.name}, element("option", {value: ""}, "all"), ...values.map(v => element("option", {value: v, selected: state.where[a.name] === v}, v)));
    box.onchange = () => { state.where[a.name] = box.value || (state.kind === "pareto" ? "" : undefined); showPlot(); };
    return element("label", {}, "Only " + titled(a), box);
  }));
}

const done = p => { const outcome = columnNamed("outcome"); return !outcome || valueOf(outcome, p) === "done"; };
const matches = p => data.axes.every(a => !state.where[a.name] || text(valueOf(a, p)) === state.where[a.name]);
function legendOf(view, series) {
  const line = s => {
    const dash = {solid: "", dashed: "7 4", dotted: "2 3"}[dashes[s.dash % dashes.length]] ?? "8 3 2 3";
    const item = element("li", {"data-series": s.name});
    const mark = ["<circle cx=17 cy=6 r=4 ", "<rect x=13 y=2 width=8 height=8 ", "<path d='M17 1L22 10H12Z' ", "<path d='M17 1L22 6L17 11L12 6Z' "][s.dash % 4];
    const filled = s.dash % 8 < 4 ? colour(s.colour) : css("--card");
    item.innerHTML = `<svg viewBox="0 0 34 12" aria-hidden="true">${view.kind === "pareto" ? "" : `<line x1=0 x2=34 y1=6 y2=6 stroke="${colour(s.colour)}" stroke-width=2 stroke-dasharray="${dash}"/>`}${mark}fill="${filled}" stroke="${colour(s.colour)}"/></svg>`;
    item.append(s.name);
    return item;
  };
  return view.kind === "heat" || !(view.colour || view.dash) ? [] : series.map(line);
}
function showPlot() {
  if (state.kind !== "pareto") holdHiddenAxes();
  showChoices();
  const named = key => state[key] ? columnNamed(state[key]) : null;
  const view = {...state, x: named("x"), y: named("y"), z: named("z"), colour: named("colour"), dash: named("dash"), facet: named("facet")};
  if (state.kind === "heat") view.colour = view.dash = null;
  if (state.kind !== "heat") view.z = null;
  if (view.dash === view.colour) view.dash = null;
  view.all = data.points.map((_, i) => i).filter(p => done(p) && matches(p));
  // Values such as 8, 16, 32: side by side, each with its number.
  view.evenX = state.kind === "lines" && !(state.logX === false && numeric(view.x)) && distinct(view.x, view.all).length <= 16;
  const facets = view.facet ? distinct(view.facet, view.all) : [null];
  const remarks = [];
  charts.forEach(c => c.chart && c.chart.dispose());
  charts = [];
  byId("facets").replaceChildren(...facets.map(f => {
    const points = view.all.filter(p => !view.facet || valueOf(view.facet, p) === f), node = element("div", {class: "chart"});
    if (state.kind === "lines") for (const g of identical(view, seriesOf(view, points))) remarks.push((view.facet ? called(view.facet, f) + ": " : "") + "the same in all points: " + g.join("; "));
    const option = {lines: lineOption, heat: heatOption, pareto: paretoOption}[state.kind];
    charts.push({node, height: innerWidth < 760 ? 330 : state.kind === "heat" ? 460 : 380, option: width => option(view, points, width),
      after: chart => chart.on("click", e => e.data && e.data.point !== undefined && openPoint(e.data.point))});
    return element("div", {}, ...(view.facet ? [element("h3", {}, called(view.facet, f))] : []), node);
  }));
  const failed = data.points.length - data.points.filter((_, i) => done(i)).length;
  byId("plot-text").textContent = view.all.length + " of " + data.points.length + " points" + (failed ? "; " + failed + " failed and are not drawn" : "") + (remarks.length ? ". " + remarks.join(". ") + "." : ".");
  byId("hint").textContent = data.reports.length ? "A click on a point opens its report." : "A click on a point shows its command.";
  redraw = () => { byId("legend").replaceChildren(...legendOf(view, seriesOf(view, view.all))); charts.forEach(drawChart); };
  redraw();
}
function openPoint(p) {
  if (data.reports[p]) { location.href = data.reports[p]; return; }
  byId("chosen").replaceChildren(element("b", {}, "Point " + data.points[p]), element("pre", {}, data.commands[p]));
  byId("chosen").hidden = false;
}

function pointRow(columns, formats, p, attributes) {
  const number = data.reports[p] ? element("a", {href: data.reports[p]}, String(data.points[p])) : String(data.points[p]);
  const first = cell(number, "th");
  first.scope = "row";
  return element("tr", attributes, first, ...columns.map((c, i) => isNumber(valueOf(c, p)) ? cell({number: valueOf(c, p), text: formats[i](valueOf(c, p))}) : cell(valueOf(c, p))));
}
function pointTable(table, caption, columns, points, attributesOf) {
  const formats = columns.map(c => formatOf(c.values)), head = c => (numeric(c) ? "#" : "") + titled(c);
  fillTable(table, caption, ["point", ...columns.map(head)], points.map(p => pointRow(columns, formats, p, attributesOf(p))));
}
function showPoints() {
  addRatios();
  choose();
  const shown = ["outcome", "cycles", "cycles / kernel.tiles", "kernel.operations / cycles", "bandwidth.unpacker0.bytes_per_cycle", "bandwidth.unpacker1.bytes_per_cycle", "bandwidth.pack.bytes_per_cycle", "kernel.limited_by", "message"];
  const columns = [...data.axes, ...shown.map(columnNamed).filter(c => c && c.values.some(v => v !== null && v !== ""))].filter(c => c.name !== "outcome" || c.values.some(v => v !== "done"));
  byId("description").textContent = [data.description, "configuration " + data.configuration].filter(t => t).join(" – ");
  pointTable(byId("points-table"), data.points.length + " points; a heading sorts", columns, data.points.map((_, i) => i), p => done(p) ? {} : {class: "failed"});
  for (const id of ["plot", "points"]) byId(id).hidden = false;
  if (data.kind === "optimise") showSearch();
}
// What optimise found: its objectives and constraints, the best points, the front.
function showSearch() {
  const s = data.search, index = number => data.points.indexOf(number), columns = s.columns.map(columnNamed).filter(c => c);
  byId("search").hidden = false;
  byId("search-text").textContent = s.text;
  pointTable(byId("best-table"), "the best first", columns, s.best.map(index), () => ({}));
  byId("front-text").textContent = s.front_text;
  pointTable(byId("front-table"), s.front.length + " points", columns, s.front.map(index), () => ({class: "front"}));
}
