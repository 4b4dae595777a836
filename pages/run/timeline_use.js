
// ---- the timeline: what lies under the pointer, what is shown of it, keys
const cyclesText = (from, to) => to - from === 1 ? `cycle ${grouped(from)}` : `cycles ${grouped(from)} to ${grouped(to - 1)} (${grouped(to - from)})`;

// One of the alike instructions that a slice stands for: the one in `cycle`.
function oneOf(row, s, cycle) {
  const times = row.kind === "thread" ? s[1] - s[0] : s[5] || 1, each = (s[1] - s[0]) / times;
  if (row.kind === "core" || times === 1) return s;
  const by = Math.max(0, Math.min(times - 1, Math.floor((cycle - s[0]) / each))) * each;
  const one = [s[0] + by, s[0] + by + each, ...s.slice(2)];
  if (row.kind === "unit") one[4] = s[4] + by, one[5] = 1;
  return one;
}
// {row, kind: "state", "instruction", "stretch" (of the path) or "share", item}; null: nothing there.
function under(px, py) {
  const row = timelineRows.find(r => py >= r.top && py < r.top + r.height), perPixel = (shown[1] - shown[0]) / plotWidth();
  if (!row) return null;
  const cycle = shown[0] + px * perPixel, near = Math.max(0.01, perPixel * 0.5);
  const share = () => {
    const from = Math.floor(cycle / density.interval) * density.interval, to = Math.min(runEnd, from + density.interval);
    return from < to ? {row, kind: "share", item: [from, to]} : null;
  };
  if (row.kind === "path") {
    if (cycle < path.from || cycle >= path.to || perPixel > 2) return share();
    const [s] = slicesIn(path.stretches, cycle, cycle + near);
    return s ? {row, kind: "stretch", item: s} : null;
  }
  if (!inSlices() || cycle < view.from || cycle >= view.to) return share();
  const inLane = (instruction, thread) => {
    const [top, height] = laneOf(row, instruction, thread);
    return py >= top - 1 && py < top + height + 1;
  };
  if (!partsOut.has("instructions"))
    for (const s of slicesIn(row.instructions, cycle, cycle + near)) if (inLane(true, s[3])) return {row, kind: "instruction", item: oneOf(row, s, cycle)};
  for (const s of slicesIn(row.states, cycle, cycle + near)) if (inLane(false) && !statesOut.has(view.reasons[s[2]])) return {row, kind: "state", item: s};
  return null;
}
// Where an instruction that a thread issued in `cycle` was worked on: [row, slice]; the first of the packers.
function workOf(cycle, thread) {
  for (const row of timelineRows)
    if (row.kind === "unit")
      for (const s of row.instructions) {
        const each = (s[1] - s[0]) / s[5], by = (cycle - s[4]) / each;
        if (s[3] === thread && by >= 0 && by < s[5] && Number.isInteger(by)) return [row, oneOf(row, s, s[0] + by * each)];
      }
  return null;
}

