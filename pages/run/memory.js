
// ---- L1's ports and banks over time
const memory = data.l1_over_time;
const clientsOf = port => Object.entries(memory.clients).filter(([, ports]) => ports.includes(port)).map(([name]) => name);
const packers = ["packer1", "packer2", "packer3"];
// "unpacker0_exponents" is said only where that port serves nothing else; packers that share all their ports are one.
function portLabel(port) {
  let clients = clientsOf(port);
  if (clients.includes("packer0") && packers.every(p => clients.includes(p))) clients = clients.filter(c => !packers.includes(c)).map(c => c === "packer0" ? "packer" : c);
  clients = clients.filter(c => !c.endsWith("_exponents") || !clients.includes(c.replace("_exponents", "")));
  return clients.join(", ");
}
const memoryKinds = {
  ports: {total: metrics.l1.ports, unit: "accesses/cycle", row: "port", label: i => `${i} ${portLabel(i)}`},
  banks: {total: metrics.l1.banks, unit: "accesses/cycle", row: "bank", label: i => `${i}`},
  bank_conflicts: {total: metrics.l1.bank_conflicts, unit: "refusals/cycle", row: "bank", label: i => `${i}`}
};
let memoryKind = "ports";
const memoryRows = () => memoryKinds[memoryKind].total.map((n, i) => i).filter(i => memoryKind !== "ports" || memoryKinds.ports.total[i] > 0);

// Heights of rows, and every how many-th is named: labels keep 13 pixels.
const memoryRowHeight = n => n > 64 ? 6 : 15;
const every = n => Math.max(1, Math.ceil(13 / memoryRowHeight(n)));

// For the longest name, in pixels.
const portRoom = () => 10 + 6.1 * Math.max(...memoryRows().map(i => memoryKinds.ports.label(i).length));
// Where they would leave little to the picture, a port is its number; the table has the names.
const numbersOnly = () => narrow() || (memoryKind === "ports" && byId("main").clientWidth < 3 * portRoom());
// A picture of counts by row (down) and interval of cycles (across). `h`: counts [row][interval] and what each at most is a cycle,
// names of rows, how every many-th is shown, room for them; `tip`: of a row, the text on a count.
function heatOption(h) {
  const intervals = h.counts.length ? h.counts[0].length : 0;
  const starts = Array.from({length: intervals}, (_, i) => i * h.interval);
  const width = i => Math.min(h.end, (i + 1) * h.interval) - i * h.interval;
  const points = h.counts.flatMap((row, y) => row.map((n, x) => [x, y, width(x) > 0 ? n / width(x) : 0, n]));
  const most = h.most || Math.max(0, ...points.map(p => p[2])) || 1;
  const scale = dark ? ["#1b1f26", "#29407a", "#2b7a9b", "#57b98b", "#f4e56b"] : ["#f4f5f7", "#cfe3c8", "#5db3a4", "#2b6c9b", "#2a1f63"];
  return {
    grid: {left: h.left, right: narrow() ? 16 : 70, top: 10, bottom: narrow() ? 104 : 50},
    tooltip: {...tooltipStyle(), formatter: item => {
      const [x, y, rate, n] = item.value;
      return `<b>${h.tip(y)}</b><br>cycles ${grouped(starts[x])} to ${grouped(starts[x] + width(x) - 1)}<br>${grouped(n)} ${h.unit.split("/")[0]}, ${short(rate)} a cycle`;
    }},
    visualMap: {type: "continuous", min: 0, max: most, calculable: false, ...(narrow() ? {orient: "horizontal", left: "center", bottom: 2} : {orient: "vertical", right: 6, top: "middle"}), itemHeight: 110, itemWidth: 14, dimension: 2, seriesIndex: 0,
      inRange: {color: scale}, text: [short(most) + (narrow() ? " " + h.unit : ""), "0"], textStyle: {color: css("--text"), fontSize: 11}, hoverLink: false},
    xAxis: {type: "category", data: starts.map(grouped), name: `cycle (intervals of ${grouped(h.interval)})`, nameLocation: "middle", nameGap: 28, ...axisStyle(), splitLine: {show: false}, axisTick: {show: false}, axisLabel: {color: css("--text"), interval: Math.max(0, Math.ceil(intervals / (narrow() ? 4 : 10)) - 1)}},
    yAxis: {type: "category", inverse: true, data: h.names, name: h.name, nameLocation: "middle", nameGap: h.nameGap, ...axisStyle(), splitLine: {show: false}, axisTick: {show: false}, axisLabel: {color: css("--text"), fontSize: 11, interval: h.every - 1, lineHeight: 11}},
    series: [{type: "heatmap", data: points, itemStyle: {borderWidth: 0}, emphasis: {itemStyle: {borderColor: css("--text"), borderWidth: 1}}, progressive: 0}]
  };
}

