
// ---- least cycles of every part, and energy and area if a table was given: sections that are made only if there is something to say
// Bars of the energy by what was counted; behind the largest the rest together.
const energyBars = 12;
function energyOption(e, counted) {
  const rest = counted.slice(energyBars), rows = [...counted.slice(0, energyBars), ...(rest.length ? [[`${rest.length} others`, sum(rest.map(([, pj]) => pj))]] : [])];
  return {
    grid: {left: 8, right: 66, top: 6, bottom: 40, containLabel: true},
    tooltip: {...tooltipStyle(), formatter: item => `${escaped(item.name)}<br>${fixed(item.value, 3)} nJ, ${percent(1000 * item.value, e.total_picojoules)}`},
    xAxis: {type: "value", name: "nJ", nameLocation: "middle", nameGap: 26, ...axisStyle(), axisLabel: {color: css("--text"), hideOverlap: true}},
    yAxis: {type: "category", inverse: true, data: rows.map(([name]) => name), ...axisStyle(), axisTick: {show: false}, splitLine: {show: false},
      axisLabel: {color: css("--text"), interval: 0, width: narrow() ? 130 : 260, overflow: "break"}},
    series: [{type: "bar", data: rows.map(([, pj]) => pj / 1000), barMaxWidth: 18, itemStyle: {color: stateColour("busy")},
      label: {show: true, position: "right", color: css("--text"), formatter: item => percent(1000 * item.value, e.total_picojoules)}}]
  };
}

function showCosts() {
  const section = (id, title, before) => {
    document.querySelector(`nav a[href="#${before.id}"]`).before(element("a", {href: "#" + id}, title));
    const node = element("section", {id}, element("h2", {}, title));
    before.before(node);
    return node;
  };
  const scrolled = (table) => element("div", {class: "scroll"}, table);
  const bounds = Object.entries(metrics.bounds || {});
  if (bounds.length) {
    const node = section("bounds", "Least cycles", byId("timeline")), table = element("table");
    node.append(element("p", {}, "The fewest cycles that each part needs for what it did, if it never waits; no run of the same instructions is faster than the largest."), scrolled(table));
    fillTable(table, "Least cycles by part", ["part", "cycles", "% of the run", "what"], bounds.map(([name, b]) => element("tr", {},
      cell(name, "th", {scope: "row", class: "code"}), cell(grouped(Math.ceil(b.cycles))), cell(fixed(100 * b.cycles / metrics.cycles, 1)), cell(b.what))));
  }
  const e = metrics.energy;
  if (!e) return;
  const node = section("energy", "Energy", byId("parameters")), all = e.total_picojoules;
  const marked = e.illustrative ? ` ILLUSTRATIVE: ${e.note}.` : e.note ? ` ${e.note}.` : "";
  node.append(element("p", {}, `${fixed(all / 1000, 3)} nJ` + (e.picojoules_per_tile === null ? "" : `, ${fixed(e.picojoules_per_tile / 1000, 3)} nJ a tile`) +
    (e.average_milliwatts === null ? "" : `, ${fixed(e.average_milliwatts, 1)} mW on average`) + `, by the table “${e.table}”.${marked}` +
    (e.not_in_table.length ? ` Not in the table, so not in the sum: ${e.not_in_table.join(", ")}.` : "")));
  const table = element("table"), rows = Object.entries(e.counts).filter(([, count]) => count).sort((a, b) => (e.picojoules[b[0]] || 0) - (e.picojoules[a[0]] || 0));
  const counted = rows.map(([name]) => [name, e.picojoules[name] || 0]).filter(([, pj]) => pj > 0);
  if (counted.length) {
    node.append(element("div", {id: "energy-chart", class: "chart", role: "img", "aria-label": "Bars of the energy by what was counted; the table below has the same numbers"}));
    charts.push({id: "energy-chart", height: 56 + 26 * Math.min(counted.length, energyBars + 1), option: () => energyOption(e, counted)});
  }
  node.append(scrolled(table));
  fillTable(table, "Energy by what was counted", ["counted", "times", "nJ", "%"], rows.map(([name, count]) => element("tr", {},
    cell(name, "th", {scope: "row", class: "code"}), cell(grouped(count)), cell(name in e.picojoules ? fixed(e.picojoules[name] / 1000, 3) : "not in the table"),
    cell(name in e.picojoules && all ? fixed(100 * e.picojoules[name] / all, 1) : ""))));
  if (!e.area) return;
  const areas = element("table");
  node.append(element("p", {}, `Area by the same table: ${fixed(e.area.total, 2)} ${e.area.unit}.`), scrolled(areas));
  fillTable(areas, "Area by part", ["part", "units", `area (${e.area.unit})`], Object.entries(e.area.units).map(([name, units]) => element("tr", {},
    cell(name, "th", {scope: "row", class: "code"}), cell(grouped(units)), cell(name in e.area.by ? fixed(e.area.by[name], 2) : "not in the table"))));
}
