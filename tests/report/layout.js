// Evaluated in any page by layout_test.py: what is cut, what lies on something else, what looks as if it could be pressed and cannot.
// A list of what is wrong.
(() => {
  const wrong = [], seen = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && getComputedStyle(e).visibility !== "hidden"; };
  const name = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""} “${e.textContent.trim().slice(0, 40)}”`;
  const over = (a, b, x, y) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > x && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > y;
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}`);
  for (const e of document.querySelectorAll("body *")) {
    if (e instanceof SVGElement || !e.textContent.trim() || !seen(e)) continue;
    const style = getComputedStyle(e);
    if (/hidden|clip/.test(style.overflowX + style.overflowY) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1) && !e.querySelector("svg")) wrong.push(`cut: ${name(e)}`);
    // A label that wraps or scrolls is whole; one that sticks out of the window is not.
    if (!e.children.length && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, .skip, pre")) wrong.push(`outside the window: ${name(e)}`);
  }
  let labels = 0;
  for (const svg of document.querySelectorAll("svg")) {
    if (!seen(svg)) continue;
    const frame = svg.getBoundingClientRect(), texts = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim() && seen(t)).map(t => [t, t.getBoundingClientRect()]);
    labels += texts.length;
    for (const [i, [s, a]] of texts.entries()) {
      if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 2 || a.bottom > frame.bottom + 2) wrong.push(`outside its chart: ${name(s)}`);
      if (/^…|…$|\.\.\.$/.test(s.textContent)) wrong.push(`cut: ${name(s)}`);
      for (const [t, b] of texts.slice(i + 1)) if (over(a, b, 1.5, 3)) wrong.push(`${name(s)} lies on ${name(t)}`);
    }
    for (const list of document.querySelectorAll(".legend")) if (seen(list) && !list.contains(svg) && over(list.getBoundingClientRect(), frame, 1, 1)) wrong.push(`${name(list)} lies on a chart`);
  }
  if (document.querySelector(".chart svg") && labels < 4) wrong.push(`only ${labels} labels in charts`);
  // What has the hand as its cursor reacts, and something in it can be reached by keyboard.
  for (const e of document.querySelectorAll("main *")) {
    if (!seen(e) || e instanceof SVGElement || e.closest(".chart") || getComputedStyle(e).cursor !== "pointer") continue;
    const row = e.closest("tr.reacts");
    if (!e.closest("button, a, summary, label, select, input") && !(row && row.onclick && row.querySelector("button, a"))) wrong.push(`looks as if it could be pressed: ${name(e)}`);
  }
  for (const c of charts) for (const s of c.chart ? c.chart.getOption().series : [])
    if (s.cursor !== "default" && !s.silent && !s.data.some(d => d && d.point !== undefined)) wrong.push(`looks as if it could be pressed: series ${s.name}`);
  return [...new Set(wrong)].slice(0, 12);
})()