// What is shown of it: [heading, [[name, text], ...]].
function described({row, kind, item}) {
  if (kind === "share") {
    const of = row.kind === "path" ? i => path.resources[i].name : s => s;
    return [`${row.name}: ${cyclesText(item[0], item[1])}`, rowShares(row, item[0], item[1]).map(([key, part]) => [of(key), fixed(100 * part, 1) + " %"])];
  }
  if (kind === "stretch") {
    const r = path.resources[item[2]];
    return [`${r.name}: ${r.does}`, [["On the path", cyclesText(item[0], item[1])], ...(item[3] === undefined ? [] : [["Instruction", path.texts[item[4]]], ["Thread", "t" + item[3]]]),
      ["In the whole run", `${grouped(r.cycles)} cycles in ${grouped(r.stretches)} stretches, ${percent(r.cycles, path.cycles)}`], ["Parameter", r.parameter || "the program itself"]]];
  }
  const lines = [["When", cyclesText(item[0], item[1])]];
  if (kind === "state") {
    const name = view.reasons[item[2]];
    if (item[3] !== undefined) lines.push(["Polls", view.texts[item[3]]]);
    lines.push(["Meaning", reasonMeanings[name]]);
    return [`${row.name} ${name === "busy" ? "is busy" : "waits: " + name}`, lines];
  }
  if (row.kind === "core") return [`${row.name} in ${view.texts[item[2]]}`, lines];
  lines.push(["Instruction", view.texts[item[2]]]);
  if (row.kind === "thread") {
    const work = workOf(item[0], item[3]);
    if (work) lines.push(["Worked on by", `${work[0].name}, ${cyclesText(work[1][0], work[1][1])}`], ...details(work[0], work[1]));
  } else {
    if (item[3] >= 0) lines.push(["Issued", `by t${item[3]} in cycle ${grouped(item[4])}` + (item[0] > item[4] ? `, ${grouped(item[0] - item[4])} before` : "")]);
    lines.push(...details(row, item));
  }
  return [`${row.name} ${row.kind === "thread" ? "issues" : "works on"} ${view.labels[item[2]]}`, lines];
}
function details(row, s) {
  const lines = [], banks = [["SrcA", s[6]], ["SrcB", s[7]]].filter(([, b]) => b >= 0);
  if (s[8]) {
    lines.push(["Bytes", `${grouped(s[8])} ${row.name.startsWith("packer") ? "to" : "from"} L1, from 0x${s[9].toString(16)} on`]);
    const tile = tileOf(row, s);
    if (tile) lines.push(["Tile", tile]);
  }
  if (banks.length) lines.push(["Bank", banks.map(([name, b]) => `${name} bank ${b}`).join(", ")]);
  return lines;
}
function showDetails() {
  const box = byId("timeline-details");
  box.hidden = !selected;
  if (!selected) return;
  const [heading, lines] = described(selected);
  byId("timeline-details-title").textContent = heading;
  byId("timeline-details-list").replaceChildren(...lines.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
}
function select(hit) {
  selected = hit;
  showDetails();
  drawTimeline();
}

function useChart() {
  const canvas = byId("timeline-canvas"), tip = byId("timeline-tip");
  const at = event => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    drag = {x: event.clientX, was: [...shown], moved: false};
  });
  canvas.addEventListener("pointermove", event => {
    const [x, y] = at(event);
    if (drag) {
      drag.moved = drag.moved || Math.abs(event.clientX - drag.x) > 3;
      const by = (drag.x - event.clientX) / plotWidth() * (drag.was[1] - drag.was[0]);
      tip.hidden = true;
      if (drag.moved) showCycles(drag.was[0] + by, drag.was[1] + by);
      return;
    }
    const hit = event.pointerType === "mouse" ? under(x, y) : null;
    tip.hidden = !hit;
    if (!hit) return;
    const [heading, lines] = described(hit);
    tip.replaceChildren(element("b", {}, heading), ...lines.slice(0, 6).map(([name, text]) => element("div", {}, `${name}: ${text}`)));
    const frame = byId("timeline-chart").getBoundingClientRect(), wide = tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(frame.width - wide, event.clientX - frame.left + 14)) + "px";
    tip.style.top = event.clientY - frame.top + 18 + "px";
  });
  canvas.addEventListener("pointerup", event => {
    if (drag && !drag.moved) select(under(...at(event)));
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => drag = null);
  canvas.addEventListener("pointerleave", () => tip.hidden = true);
  canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const cycle = shown[0] + at(event)[0] / plotWidth() * (shown[1] - shown[0]), by = event.deltaY < 0 ? 0.8 : 1.25;
    showCycles(cycle - (cycle - shown[0]) * by, cycle + (shown[1] - cycle) * by);
  }, {passive: false});
}
function timelineKey(event) {
  const what = {ArrowLeft: "left", ArrowRight: "right", "+": "in", "=": "in", "-": "out", "0": "all"}[event.key];
  if (event.key === "Escape") select(null);
  if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  timelineDo(what);
}

