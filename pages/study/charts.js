// Lines, heat maps and Pareto fronts of a study's points. What is drawn comes in as a view: x, y, z, colour, dash (columns or null),
// kind, logX, logY, points (indices).

const valueOf = (column, point) => column.values[point];
const numeric = column => column.values.every(v => v === null || isNumber(v));
// The different values in order: numbers by size, names as they come.
function distinct(column, points) {
  const all = [...new Set(points.map(p => valueOf(column, p)))];
  return all.every(isNumber) ? all.sort((a, b) => a - b) : all;
}
const called = (column, value) => column.label + " " + text(value);
const isDefault = (column, value) => column.default !== undefined && text(value) === column.default;
const tick = column => value => text(value) + (isDefault(column, value) ? "\n(default)" : "");

// One line of each value of colour and dash; colour by the one, dash and mark by the other.
function seriesOf(view, points) {
  const colours = view.colour ? distinct(view.colour, view.all) : [null], dashed = view.dash ? distinct(view.dash, view.all) : [null];
  const list = [];
  colours.forEach((c, i) => dashed.forEach((d, j) => {
    const own = points.filter(p => (!view.colour || valueOf(view.colour, p) === c) && (!view.dash || valueOf(view.dash, p) === d));
    const name = [view.colour && called(view.colour, c), view.dash && called(view.dash, d)].filter(n => n).join(", ");
    if (own.length) list.push({name: name || view.y.label, colour: i, dash: j, points: own});
  }));
  return list;
}
// Series of which every point lies on one of another: said instead of hidden.
function identical(view, series) {
  const groups = new Map();
  for (const s of series) {
    const key = JSON.stringify(s.points.map(p => [valueOf(view.x, p), valueOf(view.y, p)]).sort());
    groups.set(key, [...(groups.get(key) || []), s.name]);
  }
  return [...groups.values()].filter(g => g.length > 1);
}

// What a point is, for the tooltip.
function pointText(view, p) {
  const line = (name, value) => `<tr><td style="padding-right:10px">${escaped(name)}</td><td style="text-align:right">${escaped(value)}</td></tr>`;
  const rows = data.axes.map(a => line(titled(a), text(valueOf(a, p))));
  for (const c of [view.y, view.z].filter(c => c && !data.axes.includes(c))) rows.push(line(titled(c), formatOf(c.values)(valueOf(c, p))));
  const limited = data.columns.find(c => c.name === "kernel.limited_by");
  const why = limited && valueOf(limited, p) ? `<div style="max-width:24em;white-space:normal">limited by ${escaped(valueOf(limited, p))}</div>` : "";
  const more = data.reports.length && data.reports[p] ? "<div>click: its report</div>" : "<div>click: its command</div>";
  return `<b>point ${data.points[p]}</b><table>${rows.join("")}</table>${why}${more}`;
}

// Names of axes stand above and below a chart as text of the page, which has room for them at every width.
const axisNames = view => ({above: view.kind === "heat" ? `colour: ${titled(view.z)}; up: ${titled(view.y)}` : titled(view.y), below: titled(view.x)});
// Names side by side, each in the room that it has: in lines, otherwise upright.
function namesAlong(names, width) {
  const room = (width - 90) / names.length, longest = Math.max(...names.flatMap(n => n.split("\n")).map(n => n.length)) * 7;
  const style = {color: css("--text"), fontSize: 12, lineHeight: 14, interval: 0, hideOverlap: true};
  if (longest <= room) return style;
  return room >= 64 && longest <= 3 * room ? {...style, width: room - 6, overflow: "break"} : {...style, rotate: 90};
}
function yAxis(view, extent) {
  const format = formatOf(view.all.map(p => valueOf(view.y, p)));
  return {type: view.logY ? "log" : "value", ...(view.logY ? {} : {min: extent.low, max: extent.high, interval: extent.step}), ...axisStyle(),
    axisLabel: {color: css("--text"), fontSize: 12, hideOverlap: true, formatter: view.logY ? format : n => n.toLocaleString("en-US", {minimumFractionDigits: extent.digits, maximumFractionDigits: extent.digits})}};
}
// Of a chart, or of all of them (sameY): ends on ticks that are 1, 2 or 5 times a power of ten apart.
function extentOf(view, points) {
  const values = (view.sameY ? view.all : points).flatMap(p => [valueOf(view.y, p), ...(bandOf(view, p) || [])]).filter(isNumber), low = view.fromZero ? Math.min(0, ...values) : Math.min(...values), high = Math.max(...values);
  const raw = (high - low || Math.abs(high) || 1) / 5, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find(f => f * power >= raw) * power;
  return {low: step * Math.floor(low / step), high: step * Math.max(Math.ceil(high / step), Math.floor(low / step) + 1), step, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9))};
}

