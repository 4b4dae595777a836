// Evaluated in a page of --report by browser_test.py: properties of what it looks like that depend on no font. A list of what is
// wrong.
(() => {
  const wrong = [];
  const seen = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && getComputedStyle(e).visibility !== "hidden"; };
  const name = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""} “${e.textContent.trim().slice(0, 40)}”`;
  const over = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  if (document.documentElement.scrollWidth > window.innerWidth) {
    const out = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > window.innerWidth + 1 && !e.closest(".scroll")).slice(0, 3);
    wrong.push(`wider than the window: ${document.documentElement.scrollWidth} > ${window.innerWidth}: ${out.map(name).join(", ")}`);
  }
  // Labels of one picture, list or bar keep apart, and stay in their picture.
  const groups = [["nav", "a"], [".legend", "button"], ["#timeline-names", "span"], ["#timeline-axis", "span"], ["#accounts-chart", "text"], ["#roofline-chart", "text"], ["#memory-chart", "text"],
    [".tools", "button, label"], ["#figures", "dt, dd"]];
  let labels = 0;
  for (const [where, what] of groups)
    for (const box of document.querySelectorAll(where)) {
      if (!seen(box)) continue;
      const all = [...box.querySelectorAll(what)].filter(e => seen(e) && e.textContent.trim()).map(e => [e, e.getBoundingClientRect()]), frame = box.getBoundingClientRect();
      labels += all.length;
      for (let i = 0; i < all.length; ++i) {
        for (let k = i + 1; k < all.length; ++k) if (over(all[i][1], all[k][1], 1.5) && !all[i][0].contains(all[k][0])) wrong.push(`${where}: ${name(all[i][0])} lies on ${name(all[k][0])}`);
        if (all[i][1].left < frame.left - 2 || all[i][1].right > frame.right + 2) wrong.push(`${where}: ${name(all[i][0])} sticks out`);
      }
    }
  if (labels < 40) wrong.push(`only ${labels} labels`);
  // Legends stand beside what they explain.
  for (const list of document.querySelectorAll(".legend"))
    for (const chart of document.querySelectorAll(".chart, #timeline-chart, #timeline-map"))
      if (seen(list) && seen(chart) && over(list.getBoundingClientRect(), chart.getBoundingClientRect(), 1)) wrong.push(`${name(list)} lies on ${chart.id}`);
  // Axes say what they are.
  for (const [chart, texts] of [["accounts-chart", ["cycles"]], ["memory-chart", ["cycle"]], ["roofline-chart", [" per byte", " per cycle"]]]) {
    const node = document.getElementById(chart);
    if (seen(node)) for (const t of texts) if (![...node.querySelectorAll("text")].some(e => e.textContent.includes(t))) wrong.push(`${chart}: no axis says “${t}”`);
  }
  // Contrast of text with what is behind it: 4.5, large text 3 (WCAG 2.1, AA).
  const parse = colour => {
    const c = (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number), scale = colour.startsWith("color(") ? 255 : 1;
    return [c[0] * scale, c[1] * scale, c[2] * scale, c.length > 3 ? c[3] : 1];
  };
  const luminance = ([r, g, b]) => {
    const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
  const onto = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
  const behind = e => {
    if (!e) return [255, 255, 255];
    const c = parse(getComputedStyle(e).backgroundColor);
    return c[3] === 1 ? c.slice(0, 3) : onto(c, behind(e.parentElement));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), told = new Set();
  let texts = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.textContent.trim() || !seen(e) || e.closest("script, style, .skip, option")) continue;
    const style = getComputedStyle(e), colour = parse(e instanceof SVGElement ? style.fill : style.color), size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700), ratio = contrast(onto(colour, behind(e)), behind(e));
    ++texts;
    const key = style.color + behind(e) + large;
    if (ratio < (large ? 3 : 4.5) && !told.has(key)) told.add(key), wrong.push(`contrast ${ratio.toFixed(2)} of ${name(e)}`);
  }
  if (texts < 200) wrong.push(`only ${texts} texts`);
  const hex = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16));
  for (const [list, of] of [[Object.keys(stateColours), stateColour], [pathColours.map((c, i) => i), pathColour]])
    for (const key of list) if (contrast(hex(textOn(of(key))), hex(of(key))) < 4.5) wrong.push(`contrast ${contrast(hex(textOn(of(key))), hex(of(key))).toFixed(2)} in slices of ${key}`);
  // Something is drawn: many colours in the timeline and its map.
  for (const id of ["timeline-canvas", "timeline-map-canvas"]) {
    const canvas = document.getElementById(id);
    if (!seen(canvas)) continue;
    const bytes = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer), colours = new Set(bytes);
    if (colours.size < 5) wrong.push(`${id}: ${colours.size} colours`);
  }
  return wrong.slice(0, 12);
})()
