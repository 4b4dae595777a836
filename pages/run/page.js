// The page of --report: what its parts share, light and dark, the summary. Drawn from one JSON object, whose "metrics" are those
// of --metrics. The other files follow in the same script (html_report.cpp has their order), tables.js draws everything.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const metrics = data.metrics;
const byId = id => document.getElementById(id);

// ---- elements and numbers
function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children);
  return node;
}
const grouped = n => Math.round(n).toLocaleString("en-US");
const fixed = (n, digits) => n.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
const short = n => n === 0 ? "0" : Math.abs(n) >= 1000 ? grouped(n) : String(Number(n.toPrecision(3)));
const share = (part, whole) => whole ? 100 * part / whole : 0;
const percent = (part, whole) => fixed(share(part, whole), 1) + " %";
const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const sum = list => list.reduce((a, b) => a + b, 0);

// Cells are texts, nodes, or numbers as {number: exact, text: shown}; data-value keeps the exact number.
function cell(content, tag, attributes) {
  const node = element(tag || "td", attributes);
  if (content && content.number !== undefined) {
    node.className = "number";
    node.dataset.value = content.number;
    node.textContent = content.text === undefined ? grouped(content.number) : content.text;
  } else {
    node.append(content);
  }
  return node;
}
const count = n => ({number: n});
const percentage = (part, whole) => ({number: share(part, whole), text: fixed(share(part, whole), 1)});
function fillTable(table, caption, heads, rows) {
  const head = element("tr", {}, ...heads.map(h => element("th", {scope: "col", class: h.startsWith("#") ? "number" : undefined}, h.replace("#", ""))));
  table.replaceChildren(element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...rows));
}
// Each heading becomes a button that sorts by its column: numbers the largest first, then the other way round; equal ones stay
// in the order in which they were.
function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  heads.forEach((head, column) => {
    if (!head.textContent) return;
    const button = element("button", {type: "button", class: "sort"}, head.textContent);
    head.replaceChildren(button);
    button.onclick = () => {
      const numbers = head.classList.contains("number"), first = numbers ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? (numbers ? "ascending" : "descending") : first, sign = order === "ascending" ? 1 : -1;
      const key = row => numbers ? Number(row.cells[column].dataset.value) : row.cells[column].textContent;
      const compare = (a, b) => numbers ? key(a) - key(b) : key(a).localeCompare(key(b), "en", {numeric: true});
      body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
      for (const h of heads) h.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
    };
  });
}

// Rows behind the first `first` are hidden until the button is pressed; a single one is not worth it.
function foldRows(table, button, first) {
  const rows = [...table.tBodies[0].rows];
  button.hidden = rows.length <= first + 1;
  const fold = away => {
    rows.forEach((r, i) => { r.hidden = away && i >= first; });
    button.setAttribute("aria-expanded", String(!away));
    button.textContent = away ? `Show all ${rows.length}` : `Show the first ${first} only`;
  };
  button.onclick = () => fold(button.getAttribute("aria-expanded") === "true");
  fold(!button.hidden);
}
const unfold = button => { if (button.getAttribute("aria-expanded") === "false") button.click(); };
// A press anywhere in a row does what the button in it does, which the keyboard reaches.
function reacting(row, act) {
  row.classList.add("reacts");
  row.onclick = e => { if (!e.target.closest("a, button") && !String(getSelection())) act(); };
}