// What other starts of a point's run give (--jitter): [least, most] of its y; null: not known.
function bandOf(view, p) {
  const own = (data.band || [])[p], columns = ["speedup_low", "speedup_high"].map(columnNamed);
  if (view.y.name === "speedup") return columns.every(c => c && isNumber(valueOf(c, p))) ? columns.map(c => valueOf(c, p)) : null;
  if (!own || !/^cycles( |$)/.test(view.y.name)) return null;
  const scale = valueOf(view.y, p) / valueOf(columnNamed("cycles"), p);  // of cycles a tile
  return [own.low * scale, own.high * scale];
}
// A stroke with ends through each bar, or beside each point: those of several lines do not hide each other.
function bandSeries(view, s, bars, index, count, place) {
  const items = s.points.map(p => [place(p), ...(bandOf(view, p) || []), p]).filter(d => d.length === 4 && d[1] !== d[2]).map(d => ({value: d.slice(0, 3), point: d[3]}));
  return items.length ? [{type: "custom", data: items, z: 5, cursor: "pointer", encode: {x: 0, y: [1, 2]}, renderItem: (params, api) => {
    const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
    const by = bars ? api.barLayout({...barGaps, count})[index].offsetCenter : 6 * (index - (count - 1) / 2), x = low[0] + by, style = {stroke: bars ? css("--text") : colour(s.colour), lineWidth: 1.5};
    return {type: "group", children: [[x, low[1], x, high[1]], [x - 3, low[1], x + 3, low[1]], [x - 3, high[1], x + 3, high[1]]]
      .map(([x1, y1, x2, y2]) => ({type: "line", shape: {x1, y1, x2, y2}, style}))};
  }}] : [];
}
const barGaps = {barGap: "8%", barCategoryGap: "24%"};
const hatches = [null, {rotation: 0.8, dashArrayX: [1, 0], dashArrayY: [2, 5]}, {rotation: -0.8, dashArrayX: [1, 0], dashArrayY: [2, 5]}, {symbol: "circle", symbolSize: 0.6, dashArrayX: [[6, 6], [0, 6, 6, 0]], dashArrayY: [5, 0]}];
const hatchOf = s => { const h = hatches[s.dash % hatches.length]; return h ? {symbol: "rect", color: dark ? "rgba(0,0,0,.6)" : "rgba(255,255,255,.75)", ...h} : undefined; };
// Values that are no numbers have no order and nothing in between: bars, which begin at 0.
const categorical = column => !numeric(column) || column.values.includes(null);
function barOption(view, points, width) {
  const values = distinct(view.x, view.all), place = p => values.indexOf(valueOf(view.x, p)), all = seriesOf(view, points);
  const series = all.map(s => ({type: "bar", name: s.name, ...barGaps, barMaxWidth: "60%", cursor: "pointer", itemStyle: {color: colour(s.colour), decal: hatchOf(s)},
    data: values.map((_, i) => s.points.find(p => place(p) === i && isNumber(valueOf(view.y, p)))).map(p => p === undefined ? null : {value: valueOf(view.y, p), point: p})}));
  return {grid: {left: 12, right: 18, top: 12, bottom: 10, containLabel: true}, aria: {decal: {show: false}},
    xAxis: {type: "category", data: values.map(tick(view.x)), ...axisStyle(), splitLine: {show: false}, axisLabel: namesAlong(values.map(tick(view.x)), width)},
    yAxis: yAxis({...view, logY: false}, extentOf({...view, fromZero: true}, points)), series: [...series, ...all.flatMap((s, i) => bandSeries(view, s, true, i, all.length, place))],
    tooltip: {trigger: "item", ...tooltipStyle(), formatter: e => pointText(view, e.data.point)}};
}
function lineOption(view, points, width) {
  if (categorical(view.x)) return barOption(view, points, width);
  const values = distinct(view.x, view.all), evenly = view.evenX;
  const place = p => evenly ? values.indexOf(valueOf(view.x, p)) : valueOf(view.x, p);
  const all = seriesOf(view, points), series = all.map(s => ({
    type: "line", name: s.name, symbol: marks[s.dash % marks.length], symbolSize: 8, color: colour(s.colour),
    lineStyle: {type: dashes[s.dash % dashes.length], width: 2}, itemStyle: {color: colour(s.colour)}, emphasis: {focus: "series"}, cursor: "pointer",
    data: s.points.map(p => ({value: [place(p), valueOf(view.y, p)], point: p})).filter(d => isNumber(d.value[1])).sort((a, b) => a.value[0] - b.value[0])
  }));
  const x = evenly
    ? {type: "category", data: values.map(tick(view.x)), boundaryGap: true, ...axisStyle(), axisLabel: namesAlong(values.map(tick(view.x)), width)}
    : {type: view.logX ? "log" : "value", logBase: 2, scale: true, ...axisStyle()};
  const usual = !evenly && view.x.default !== undefined && values.some(v => isDefault(view.x, v)) ? Number(view.x.default) : null;
  if (usual !== null && series.length)
    series[0].markLine = {silent: true, symbol: "none", lineStyle: {color: css("--quiet"), type: "dotted"}, label: {formatter: "default", color: css("--quiet")}, data: [{xAxis: usual}]};
  return {grid: {left: 12, right: 18, top: 26, bottom: 10, containLabel: true}, xAxis: x, yAxis: yAxis(view, extentOf(view, points)),
    series: [...series, ...all.flatMap((s, i) => bandSeries(view, s, false, i, all.length, place))],
    tooltip: {trigger: "item", ...tooltipStyle(), formatter: e => pointText(view, e.data.point)}};
}

