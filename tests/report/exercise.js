// Added to a page by browser_test.sh: uses everything that can be used, as by keyboard, and writes down what came of it.
const seen = [];
const view_text = () => byId("timeline-view").textContent;
const press = key => byId("timeline-chart").dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const expect = (what, condition) => seen.push((condition ? "ok " : "FAILED ") + what);
const are = (from, to) => Math.abs(shown[0] - from) <= 1 && Math.abs(shown[1] - to) <= 1 && view_text() === `cycles ${grouped(shown[0])} to ${grouped(shown[1])}`;
byId("timeline-tools").querySelector("[data-do=all]").click();
expect("whole run", are(0, runEnd));
byId("timeline-tools").querySelector("[data-do=in]").click();
expect("zoom in", are(runEnd / 4, 3 * runEnd / 4));
press("ArrowRight");
expect("arrow right", are(runEnd / 2, runEnd));
press("ArrowRight");
expect("stops at the end", are(runEnd / 2, runEnd));
press("-");
expect("zoom out", are(0, runEnd));
for (let i = 0; i < 20; ++i) press("+");
expect("zooms to ten cycles near the middle, not further: " + view_text(), shown[1] - shown[0] === 10 && Math.abs(shown[0] - runEnd / 2) < 20);
byId("timeline-list").open = true;
byId("theme").value = "dark";
byId("theme").dispatchEvent(new Event("change"));
expect("dark", document.documentElement.hasAttribute("data-dark"));
for (const value of ["banks", "bank_conflicts"]) {
  document.querySelector(`[name=memory][value=${value}]`).click();
  expect("heat map of " + value, byId("memory-colour").textContent.includes("banks") && byId("memory-chart").querySelectorAll("svg path").length > 100);
}
byId("filter").value = "bank";
byId("filter").dispatchEvent(new Event("input"));
expect("filter", byId("parameters-table").querySelectorAll("tbody tr:not([hidden])").length < 20 && byId("filter-count").textContent.endsWith("of " + data.parameters.list.length));
window.dispatchEvent(new Event("beforeprint"));
expect("print: light, all told", !document.documentElement.hasAttribute("data-dark") && byId("all-parameters").open);
window.dispatchEvent(new Event("afterprint"));
expect("after print: dark again", document.documentElement.hasAttribute("data-dark") && !byId("all-parameters").open);
expect("no horizontal scroll", document.documentElement.scrollWidth <= window.innerWidth);
setTimeout(() => {
  expect("table of the view", byId("timeline-table").querySelectorAll("tbody tr").length > 5);
  document.documentElement.dataset.exercised = seen.join("; ");
}, 100);
