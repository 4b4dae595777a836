
// ---- the roofline
const minimum = data.minimum, work = minimum.work;
const roofs = [
  {key: "unpack", name: "unpack", cycles: minimum.cycles.unpack, slope: true, colours: ["#c2571a", "#f08a4b"], dash: "solid"},
  {key: "math", name: "math", cycles: minimum.cycles.math, slope: false, colours: ["#2f6db5", "#5c9be6"], dash: "solid"},
  {key: "pack", name: "pack", cycles: minimum.cycles.pack, slope: true, colours: ["#0f766e", "#2bb3a3"], dash: "dashed"}
];
const point = minimum.bytes && metrics.cycles ? [work.amount / minimum.bytes, work.amount / metrics.cycles] : [0, 0];
const hasRoofline = point[0] > 0 && point[1] > 0;
const roofAt = (roof, x) => roof.slope ? x * minimum.bytes / roof.cycles : work.peak_per_cycle;
const roofsShown = roofs.filter(r => r.slope ? r.cycles > 0 : work.peak_per_cycle > 0);

function rooflineOption() {
  const power = x => Math.pow(2, x), log = Math.log2;
  const left = power(Math.floor(log(point[0]) - 4)), right = power(Math.ceil(log(point[0]) + 4));
  const highest = Math.max(work.peak_per_cycle, point[1], Math.min(...roofsShown.map(r => roofAt(r, point[0]))));
  const bottom = power(Math.floor(log(point[1]) - 3)), top = power(Math.ceil(log(highest) + 2));
  const steps = 64, xs = Array.from({length: steps + 1}, (_, i) => left * Math.pow(right / left, i / steps));
  const pretty = v => v >= 1 ? String(v) : "1/" + Math.round(1 / v);
  const limit = x => Math.min(...roofsShown.map(r => roofAt(r, x)));
  const inside = y => Math.max(bottom, Math.min(top, y));
  return {
    grid: {left: narrow() ? 62 : 78, right: narrow() ? 14 : 30, top: 14, bottom: 54},
    tooltip: {...tooltipStyle(), trigger: "item", formatter: item => item.seriesName === "this run" ? `<b>this run</b><br>${short(point[0])} ${work.unit}/byte<br>${short(point[1])} ${work.unit}/cycle` : item.seriesName},
    xAxis: {type: "log", logBase: 2, min: left, max: right, name: work.unit + " per byte unpacked and packed", nameLocation: "middle", nameGap: 30, ...axisStyle(), axisLabel: {color: css("--text"), formatter: pretty, hideOverlap: true}},
    yAxis: {type: "log", logBase: 2, min: bottom, max: top, name: work.unit + " per cycle", nameLocation: "middle", nameGap: narrow() ? 44 : 54, ...axisStyle(), axisLabel: {color: css("--text"), formatter: pretty}},
    series: [
      {name: "attainable", type: "line", symbol: "none", silent: true, lineStyle: {opacity: 0}, areaStyle: {color: css("--quiet"), opacity: 0.1, origin: "start"}, data: xs.map(x => [x, inside(limit(x))])},
      ...roofsShown.filter(r => !roofsHidden.has(r.key)).map(r => ({
        name: roofName(r), type: "line", symbol: "none", clip: true, lineStyle: {width: 2.5, type: r.dash, color: r.colours[dark ? 1 : 0]}, itemStyle: {color: r.colours[dark ? 1 : 0]},
        data: xs.map(x => [x, roofAt(r, x)])
      })),
      {name: "drop", type: "line", symbol: "none", silent: true, lineStyle: {type: "dotted", width: 1.5, color: css("--text")}, data: roofsShown.length ? [point, [point[0], limit(point[0])]] : []},
      ...(roofsHidden.has("run") ? [] : [{name: "this run", type: "scatter", symbolSize: 15, symbol: "diamond", itemStyle: {opacity: 1, color: css("--text"), borderColor: css("--card"), borderWidth: 1.5}, data: [point], z: 10}])
    ]
  };
}
const roofsHidden = new Set();  // by the legend
const roofName = r => r.slope ? `${r.name} roof: ${short(minimum.bytes / r.cycles)} bytes moved/cycle` : `math roof: ${short(work.peak_per_cycle)} ${work.unit}/cycle`;

function showRoofline() {
  const definitions = {
    operations: "multiplications and additions of the kernel, padding not included.",
    datums: "datums copied, padding not included; a datacopy has no operations.",
    "matrix unit cycles": "cycles in which the matrix unit was busy; nothing says which operations were wanted (a stream, or a run that did not end)."
  };
  byId("work-definition").textContent = definitions[work.unit];
  const cycles = minimum.cycles, names = {unpack: "unpackers: L1 to the registers", math: "matrix unit: its instructions", pack: "packer: to L1", l1_bank: "L1: its busiest bank"};
  fillTable(byId("roofline-table"), "The fewest cycles each needs for the work of this run",
    ["bound", "#least cycles", "#% of the run", "#" + work.unit + "/cycle it would allow"],
    Object.entries(names).map(([key, name]) => {
      const c = cycles[key], allowed = c ? work.amount / c : 0;
      return element("tr", {"data-bound": key}, cell(name, "th", {scope: "row"}), cell({number: c, text: fixed(c, Number.isInteger(c) ? 0 : 1)}),
        cell(percentage(c, metrics.cycles)), cell(c ? {number: allowed, text: short(allowed)} : "–", "td", {class: "number"}));
    }));
  if (!hasRoofline) {
    byId("roofline-text").textContent = "No roofline: " + (minimum.bytes ? "the matrix unit did nothing." : "nothing was unpacked or packed.");
    byId("roofline-chart").hidden = true;
    return;
  }
  const lowest = roofsShown.slice().sort((a, b) => roofAt(a, point[0]) - roofAt(b, point[0]))[0];
  byId("roofline-text").textContent = `${short(work.amount)} ${work.unit} on ${grouped(minimum.bytes)} bytes moved: ${short(point[0])} ${work.unit}/byte. ` +
    `This run got ${short(point[1])} ${work.unit}/cycle, ${fixed(share(point[1], roofAt(lowest, point[0])), 1)} % of the lowest roof there (${lowest.name}).`;
  const chart = {id: "roofline-chart", height: 400, option: rooflineOption};
  charts.push(chart);
  ownDrawings.push(() => legend(byId("roofline-legend"), [
    ...roofsShown.map(r => ({key: r.key, name: roofName(r), colour: () => r.dash === "solid" ? r.colours[dark ? 1 : 0] : `repeating-linear-gradient(90deg, ${r.colours[dark ? 1 : 0]} 0 5px, transparent 5px 8px)`})),
    {key: "run", name: `◆ this run: ${short(point[1])} ${work.unit}/cycle`, colour: () => css("--text")}
  ], roofsHidden, () => drawChart(chart)));
}
