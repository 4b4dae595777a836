// The points of a study: what to draw, filters, the table; and what a search found (optimise).

const state = {kind: "lines", x: null, y: null, z: null, colour: null, dash: null, facet: null, logX: false, logY: false, fromZero: false, sameY: false, xHigh: false, yHigh: false, where: {}};
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
  state.y = ((data.baseline && columnNamed("speedup")) || columnNamed("cycles / kernel.tiles") || columnNamed("cycles") || measured()[0]).name;
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
  const box = element("input", {type: "checkbox", checked: state[key], "data-choice": key});
  box.onchange = () => { state[key] = box.checked; showPlot(); };
  return element("label", {class: "check"}, box, label);
}
function showChoices() {
  const bars = state.kind === "lines" && categorical(columnNamed(state.x)), kinds = {lines: bars ? "bars" : "lines", heat: "heat map", pareto: "Pareto front"}, axes = data.axes, every = data.points.map((_, i) => i);
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
  else choices.push(selectBox("Colour for", "colour", axes, true), selectBox(bars ? "Hatching for" : "Dash and mark for", "dash", axes, true));
  choices.push(selectBox("A chart for each", "facet", axes, true));
  if (!heat && !bars) choices.push(checkBox("x logarithmic", "logX"), checkBox("y logarithmic", "logY"), checkBox("y from 0", "fromZero"));
  if (!heat && state.facet) choices.push(checkBox("the same y axis in all charts", "sameY"));
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
    const bars = view.kind === "lines" && categorical(view.x), hatched = ["", "M2 12L14 0M12 12L24 0M22 12L34 0", "M2 0L14 12M12 0L24 12M22 0L34 12", "M4 6h4M14 6h4M24 6h4"][s.dash % hatches.length];
    item.innerHTML = bars ? `<svg viewBox="0 0 34 12" aria-hidden="true"><rect width=34 height=12 fill="${colour(s.colour)}"/><path d="${hatched}" stroke="${css("--card")}" stroke-width=2.5 /></svg>` : `<svg viewBox="0 0 34 12" aria-hidden="true">${view.kind === "pareto" ? "" : `<line x1=0 x2=34 y1=6 y2=6 stroke="${colour(s.colour)}" stroke-width=2 stroke-dasharray="${dash}"/>`}${mark}fill="${filled}" stroke="${colour(s.colour)}"/></svg>`;
    item.append(s.name);
    return item;
  };
  return view.kind === "heat" || !(view.colour || view.dash) ? [] : series.map(line);
}
function showPlot() {
  if (state.kind !== "pareto") holdHiddenAxes();
  keepingFocus(showChoices);
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
    const names = axisNames(view);
    return element("div", {}, ...(view.facet ? [element("h3", {}, called(view.facet, f))] : []), element("p", {class: "axis-name above"}, names.above), node, element("p", {class: "axis-name"}, names.below));
  }));
  const failed = data.points.length - data.points.filter((_, i) => done(i)).length;
  byId("plot-text").textContent = view.all.length + " of " + data.points.length + " points" + (failed ? "; " + failed + " failed and are not drawn" : "") + (remarks.length ? ". " + remarks.join(". ") + "." : ".");
  byId("hint").textContent = "A click on a point, or on its row below, " + (data.reports.length ? "opens its report." : "shows its command.") +
    (view.z === null && view.all.some(p => bandOf(view, p)) ? " Strokes: what other starts of the run give." : "");
  redraw = () => { byId("legend").replaceChildren(...legendOf(view, seriesOf(view, view.all))); [...charts, ...lasting].forEach(drawChart); };
  redraw();
}
function openPoint(p) {
  if (data.reports[p]) { location.href = data.reports[p]; return; }
  byId("chosen").replaceChildren(element("b", {}, "Point " + data.points[p]), element("pre", {}, data.commands[p]));
  byId("chosen").hidden = false;
  byId("chosen").scrollIntoView({block: "nearest"});
}

