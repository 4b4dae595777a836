
// ---- the timeline: its rows, what is in them, and which cycles are shown
// Slices are exact in the cycles of `view`. Of the whole run `density` has how long each was in each state, by interval.
const view = data.window, density = data.density;
const runEnd = density.end, least = Math.min(10, runEnd);
let shown = [0, runEnd];
const statesOut = new Set(), partsOut = new Set();  // hidden by the legend: states; "instructions", "arrows", "path"
let selected = null;                                 // what was clicked: {row, kind, item}

// Instructions of a unit: [from, to, text, thread, issued, how many, bank of SrcA, of SrcB, bytes, address, turns].
const rowKind = r => r.core ? "core" : r.thread ? "thread" : "unit";
const rowHeights = {path: 26, core: 36, thread: 24, unit: 36};
const timelineRows = [
  ...(path ? [{name: "critical path", kind: "path", states: [], instructions: []}] : []),
  ...(view.rows.length ? view.rows : Object.keys(density.rows).map(name => ({name, states: [], instructions: [], thread: /^t\d$/.test(name), core: name.startsWith("core_")})))
    .map(r => ({...r, kind: rowKind(r)})).filter(r => r.instructions.length || Object.keys(density.rows[r.name] || {}).length)
    .sort((a, b) => (b.kind === "core") - (a.kind === "core"))
];
const rowOf = Object.fromEntries(timelineRows.map(r => [r.name, r]));
let rowsHeight = 0;
for (const r of timelineRows) {
  r.top = rowsHeight;
  r.height = rowHeights[r.kind];
  rowsHeight += r.height;
  r.density = density.rows[r.name] || {};
  let last = 0;
  // Units that work on instructions of several threads at once have a line for each of them.
  const several = r.kind === "unit" && r.instructions.some(([from, to]) => from < last || (last = to, false));
  r.lines = several ? [...new Set(r.instructions.map(s => s[3]))].sort() : [];
}

// Slices of a list that overlap [from, to): begins at the first that ends behind `from`.
function* slicesIn(list, from, to) {
  if (!list.ends) {
    let end = 0;
    list.ends = list.map(s => end = Math.max(end, s[1]));
  }
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list.ends[middle] > from) high = middle;
    else low = middle + 1;
  }
  for (; low < list.length && list[low][0] < to; ++low) if (list[low][1] > from) yield list[low];
}
// The shares of [from, to) by key (a state; a resource of the path), from counts by interval: [[key, share], ...].
function sharesIn(counts, interval, end, from, to) {
  const first = Math.floor(from / interval), last = Math.min(Math.ceil(to / interval), Math.ceil(end / interval)), result = [];
  for (const [key, cycles] of counts) {
    let all = 0;
    for (let i = first; i < last; ++i) {
      const begins = i * interval, length = Math.min(end, begins + interval) - begins, overlap = Math.min(to, begins + length) - Math.max(from, begins);
      if (overlap > 0) all += cycles[i] * overlap / length;
    }
    if (all > 0) result.push([key, all / (to - from)]);
  }
  return result;
}
const countsOf = row => row.counts || (row.counts = row.kind === "path" ? path.shares.map(s => [s.resource, s.cycles]) : Object.entries(row.density));
const rowShares = (row, from, to) => sharesIn(countsOf(row), density.interval, runEnd, from, to);

// ---- where bytes lie: the circular buffer and the tile of an address
const tileBuffers = [
  ...(((metrics.kernel.chosen || {}).buffers || []).map(b => ({name: b.name, address: b.address, tiles: b.tiles, bytes: b.tile_bytes, total: metrics.kernel.tiles}))),
  ...((metrics.buffers || []).map(b => ({name: `circular buffer ${b.index}`, address: b.address, tiles: b.capacity, bytes: b.tile_bytes, total: b.produced})))
].filter(b => b.bytes > 0 && b.tiles > 0);
const slotIn = (b, address) => address >= b.address && address < b.address + b.tiles * b.bytes ? Math.floor((address - b.address) / b.bytes) : -1;
// A tile has a number if the unit went through its buffer from the first to the last tile of the run, turn by turn.
function tileOf(row, slice) {
  const buffer = tileBuffers.find(b => slotIn(b, slice[9]) >= 0);
  if (!buffer) return undefined;
  const slot = slotIn(buffer, slice[9]), moved = view.movements[row.name];
  const inOrder = moved && moved.turns * buffer.tiles + slotIn(buffer, moved.last_address) + 1 === buffer.total;
  return inOrder ? `${grouped(slice[10] * buffer.tiles + slot)} of ${grouped(buffer.total)}, counted from 0 (${buffer.name})` : `in place ${slot} of ${buffer.name}, which holds ${buffer.tiles}`;
}

// ---- what is shown
const plotWidth = () => Math.max(50, byId("timeline-canvas").clientWidth);
const inSlices = () => (shown[1] - shown[0]) / plotWidth() <= 2 && shown[0] < view.to && shown[1] > view.from;

function showCycles(from, to) {
  const length = Math.max(least, Math.min(runEnd, Math.round(to - from)));
  const start = Math.max(0, Math.min(runEnd - length, Math.round((from + to - length) / 2)));
  shown = [start, start + length];
  timelineMoved();
}
function timelineDo(what) {
  const [from, to] = shown, length = to - from, middle = (from + to) / 2;
  const moves = {left: [from - length / 2, to - length / 2], right: [from + length / 2, to + length / 2], in: [middle - length / 4, middle + length / 4], out: [middle - length, middle + length], all: [0, runEnd], exact: [view.from, view.to]};
  showCycles(...moves[what]);
}
function timelineMoved() {
  drawTimeline();
  drawMap();
  const cycles = shown[1] - shown[0], across = Math.max(1, Math.round(cycles / plotWidth() * 10) / 10);
  byId("timeline-view").textContent = `cycles ${grouped(shown[0])} to ${grouped(shown[1])}`;
  byId("timeline-mode").textContent = inSlices() ? "each slice" : `share of time in each state${across > 1 ? `, ${short(across)} cycles a pixel` : ""}` +
    (shown[0] >= view.to || shown[1] <= view.from ? "; slices of these cycles are not in this page" : "; zoom in for slices");
  const elsewhere = runEnd > view.to - view.from && (shown[0] < view.from || shown[1] > view.to) && cycles <= 20000;
  byId("timeline-again").hidden = !elsewhere;
  byId("timeline-again-options").textContent = `--report-from ${shown[0]} --report-cycles ${cycles}`;
  listTimeline();
}