// ---- colours
// Of each state in the light and the dark theme; what belongs together has one hue.
const stateColours = {
  busy: ["#2f6db5", "#5c9be6"], idle: ["#e4e7ec", "#303742"],
  srca_owned_by_matrix_unit: ["#0f766e", "#2bb3a3"], srcb_owned_by_matrix_unit: ["#4fb3a5", "#8adbcd"],
  srca_not_valid: ["#3f8f3f", "#5fbf5f"], srcb_not_valid: ["#8fc97f", "#a9e09a"],
  dst_block_hazard: ["#7c3aa8", "#b07fe0"], dst_unit_switch: ["#b48ad6", "#d6b8f2"], dst_arbitration: ["#9a63c4", "#c49ae8"],
  unit_busy: ["#8a5a2b", "#c08a50"], pipeline_rule: ["#b98a5a", "#dcb68c"], other_thread: ["#6b7280", "#9aa3b2"],
  unpacr_address_phase: ["#c2571a", "#f08a4b"], l1_port: ["#f2a65a", "#ffc78f"], l1_bank_conflict: ["#c0262d", "#f0646a"],
  throttle_arbitration: ["#e58a8e", "#ffb0b3"], packer_queue_full: ["#8f1d5a", "#d6589c"],
  stallwait: ["#d9a514", "#e8bd3f"], semwait: ["#f1cf6b", "#f7e2a0"], streamwait: ["#a98f2b", "#cdb659"], mutex: ["#7d6b1f", "#a69444"],
  config_pipeline: ["#d1589a", "#ee8fc2"], scalar_unit_in_flight: ["#2a8fb8", "#58bde6"], auto_ttsync: ["#8cc9e0", "#b5e3f4"],
  vector_dependency: ["#5b57c7", "#928ff0"],
  execute: ["#4d7c4a", "#7fb87b"], local_load: ["#7ccbd9", "#aee6ef"], l1_load: ["#149bb0", "#46c9dd"],
  register_load: ["#0b6270", "#2b95a8"], sync_load: ["#a06a9c", "#c998c5"], poll: ["#cdb98a", "#877a55"],
  store_queue_full: ["#b5651d", "#dd9450"], fifo_full: ["#d98c4a", "#f2b47e"], memory_order: ["#8b6f47", "#b79a70"],
  instruction_fetch: ["#9c4f4f", "#d08080"], branch: ["#6d5f8d", "#9d8fc0"], in_reset: ["#c6ccd6", "#4a5360"],
  no_instruction: ["#e4e7ec", "#303742"]
};
let dark = false;
const stateColour = name => (stateColours[name] || ["#999999", "#999999"])[dark ? 1 : 0];
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// Black or white, whichever stands out more (WCAG's contrast: at least 4.5 then).
function textOn(colour) {
  const part = i => {
    const v = parseInt(colour.slice(i, i + 2), 16) / 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > 0.179 ? "#000000" : "#ffffff";
}
const swatch = name => {
  const node = element("span", {class: "swatch", "data-state": name, "aria-hidden": "true"});
  node.style.background = stateColour(name);
  return node;
};

// ---- legends and tables
// A list of buttons, one a series: {key, name, colour(): for the swatch, about}. Whoever presses one shows or hides its series.
function legend(list, entries, hidden, changed) {
  list.replaceChildren(...entries.map(e => {
    const mark = element("span", {class: "swatch", "aria-hidden": "true", "data-state": stateColours[e.key] ? e.key : undefined});
    mark.style.background = e.colour ? e.colour() : stateColour(e.key);
    const button = element("button", {type: "button", class: "key", "data-key": e.key, "aria-pressed": String(!hidden.has(e.key)), title: e.about}, mark, e.name);
    button.onclick = () => {
      if (!hidden.delete(e.key)) hidden.add(e.key);
      button.setAttribute("aria-pressed", String(!hidden.has(e.key)));
      changed();
    };
    return element("li", {}, button);
  }));
}

// ---- what the reader chose, remembered where the browser allows it
const remembered = name => { try { return localStorage.getItem("tensix-tlm-report-" + name); } catch { return null; } };
const remember = (name, value) => { try { localStorage.setItem("tensix-tlm-report-" + name, value); } catch { /* not here */ } };

// ---- charts
const narrow = () => byId("main").clientWidth < 620;
// {id, height, renderer, option(): for echarts, after(chart)}; drawn anew whenever the theme changes.
const charts = [];
const axisStyle = () => ({
  axisLine: {lineStyle: {color: css("--quiet")}}, axisTick: {lineStyle: {color: css("--quiet")}},
  axisLabel: {color: css("--text"), fontSize: 12}, nameTextStyle: {color: css("--text"), fontSize: 12},
  splitLine: {lineStyle: {color: css("--line")}}
});
const tooltipStyle = () => ({
  backgroundColor: css("--card"), borderColor: css("--line"), textStyle: {color: css("--text"), fontSize: 13}, confine: true,
  transitionDuration: 0
});
function drawChart(c) {
  const node = byId(c.id);
  if (node.hidden) return;
  node.style.height = (typeof c.height === "function" ? c.height() : c.height) + "px";
  if (c.chart) c.chart.dispose();
  c.chart = echarts.init(node, null, {renderer: c.renderer || "svg"});
  const option = c.option();
  option.series = option.series.map(s => ({cursor: "default", ...s}));  // nothing in these charts can be pressed
  c.chart.setOption({animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily}, ...option});
  if (c.after) c.after(c.chart);
  c.chart.getZr().flush();
}
const ownDrawings = [];  // functions: drawn likewise
const drawAll = () => { for (const c of charts) drawChart(c); for (const d of ownDrawings) d(); };
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
function applyTheme(printing) {
  const wanted = byId("theme").value;
  dark = printing !== true && (wanted === "dark" || (wanted === "auto" && systemDark.matches));
  document.documentElement.toggleAttribute("data-dark", dark);
  for (const node of document.querySelectorAll("[data-state]")) node.style.background = stateColour(node.dataset.state);
  drawAll();
}