// In a table who limits a run, without the details that its tooltip and a search have.
const inShort = (column, value) => column.name === "kernel.limited_by" && value ? value.replace(/ \((\d+ %) of the critical path.*$/s, " $1") : value;
function pointRow(columns, formats, p, attributes) {
  const number = data.reports[p] ? element("a", {href: data.reports[p]}, String(data.points[p])) : element("button", {type: "button", class: "key"}, String(data.points[p]));
  if (!data.reports[p]) number.onclick = () => openPoint(p);
  const first = cell(number, "th");
  first.scope = "row";
  const row = element("tr", {...attributes, "data-more": columns.map(c => valueOf(c, p)).filter(v => typeof v === "string").join(" ")}, first,
    ...columns.map((c, i) => isNumber(valueOf(c, p)) ? cell({number: valueOf(c, p), text: formats[i](valueOf(c, p))}) : cell(inShort(c, valueOf(c, p)))));
  reacting(row, () => openPoint(p));
  return row;
}
function pointTable(table, caption, columns, points, attributesOf) {
  const formats = columns.map(c => formatOf(c.values)), head = c => (numeric(c) ? "#" : "") + titled(c);
  fillTable(table, caption, ["point", ...columns.map(head)], points.map(p => pointRow(columns, formats, p, attributesOf(p))));
}
function showPoints() {
  addRatios();
  choose();
  const shown = ["outcome", "cycles", "speedup", "speedup_low", "speedup_high", "cycles / kernel.tiles", "kernel.operations / cycles", "bandwidth.unpacker0.bytes_per_cycle", "bandwidth.unpacker1.bytes_per_cycle", "bandwidth.pack.bytes_per_cycle", "kernel.limited_by", "message"];
  const every = data.points.map((_, i) => i), same = every.length > 1 ? data.axes.filter(a => distinct(a, every).length === 1) : [];
  const columns = [...data.axes.filter(a => !same.includes(a)), ...shown.map(columnNamed).filter(c => c && c.values.some(v => v !== null && v !== ""))].filter(c => c.name !== "outcome" || c.values.some(v => v !== "done"));
  const compared = data.baseline && "speed-up against " + data.baseline.text + " (its cycles / a point's)";
  byId("description").textContent = [data.description, "configuration " + data.configuration, compared].filter(t => t).join(" – ");
  byId("points-same").hidden = !same.length;
  byId("points-same").textContent = "In all points: " + same.map(a => titled(a) + " " + text(a.values[0])).join(", ") + ".";
  pointTable(byId("points-table"), data.points.length + " points; a heading sorts", columns, every, p => done(p) ? {} : {class: "failed"});
  searchable(byId("points-filter"), byId("points-count"), byId("points-table"));
  showMeans();
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

// Of designs that ran several kernels, their geometric means.
const settingsText = axes => Object.entries(axes).map(([name, value]) => { const a = columnNamed(name); return a ? called(a, value) : name + " " + text(value); }).join(", ") || "all";
function showMeans() {
  const means = (data.geomean || []).filter(d => isNumber(d.speedup));
  byId("means").hidden = !means.length;
  if (!means.length) return;
  const one = v => v.toLocaleString("en-US", {minimumFractionDigits: 3, maximumFractionDigits: 3}), names = means.map(d => settingsText(d.axes));
  byId("means-text").textContent = (data.weights ? "Weighted geometric mean (" + data.weights.map(([name, weight]) => name + " " + weight).join(", ") + ", others 1)" : "Geometric mean") + " of the speed-ups of each design over its points" + (data.baseline ? ", against " + data.baseline.text : "") + ". Strokes: its least and its largest." +
    (means.length < data.geomean.length ? ` Designs without a mean, as points of theirs or the baseline's failed: ${data.geomean.length - means.length}.` : "") + (means.length > mostBars ? ` Drawn: the first ${mostBars}.` : "");
  const rows = means.slice(0, mostBars), roomOf = width => 0.42 * width;
  const lines = width => Math.ceil(7.2 * Math.max(...names.map(n => n.length)) / roomOf(width));  // of the longest name
  lasting.push({node: byId("means-chart"), height: width => 60 + (14 + 15 * lines(width)) * rows.length, option: width => ({
      grid: {left: 8, right: 56, top: 8, bottom: 36, containLabel: true},
      xAxis: {type: "value", min: 0, ...axisStyle(), name: "speed-up", nameLocation: "middle", nameGap: 24},
      yAxis: {type: "category", inverse: true, data: names.slice(0, mostBars), ...axisStyle(), splitLine: {show: false}, axisLabel: {color: css("--text"), fontSize: 12, lineHeight: 14, interval: 0, width: roomOf(width), overflow: "break"}},
      series: [{type: "bar", cursor: "default", barMaxWidth: 18, data: rows.map(d => ({value: d.speedup, itemStyle: {color: d.speedup >= 1 ? better() : worse()}})),
        markLine: {silent: true, symbol: "none", label: {show: false}, lineStyle: {color: css("--quiet"), type: "dotted"}, data: [{xAxis: 1}]}},
      {type: "custom", silent: true, z: 5, encode: {x: [0, 1], y: 2}, data: rows.map((d, i) => [d.least, d.most, i]).filter(d => d[0] !== d[1]), renderItem: (params, api) => {
        const [a, b] = [0, 1].map(i => api.coord([api.value(i), api.value(2)])), style = {stroke: css("--text"), lineWidth: 1.5};
        return {type: "group", children: [[a[0], a[1], b[0], b[1]], [a[0], a[1] - 4, a[0], a[1] + 4], [b[0], b[1] - 4, b[0], b[1] + 4]].map(([x1, y1, x2, y2]) => ({type: "line", shape: {x1, y1, x2, y2}, style}))};
      }}],
      tooltip: {...tooltipStyle(), formatter: e => `${escaped(names[e.dataIndex])}<br>${one(rows[e.dataIndex].speedup)} (${one(rows[e.dataIndex].least)} to ${one(rows[e.dataIndex].most)})`}
  })});
  fillTable(byId("means-table"), "A heading sorts", ["design", "#geometric mean", "#least", "#most", "#points"],
    means.map((d, i) => element("tr", {}, cell(names[i], "th"), ...[d.speedup, d.least, d.most].map(v => cell({number: v, text: one(v)})), cell({number: d.points, text: grouped(d.points)}))));
}
