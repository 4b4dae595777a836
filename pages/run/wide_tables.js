// A table wider than its place scrolls by itself, says so, and can be reached by keyboard.
const tableWatch = new ResizeObserver(entries => requestAnimationFrame(() => {
  for (const {target} of entries) {
    const box = target.closest(".scroll"), over = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("over", over);
    if (!box.classList.contains("tall")) over ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex");
    if (over && !box.previousElementSibling?.classList.contains("hint")) box.before(element("p", {class: "hint"}, "⇆ More columns: the table scrolls sideways."));
    if (box.previousElementSibling?.classList.contains("hint")) box.previousElementSibling.hidden = !over;
  }
}));
function watchTables() {
  for (const table of document.querySelectorAll(".scroll > table")) {
    tableWatch.observe(table);
    tableWatch.observe(table.parentElement);
  }
}
