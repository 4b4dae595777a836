// Added to a page of programs on the cores by browser_test.sh: bars, profile and timeline, used as by keyboard.
const seen = [];
const expect = (what, condition) => seen.push((condition ? "ok " : "FAILED ") + what);
const table = what => document.querySelector(`#profile table[data-table=${what}]`);
const column = (what, i) => [...table(what).tBodies[0].rows].map(r => r.cells[i].dataset.value === undefined ? r.cells[i].textContent : Number(r.cells[i].dataset.value));
const sorted = (list, sign) => list.every((v, i) => i === 0 || sign * (typeof v === "number" ? v - list[i - 1] : v.localeCompare(list[i - 1], "en", {numeric: true})) >= 0);
expect("a link to the profile", !byId("profile").hidden && !byId("profile-link").hidden);
expect("two cores have one", document.querySelectorAll("#profile h3").length === 2);
expect("what is missing is said of the core without debug information", document.querySelectorAll("#profile .missing").length === 1 && document.querySelector("#profile .missing").textContent.includes("-g"));
expect("the longest function first", sorted(column("function", 1), -1) && column("function", 1).length >= 3);
expect("inlined functions", column("function", 0).some(n => n === "fill (inlined in run)"));
for (const what of ["function", "line"])
  for (const [i, first] of [[0, 1], [1, -1], [4, -1], [5, -1]]) {
    const head = table(what).tHead.rows[0].cells[i], button = head.querySelector("button");
    button.click();
    expect(`${what}: sorts by ${button.textContent}`, sorted(column(what, i), i ? first : 1) && table(what).querySelectorAll("[aria-sort]").length === 1);
    const before = column(what, i);
    button.click();
    expect(`${what}: the other way round`, sorted(column(what, i), i ? -first : -1) || before.every(v => v === before[0]));
  }
expect("rows of the bars", everybody.slice(0, 4).every(([name]) => name.startsWith("core_")) && byId("accounts-chart").textContent.includes("core_t0"));
expect("every state has a colour and a meaning of its own", statesUsed.every(s => stateColours[s] && reasonMeanings[s] && byId("reasons").textContent.includes(reasonMeanings[s])) &&
  new Set(statesUsed.map(s => stateColours[s].join())).size === statesUsed.length);
expect("cores come first in the timeline", timelineRows.filter(r => r.kind !== "path").slice(0, 4).every(r => r.core));
// The list has the first slices of what is shown: where either of them is.
byId("timeline-list").open = true;
const listedAround = (what, found, then) => {
  const slice = timelineRows.filter(r => r.core).flatMap(r => r[what]).find(found);
  if (slice) showCycles(slice[0] - 5, slice[0] + 15);
  setTimeout(() => then(slice ? byId("timeline-table").textContent : ""), 100);
};
listedAround("instructions", s => view.texts[s[2]].startsWith("divide"), functions => listedAround("states", s => s[3] !== undefined, polls => {
  expect("the list names functions", functions.includes("in divide"));
  expect("the list names what is polled", polls.includes("poll 0x00020000 (L1)"));
  expect("no horizontal scroll", document.documentElement.scrollWidth <= window.innerWidth);
  document.documentElement.dataset.exercised = seen.join("; ").replace(/"/g, "'");
}));
