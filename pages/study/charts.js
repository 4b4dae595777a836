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

const axisName = (column, width) => ({name: titled(column), nameLocation: "middle", nameTextStyle: {color: css("--text"), fontSize: 12, width: width - 60, overflow: "break"}});
function yAxis(view, extent) {
  const format = formatOf(view.all.map(p => valueOf(view.y, p)));
  return {type: view.logY ? "log" : "value", ...(view.logY ? {} : {min: extent.low, max: extent.high, interval: extent.step}), ...axisStyle(),
    name: titled(view.y), nameLocation: "end", nameTextStyle: {color: css("--text"), fontSize: 12, align: "left", padding: [0, 0, 0, -48]},
    axisLabel: {color: css("--text"), fontSize: 12, formatter: view.logY ? format : n => n.toLocaleString("en-US", {minimumFractionDigits: extent.digits, maximumFractionDigits: extent.digits})}};
}
// The same axis in all charts of a page: ends on ticks that are 1, 2 or 5 times a power of ten apart.
function extentOf(view, points) {
  const values = (view.ownY ? points : view.all).map(p => valueOf(view.y, p)).filter(isNumber), low = view.fromZero ? 0 : Math.min(...values), high = Math.max(...values);
  const raw = (high - low || Math.abs(high) || 1) / 5, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find(f => f * power >= raw) * power;
  return {low: step * Math.floor(low / step), high: step * Math.max(Math.ceil(high / step), Math.floor(low / step) + 1), step, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9))};
}

function lineOption(view, points, width) {
  const category = !numeric(view.x) || view.x.values.includes(null), values = distinct(view.x, view.all);
  const place = p => category || view.evenX ? values.indexOf(valueOf(view.x, p)) : valueOf(view.x, p);
  const evenly = category || view.evenX;
  const series = seriesOf(view, points).map(s => ({
    type: "line", name: s.name, symbol: marks[s.dash % marks.length], symbolSize: 8, color: colour(s.colour),
    lineStyle: {type: dashes[s.dash % dashes.length], width: 2}, itemStyle: {color: colour(s.colour)}, emphasis: {focus: "series"}, cursor: "pointer",
    data: s.points.map(p => ({value: [place(p), valueOf(view.y, p)], point: p})).filter(d => isNumber(d.value[1])).sort((a, b) => a.value[0] - b.value[0])
  }));
  const x = evenly
    ? {type: "category", data: values.map(tick(view.x)), boundaryGap: true, ...axisStyle(), ...axisName(view.x, width), nameGap: 42, axisLabel: {color: css("--text"), fontSize: 12, lineHeight: 15, interval: 0, hideOverlap: true}}
    : {type: view.logX ? "log" : "value", logBase: 2, scale: true, ...axisStyle(), ...axisName(view.x, width), nameGap: 40};
  const usual = !evenly && view.x.default !== undefined && values.some(v => isDefault(view.x, v)) ? Number(view.x.default) : null;
  if (usual !== null && series.length)
    series[0].markLine = {silent: true, symbol: "none", lineStyle: {color: css("--quiet"), type: "dotted"}, label: {formatter: "default", color: css("--quiet")}, data: [{xAxis: usual}]};
  return {grid: {left: 12, right: 18, top: 34, bottom: 42, containLabel: true}, xAxis: x, yAxis: yAxis(view, extentOf(view, points)), series,
    tooltip: {trigger: "item", ...tooltipStyle(), formatter: e => pointText(view, e.data.point)}};
}

function heatOption(view, points, width) {
  const xs = distinct(view.x, view.all), ys = distinct(view.y, view.all), values = view.all.map(p => valueOf(view.z, p)).filter(isNumber);
  const low = Math.min(...values), high = Math.max(...values), format = formatOf(values), room = (width - 130) / xs.length;
  const onDark = v => (v - low) / (high - low || 1) < 0.55;
  const cells = points.map(p => ({value: [xs.indexOf(valueOf(view.x, p)), ys.indexOf(valueOf(view.y, p)), valueOf(view.z, p)], point: p}));
  return {grid: {left: 12, right: 18, top: 34, bottom: 96, containLabel: true},
    xAxis: {type: "category", data: xs.map(tick(view.x)), ...axisStyle(), ...axisName(view.x, width), nameGap: 42, axisLabel: {color: css("--text"), fontSize: 12, lineHeight: 15, hideOverlap: true}, splitLine: {show: false}},
    yAxis: {type: "category", data: ys.map(v => tick(view.y)(v).replace("\n", " ")), ...axisStyle(), name: titled(view.y), nameTextStyle: {color: css("--text"), fontSize: 12, align: "left", padding: [0, 0, 0, -48]}, splitLine: {show: false}},
    visualMap: {min: low, max: high, calculable: true, orient: "horizontal", left: "center", bottom: 0, text: [titled(view.z) + ": " + format(high), format(low)],
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
function paretoOption(view, points, width) {
  const front = frontOf(view, points);
  const series = seriesOf(view, points).map(s => ({
    type: "scatter", name: s.name, symbol: marks[s.dash % marks.length], symbolSize: 11, itemStyle: {color: colour(s.colour)}, cursor: "pointer",
    data: s.points.filter(p => isNumber(valueOf(view.x, p))).map(p => ({value: [valueOf(view.x, p), valueOf(view.y, p)], point: p}))}));
  series.push({type: "line", name: "Pareto front", step: view.xHigh ? "start" : "end", symbol: "none", silent: true, lineStyle: {color: css("--quiet"), width: 2},
    data: front.map(p => [valueOf(view.x, p), valueOf(view.y, p)]), z: 1});
  return {grid: {left: 12, right: 18, top: 34, bottom: 42, containLabel: true},
    xAxis: {type: view.logX ? "log" : "value", scale: true, ...axisStyle(), ...axisName(view.x, width), nameGap: 34}, yAxis: yAxis(view, extentOf(view, points)), series,
    tooltip: {...tooltipStyle(), formatter: e => e.data.point === undefined ? "" : pointText(view, e.data.point)}};
}
