// Added to a page by browser_test.sh: uses everything that can be used, as by keyboard, and writes down what came of it.
const seen = [];
const view_text = () => byId("timeline-view").textContent;
const press = key => byId("timeline-chart").dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const expect = (what, condition) => seen.push((condition ? "ok " : "FAILED ") + what);
byId("timeline-tools").querySelector("[data-do=all]").click();
expect("whole window", view_text() === "cycles 2,000 to 3,000");
byId("timeline-tools").querySelector("[data-do=in]").click();
expect("zoom in", view_text() === "cycles 2,250 to 2,750");
press("ArrowRight");
expect("arrow right", view_text() === "cycles 2,500 to 3,000");
press("ArrowRight");
expect("stops at the end", view_text() === "cycles 2,500 to 3,000");
press("-");
expect("zoom out", view_text() === "cycles 2,000 to 3,000");
for (let i = 0; i < 20; ++i) press("+");
const [first, last] = view_text().replace(/,/g, "").match(/\d+/g).map(Number);
expect("zooms to ten cycles near the middle, not further: " + view_text(), last - first === 10 && Math.abs(first - 2500) < 20);
byId("timeline-details").open = true;
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
