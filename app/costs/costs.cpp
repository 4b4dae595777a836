// SPDX-License-Identifier: Apache-2.0
#include "app/costs/costs.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "app/costs/cost_recipes.h"
#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "app/sweep/processes.h"
#include "app/sweep/sweep_options.h"
#include "support/files/input_file.h"
#include "support/files/output_file.h"
#include "support/text/csv_cell.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
using names = std::vector<std::string>;

constexpr uint64_t most_jobs = 4096;
constexpr size_t calls_of_a_kernel = 40;        // a row is 64 bytes of the tile of 4096 that takes them
constexpr const char* most_cycles = "4000000";  // of a kernel that measures
constexpr int exit_unfinished = 3;

struct cost_options {
  names patterns, formats, fidelities, dst;
  unsigned jobs = 0;
  std::string csv, json;
  bool list = false;
};

names words_of(const option_values& v, const char* option, const names& known, const names& usual) {
  if (!v.count(option)) return usual;
  names all;
  std::istringstream in(text_of(v, option));
  for (std::string word; std::getline(in, word, ',');) {
    word = known_word(word, known);
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw usage_error(std::string("--") + option + ": '" + word + "' is none of " + [&] {
        std::string text;
        for (const auto& k : known) text += (text.empty() ? "" : ", ") + k;
        return text;
      }() + did_you_mean(word, known));
    if (std::find(all.begin(), all.end(), word) == all.end()) all.push_back(word);
  }
  return all;
}

cost_options parse_cost_options(const names& arguments) {
  const auto v = parse_options(arguments, row_of("costs").groups(),
                               boost::program_options::positional_options_description().add("operand", -1));
  cost_options o;
  if (v.count("operand")) o.patterns = v["operand"].as<names>();
  o.formats = words_of(v, "formats", format_list(), {"bf16"});
  o.fidelities = words_of(v, "fidelity", choices_of("fidelity"), choices_of("fidelity"));
  o.dst = words_of(v, "dst", {"16", "32"}, {"16", "32"});
  if (v.count("jobs")) o.jobs = static_cast<unsigned>(count_option(v, "jobs", most_jobs));
  o.csv = text_of(v, "csv"), o.json = text_of(v, "json");
  if (o.csv == standard_output_name && o.json == standard_output_name)
    throw usage_error("--csv and --json: '-' is for one of them");
  o.list = v.count("list") != 0;
  return o;
}

// What a kernel is compiled for; '-' is for what does not change the call.
struct combination {
  std::string format, dst, fidelity;
  bool operator<(const combination& o) const { return std::tie(format, dst, fidelity) < std::tie(o.format, o.dst, o.fidelity); }
};

struct core_cycles {
  int32_t first = 0, second = 0, further = 0, calls = 0;
  bool any() const { return first > noise || further > noise; }
  static constexpr int32_t noise = 2;  // two readings of the clock, where a core has nothing to do
};

struct measured_call {
  const cost_recipe* recipe;
  combination on;
  std::string refused;
  std::array<core_cycles, 3> cores = {};
};

std::vector<combination> combinations_of(const cost_recipe& r, const cost_options& o) {
  std::vector<combination> all;
  if (r.how == "none") return {{"-", "-", "-"}};
  if (r.of_vector_unit()) {  // its operands are in Dst
    for (const auto& d : o.dst)
      if (r.how == "vector") all.push_back({d == "16" ? "bf16" : "fp32", d, "-"});
      else if (d == "32") all.push_back({"int32", d, "-"});
    return all;
  }
  if (r.of_dataflow()) {
    if ((r.before + r.call).find("bytes") == std::string::npos) return {{"-", "-", "-"}};
    for (const auto& f : o.formats) all.push_back({f, "-", "-"});
    return all;
  }
  for (const auto& f : o.formats)
    for (const auto& d : o.dst)
      for (const auto& p : r.how == "tile_phases" ? o.fidelities : names{"-"}) all.push_back({f, d, p});
  return all;
}