const mostListed = 200;
function listTimeline() {
  if (!byId("timeline-list").open) return;
  const all = [];
  for (const r of timelineRows) {
    for (const s of slicesIn(r.states, ...shown)) all.push([r.name, s[0], s[1], view.reasons[s[2]] + (s[3] === undefined ? "" : " " + view.texts[s[3]])]);
    for (const s of slicesIn(r.instructions, ...shown)) all.push([r.name, s[0], s[1], (r.kind === "core" ? "in " : r.kind === "thread" ? "issues " : s[3] < 0 ? "" : `of t${s[3]}: `) + view.texts[s[2]] + (s[5] > 1 ? ` (${s[5]} times)` : "")]);
  }
  if (path) for (const s of slicesIn(path.stretches, ...shown)) all.push(["critical path", s[0], s[1], path.resources[s[2]].name]);
  all.sort((a, b) => a[1] - b[1]);
  fillTable(byId("timeline-table"), all.length > mostListed ? `The first ${mostListed} of ${grouped(all.length)} slices in view; zoom in for the others` : `${all.length} slices`,
    ["#first cycle", "#cycles", "core, thread or unit", "what"],
    all.slice(0, mostListed).map(([name, from, to, what]) => element("tr", {}, cell(count(from)), cell(count(to - from)), cell(name), cell(what, "td", {class: "code"}))));
}

function showTimeline() {
  const run = grouped(runEnd), rows = timelineRows.filter(r => r.kind !== "path");
  if (runEnd === 0 || rows.length === 0) {
    byId("timeline-text").textContent = runEnd === 0 ? "The run has no cycles." : "Nobody does anything in this run.";
    for (const id of ["timeline-chart", "timeline-map", "timeline-tools", "timeline-list"]) byId(id).hidden = true;
    return;
  }
  const idle = Object.keys(density.rows).filter(name => !rowOf[name]), length = view.to - view.from;
  byId("timeline-text").textContent = `The whole run of ${run} cycles: the share of time in each state. ` +
    (length >= runEnd ? "Zoomed in, each slice is drawn; click one for its details."
      : length <= 0 ? `No slices: the run ended before cycle ${grouped(view.from)}.`
        : `Each slice is in this page for the cycles ${grouped(view.from)} to ${grouped(view.to - 1)}` + (view.cut ? ` (cut: the ${grouped(view.wanted_cycles || length)} cycles wanted have more than ${grouped(view.most_slices)} slices)` : "") + "; click one for its details.") +
    (idle.length ? ` Idle all the time: ${idle.join(", ")}.` : "");
  byId("timeline-tools").querySelector("[data-do=exact]").hidden = length <= 0 || length >= runEnd;
  byId("timeline-exact").hidden = length <= 0 || length >= runEnd;
  const states = statesUsed.filter(s => s !== "idle" && rows.some(r => r.density[s]));
  legend(byId("timeline-legend"), states.map(s => ({key: s, name: s, about: reasonMeanings[s]})), statesOut, drawTimeline);
  legend(byId("timeline-parts"), [{key: "instructions", name: "instructions", about: "what a unit works on"}, {key: "arrows", name: "arrows from issue", about: "from the thread that issues to the unit; zoom in to see them"},
    ...(path ? [{key: "path", name: "critical path through the rows", about: "a line below what held the run; zoom in to see it"}] : [])].map(e => ({...e, colour: () => "var(--quiet)"})), partsOut, drawTimeline);
  ownDrawings.push(timelineMoved);
  for (const button of byId("timeline-tools").querySelectorAll("button")) button.onclick = () => timelineDo(button.dataset.do);
  byId("timeline-chart").addEventListener("keydown", timelineKey);
  byId("timeline-details-close").onclick = () => select(null);
  byId("timeline-list").addEventListener("toggle", listTimeline);
  useChart();
  useMap();
}
