
// ---- the timeline
const view = data.window;
const timelineRows = view.rows.filter(r => r.states.length || r.instructions.length).sort((a, b) => b.core - a.core);
const laneHeight = 30, mostListed = 200;
let shown = [view.from, Math.min(view.to, view.from + 120)];
// What an instruction's slice says of itself: a core's are the functions it is in.
const didWith = (row, thread) => row.core ? "in" : row.thread ? "issues" : `takes from t${thread}`;

// Units that take instructions of several threads at once have a line for each of them.
for (const r of timelineRows) {
  let last = 0;
  const several = !r.thread && r.instructions.some(([from, to]) => from < last || (last = to, false));
  r.takesFrom = several ? [...new Set(r.instructions.map(s => s[3]))].sort() : [];
}

// States in the upper part of a row, instructions that a unit takes below, a line a thread; a thread's on its whole height.
function laneOf(row, instruction, thread, middle, height) {
  const top = middle - height / 2;
  if (row.thread) return [top, height];
  if (!instruction) return [top, height * 0.56];
  const part = height * 0.44 / Math.max(1, row.takesFrom.length);
  return [top + height * 0.56 + part * Math.max(0, row.takesFrom.indexOf(thread)), part];
}
function drawSlice(instruction) {
  return (params, api) => {
    const index = api.value(0), row = timelineRows[index], from = api.coord([api.value(1), index]), to = api.coord([api.value(2), index]);
    const lane = laneOf(row, instruction, api.value(4), from[1], api.size([0, 1])[1] * 0.84);
    const frame = params.coordSys;
    const rect = echarts.graphic.clipRectByRect({x: from[0], y: lane[0], width: Math.max(to[0] - from[0], 0.5), height: lane[1]}, frame);
    if (!rect) return;
    const name = instruction ? view.labels[api.value(3)] : view.reasons[api.value(3)];
    const fill = instruction ? (row.thread ? stateColour("busy") : css("--strong")) : stateColour(name);
    const size = instruction && !row.thread ? 9.5 : 11, wide = rect.width > name.length * size * 0.62 + 5 && rect.height > size;
    const inset = rect.width > 3 ? 0.5 : 0;
    const children = [{type: "rect", shape: {...rect, x: rect.x + inset, width: rect.width - 2 * inset}, style: {fill, stroke: instruction && !row.thread && rect.width > 3 ? css("--quiet") : undefined, lineWidth: 0.5}}];
    if (wide && (instruction || !row.thread || name !== "busy")) children.push({type: "text", style: {x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, text: name, align: "center", verticalAlign: "middle", fontSize: size, fill: instruction && !row.thread ? css("--text") : textOn(fill)}, silent: true});
    return {type: "group", children};
  };
}
// Instructions of one name in successive cycles: the name once over all of them, where no single one has room for it.
function groupsOf(row, index) {
  if (row.core) return [];
  const groups = [];
  for (const [from, to, what, thread] of row.instructions) {
    const name = view.labels[what], last = groups[groups.length - 1];
    if (last && last[4] === name && last[5] === thread && last[2] === from) last[2] = to, ++last[3];
    else groups.push([index, from, to, 1, name, thread]);
  }
  return groups.filter(g => g[3] > 1);
}
function drawGroup(params, api) {
  const index = api.value(0), row = timelineRows[index], name = api.value(4), frame = params.coordSys;
  const from = api.coord([api.value(1), index]), to = api.coord([api.value(2), index]), lane = laneOf(row, true, api.value(5), from[1], api.size([0, 1])[1] * 0.84);
  const size = row.thread ? 11 : 9.5, label = name + " × " + api.value(3), need = label.length * size * 0.62 + 8;
  const left = Math.max(from[0], frame.x), right = Math.min(to[0], frame.x + frame.width);
  if (lane[1] < size || right - left < need || (to[0] - from[0]) / api.value(3) > name.length * size * 0.62 + 5) return;
  const fill = row.thread ? stateColour("busy") : css("--strong"), middle = lane[0] + lane[1] / 2;
  return {type: "text", silent: true, style: {x: (left + right) / 2, y: middle, text: label, align: "center", verticalAlign: "middle", fontSize: size, fill: row.thread ? textOn(fill) : css("--text"), backgroundColor: fill, padding: [0, 3]}};
}
function timelineOption() {
  const slices = key => timelineRows.flatMap((r, i) => r[key].map(s => [i, ...s]));
  const series = (name, key, instruction) => ({
    name, type: "custom", clip: true, encode: {x: [1, 2], y: 0}, dimensions: ["row", "from", "to", "what", "thread"],
    data: slices(key), renderItem: drawSlice(instruction), z: instruction ? 3 : 2
  });
  return {
    grid: {left: 100, right: 24, top: 8, bottom: 92},
    tooltip: {
      ...tooltipStyle(), trigger: "item",
      formatter: item => {
        const [row, from, to, what, thread] = item.value, cycles = to - from;
        const r = timelineRows[row], instruction = item.seriesName === "instructions";
        const text = !instruction ? view.reasons[what] + (thread === undefined ? "" : " " + view.texts[thread])
          : r.core ? escaped(view.texts[what]) : view.texts[what].replace(/ /, "<br>").replace(/((?: ?\S+){4}) /g, "$1<br>");
        return `<b>${r.name}</b> ${instruction ? didWith(r, thread) : ""} <b>${text}</b><br>` +
          (cycles === 1 ? `cycle ${grouped(from)}` : `cycles ${grouped(from)} to ${grouped(to - 1)} (${grouped(cycles)})`);
      }
    },
    xAxis: {type: "value", min: view.from, max: view.to, name: "cycle", nameLocation: "middle", nameGap: 26, minInterval: 1, ...axisStyle(), axisLabel: {color: css("--text"), formatter: v => Number.isInteger(v) ? grouped(v) : "", showMinLabel: true, hideOverlap: true}},
    yAxis: {type: "category", inverse: true, data: timelineRows.map(r => r.name), ...axisStyle(), axisTick: {show: false}, splitLine: {show: true, lineStyle: {color: css("--line")}}},
    dataZoom: [
      {type: "slider", xAxisIndex: 0, bottom: 8, height: 26, startValue: shown[0], endValue: shown[1], minValueSpan: Math.min(10, view.to - view.from), filterMode: "weakFilter", showDataShadow: false,
        labelFormatter: v => grouped(v), textStyle: {color: css("--text")}, borderColor: css("--line"), fillerColor: dark ? "rgba(125,180,245,0.25)" : "rgba(31,95,174,0.18)", handleStyle: {color: css("--card"), borderColor: css("--accent")}, moveHandleStyle: {color: css("--accent")}, brushSelect: false},
      {type: "inside", xAxisIndex: 0, filterMode: "weakFilter", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false, moveOnMouseMove: true, minValueSpan: Math.min(10, view.to - view.from), startValue: shown[0], endValue: shown[1]}
    ],
    series: [series("states", "states", false), series("instructions", "instructions", true),
      {name: "groups", type: "custom", clip: true, silent: true, encode: {x: [1, 2], y: 0}, dimensions: ["row", "from", "to", "number", {name: "name", type: "ordinal"}, "thread"], data: timelineRows.flatMap(groupsOf), renderItem: drawGroup, z: 4}]
  };
}

