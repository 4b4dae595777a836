
// ---- The links of both NoCs: a section that is made only if packets went over them
const svgElement = (tag, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};
const linkName = l => l.to.join() === l.from.join() ? `(${l.from}) to its interface` : `(${l.from}) to (${l.to})`;
const linkText = l => `${linkName(l)}: ${percent(l.busy, metrics.cycles)} of the cycles a flit, ${percent(l.blocked, metrics.cycles)} none though a packet waited for it; ${grouped(l.packets)} packets, which waited ${grouped(l.waited)} cycles for it`;
const linkColumns = 17, linkRows = 12;

// The grid of routers: the square is the link to the tile's interface, lines are those to the next routers; over the edge, stubs.
function drawLinks(noc) {
  const step = 40, edge = 36, size = 15, links = metrics.noc_links.filter(l => l.noc === noc);
  const at = (x, y) => [edge + x * step, edge + y * step];
  const most = Math.max(...metrics.noc_links.map(l => l.flits));
  const width = edge * 2 + (linkColumns - 1) * step, height = edge * 2 + (linkRows - 1) * step;
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, class: "links", role: "img", "aria-label": `Links of NoC ${noc}, the busier the darker; the table below has the numbers`});
  for (let x = 0; x < linkColumns; ++x) svg.append(svgElement("text", {x: at(x, 0)[0], y: 11, "text-anchor": "middle"}, String(x)));
  for (let y = 0; y < linkRows; ++y) svg.append(svgElement("text", {x: 3, y: at(0, y)[1] + 4}, String(y)));
  const shade = l => `--share: ${Math.round(15 + 85 * l.flits / most)}%`;
  const direction = noc === 0 ? 1 : -1;
  for (const l of links.filter(l => l.to.join() !== l.from.join())) {
    const [x, y] = at(...l.from), alongX = l.from[1] === l.to[1] && l.from[0] !== l.to[0];
    const over = alongX ? Math.abs(l.to[0] - l.from[0]) > 1 : Math.abs(l.to[1] - l.from[1]) > 1;
    const begin = direction * size / 2, end = direction * (over ? size / 2 + 9 : step - size / 2);
    svg.append(svgElement("line", {x1: x + (alongX ? begin : 0), y1: y + (alongX ? 0 : begin), x2: x + (alongX ? end : 0), y2: y + (alongX ? 0 : end), style: shade(l), class: "link", "stroke-width": 2 + 6 * l.flits / most},
      svgElement("title", {}, linkText(l))));
  }
  for (let x = 0; x < linkColumns; ++x)
    for (let y = 0; y < linkRows; ++y) {
      const l = links.find(l => l.to.join() === l.from.join() && l.from[0] === x && l.from[1] === y), [cx, cy] = at(x, y);
      svg.append(svgElement("rect", {x: cx - size / 2, y: cy - size / 2, width: size, height: size, rx: 3, ...(l ? {style: shade(l), class: "used"} : {})}, svgElement("title", {}, l ? linkText(l) : `(${x},${y})`)));
    }
  byId("links-chart").replaceChildren(svg);
}

// The busiest ones over time.
let linkKind = "busy";
const linkKinds = {busy: "cycles with a flit", blocked: "cycles without a flit in which a packet waited for it"};
function linksOption() {
  const over = data.links_over_time, label = r => `${r.noc}: ${linkName(r)}`, room = 10 + 6.1 * Math.max(...over.rows.map(r => label(r).length));
  return heatOption({
    counts: over.rows.map(r => r[linkKind]), interval: over.interval, end: over.end, most: 1, unit: "cycles/cycle", name: narrow() ? "" : "NoC and link",
    names: over.rows.map((r, i) => narrow() ? String(i) : label(r)), every: 1, tip: y => `NoC ${label(over.rows[y])}`, left: narrow() ? 30 : room + 38, nameGap: room + 22
  });
}
function linksOverTime(table) {
  const tools = element("div", {class: "tools", role: "radiogroup", "aria-label": "What the picture over time shows"}), said = element("p", {class: "quiet"});
  const entry = {id: "links-time", height: () => (narrow() ? 114 : 70) + data.links_over_time.rows.length * 15, renderer: "svg", option: linksOption};
  const choose = kind => {
    linkKind = kind;
    said.textContent = `Colour: ${linkKinds[kind]}, as a share of the interval; across: cycles; down: the links with most of both, as the table below has them${narrow() ? ", numbered from 0" : ""}.`;
  };
  for (const kind of Object.keys(linkKinds)) {
    const radio = element("input", {type: "radio", name: "links-time", value: kind});
    radio.checked = kind === linkKind;
    radio.onchange = () => {
      choose(kind);
      drawChart(entry);
    };
    tools.append(element("label", {}, radio, " " + linkKinds[kind]));
  }
  choose(linkKind);
  table.before(element("h3", {}, "Over time"), tools, said, element("div", {id: "links-time", class: "chart", role: "img", "aria-label": "Heat map of the busiest links over time; the table below has the totals of all"}));
  charts.push(entry);
}

function showLinks() {
  const links = metrics.noc_links;
  if (!links) return;
  document.querySelector('nav a[href="#parameters"]').before(element("a", {href: "#links"}, "NoC"));
  const tools = element("div", {class: "tools", role: "radiogroup", "aria-label": "Which NoC the picture shows"}), table = element("table");
  const sums = [0, 1].map(noc => sum(links.filter(l => l.noc === noc).map(l => l.flits)));
  for (const noc of [0, 1]) {
    if (!sums[noc]) continue;
    const radio = element("input", {type: "radio", name: "links", value: noc});
    radio.checked = noc === (sums[0] >= sums[1] ? 0 : 1);
    radio.onchange = () => drawLinks(noc);
    tools.append(element("label", {}, radio, ` NoC ${noc}`));
  }
  const busiest = links.reduce((a, b) => b.flits > a.flits ? b : a), waited = sum(links.map(l => l.waited));
  byId("parameters").before(element("section", {id: "links"}, element("h2", {}, "NoC: links"),
    element("p", {}, `The busiest is ${linkName(busiest)} of NoC ${busiest.noc}: a flit in ${percent(busiest.busy, metrics.cycles)} of the cycles. Packets waited ${grouped(waited)} cycles for links and virtual channels, all together. Columns and rows are raw coordinates of NoC 0; NoC ${busiest.noc} goes ${busiest.noc === 0 ? "right and down" : "up and left"}.`),
    tools, element("p", {class: "quiet"}, "Colour and width: flits a cycle; a square is the link from the router to its tile."), element("div", {id: "links-chart", class: "scroll"}),
    element("details", {}, element("summary", {}, "All links"), element("div", {class: "scroll"}, table))));
  fillTable(table, "Links that packets went over: cycles with a flit, without one though a packet waited, and without either", ["NoC", "link", "#busy", "#%", "#blocked", "#%", "#idle", "#flits", "#packets", "#cycles waited"],
    [...links].sort((a, b) => b.busy + b.blocked - a.busy - a.blocked).map(l => element("tr", {}, cell(String(l.noc)), cell(linkName(l), "th", {scope: "row"}), cell(count(l.busy)), cell(percentage(l.busy, metrics.cycles)), cell(count(l.blocked)), cell(percentage(l.blocked, metrics.cycles)), cell(count(l.idle)), cell(count(l.flits)), cell(count(l.packets)), cell(count(l.waited)))));
  if (data.links_over_time) linksOverTime(byId("links").querySelector("details"));
  drawLinks(sums[0] >= sums[1] ? 0 : 1);
}