function memoryOption() {
  const kind = memoryKinds[memoryKind], rows = memoryRows();
  return heatOption({
    counts: rows.map(r => memory[memoryKind][r]), interval: memory.interval, end: memory.end, unit: kind.unit, name: kind.row,
    names: rows.map(numbersOnly() ? String : kind.label), every: every(rows.length), tip: y => `${kind.row} ${kind.label(rows[y])}`,
    left: narrow() ? 44 : numbersOnly() ? 60 : memoryKind === "ports" ? portRoom() + 38 : 60,
    nameGap: narrow() ? 26 : numbersOnly() ? 40 : memoryKind === "ports" ? portRoom() + 22 : 40
  });
}

// Who waited (down) for whom (across), the largest first: each cell as dark as its share of the largest.
function showBlocked(table, kind, caption) {
  const all = (metrics.l1.blocked_by || []).filter(b => b[kind]), most = Math.max(0, ...all.map(b => b[kind]));
  const names = of => {
    const sums = {};
    for (const b of all) sums[b[of]] = (sums[b[of]] || 0) + b[kind];
    return Object.keys(sums).sort((a, b) => sums[b] - sums[a]);
  };
  const holding = names("holding");
  table.parentElement.hidden = all.length === 0;
  fillTable(table, caption, ["waits for:", ...holding.map(name => "#" + name)], names("waiting").map(who => element("tr", {"data-waiting": who}, element("th", {scope: "row"}, who), ...holding.map(whom => {
    const b = all.find(x => x.waiting === who && x.holding === whom);
    return cell(b ? count(b[kind]) : "", "td", {"data-holding": whom, style: `--share: ${b ? Math.round(45 * b[kind] / most) : 0}`});
  }))));
  return all.length;
}

function showMemory() {
  const l1 = metrics.l1, accesses = sum(l1.banks), conflicts = sum(l1.bank_conflicts), unused = l1.ports.filter(n => !n).length;
  const describe = () => {
    byId("memory-chart").hidden = sum(memoryKinds[memoryKind].total) === 0;
    byId("memory-text").textContent = `${grouped(accesses)} accesses of 16 bytes on ${l1.banks.length} banks (${percent(accesses, metrics.cycles * l1.banks.length)} of what they could serve); ${grouped(conflicts)} times a bank refused an access because it was taken. A port and a bank serve one access a cycle.` +
      (memoryKind === "ports" && unused && unused < l1.ports.length ? ` ${unused} ports without any access are left out.` : "") + (sum(memoryKinds[memoryKind].total) ? "" : " Nothing to draw.");
    byId("memory-colour").textContent = `Colour: ${memoryKinds[memoryKind].unit.replace("/", " per ")}; across: cycles; down: ${memoryKinds[memoryKind].row}s` + (memoryKind === "ports" ? "; the table below names their clients." : ".");
  };
  const entry = {id: "memory-chart", height: () => (narrow() ? 114 : 70) + Math.max(11, memoryRows().length) * memoryRowHeight(memoryRows().length), renderer: "svg", option: memoryOption};
  charts.push(entry);
  describe();
  for (const radio of byId("memory-tools").querySelectorAll("input"))
    radio.onchange = () => {
      memoryKind = radio.value;
      describe();
      drawChart(entry);
    };
  fillTable(byId("ports-table"), "Accesses of 16 bytes that each port served", ["port", "client", "#accesses", "#% of cycles"],
    l1.ports.map((n, i) => element("tr", {"data-port": i}, cell(String(i), "th", {scope: "row"}), cell(portLabel(i)), cell(count(n)), cell(percentage(n, metrics.cycles)))));
  fillTable(byId("banks-table"), "Accesses that each bank served, and refused because it was taken", ["bank", "#accesses", "#% of cycles", "#refused"],
    l1.banks.map((n, i) => element("tr", {"data-bank": i}, cell(String(i), "th", {scope: "row"}), cell(count(n)), cell(percentage(n, metrics.cycles)), cell(count(l1.bank_conflicts[i])))));
  const refused = showBlocked(byId("blocked-bank"), "bank", "Accesses refused by a bank, of whom (down) because of whom (across)"),
    portless = showBlocked(byId("blocked-port"), "port", "Cycles of a transfer without a port: whose (down) because of whom (across)");
  byId("blocked").hidden = refused + portless === 0;
}