std::string line_of(const cost_recipe& r, size_t i) {
  const std::string number = std::to_string(i), lambda = "[] { " + r.call + "; }";
  if (r.of_vector_unit()) return "MATH((cost_of_call(" + number + ", [] { " + r.before + "; }, " + lambda + ")));";
  if (r.of_dataflow())
    return r.before + "; cost_of_command(out + " + std::to_string(64 * i) + ", [&] { " + r.call + "; }, [&] { " + r.after +
           "; });";
  if (r.how == "init") return "cost_of_init(" + number + ", [] { " + r.before + "; }, " + lambda + "); " + r.after + ";";
  const std::string with_tile = r.of_tiles() ? "[](uint32_t t) { " + r.call + "; }" : lambda;
  return (r.of_tiles()       ? "cost_of_tiles("
          : r.how == "block" ? "cost_of_block("
                             : "cost_of_call(") +
         number + ", [] { " + r.before + "; }, " + with_tile + "); " + r.after + ";";
}

// A kernel that measures some calls, each in a line of its own.
struct measuring_kernel {
  std::vector<size_t> calls;
};

class measurement {
 public:
  measurement(std::vector<measured_call>& calls, unsigned jobs) : calls_(calls), jobs_(jobs) {
    std::string pattern = (fs::temp_directory_path() / "tensix-tlm-costs-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw host_error("cannot make a folder " + pattern + ": " + std::strerror(errno));
    folder_ = pattern;
    std::map<std::pair<combination, std::string>, std::vector<size_t>> together;  // by what is compiled, and for whom
    for (size_t i = 0; i < calls.size(); ++i)
      if (const cost_recipe& r = *calls[i].recipe; calls[i].refused.empty())
        together[{calls[i].on, r.of_dataflow() ? r.how : r.of_vector_unit() ? "vector" : ""}].push_back(i);
    for (const auto& group : together)
      for (size_t at = 0; at < group.second.size(); at += calls_of_a_kernel)
        waiting_.push_back(
            {{group.second.begin() + static_cast<std::ptrdiff_t>(at),
              group.second.begin() + static_cast<std::ptrdiff_t>(std::min(at + calls_of_a_kernel, group.second.size()))}});
  }
  ~measurement() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  measurement(const measurement&) = delete;
  measurement& operator=(const measurement&) = delete;

  void run() {
    while (!waiting_.empty()) {  // again: what is left of kernels that were refused
      std::vector<measuring_kernel> now(waiting_.begin(), waiting_.end());
      waiting_.clear();
      size_t next = 0;
      child_pool pool;
      pool.jobs = jobs_ ? jobs_ : std::max(1u, std::thread::hardware_concurrency());
      pool.next = [&]() -> std::optional<std::pair<uint64_t, names>> {
        if (next == now.size()) return {};
        const size_t n = next++;
        return std::make_pair(n, arguments_of(n, now[n]));
      };
      pool.ended = [&](uint64_t n, const child_outcome& o) { take(n, now[n], o); };
      pool.tick = [] {};
      if (const int signal = pool.run())
        throw std::runtime_error(std::string("ended by ") + strsignal(signal) + ": nothing is written");
    }
  }

 private:
  std::vector<measured_call>& calls_;
  unsigned jobs_;
  fs::path folder_;
  std::deque<measuring_kernel> waiting_;
  static constexpr size_t head_lines = 1;

  std::string file(uint64_t n, const char* ending) const { return (folder_ / ("costs" + std::to_string(n) + ending)).string(); }

  std::string lines_of(const measuring_kernel& k) const {
    std::string text;
    for (size_t i = 0; i < k.calls.size(); ++i) text += line_of(*calls_[k.calls[i]].recipe, i) + "\n";
    return text;
  }

  // A kernel of NC or B, alone in its program.
  names program_of(uint64_t n, const measuring_kernel& k) const {
    const measured_call& first = calls_[k.calls[0]];
    write_file(file(n, ".cpp"), "",
               "#include \"tensix/measure_dataflow.h\"\n#line 1 \"calls.cpp\"\nvoid kernel_main() { COST_PLACES;\n" +
                   lines_of(k) + "cost_rows_leave(out); }\n");
    const std::string format = first.on.format == "-" ? "bf16" : first.on.format;
    nlohmann::ordered_json circular;
    for (const char* buffer : {"c_0", "c_1", "c_2", "c_3"})
      circular[buffer] = {{"format", format}, {"pages", buffer == std::string("c_0") ? 1 : 16}};
    circular["c_16"] = {{"format", "int32"}, {"pages", 1}};
    const std::string idle = file(n, ".idle.cpp"), other = first.recipe->how == "reader" ? "writer" : "reader";
    write_file(idle, "", "void kernel_main() {}\n");  // of the tiles that are sent to
    const nlohmann::ordered_json kernel = {
        {"source", file(n, ".cpp")},
        {"cores", {0, 0}},
        {"args", {"data.address", "out.address", "core(1,0).noc_x", "core(1,0).noc_y", "core(4,0).noc_x", "word.id"}},
        {"ct_args", {"data.accessor", "out.accessor"}}};
    const nlohmann::ordered_json program = {
        {"format", "tensix-tlm-program"},
        {"version", 1},
        {"buffers",
         {{"data", {{"format", format}, {"shape", {32, 32}}, {"content", "test"}}},
          {"out",
           {{"format", "int32"}, {"layout", "rows"}, {"shape", {32, 32}}, {"page_bytes", 4096}, {"output", file(n, ".npy")}}}}},
        {"circular_buffers", circular},
        {"semaphores", {{"word", 0}}},
        {"kernels", {{first.recipe->how, kernel}, {other, {{"source", idle}, {"cores", {{1, 0}, {4, 0}}}}}}}};
    write_file(file(n, ".json"), "", program.dump(1) + "\n");
    return {"program", file(n, ".json"), "--quiet", "--unchecked", "--maxclk", most_cycles};
  }

  names arguments_of(uint64_t n, const measuring_kernel& k) const {
    if (calls_[k.calls[0]].recipe->of_dataflow()) return program_of(n, k);
    const combination& on = calls_[k.calls[0]].on;
    const bool vector = calls_[k.calls[0]].recipe->of_vector_unit();
    std::string text = vector ? "void kernel_main() { unary_op_init_common(0, 17); copy_tile_init(0); cb_wait_front(0, 8); "
                                "tile_regs_acquire(); for "
                                "(uint32_t t = 0; t < 4; ++t) copy_tile(0, 0, t);\n"
                              : "void kernel_main() { compute_kernel_hw_startup(0, 1, 17); cb_wait_front(0, 8); "
                                "cb_wait_front(1, 8); cb_reserve_back(17, 16);\n";
    text += lines_of(k);
    text += vector ? "tile_regs_commit(); tile_regs_wait(); tile_regs_release();\n" : "";
    text += "cb_reserve_back(16, 1); cb_push_back(16, 1); }\n";
    std::string head =
        "#define REDUCE_OP PoolType::SUM\n#define REDUCE_DIM ReduceDim::REDUCE_ROW\n#include <array>\n"
        "[[maybe_unused]] constexpr std::array<uint32_t, 32> reciprocals{};\n";
    for (const auto& h : cost_headers()) head += "#include \"api/compute/" + h + "\"\n";
    head += "#include \"tensix/measure.h\"\n#line 1 \"calls.cpp\"\n";
    write_file(file(n, ".cpp"), "", head + text);
    names words = {"kernel", file(n, ".cpp"), "--quiet", "--program-kib", "96", "--maxclk", most_cycles};
    if (on.dst == "32") words.push_back("--fp32-dest");
    words.insert(words.end(), {"--fidelity", on.fidelity == "-" ? "hifi4" : on.fidelity});
    for (const char* input : {"0", "1"})
      words.insert(words.end(), {"--cb", std::string(input) + "=1:" + on.format + ":tiles=8"});
    words.insert(words.end(), {"--cb", "2=1:" + on.format + ":tiles=16:capacity=16", "--cb", "17=:" + on.format, "--cb",
                               "18=:" + on.format});
    for (const char* rows : {"19", "20", "21"})  // large: only where a call names them
      if (text.find(std::string(", ") + rows) != std::string::npos)
        words.insert(words.end(), {"--cb", std::string(rows) + "=:" + on.format + ":capacity=80"});
    words.insert(words.end(), {"--cb", "16=:int32:tiles=1:layout=rows:sharded", "--out", "16=" + file(n, ".npy")});
    return words;
  }

  // What stands behind "error: ", without the place, which is in a file that is no more.
  static std::string reason(const std::string& line) {
    static const std::regex place("^calls\\.cpp:[0-9]+(:[0-9]+)?: ");
    return std::regex_replace(line.substr(line.find("error: ") + 7), place, "");
  }

  // Which of its lines a message is about: the first, or all of the compiler's.
  static std::map<size_t, std::string> blamed(const std::string& errors, size_t lines) {
    std::map<size_t, std::string> all;
    static const std::regex place("calls\\.cpp:([0-9]+)[^\\n]*");
    std::string why;
    std::istringstream in(errors);
    for (std::string line; std::getline(in, line);) {
      const bool is_error = line.find("error: ") != std::string::npos;
      if (is_error) why = reason(line);
      std::smatch m;
      if (!std::regex_search(line, m, place) ||
          (!is_error && line.find("required from") == std::string::npos && line.find("waits for") == std::string::npos))
        continue;
      const size_t n = std::stoul(m[1]);
      if (n > head_lines && n <= lines + head_lines) all.emplace(n - head_lines - 1, why);
    }
    for (auto& [n, text] : all)
      if (text.empty()) text = why;
    return all;
  }

  void take(uint64_t n, const measuring_kernel& k, child_outcome o) {
    if (o.exit_status == 0 && o.signal == 0) return read(file(n, ".npy"), k);
    for (size_t at; (at = o.errors.find(file(n, ""))) != std::string::npos;)  // no name of a moment into the table
      o.errors.replace(at, file(n, "").size(), "calls");
    const auto wrong = blamed(o.errors, k.calls.size());
    for (const auto& [i, why] : wrong)
      if (k.calls.size() > 1) waiting_.push_back({{k.calls[i]}});  // alone: what stood before it may be the cause
      else calls_[k.calls[i]].refused = why.empty() ? first_line(o) : why;
    measuring_kernel rest;
    for (size_t i = 0; i < k.calls.size(); ++i)
      if (!wrong.count(i)) rest.calls.push_back(k.calls[i]);
    if (!wrong.empty()) {
      if (!rest.calls.empty()) waiting_.push_back(rest);
    } else if (rest.calls.size() == 1) {
      calls_[rest.calls[0]].refused = first_line(o);
    } else {
      const auto middle = rest.calls.begin() + static_cast<std::ptrdiff_t>(rest.calls.size() / 2);
      waiting_.push_back({{rest.calls.begin(), middle}});
      waiting_.push_back({{middle, rest.calls.end()}});
    }
  }

  static std::string first_line(const child_outcome& o) {
    std::istringstream in(o.errors);
    std::string line, first;
    while (std::getline(in, line)) {
      if (first.empty()) first = line;
      if (line.find("error: ") != std::string::npos) return reason(line);
    }
    return first.empty() ? "its kernel has ended with status " + std::to_string(o.exit_status) : first;
  }

  void read(const std::string& path, const measuring_kernel& k) {
    const std::string bytes = read_input_file(path);
    constexpr size_t before = 10, length_at = 8;  // of a .npy file
    const size_t at =
        before + static_cast<unsigned char>(bytes.at(length_at)) + 256 * static_cast<unsigned char>(bytes.at(length_at + 1));
    for (size_t i = 0; i < k.calls.size(); ++i)
      for (size_t c = 0; c < 3; ++c) {
        int32_t words[4];
        std::memcpy(words, bytes.data() + at + 64 * i + 16 * c, sizeof words);
        calls_[k.calls[i]].cores[c] = {words[0], words[1], words[2], words[3]};
      }
  }
};

struct cost_row {
  const measured_call* call;
  std::string engine, refused;
  core_cycles cycles;
};

std::vector<cost_row> rows_of(const std::vector<measured_call>& calls) {
  std::vector<cost_row> rows;
  for (const auto& c : calls) {
    const std::string& how = c.recipe->how;
    if (!c.refused.empty()) {
      rows.push_back({&c, "-", c.refused, {}});
      continue;
    }
    if (c.recipe->of_dataflow()) {
      rows.push_back({&c, how == "reader" ? "nc" : "b", "", c.cores[0]});
      continue;
    }
    if (how != "call" && how != "init") {
      rows.push_back({&c, c.recipe->of_vector_unit() ? "t1+vector" : "all", "", c.cores[1]});
      continue;
    }
    bool any = false;
    for (size_t i = 0; i < 3; ++i)
      if (c.cores[i].any()) rows.push_back({&c, "t" + std::to_string(i), "", c.cores[i]}), any = true;
    if (!any) rows.push_back({&c, "none", "", {}});  // no core does anything in it: it is free
  }
  return rows;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

const std::map<std::string, const char*> methods = {
    {"call", "seven calls on one core, which is idle before and after: first, second, a fourth of five less one"},
    {"init", "on each core by itself, with another init before each of three: first, second, third"},
    {"vector", "seven calls on T1, units idle before and after: first, second, a fourth of five less one"},
    {"vector_int", "seven calls on T1, units idle before and after: first, second, a fourth of five less one"},
    {"tile", "all cores; a block of one tile twice; then six blocks of half of Dst less two, packed, a tile's part"},
    {"tile_phases", "all cores; a block of one tile twice; then six blocks of half of Dst less two, packed, a tile's part"},
    {"block", "all cores; a block of eight tiles twice; then six blocks less two, a tile's part"},
    {"reader", "on NC, alone, by its NoC: once with its wait, once more; then six less two, with one wait, a fourth"},
    {"writer", "on B, alone, by its NoC: once with its wait, once more; then six less two, with one wait, a fourth"},
    {"none", ""}};

const names columns = {"operation", "call",    "engine", "in",   "out",    "dst",   "fidelity", "faces",
                       "cold",      "latency", "warm",   "unit", "method", "error", "refused"};

names cells_of(const cost_row& r, const std::vector<cost_error>& errors) {
  const cost_recipe& recipe = *r.call->recipe;
  const combination& on = r.call->on;
  const bool refused = !r.refused.empty();
  std::string error = refused ? "" : "none: no measurement to compare with";
  for (const auto& e : errors)
    if (!refused && e.family == recipe.family)
      error = e.family + ": " + e.rows + " rows, median " + e.median + " %, largest " + e.largest + " %";
  const auto shown = [&](double value) { return refused ? std::string() : number(value); };
  return {recipe.function,
          recipe.call,
          r.engine,
          on.format,
          on.format,
          on.dst,
          on.fidelity,
          recipe.how == "none" || (recipe.of_dataflow() && on.format == "-") ? "-" : "4",
          shown(r.cycles.first),
          shown(r.cycles.second),
          shown(r.cycles.calls ? static_cast<double>(r.cycles.further) / r.cycles.calls : 0),
          refused                                      ? ""
          : recipe.of_tiles() || recipe.how == "block" ? "cycles/tile"
                                                       : "cycles/call",
          refused ? "" : methods.at(recipe.how),
          error,
          r.refused};
}

std::string csv_of(const std::vector<names>& table) {
  std::string text;
  const auto line = [&](const names& cells) {
    for (size_t i = 0; i < cells.size(); ++i) text += (i ? "," : "") + csv_cell(cells[i]);
    text += '\n';
  };
  line(columns);
  for (const auto& cells : table) line(cells);
  return text;
}

std::string json_of(const std::vector<names>& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& cells : table) {
    nlohmann::ordered_json row;
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string& c = columns[i];
      if (c == "cold" || c == "latency" || c == "warm") {
        if (!cells[i].empty()) row[c] = std::stod(cells[i]);
      } else if (!cells[i].empty()) {
        row[c] = cells[i];
      }
    }
    rows.push_back(row);
  }
  return nlohmann::ordered_json{{"format", "tensix-tlm-costs"}, {"version", 1}, {"rows", rows}}.dump(
             1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

void print(std::vector<names> table) {
  for (auto& cells : table)
    if (cells[2] == "nc" || cells[2] == "b") cells[0] = cells[1];  // from where and to where is said there alone
  const std::vector<size_t> shown = {0, 2, 3, 5, 6, 8, 9, 10};
  std::vector<size_t> widths;
  for (const size_t c : shown) {
    size_t w = columns[c].size();
    for (const auto& cells : table) w = std::max(w, cells[c].size());
    widths.push_back(w);
  }
  const auto line = [&](const names& cells, const std::string& more) {
    std::string text;
    for (size_t i = 0; i < shown.size(); ++i) {
      const std::string& cell = cells[shown[i]];
      const std::string gap(widths[i] - cell.size(), ' ');
      text += (i ? "  " : "") + (shown[i] >= 8 ? gap + cell : cell + gap);
    }
    text += more;
    text.erase(text.find_last_not_of(' ') + 1);
    std::cout << text << "\n";
  };
  line(columns, "");
  for (const auto& cells : table) line(cells, cells.back().empty() ? "" : "  refused: " + cells.back());
}

}  // namespace

int costs_command(const names& arguments) {
  const cost_options o = parse_cost_options(arguments);
  const std::vector<cost_recipe> recipes = cost_recipes();
  std::vector<const cost_recipe*> chosen;
  for (const auto& r : recipes)
    if (o.patterns.empty() || std::any_of(o.patterns.begin(), o.patterns.end(),
                                          [&](const auto& p) { return fnmatch(p.c_str(), r.function.c_str(), 0) == 0; }))
      chosen.push_back(&r);
  for (const auto& p : o.patterns) {
    names known;
    for (const auto& r : recipes) known.push_back(r.function);
    if (std::none_of(known.begin(), known.end(), [&](const auto& f) { return fnmatch(p.c_str(), f.c_str(), 0) == 0; }))
      throw usage_error("costs: no call of the compute API is '" + p + "'" + did_you_mean(p, known) +
                        "; 'tensix-tlm costs --list' has them all");
  }
  if (o.list) {
    for (const auto* r : chosen)
      std::cout << r->function << "  " << (r->how == "none" ? "refused: " + r->before : r->call) << "\n";
    return 0;
  }
  for (const auto& [file, option] : {std::pair(o.csv, "--csv"), std::pair(o.json, "--json")})
    if (!file.empty() && file != standard_output_name) check_writable(file, option);
  end_on_signals(exit_unfinished, "");
  std::vector<measured_call> calls;
  for (const auto* r : chosen)
    for (const auto& on : combinations_of(*r, o)) calls.push_back({r, on, r->how == "none" ? r->before : ""});
  measurement(calls, o.jobs).run();
  const std::vector<cost_error> errors = cost_errors();
  std::vector<names> table;
  for (const auto& r : rows_of(calls)) table.push_back(cells_of(r, errors));
  const auto put = [](const std::string& file, const char* option, const std::string& text) {
    if (file == standard_output_name) std::cout << text;
    else if (!file.empty()) write_file(file, option, text);
  };
  put(o.csv, "--csv", csv_of(table));
  put(o.json, "--json", json_of(table));
  if (o.csv.empty() && o.json.empty()) print(std::move(table));
  return 0;
}

}  // namespace tensix
