// What `tensix-tlm levers` found: tornado chart, band, what has no effect. And the page's start.

const effective = levers => levers.filter(l => l.steps.some(s => s.effect === "cycles"));
const leverName = l => l.parameter + (l.assumption ? " *" : "");
const mostBars = 40;

// Bars of one parameter, a step each; their colour is whether the run gets shorter or longer.
function barsOf(levers) {
  const rows = levers.slice(0, mostBars).reverse(), most = Math.max(...rows.map(l => l.steps.length));
  const series = [];
  for (let i = 0; i < most; ++i) {
    series.push({type: "bar", stack: "step" + i, name: "step " + (i + 1), cursor: "default", barGap: "10%", barCategoryGap: "25%",
      data: rows.map(l => {
        const s = l.steps[i];
        return !s || s.effect === "fails" ? {value: 0} : {value: s.percent, lever: l, step: s, itemStyle: {color: s.percent < 0 ? better() : worse(), decal: l.assumption ? {symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: 0.8, color: dark ? "rgba(0,0,0,.55)" : "rgba(255,255,255,.65)"} : undefined}};
      }),
      label: {show: true, position: "right", color: css("--text"), fontSize: 11, formatter: e => e.data.step && e.data.step.change ? e.data.step.value : ""}});
  }
  for (const s of series) s.data = s.data.map(d => ({...d, label: {position: d.value < 0 ? "left" : "right"}}));
  return {names: rows.map(leverName), series};
}
function tornadoOption(levers, width) {
  const {names, series} = barsOf(levers), narrow = width < 560;
  const inLines = n => narrow ? n.replace(/\.(?=[^.]*$)/, ".\n") : n;  // the group, then the name
  return {grid: {left: 8, right: narrow ? 34 : 60, top: 8, bottom: 40, containLabel: true},
    xAxis: {type: "value", boundaryGap: narrow ? ["34%", "34%"] : ["15%", "15%"], ...axisStyle(), name: "change of cycles [%]", nameLocation: "middle", nameGap: 26, axisLabel: {color: css("--text"), fontSize: 12, formatter: v => (v > 0 ? "+" : v < 0 ? "−" : "") + Math.abs(v)}},
    yAxis: {type: "category", data: names, ...axisStyle(), splitLine: {show: false}, axisLabel: {color: css("--text"), fontSize: 11, lineHeight: 12, interval: 0, formatter: inLines}},
    series, aria: {decal: {show: false}}, tooltip: {...tooltipStyle(), formatter: e => {
      if (!e.data.step) return "";
      const {lever: l, step: s} = e.data;
      return `<b>${escaped(l.parameter)}</b> ${escaped(l.value)} → ${escaped(s.value)} ${escaped(l.unit)}<br>${grouped(s.cycles)} cycles, ${signed(s.change)} (${percent(s.percent)})` +
        `<div style="max-width:26em;white-space:normal">${escaped(l.meaning)}<br>source: ${escaped(l.source)}</div>` + (s.limited_by ? `then limited by ${escaped(s.limited_by)}` : "");
    }}};
}
function leversTable(levers) {
  const path = levers.some(l => l.path_cycles !== undefined), rows = [];
  for (const l of levers) for (const s of l.steps) {
    if (s.effect === "fails") continue;
    const head = element("th", {scope: "row", title: l.meaning + " – " + l.source}, leverName(l));
    const row = element("tr", {class: s.change < 0 ? "better" : s.change > 0 ? "worse" : undefined}, head, cell(l.unit), cell(l.value), cell(s.value), cell({number: s.cycles, text: grouped(s.cycles)}), cell({number: s.change, text: signed(s.change)}), cell({number: s.percent, text: percent(s.percent)}));
    if (path) row.append(cell({number: l.path_cycles, text: grouped(l.path_cycles)}));
    rows.push(row);
  }
  fillTable(byId("levers-table"), "Steps of parameters with an effect; * its value is an assumption", ["parameter", "unit", "now", "step", "#cycles", "#change", "#%", ...(path ? ["#on the critical path"] : [])], rows);
}
function showBand(r) {
  if (!r.assumptions.length) return;
  byId("band").hidden = false;
  const range = ([low, high]) => grouped(low) + " to " + grouped(high), part = n => percent(100 * (n - r.cycles) / r.cycles);
  byId("band-text").textContent = "Each of " + r.assumptions.length + " parameters that no source gives was moved to both ends of the range in which the hardware's value may well lie.";
  const line = (name, [low, high]) => element("tr", {}, cell(name, "th"), cell({number: low, text: low === null ? "–" : grouped(low)}), cell({number: high, text: high === null ? "–" : grouped(high)}),
    cell({number: low, text: low === null ? "–" : part(low)}), cell({number: high, text: high === null ? "–" : part(high)}));
  fillTable(byId("band-table"), "Cycles; the run as it is takes " + grouped(r.cycles), ["how the band is formed", "#from", "#to", "#", "#"], [
    line("independent of one another (root of the sum of squares)", r.band.independent), line("all at their worst (sum)", r.band.worst_case), line("really run: all at their least, all at their most", [r.band.all_at_least, r.band.all_at_most])]);
  const change = n => n === null ? cell("refused") : cell({number: n, text: signed(n)});
  fillTable(byId("assumptions-table"), "Change of cycles at the ends", ["assumption", "#now", "#least", "#most", "#at the least", "#at the most", "what speaks for the ends"],
    r.assumptions.map(a => element("tr", {}, cell(a.parameter, "th"), cell({number: Number(a.value), text: a.value}), cell({number: a.least, text: text(a.least)}), cell({number: a.most, text: text(a.most)}), change(a.change_at_least), change(a.change_at_most), cell(a.why))));
}
function showIdle(r) {
  const lists = new Map(), add = (title, name) => lists.set(title, [...(lists.get(title) || []), name]);
  for (const l of r.levers) {
    for (const s of l.steps) {
      if (s.why) add("As " + s.why, l.parameter + "=" + s.value);
      if (s.limit) add("No faster, as " + s.limit, l.parameter + "=" + s.value);
      if (s.effect === "fails") add("Did not end well", l.parameter + "=" + s.value + " (" + s.outcome + ")");
    }
    if (!l.steps.length || l.steps.some(s => s.effect === "cycles")) continue;
    const effects = l.steps.map(s => s.effect);
    if (l.steps.some(s => s.why)) continue;
    add(effects.includes("traffic") ? "Other traffic in L1, but no cycle more or less" : effects.includes("accounts") ? "Only who waits for what differs" : "No effect at all", l.parameter);
  }
  for (const l of r.left_out) add("No levers", l.parameter);
  byId("idle").hidden = false;
  byId("idle-lists").replaceChildren(...[...lists].sort(([a], [b]) => a < b ? -1 : 1).map(([title, names]) => element("details", {open: names.length < 25}, element("summary", {}, title + " (" + names.length + ")"), element("p", {class: "idle-names"}, names.join(", ")))));
  if (r.refused.length)
    fillTable(byId("refused-table"), "Steps that were refused", ["parameter", "value", "why"], r.refused.map(x => element("tr", {}, cell(x.parameter, "th"), cell(x.value), cell(x.why))));
}
function showLevers() {
  const r = data.levers, levers = effective(r.levers);
  byId("description").textContent = "configuration " + r.configuration + (r.limited_by ? " – limited by " + r.limited_by : "");
  const add = (name, value) => byId("figures").append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  add("Cycles", grouped(r.cycles));
  add("Levers with an effect", levers.length + " of " + r.levers.length);
  if (r.assumptions.length) add("Band from assumptions", grouped(r.band.independent[0]) + " to " + grouped(r.band.independent[1]));
  if (levers.length) {
    byId("tornado").hidden = false;
    const shown = Math.min(levers.length, mostBars), most = Math.max(...levers.slice(0, mostBars).map(l => l.steps.length));
    charts.push({node: byId("tornado-chart"), height: 60 + shown * (most > 2 ? 36 : 28), option: width => tornadoOption(levers, width)});
    redraw = () => {
      byId("tornado-legend").replaceChildren(...[["better: fewer cycles", better], ["worse: more cycles", worse]].map(([name, colour]) => {
        const swatch = element("span", {class: "swatch"});
        swatch.style.background = colour();
        return element("li", {}, swatch, name);
      }));
      charts.forEach(drawChart);
    };
    leversTable(levers);
  }
  showBand(r);
  showIdle(r);
}

if (data.kind === "levers") showLevers();
else showPoints(), showPlot();
startPage();
