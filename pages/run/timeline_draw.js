
// ---- the timeline: drawing. Names and cycles are elements, what is between them is on a canvas.
function canvasOf(id, height) {
  const canvas = byId(id), scale = window.devicePixelRatio || 1, width = canvas.clientWidth;
  canvas.style.height = height + "px";
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const g = canvas.getContext("2d");
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, width, height);
  return g;
}
// Steps of 1, 2 or 5 times a power of ten, so that labels keep apart.
function axisStep(cycles, width, room) {
  const rough = Math.max(1, cycles * room / width), power = Math.pow(10, Math.floor(Math.log10(rough)));
  return power * [1, 2, 5, 10].find(f => f * power >= rough);
}
const theme = () => ({card: css("--card"), text: css("--text"), quiet: css("--quiet"), line: css("--line"), strong: css("--strong"), focus: css("--focus"), font: getComputedStyle(document.body).fontFamily});

// Shares of the states in each pixel column, one on the other from the bottom.
function drawDensity(g, row, x, from, to, colour, dim) {
  const scale = (to - from) / x.width, full = row.height - 6, bottom = row.top + row.height - 3;
  for (let column = 0; column < x.width; ++column) {
    const begins = from + column * scale, shares = rowShares(row, begins, begins + scale);
    let y = bottom;
    for (const [key, part] of shares) {
      const height = part * full;
      g.globalAlpha = dim(key) ? 0.15 : 1;
      g.fillStyle = colour(key);
      g.fillRect(column, y - height, 1.02, height);
      y -= height;
    }
  }
  g.globalAlpha = 1;
}
function fitted(g, text, width) {
  return g.measureText(text).width + 6 <= width ? text : "";
}
function writeIn(g, text, x, y, width, height, colour) {
  if (!text || height < 9) return;
  g.fillStyle = colour;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(text, x + width / 2, y + height / 2 + 0.5);
}
// The rectangle of a slice that can be seen.
function boxOf(x, from, to, top, height) {
  const left = Math.max(-2, x.at(from)), right = Math.min(x.width + 2, x.at(to)), gap = right - left > 3 ? 0.5 : 0;
  return [left + gap, top, Math.max(0.6, right - left - 2 * gap), height];
}
// States in the upper part of a row, instructions in the lower, a line a thread where there are several; a thread's on all of it.
function laneOf(row, instruction, thread) {
  const top = row.top + 3, height = row.height - 6;
  if (row.kind === "thread" || row.kind === "path") return [top, height];
  if (!instruction) return [top, height * 0.5];
  const part = height * 0.5 / Math.max(1, row.lines.length);
  return [top + height * 0.5 + part * Math.max(0, row.lines.indexOf(thread)), part];
}
function drawStates(g, row, x, t) {
  g.font = "11px " + t.font;
  for (const s of slicesIn(row.states, ...shown)) {
    const name = view.reasons[s[2]];
    if (statesOut.has(name)) continue;
    const box = boxOf(x, s[0], s[1], ...laneOf(row, false)), colour = stateColour(name);
    g.fillStyle = colour;
    g.fillRect(...box);
    if (row.kind !== "thread" || name !== "busy") writeIn(g, fitted(g, name, box[2]), ...box, textOn(colour));
  }
}
function drawInstructions(g, row, x, t) {
  const colour = row.kind === "thread" ? stateColour("busy") : t.strong;
  g.font = (row.kind === "thread" ? "11px " : "10px ") + t.font;
  let run = null;  // of one name in a row: it stands once over all of them, where no single one has room for it
  const endRun = () => {
    if (run && run.n > 1 && !run.written) {
      const [top, height] = laneOf(row, true, run.thread), left = Math.max(0, x.at(run.from)), right = Math.min(x.width, x.at(run.to));
      const text = fitted(g, `${run.name} × ${run.n}`, right - left);
      if (text) {
        const width = g.measureText(text).width + 6;
        g.fillStyle = colour;
        g.fillRect((left + right - width) / 2, top + 1, width, height - 2);
        writeIn(g, text, left, top, right - left, height, row.kind === "thread" ? textOn(colour) : t.text);
      }
    }
    run = null;
  };
  for (const s of slicesIn(row.instructions, ...shown)) {
    const name = view.labels[s[2]], times = row.kind === "thread" ? s[1] - s[0] : s[5] || 1, each = (s[1] - s[0]) / times;
    const lane = laneOf(row, true, s[3]), apart = x.at(each) - x.at(0) >= 3;
    const boxes = times > 1 && apart ? Array.from({length: times}, (_, i) => boxOf(x, s[0] + i * each, s[0] + (i + 1) * each, ...lane)) : [boxOf(x, s[0], s[1], ...lane)];
    let written = false;
    for (const box of boxes) {
      if (box[0] > x.width || box[0] + box[2] < 0) continue;
      g.fillStyle = colour;
      g.fillRect(...box);
      if (row.kind !== "thread" && box[2] > 3) g.strokeStyle = t.quiet, g.lineWidth = 0.5, g.strokeRect(...box);
      const text = times > 1 && !apart ? "" : fitted(g, name, box[2]);
      if (text) written = true, writeIn(g, text, ...box, row.kind === "thread" ? textOn(colour) : t.text);
    }
    if (row.kind === "core") continue;
    if (run && run.name === name && run.thread === s[3] && run.to === s[0]) run.to = s[1], run.n += times, run.written = run.written || written;
    else {
      endRun();
      run = {name, thread: s[3], from: s[0], to: s[1], n: times, written};
    }
  }
  endRun();
}
// From the issue in the thread's row to where the unit works on it.
function drawArrow(g, x, from, to, row, thread, colour) {
  const above = rowOf["t" + thread];
  if (!above) return;
  const x0 = x.at(from + 0.5), x1 = x.at(to) + 0.5, lane = laneOf(row, true, thread), y0 = above.top + above.height - 3, y1 = lane[0] + Math.min(4, lane[1] / 2), bend = Math.max(8, (y1 - y0) / 2);
  g.strokeStyle = g.fillStyle = colour;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(x0, y0);
  g.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1 - 3);
  g.stroke();
  g.beginPath();
  g.moveTo(x1, y1);
  g.lineTo(x1 - 2.5, y1 - 5);
  g.lineTo(x1 + 2.5, y1 - 5);
  g.fill();
}
// From near one for each instruction, from further away one for each row of instructions of the same name.
function drawArrows(g, x, t) {
  const cycle = x.at(1) - x.at(0);
  if (partsOut.has("arrows") || partsOut.has("instructions") || cycle < 6) return;
  for (const row of timelineRows) {
    if (row.kind !== "unit") continue;
    let name = "", end = 0;
    for (const s of slicesIn(row.instructions, ...shown)) {
      const goesOn = cycle < 20 && name === view.labels[s[2]] && s[0] - end < 2;
      name = view.labels[s[2]], end = s[1];
      if (s[3] < 0 || goesOn) continue;
      const each = (s[1] - s[0]) / s[5];
      for (let i = 0; i < (cycle < 20 ? 1 : s[5]); ++i) drawArrow(g, x, s[4] + i * each, s[0] + i * each, row, s[3], t.quiet);
    }
  }
}
// The row that shows what goes on in a resource: the first word of its name, or whose it is.
const ownerOf = resource => {
  const first = path.resources[resource].name.split(" ")[0];
  return rowOf[{pack: "packer0", dst: "matrix_unit"}[first] || first];
};
function drawPath(g, row, x, t, slices) {
  const [top, height] = laneOf(row, false), dim = r => pathChosen >= 0 && r !== pathChosen;
  const few = (shown[1] - shown[0]) / x.width <= 2 && shown[0] >= path.from && shown[1] <= Math.max(path.to, 1);
  if (!few) return drawDensity(g, row, x, ...shown, pathColour, dim);
  g.font = "11px " + t.font;
  let before = null;
  for (const s of slicesIn(path.stretches, ...shown)) {
    const box = boxOf(x, s[0], s[1], top, height), colour = pathColour(s[2]), owner = ownerOf(s[2]);
    g.globalAlpha = dim(s[2]) ? 0.15 : 1;
    g.fillStyle = colour;
    g.fillRect(...box);
    writeIn(g, fitted(g, path.resources[s[2]].name, box[2]), ...box, textOn(colour));
    // The same as a line through the rows.
    if (slices && owner && !partsOut.has("path")) {
      const y = owner.top + owner.height - 2;
      g.fillRect(box[0], y - 1.5, box[2], 3);
      if (before !== null) g.fillRect(box[0] - 0.75, Math.min(before, y), 1.5, Math.abs(y - before));
      before = y;
    }
  }
  g.globalAlpha = 1;
}
function drawSelected(g, x, t) {
  if (!selected || selected.kind === "share") return;
  const {row, kind, item} = selected, lane = laneOf(row, kind === "instruction", item[3]);
  g.strokeStyle = t.focus;
  g.lineWidth = 2;
  g.strokeRect(...boxOf(x, item[0], item[1], lane[0] - 1, lane[1] + 2));
  if (kind !== "instruction") return;
  const worked = row.kind === "unit" ? [row, item] : row.kind === "thread" ? workOf(item[0], item[3]) : null;
  if (worked && worked[1][3] >= 0) drawArrow(g, x, worked[1][4], worked[1][0], worked[0], worked[1][3], t.focus);
}
function drawTimeline() {
  if (byId("timeline-chart").hidden) return;
  const t = theme(), g = canvasOf("timeline-canvas", rowsHeight), width = plotWidth(), slices = inSlices();
  const x = {width, at: cycle => (cycle - shown[0]) / (shown[1] - shown[0]) * width};
  const step = axisStep(shown[1] - shown[0], width, narrow() ? 64 : 90), ticks = [];
  g.fillStyle = t.line;
  for (let c = Math.ceil(shown[0] / step) * step; c <= shown[1]; c += step) {
    ticks.push(c);
    g.fillRect(Math.min(width - 1, Math.round(x.at(c))), 0, 1, rowsHeight);
  }
  for (const row of timelineRows) {
    g.fillStyle = t.line;
    g.fillRect(0, row.top + row.height - 1, width, 1);
    if (row.kind === "path") continue;
    if (!slices) {
      drawDensity(g, row, x, ...shown, stateColour, state => statesOut.has(state));
      continue;
    }
    // Beside the cycles that have slices, shares.
    const cut = c => Math.max(shown[0], Math.min(shown[1], c));
    for (const [from, to] of [[shown[0], cut(view.from)], [cut(view.to), shown[1]]])
      if (to > from) {
        g.save();
        g.translate(x.at(from), 0);
        drawDensity(g, row, {width: x.at(to) - x.at(from)}, from, to, stateColour, state => statesOut.has(state));
        g.restore();
      }
    drawStates(g, row, x, t);
    if (!partsOut.has("instructions")) drawInstructions(g, row, x, t);
  }
  if (slices) drawArrows(g, x, t);
  if (path) drawPath(g, timelineRows[0], x, t, slices);
  drawSelected(g, x, t);
  byId("timeline-names").replaceChildren(...timelineRows.map(r => {
    const name = element("span", {}, r.name);
    name.style.top = r.top + "px";
    name.style.height = name.style.lineHeight = r.height + "px";
    return name;
  }));
  byId("timeline-axis").replaceChildren(...ticks.map(c => {
    const label = element("span", {}, grouped(c));
    label.style.left = x.at(c) + "px";
    label.className = x.at(c) < 24 ? "first" : x.at(c) > width - 24 ? "last" : "";
    return label;
  }));
}