// ---- summary
function showSummary() {
  const k = metrics.kernel, cycles = metrics.cycles, hertz = metrics.clock_mhz * 1e6;
  const formats = k.output_format && k.output_format !== k.format ? k.format + " → " + k.output_format : k.format;
  byId("title").textContent = data.subject;
  byId("subtitle").textContent = [formats, k.fidelity, "configuration " + k.configuration].filter(t => t).join(", ");
  byId("limited-by").textContent = k.limited_by;
  const add = (name, value, more, exact) =>
    byId("figures").append(element("div", {}, element("dt", {}, name),
      element("dd", {"data-figure": name, "data-value": exact}, value, ...(more ? [element("small", {}, more)] : []))));
  const microseconds = cycles / metrics.clock_mhz;
  add("Cycles", grouped(cycles), "of AICLK, set-up included", cycles);
  add("Time", fixed(microseconds, microseconds < 1000 ? 3 : 1) + " µs", "at " + grouped(metrics.clock_mhz) + " MHz", microseconds);
  if (k.tiles) {
    add("Tiles", grouped(k.tiles), fixed(cycles / k.tiles, 1) + " cycles/tile", k.tiles);
    if (cycles) add("Tile rate", short(k.tiles / cycles * hertz / 1e6) + " M tiles/s", "output tiles of 32×32", k.tiles / cycles * hertz);
  }
  if (k.operations && cycles)
    add("Operations", fixed(k.operations / cycles, 1) + " /cycle", fixed(k.operations / cycles * hertz * 1e-12, 3) + " TFLOP/s", k.operations);
  for (const [name, b] of Object.entries(metrics.bandwidth))
    add(name === "pack" ? "Packed" : "Unpacked by " + name, fixed(b.bytes_per_cycle, 1) + " B/cycle",
      b.bytes ? fixed(b.bytes_per_cycle * hertz * 1e-9, 1) + " GB/s; " + fixed(share(b.bytes_per_cycle, b.peak_bytes_per_cycle), 1) + " % of peak, " + grouped(b.peak_bytes_per_cycle) + " B/cycle" : "nothing",
      b.bytes_per_cycle);
  if (metrics.accuracy) {
    const a = metrics.accuracy;
    add("Largest error", a.max_abs_error === null ? "infinite" : short(a.max_abs_error), "largest value " + short(a.max_abs_reference), a.max_abs_error);
    add("Correlation (PCC)", a.pcc === null ? "not defined" : fixed(a.pcc, 8), "with a double-precision reference", a.pcc);
  }
  for (const note of k.notes) byId("notes").append(element("li", {}, note));
  byId("notes").hidden = k.notes.length === 0;
  const ends = {undefined: "The run stopped at undefined or unsupported behaviour", gave_up: "The run was given up (maxclk)", deadlock: "Deadlock: nothing could make progress any more"};
  if (data.end.how !== "done") {
    byId("banner").append(element("strong", {}, ends[data.end.how] + ", at cycle " + grouped(cycles) + "."),
      " All numbers are those until then.", ...(data.end.text ? [element("pre", {}, data.end.text.trim())] : []));
    byId("banner").hidden = false;
  }
  byId("command").textContent = data.command;
  byId("made-by").textContent = "Made by tensix-tlm " + data.program + "; the same input gives the same page. The numbers are in this file as JSON (element “data”).";
  byId("copy").onclick = async () => {
    getSelection().selectAllChildren(byId("command"));
    try { await navigator.clipboard.writeText(data.command); } catch { document.execCommand("copy"); }
    byId("copy").textContent = "Copied";
  };
}
