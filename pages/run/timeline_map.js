
// ---- the map of the whole run below the timeline, with the part that is shown
const mapRow = 5;
function drawMap() {
  if (byId("timeline-chart").hidden) return;
  const rows = timelineRows, height = rows.length * mapRow + 2, g = canvasOf("timeline-map-canvas", height), width = byId("timeline-map-canvas").clientWidth;
  const scale = runEnd / width;
  rows.forEach((row, i) => {
    for (let column = 0; column < width; ++column) {
      // Busy, or what has most of the path (if none is chosen): as strong as its share.
      const shares = rowShares(row, column * scale, (column + 1) * scale), wanted = row.kind !== "path" ? "busy" : pathChosen >= 0 ? pathChosen : null;
      const best = wanted === null ? shares.reduce((a, b) => b[1] > a[1] ? b : a, [0, 0]) : shares.find(([key]) => key === wanted);
      if (!best || !best[1]) continue;
      g.globalAlpha = 0.15 + 0.85 * best[1];
      g.fillStyle = row.kind === "path" ? pathColour(best[0]) : stateColour("busy");
      g.fillRect(column, 1 + i * mapRow, 1.02, mapRow - 1);
    }
  });
  g.globalAlpha = 1;
  const place = (node, from, to) => {
    node.style.left = 100 * from / runEnd + "%";
    node.style.width = 100 * (to - from) / runEnd + "%";
  };
  place(byId("timeline-window"), ...shown);
  place(byId("timeline-exact"), view.from, view.to);
  byId("timeline-window").setAttribute("aria-valuetext", `cycles ${grouped(shown[0])} to ${grouped(shown[1])}`);
  byId("timeline-window").setAttribute("aria-valuenow", String(shown[0]));
}
// Drag the window, or one of its ends; or drag over any other part to choose that. A click there brings the window there.
function useMap() {
  const map = byId("timeline-map"), cycleAt = event => {
    const box = map.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * runEnd;
  };
  let drag = null;
  map.addEventListener("pointerdown", event => {
    event.preventDefault();
    map.setPointerCapture(event.pointerId);
    const end = event.target.dataset.end, inside = event.target.closest("#timeline-window"), whole = shown[1] - shown[0] >= runEnd;
    drag = {from: cycleAt(event), was: [...shown], how: end || (inside && !whole ? "move" : "choose"), moved: false, x: event.clientX};
  });
  map.addEventListener("pointermove", event => {
    if (!drag) return;
    const now = cycleAt(event), by = now - drag.from;
    drag.moved = drag.moved || Math.abs(event.clientX - drag.x) > 3;
    if (!drag.moved) return;
    if (drag.how === "move") showCycles(drag.was[0] + by, drag.was[1] + by);
    else if (drag.how === "left") showCycles(Math.min(now, drag.was[1] - least), drag.was[1]);
    else if (drag.how === "right") showCycles(drag.was[0], Math.max(now, drag.was[0] + least));
    else showCycles(Math.min(drag.from, now), Math.max(drag.from, now));
  });
  const up = event => {
    if (drag && !drag.moved && drag.how === "choose") {
      const half = (drag.was[1] - drag.was[0] >= runEnd ? Math.min(runEnd / 10, 2 * plotWidth()) : drag.was[1] - drag.was[0]) / 2, at = cycleAt(event);
      showCycles(at - half, at + half);
    }
    drag = null;
  };
  map.addEventListener("pointerup", up);
  map.addEventListener("pointercancel", () => drag = null);
  map.addEventListener("dblclick", () => timelineDo("all"));
  byId("timeline-window").addEventListener("keydown", timelineKey);
}
