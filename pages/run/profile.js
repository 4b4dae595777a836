
// ---- the profile: functions and source lines of the programs on the cores
const waitsOf = row => Object.entries(row.stall).sort((a, b) => b[1] - a[1]);

// Busy and each reason as a bar, as long as the row's share of the longest row.
function profileBar(row, longest) {
  const bar = element("div", {class: "bar-cell", "aria-hidden": "true"});
  for (const [state, cycles] of [["busy", row.busy], ...waitsOf(row)]) {
    const part = element("span", {"data-state": state, title: `${state}: ${grouped(cycles)}`});
    part.style.width = 100 * cycles / longest + "%";
    part.style.background = stateColour(state);
    bar.append(part);
  }
  return bar;
}

function profileTable(core, what, rows, total, name) {
  const longest = Math.max(...rows.map(r => r.cycles));
  const table = element("table", {"data-table": what});
  fillTable(table, `${core}: cycles by ${what}, and what it waited for; ${rows.length} ${what}${rows.length === 1 ? "" : "s"}`,
    [what, "#cycles", "#%", "", "#busy", "#waiting", "waited for"],
    rows.map(r => {
      const waits = element("td", {class: "waits"}, ...waitsOf(r).flatMap(([reason, cycles]) => [element("span", {}, swatch(reason), `${reason} ${grouped(cycles)}`), " "]));
      return element("tr", {"data-profile": core, "data-of": what}, name(r), cell(count(r.cycles)), cell(percentage(r.cycles, total)),
        element("td", {}, profileBar(r, longest)), cell(count(r.busy)), cell(count(r.cycles - r.busy)), waits);
    }));
  makeSortable(table);
  return element("div", {class: "scroll tall"}, table);
}

function showProfile() {
  const profile = Object.entries(metrics.profile || {});
  byId("profile").hidden = byId("profile-link").hidden = profile.length === 0;
  for (const [core, p] of profile) {
    const name = row => element("th", {scope: "row", class: "code"}, row.name);
    const place = row => element("th", {scope: "row", class: "code", title: row.file || undefined}, row.file ? row.file.split("/").pop() + ":" + row.line : "(no line)");
    byId("profile-cores").append(element("h3", {}, core, element("span", {class: "quiet"}, ` ${p.program}, ${grouped(p.cycles)} cycles`)),
      ...(p.missing ? [element("p", {class: "missing"}, p.missing[0].toUpperCase() + p.missing.slice(1) + ".")] : []), profileTable(core, "function", p.functions, p.cycles, name),
      ...(p.lines.length ? [element("details", {}, element("summary", {}, `Source lines of ${core}`), profileTable(core, "line", p.lines, p.cycles, place))] : []));
  }
}