function zoomTo(chart, from, to) {
  const least = Math.min(10, view.to - view.from), length = Math.max(least, Math.min(view.to - view.from, Math.round(to - from)));
  const start = Math.max(view.from, Math.min(view.to - length, Math.round((from + to - length) / 2)));
  chart.dispatchAction({type: "dataZoom", startValue: start, endValue: start + length});
}
function timelineDo(chart, what) {
  const [from, to] = shown, length = to - from, middle = (from + to) / 2;
  const moves = {left: [from - length / 2, to - length / 2], right: [from + length / 2, to + length / 2], in: [middle - length / 4, middle + length / 4], out: [middle - length, middle + length], all: [view.from, view.to]};
  zoomTo(chart, ...moves[what]);
}
function listTimeline() {
  if (!byId("timeline-details").open) return;
  const all = [];
  for (const r of timelineRows)
    for (const [key, name] of [["states", (s, polled) => view.reasons[s] + (polled === undefined ? "" : " " + view.texts[polled])], ["instructions", (s, thread) => didWith(r, thread) + (r.core || r.thread ? " " : ": ") + view.texts[s]]])
      for (const [from, to, what, thread] of r[key]) if (to > shown[0] && from < shown[1]) all.push([r.name, from, to, name(what, thread)]);
  all.sort((a, b) => a[1] - b[1]);
  fillTable(byId("timeline-table"), all.length > mostListed ? `The first ${mostListed} of ${grouped(all.length)} slices in view; zoom in for the others` : `${all.length} slices`,
    ["#first cycle", "#cycles", "core, thread or unit", "what"],
    all.slice(0, mostListed).map(([name, from, to, what]) => element("tr", {}, cell(count(from)), cell(count(to - from)), cell(name), cell(what, "td", {class: "code"}))));
}
function timelineMoved(chart) {
  const zoom = chart.getOption().dataZoom[0];
  shown = [Math.round(zoom.startValue), Math.round(zoom.endValue)];
  byId("timeline-view").textContent = `cycles ${grouped(shown[0])} to ${grouped(shown[1])}`;
  listTimeline();
}

function showTimeline() {
  const length = view.to - view.from, run = grouped(metrics.cycles), hide = ["timeline-chart", "timeline-tools", "timeline-details"];
  if (length <= 0 || timelineRows.length === 0) {
    byId("timeline-text").textContent = length <= 0 ? `Nothing to show from cycle ${grouped(view.from)} on: the run has ${run} cycles.` : `Nobody does anything in the cycles ${grouped(view.from)} to ${grouped(view.to - 1)}.`;
    for (const id of hide) byId(id).hidden = true;
    return;
  }
  const without = view.rows.filter(r => !timelineRows.includes(r)).map(r => r.name);
  byId("timeline-text").textContent = `Cycles ${grouped(view.from)} to ${grouped(view.to - 1)} of ${run}` +
    (view.cut ? `: cut, because the ${grouped(view.wanted_cycles)} cycles wanted have more than ${grouped(view.most_slices)} slices` : "") +
    "." + (without.length ? ` Idle all the time: ${without.join(", ")}.` : "");
  const used = view.reasons.filter((r, i) => timelineRows.some(row => row.states.some(s => s[2] === i)));
  byId("timeline-legend").replaceChildren(...used.map(r => element("li", {}, swatch(r), r)));
  const entry = {
    id: "timeline-chart", height: laneHeight * timelineRows.length + 100, renderer: "canvas", option: timelineOption,
    after: chart => {
      chart.on("datazoom", () => timelineMoved(chart));
      timelineMoved(chart);
    }
  };
  charts.push(entry);
  for (const button of byId("timeline-tools").querySelectorAll("button")) button.onclick = () => timelineDo(entry.chart, button.dataset.do);
  const keys = {ArrowLeft: "left", ArrowRight: "right", "+": "in", "=": "in", "-": "out", "0": "all"};
  byId("timeline-chart").addEventListener("keydown", event => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    timelineDo(entry.chart, keys[event.key]);
  });
  byId("timeline-details").addEventListener("toggle", listTimeline);
}