function heatOption(view, points, width) {
  const xs = distinct(view.x, view.all), ys = distinct(view.y, view.all), values = view.all.map(p => valueOf(view.z, p)).filter(isNumber);
  const low = Math.min(...values), high = Math.max(...values), format = formatOf(values), room = (width - 130) / xs.length;
  const onDark = v => (v - low) / (high - low || 1) < 0.55;
  const cells = points.map(p => ({value: [xs.indexOf(valueOf(view.x, p)), ys.indexOf(valueOf(view.y, p)), valueOf(view.z, p)], point: p}));
  return {grid: {left: 12, right: 18, top: 42, bottom: 10, containLabel: true},
    xAxis: {type: "category", data: xs.map(tick(view.x)), ...axisStyle(), axisLabel: namesAlong(xs.map(tick(view.x)), width), splitLine: {show: false}},
    yAxis: {type: "category", data: ys.map(v => tick(view.y)(v).replace("\n", " ")), ...axisStyle(), axisLabel: {color: css("--text"), fontSize: 12, hideOverlap: true, width: width / 3, overflow: "break"}, splitLine: {show: false}},
    visualMap: {min: low, max: high, calculable: false, orient: "horizontal", left: "center", top: 0, itemWidth: 14, text: [format(high), format(low)],
      textStyle: {color: css("--text")}, formatter: format, itemHeight: Math.min(180, width / 4), inRange: {color: ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"]}},
    series: [{type: "heatmap", data: cells, cursor: "pointer", label: {show: room > 9 * format(high).length, formatter: e => format(e.data.value[2])},
      itemStyle: {borderColor: css("--card"), borderWidth: 1}}].map(s => ({...s, data: s.data.map(d => ({...d, label: {color: onDark(d.value[2]) ? "#ffffff" : "#111111"}}))})),
    tooltip: {...tooltipStyle(), formatter: e => pointText(view, e.data.point)}};
}

// Those to which no other is as good in both and better in one.
function frontOf(view, points) {
  const x = p => valueOf(view.x, p) * (view.xHigh ? -1 : 1), y = p => valueOf(view.y, p) * (view.yHigh ? -1 : 1);
  const sorted = points.filter(p => isNumber(valueOf(view.x, p)) && isNumber(valueOf(view.y, p))).sort((a, b) => x(a) - x(b) || y(a) - y(b) || a - b);
  let best = Infinity;
  return sorted.filter(p => { const better = y(p) < best; if (better) best = y(p); return better; });
}
function paretoOption(view, points) {
  const front = frontOf(view, points);
  const series = seriesOf(view, points).map(s => ({
    type: "scatter", name: s.name, symbol: marks[s.dash % marks.length], symbolSize: 11, itemStyle: {color: colour(s.colour)}, cursor: "pointer",
    data: s.points.filter(p => isNumber(valueOf(view.x, p))).map(p => ({value: [valueOf(view.x, p), valueOf(view.y, p)], point: p}))}));
  series.push({type: "line", name: "Pareto front", step: view.xHigh ? "start" : "end", symbol: "none", silent: true, lineStyle: {color: css("--quiet"), width: 2},
    data: front.map(p => [valueOf(view.x, p), valueOf(view.y, p)]), z: 1});
  return {grid: {left: 12, right: 18, top: 12, bottom: 10, containLabel: true},
    xAxis: {type: view.logX ? "log" : "value", scale: true, ...axisStyle()}, yAxis: yAxis(view, extentOf(view, points)), series,
    tooltip: {...tooltipStyle(), formatter: e => e.data.point === undefined ? "" : pointText(view, e.data.point)}};
}
