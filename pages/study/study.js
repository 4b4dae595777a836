// The page of many runs: what its parts share. Drawn from one JSON object; charts.js, points.js and levers.js follow in the same
// script, the last of which starts it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

// ---- elements and numbers
function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== false && value !== null) node.setAttribute(name, value === true ? "" : value);
  node.append(...children);
  return node;
}
const isNumber = v => typeof v === "number";
const grouped = n => n.toLocaleString("en-US", {maximumFractionDigits: 0});
// One style of number for one column: whole numbers with separators, others with as many digits as their largest needs to show four.
function formatOf(values) {
  const numbers = values.filter(isNumber);
  if (numbers.every(Number.isInteger)) return n => isNumber(n) ? grouped(n) : text(n);
  const most = Math.max(...numbers.map(Math.abs)), digits = Math.max(0, 3 - Math.floor(Math.log10(most || 1)));
  return n => isNumber(n) ? n.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits}) : text(n);
}
const text = v => v === null || v === undefined ? "–" : String(v);
const signed = n => (n > 0 ? "+" : n < 0 ? "−" : "") + grouped(Math.abs(n));
const percent = n => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n).toLocaleString("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1}) + " %";
const escaped = t => String(t).replace(/&/g, "&amp;").replace(/</g, "&lt;");
const titled = column => column.label + (column.unit && !column.label.endsWith(column.unit) ? " [" + column.unit + "]" : "");

function cell(content, tag) {
  const node = element(tag || "td");
  if (content && content.number !== undefined) {
    node.className = "number";
    node.dataset.value = content.number;
    node.append(content.text);
  } else {
    node.append(content instanceof Node ? content : text(content));
  }
  return node;
}
// Heads that begin with # are of numbers. Each heading sorts by its column.
function fillTable(table, caption, heads, rows) {
  const head = element("tr", {}, ...heads.map(h => element("th", {scope: "col", class: h.startsWith("#") ? "number" : undefined},
    element("button", {type: "button", class: "sort"}, h.replace("#", "")))));
  table.replaceChildren(element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...rows));
  [...head.cells].forEach((th, column) => th.firstChild.onclick = () => {
    const down = th.getAttribute("aria-sort") !== "descending", numbers = th.classList.contains("number");
    const key = row => numbers ? Number(row.cells[column].dataset.value ?? -Infinity) : row.cells[column].textContent;
    const compare = (a, b) => numbers ? key(a) - key(b) : key(a).localeCompare(key(b), "en", {numeric: true});
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => (down ? -1 : 1) * compare(a, b)));
    for (const h of head.cells) h.removeAttribute("aria-sort");
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
  });
}

// Controls that `change` makes anew: whoever had the focus has it again.
function keepingFocus(change) {
  const {choice, filter} = document.activeElement.dataset;
  change();
  const anew = choice ? `[data-choice="${CSS.escape(choice)}"]` : filter ? `[data-filter="${CSS.escape(filter)}"]` : null;
  if (anew) document.querySelector(anew)?.focus({preventScroll: true});
}
// A field that hides the rows without its text, and says how many are left.
function searchable(input, output, table) {
  input.oninput = () => {
    const wanted = input.value.trim().toLowerCase(), rows = [...table.tBodies[0].rows];
    for (const r of rows) r.hidden = !(r.textContent + " " + (r.dataset.more || "")).toLowerCase().includes(wanted);
    output.textContent = wanted ? `${rows.filter(r => !r.hidden).length} of ${rows.length}` : "";
  };
}

// ---- colours: Okabe and Ito's, the darker and the lighter for the two themes
const palette = [["#0072b2", "#56b4e9"], ["#d55e00", "#f0844c"], ["#009e73", "#35c9a0"], ["#aa4499", "#e08bd0"], ["#b8860b", "#e9b93c"],
                 ["#444444", "#d8d8d8"], ["#882255", "#d96a9f"], ["#117733", "#74c476"]];
let dark = false;
const colour = i => palette[i % palette.length][dark ? 1 : 0];
const dashes = ["solid", "dashed", "dotted", [8, 3, 2, 3]];
const marks = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond"];
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Blue and orange differ for everybody, in both themes.
const better = () => colour(0), worse = () => colour(1);
// A press anywhere in a row does what the control in it does, which the keyboard reaches.
function reacting(row, act) {
  row.classList.add("reacts");
  row.onclick = e => { if (!e.target.closest("a, button") && !String(getSelection())) act(); };
}

// ---- charts: {node, height, option()}, drawn anew with the theme and the width
let charts = [];
const lasting = [];  // those that no choice changes
const axisStyle = () => ({
  axisLine: {lineStyle: {color: css("--quiet")}}, axisTick: {lineStyle: {color: css("--quiet")}},
  axisLabel: {color: css("--text"), fontSize: 12, hideOverlap: true}, nameTextStyle: {color: css("--text"), fontSize: 12},
  splitLine: {show: true, lineStyle: {color: css("--line")}}
});
const tooltipStyle = () => ({
  backgroundColor: css("--card"), borderColor: css("--line"), textStyle: {color: css("--text"), fontSize: 13}, confine: true, transitionDuration: 0
});
function drawChart(c) {
  if (c.chart) c.chart.dispose();
  c.node.style.height = (typeof c.height === "function" ? c.height(c.node.clientWidth) : c.height) + "px";
  c.chart = echarts.init(c.node, null, {renderer: "svg"});
  c.chart.setOption({animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily}, ...c.option(c.node.clientWidth)});
  if (c.after) c.after(c.chart);
  c.chart.getZr().flush();
}
let redraw = () => charts.forEach(drawChart);
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
function applyTheme() {
  const wanted = byId("theme").value;
  dark = wanted === "dark" || (wanted === "auto" && systemDark.matches);
  document.documentElement.toggleAttribute("data-dark", dark);
  redraw();
}
function startPage() {
  byId("title").textContent = data.name;
  document.title = data.name + " - tensix-tlm";
  byId("made-by").textContent = "Made by tensix-tlm " + data.program + ". The numbers are in this file as JSON (element “data”).";
  for (const section of document.querySelectorAll("main > section:not([hidden])"))
    byId("sections").append(element("a", {href: "#" + section.id}, section.id === "summary" ? "Summary" : section.querySelector("h2").textContent));
  try { byId("theme").value = localStorage.getItem("tensix-tlm-theme") || "auto"; } catch { /* a file may have no storage */ }
  byId("theme").onchange = () => {
    try { localStorage.setItem("tensix-tlm-theme", byId("theme").value); } catch { /* as above */ }
    applyTheme();
  };
  systemDark.addEventListener("change", applyTheme);
  watchTables();
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; redraw(); } });
  applyTheme();
  document.documentElement.dataset.ready = "true";
}
