
// ---- the cycle accounts
const reasonMeanings = {
  busy: "it works; a thread: it issued an instruction; a core: an instruction started", idle: "nothing to do: no instruction for the unit, or none in the thread",
  srca_owned_by_matrix_unit: "an unpacker has data for a SrcA bank that the matrix unit has not given back",
  srcb_owned_by_matrix_unit: "an unpacker has data for a SrcB bank that the matrix unit has not given back",
  srca_not_valid: "a matrix instruction needs a SrcA bank that the unpackers have not handed over",
  srcb_not_valid: "a matrix instruction needs a SrcB bank that the unpackers have not handed over",
  dst_block_hazard: "an aligned 8x16 block of Dst was written too short a time ago to be read",
  dst_unit_switch: "the same thread has an access of the other one of matrix and vector unit to Dst in flight",
  dst_arbitration: "the other one of matrix and vector unit has its turn at Dst",
  unit_busy: "the unit takes no instruction yet", pipeline_rule: "the instruction before forbids this one for some cycles",
  other_thread: "another thread has the unit in this cycle", unpacr_address_phase: "another UNPACR is in its address phase",
  l1_port: "no port of the client was free", l1_bank_conflict: "the bank served another client",
  throttle_arbitration: "the other unpacker fetches through the shared ports",
  packer_queue_full: "too much of the packer's output still waits for L1", stallwait: "a STALLWAIT holds the thread",
  semwait: "a SEMWAIT holds the thread", streamwait: "a STREAMWAIT holds the thread", mutex: "another thread has the mutex",
  config_pipeline: "the configuration unit's pipeline is taken",
  scalar_unit_in_flight: "the scalar unit still works on another instruction",
  auto_ttsync: "a RISC-V store has not arrived yet", vector_dependency: "an operand of a vector instruction is not complete",
  execute: "a result of several cycles is not there yet", local_load: "a load of the data RAM has not come back",
  l1_load: "a load of L1 has not come back", register_load: "a load of a register has not come back",
  sync_load: "a load of TTSync, a mailbox or a PC buffer has not come back", poll: "the core polls a word",
  store_queue_full: "no place in the store queue", fifo_full: "no place in the instruction FIFO",
  memory_order: "a fence, an atomic, a CSR, or a load behind a store", instruction_fetch: "the instruction is not in the cache",
  branch: "a branch was predicted wrongly", in_reset: "the core is in reset",
  buffer_full: "no circular buffer has room for the producer's next tile", buffer_empty: "the kernel has put no tile into the output"
};
const everybody = [...Object.entries(metrics.cores || {}), ...Object.entries(metrics.threads), ...Object.entries(metrics.units), ...Object.entries(metrics.feeds || {})];
const cyclesIn = (account, state) => state === "busy" || state === "idle" ? account[state] : account.stall[state] || 0;
const statesUsed = ["busy", ...Object.keys(reasonMeanings).filter(r => r !== "busy" && r !== "idle" && everybody.some(([, a]) => a.stall[r])), "idle"];

const statesHidden = new Set();  // by the legend

function accountsOption() {
  const names = [...(metrics.cores ? [...Object.keys(metrics.cores), "  "] : []), ...Object.keys(metrics.threads), " ", ...Object.keys(metrics.units), ...(metrics.feeds ? ["   ", ...Object.keys(metrics.feeds)] : [])];
  const accounts = Object.fromEntries(everybody), account = name => accounts[name];
  return {
    grid: {left: narrow() ? 88 : 100, right: narrow() ? 12 : 24, top: 4, bottom: 46},
    tooltip: {
      ...tooltipStyle(), trigger: "axis", axisPointer: {type: "shadow"},
      formatter: items => {
        const a = account(items[0].name);
        if (!a) return "";
        const lines = statesUsed.filter(s => cyclesIn(a, s)).map(s =>
          `<tr><td>${swatch(s).outerHTML}${s}</td><td class="number">${grouped(cyclesIn(a, s))}</td><td class="number">${percent(cyclesIn(a, s), metrics.cycles)}</td></tr>`);
        return `<b>${items[0].name}</b>, cycles<table>${lines.join("")}</table>`;
      }
    },
    xAxis: {type: "value", max: 100, name: (narrow() ? "% of " : "share of the run's ") + grouped(metrics.cycles) + (narrow() ? " cycles" : " cycles (%)"), nameLocation: "middle", nameGap: 28, ...axisStyle()},
    yAxis: {type: "category", inverse: true, data: names, ...axisStyle(), axisTick: {show: false}, splitLine: {show: false}},
    series: statesUsed.filter(s => !statesHidden.has(s)).map(state => ({
      name: state, type: "bar", stack: "all", barCategoryGap: "22%", cursor: "default",
      itemStyle: {color: stateColour(state), borderColor: css("--card"), borderWidth: 0.5},
      data: names.map(n => account(n) ? share(cyclesIn(account(n), state), metrics.cycles) : null)
    }))
  };
}

function showAccounts() {
  const rows = [];
  for (const [name, a] of everybody) {
    const stalls = Object.entries(a.stall).sort((x, y) => y[1] - x[1]), span = Math.max(1, stalls.length), total = a.busy + a.idle + sum(stalls.map(s => s[1]));
    for (let i = 0; i < span; ++i) {
      const row = element("tr", {"data-who": name});
      if (i === 0) {
        row.append(cell(name, "th", {scope: "rowgroup", rowspan: span}));
        for (const c of [count(a.busy), percentage(a.busy, total), count(a.idle), percentage(a.idle, total), count(total)]) row.append(cell(c, "td", {rowspan: span}));
      }
      if (stalls[i]) {
        const what = element("td", {}, swatch(stalls[i][0]), stalls[i][0]);
        row.append(what, cell(count(stalls[i][1])), cell(percentage(stalls[i][1], total)));
      } else {
        row.append(cell("–"), cell(""), cell(""));
      }
      rows.push(row);
    }
  }
  fillTable(byId("accounts-table"), `Cycles of every ${metrics.cores ? "core, " : ""}thread and unit; busy + idle + stalled = total`,
    [metrics.cores ? "core, thread or unit" : "thread or unit", "#busy", "#%", "#idle", "#%", "#total", "stalled for", "#cycles", "#%"], rows);
  for (const state of statesUsed)
    byId("reasons").append(element("dt", {}, swatch(state), state), element("dd", {}, reasonMeanings[state]));
  const chart = {id: "accounts-chart", height: 50 + 24 * (everybody.length + (metrics.cores ? 2 : 1)), option: accountsOption};
  charts.push(chart);
  legend(byId("accounts-legend"), statesUsed.map(s => ({key: s, name: s, about: reasonMeanings[s]})), statesHidden, () => drawChart(chart));
}
