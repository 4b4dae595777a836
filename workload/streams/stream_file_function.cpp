// SPDX-License-Identifier: Apache-2.0
#include "workload/streams/stream_file_function.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <ostream>

#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "support/files/input_file.h"
#include "support/files/output_file.h"
#include "support/text/hex_text.h"
#include "support/text/nearest.h"
#include "workload/streams/names_function.h"

namespace tensix {

namespace {
using operation = stream_file::operation;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

const std::vector<std::string>& file_directives() {
  static const std::vector<std::string> names = {"l1",  "l1w",  "l1f", "fill", "base", "maxclk",
                                                 "out", "outf", "t0",  "t1",   "t2",   "b"};
  return names;
}
const std::vector<std::string>& thread_operations() {
  static const std::vector<std::string> names = {"push", "pushst",  "st",   "ld",    "copy", "poll", "sync",
                                                 "loop", "endloop", "mark", "delay", "cfg",  "cfgst"};
  return names;
}

// Plays a program; loops are a stack of counters, so their length costs nothing.
class program_source final : public step_source {
 public:
  explicit program_source(std::shared_ptr<const stream_file::program> p) : program_(std::move(p)) {}
  bool next(step& out) override {
    const auto& operations = program_->operations;
    while (position_ < operations.size()) {
      const operation& o = operations[position_];
      switch (o.kind) {
        case operation::kind_t::one_step:
          out = o.what;
          if (o.what.kind == step::kind_t::push) out.words = program_->words.data() + o.first_word;
          ++position_;
          return true;
        case operation::kind_t::loop:
          if (o.times == 0) position_ = o.partner + 1;
          else left_.push_back(o.times), ++position_;
          break;
        default:
          if (--left_.back() == 0) left_.pop_back(), ++position_;
          else position_ = o.partner + 1;
      }
    }
    return false;
  }

 private:
  std::shared_ptr<const stream_file::program> program_;
  size_t position_ = 0;
  std::vector<uint64_t> left_;
};
}  // namespace

class stream_parser {
 public:
  stream_parser(const std::string& name, const std::string& directory, uint32_t l1_bytes)
      : directory_(directory), l1_bytes_(l1_bytes) {
    file_.name_ = name;
    for (auto& p : programs_) p = std::make_shared<stream_file::program>();
  }

  stream_file run(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const size_t end = text.find('\n');
      parse_line(text.substr(0, end));
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    for (unsigned c = 0; c < stream_cores; ++c) {
      if (!open_[c].empty()) {
        line_ = programs_[c]->operations[open_[c].back().begin].what.line;
        fail(std::string(core_name(c)) + " loop without endloop");
      }
      file_.programs_[c] = programs_[c];
    }
    return std::move(file_);
  }

 private:
  struct open_loop {
    uint32_t begin;
    bool has_steps;
  };
  stream_file file_;
  std::string directory_;
  uint32_t l1_bytes_;
  int line_ = 0;
  std::vector<std::string_view> words_;
  std::shared_ptr<stream_file::program> programs_[stream_cores];
  std::vector<open_loop> open_[stream_cores];

  [[noreturn]] void fail(const std::string& what) const { throw stream_error(file_.name_, line_, what); }

  // What `f` answers; what it throws about names is told with file and line.
  template <class function>
  decltype(auto) said(function&& f) {
    try {
      return f();
    } catch (const std::invalid_argument& e) {
      fail(e.what());
    }
  }

  static std::string quoted(std::string_view s) { return "'" + std::string(s) + "'"; }

  uint64_t number(size_t i, const char* what, uint64_t most) const {
    std::string_view s = words_[i];
    const std::string_view whole = s;
    unsigned radix = 10;
    if (s.size() > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) radix = 16, s.remove_prefix(2);
    uint64_t value = 0;
    for (const char c : s) {
      const int digit = hex_digit(c);
      if (digit < 0 || static_cast<unsigned>(digit) >= radix)
        fail(std::string(what) + ": " + quoted(whole) + " is not a number (decimal or 0x...)");
      if (value > (most - static_cast<unsigned>(digit)) / radix)
        fail(std::string(what) + ": " + std::string(whole) + " does not fit, the largest is " + hex_text(most));
      value = value * radix + static_cast<unsigned>(digit);
    }
    return value;
  }
  uint32_t number32(size_t i, const char* what) const { return static_cast<uint32_t>(number(i, what, 0xffffffff)); }

  // `usage` also tells what the directive looks like.
  void expect_words(size_t count, const char* usage) const {
    if (words_.size() < count) fail(std::string("too few words; expected: ") + usage);
    if (words_.size() > count) fail("trailing word " + quoted(words_[count]) + "; expected: " + usage);
  }
  void expect_at_least(size_t count, const char* usage) const {
    if (words_.size() < count) fail(std::string("too few words; expected: ") + usage);
  }

  void check_l1(uint32_t address, uint64_t bytes) const {
    if (address > l1_bytes_ || bytes > l1_bytes_ - address)
      fail("address outside L1: " + hex_text(address) + " + " + std::to_string(bytes) + " bytes, L1 ends at " +
           hex_text(l1_bytes_));
  }

  void parse_line(std::string_view line) {
    line = line.substr(0, line.find('#'));
    words_.clear();
    constexpr std::string_view blanks = " \t\r\v\f";
    for (size_t i = line.find_first_not_of(blanks); i != std::string_view::npos;) {
      const size_t end = line.find_first_of(blanks, i);
      words_.push_back(line.substr(i, end == std::string_view::npos ? end : end - i));
      i = end == std::string_view::npos ? end : line.find_first_not_of(blanks, end);
    }
    if (words_.empty()) return;
    const std::string_view first = words_[0];
    for (unsigned c = 0; c < stream_cores; ++c)
      if (first == core_name(c)) return thread_line(c);
    if (first == "l1") bytes_line();
    else if (first == "l1w") words_line();
    else if (first == "l1f") file_line();
    else if (first == "fill") fill_line();
    else if (first == "base") {
      expect_words(2, "base ADDR");
      number32(1, "address");
    } else if (first == "maxclk") {
      expect_words(2, "maxclk N");
      const uint64_t n = number(1, "cycles", most_cycles);
      if (n == 0) fail("maxclk 0: there must be at least one cycle");
      file_.maxclk_ = n;
    } else if (first == "out" || first == "outf") {
      const bool to_file = first == "outf";
      expect_words(to_file ? 4 : 3, to_file ? "outf ADDR LEN FILE" : "out ADDR LEN");
      stream_file::output o;
      o.address = number32(1, "address");
      o.bytes = number32(2, "length");
      o.line = line_;
      if (o.bytes == 0) fail("length 0: there is nothing to show");
      check_l1(o.address, o.bytes);
      if (to_file) o.file = std::string(words_[3]);
      file_.outputs_.push_back(std::move(o));
    } else {
      fail("unknown directive " + quoted(first) + did_you_mean(first, file_directives()));
    }
  }

  void bytes_line() {
    expect_at_least(3, "l1 ADDR HEX...");
    stream_file::piece p;
    p.address = number32(1, "address");
    int high = -1;
    for (size_t i = 2; i < words_.size(); ++i)
      for (const char c : words_[i]) {
        const int digit = hex_digit(c);
        if (digit < 0) fail("l1: " + quoted(words_[i].substr(0, 32)) + " is not made of hex digits");
        if (high < 0) high = digit;
        else p.data.push_back(static_cast<uint8_t>(high << 4 | digit)), high = -1;
      }
    if (high >= 0) fail("l1: odd number of hex digits (" + std::to_string(p.data.size() * 2 + 1) + "), two make a byte");
    add_data(std::move(p));
  }

  void words_line() {
    expect_at_least(3, "l1w ADDR W...");
    stream_file::piece p;
    p.address = number32(1, "address");
    for (size_t i = 2; i < words_.size(); ++i) {
      const uint32_t word = number32(i, "word");
      for (unsigned b = 0; b < 4; ++b) p.data.push_back(static_cast<uint8_t>(word >> (8 * b)));
    }
    add_data(std::move(p));
  }

  void file_line() {
    expect_words(3, "l1f ADDR FILE");
    stream_file::piece p;
    p.address = number32(1, "address");
    std::string path(words_[2]);
    if (path[0] != '/' && !directory_.empty()) path = directory_ + "/" + path;
    std::ifstream in(path, std::ios::binary);
    if (!in) fail("l1f: cannot read file '" + path + "'");
    p.data.resize(size_t{l1_bytes_} + 1);  // one more than can fit
    in.read(reinterpret_cast<char*>(p.data.data()), static_cast<std::streamsize>(p.data.size()));
    if (in.bad()) fail("l1f: cannot read file '" + path + "'");
    p.data.resize(static_cast<size_t>(in.gcount()));
    p.data.shrink_to_fit();
    file_.inputs_.push_back(path);
    add_data(std::move(p));
  }

  void add_data(stream_file::piece p) {
    check_l1(p.address, p.data.size());
    p.bytes = static_cast<uint32_t>(p.data.size());
    file_.pieces_.push_back(std::move(p));
  }

  void fill_line() {
    expect_words(4, "fill ADDR LEN BYTE");
    stream_file::piece p;
    p.address = number32(1, "address");
    p.bytes = number32(2, "length");
    p.filled = true;
    p.fill = static_cast<uint8_t>(number(3, "byte", 0xff));
    if (p.bytes == 0) fail("fill: length 0: there is nothing to fill");
    check_l1(p.address, p.bytes);
    file_.pieces_.push_back(std::move(p));
  }

  void add(unsigned core, operation o) {
    o.what.line = line_;
    if (o.kind == operation::kind_t::one_step && !open_[core].empty()) open_[core].back().has_steps = true;
    programs_[core]->operations.push_back(std::move(o));
  }

  void push_words(unsigned core, const uint32_t* words, size_t count) {
    auto& p = *programs_[core];
    operation o;
    o.what.kind = step::kind_t::push;
    o.what.count = static_cast<uint32_t>(count);
    o.first_word = p.words.size();
    p.words.insert(p.words.end(), words, words + count);
    add(core, std::move(o));
  }

  void thread_line(unsigned core) {
    if (words_.size() < 2) fail(std::string(words_[0]) + ": an operation must follow");
    const std::string_view op = words_[1];
    operation o;
    if (op == "push") {
      if (core == core_b) fail("b push: BRISC has no push; use t0, t1 or t2");
      expect_at_least(3, "T push W...");
      std::vector<uint32_t> words;
      for (size_t i = 2; i < words_.size(); ++i) words.push_back(number32(i, "instruction word"));
      push_words(core, words.data(), words.size());
    } else if (op == "pushst") {
      expect_at_least(3, "T pushst W...");
      o.what.kind = step::kind_t::store;
      o.what.address = address_map::instruction_fifo_base;
      for (size_t i = 2; i < words_.size(); ++i) o.what.value = number32(i, "instruction word"), add(core, o);
    } else if (op == "st") {
      expect_words(4, "T st ADDR V");
      o.what.kind = step::kind_t::store;
      o.what.address = number32(2, "address");
      o.what.value = number32(3, "value");
      add(core, std::move(o));
    } else if (op == "ld") {
      expect_words(3, "T ld ADDR");
      o.what.kind = step::kind_t::load;
      o.what.address = number32(2, "address");
      add(core, std::move(o));
    } else if (op == "copy") {
      expect_words(4, "T copy SRC DST");
      o.what.kind = step::kind_t::copy;
      o.what.address = number32(2, "source address");
      o.what.address2 = number32(3, "destination address");
      add(core, std::move(o));
    } else if (op == "cfg" || op == "cfgst") {
      configuration(core);
    } else if (op == "poll") {
      poll(core, std::move(o));
    } else if (op == "sync") {
      expect_words(2, "T sync");
      o.what.kind = step::kind_t::sync;
      add(core, std::move(o));
    } else if (op == "delay") {
      expect_words(3, "T delay N");
      o.what.kind = step::kind_t::delay;
      o.what.cycles = number(2, "cycles", most_cycles);
      add(core, std::move(o));
    } else if (op == "mark") {
      expect_words(3, "T mark NAME");
      o.what.kind = step::kind_t::mark;
      programs_[core]->names.push_back(std::make_unique<std::string>(words_[2]));
      o.what.name = programs_[core]->names.back().get();
      add(core, std::move(o));
    } else if (op == "loop") {
      expect_words(3, "T loop N");
      o.kind = operation::kind_t::loop;
      o.times = number(2, "count", ~uint64_t{0});
      open_[core].push_back({static_cast<uint32_t>(programs_[core]->operations.size()), false});
      add(core, std::move(o));
    } else if (op == "endloop") {
      expect_words(2, "T endloop");
      end_loop(core, std::move(o));
    } else {
      instruction(core);
    }
  }

  void poll(unsigned core, operation o) {
    static constexpr const char* operators[] = {"==", "!=", "<", "<=", ">", ">="};
    constexpr const char* usage = "T poll ADDR MASK [== | != | < | <= | > | >=] V";
    o.what.kind = step::kind_t::poll;
    size_t value = 4;
    if (words_.size() > 4) {
      const auto* found = std::find(std::begin(operators), std::end(operators), words_[4]);
      if (found != std::end(operators)) {
        o.what.how = static_cast<comparison>(found - operators);
        value = 5;
      } else if (words_.size() == 6) {
        fail("poll: unknown comparison " + quoted(words_[4]) + "; expected: " + usage);
      }
    }
    expect_words(value + 1, usage);
    o.what.address = number32(2, "address");
    o.what.mask = number32(3, "mask");
    o.what.value = number32(value, "value");
    add(core, std::move(o));
  }

  void end_loop(unsigned core, operation o) {
    if (open_[core].empty()) fail(std::string(core_name(core)) + " endloop without loop");
    const open_loop loop = open_[core].back();
    open_[core].pop_back();
    auto& operations = programs_[core]->operations;
    operation& begin = operations[loop.begin];
    begin.partner = static_cast<uint32_t>(operations.size());
    if (!loop.has_steps) begin.times = 0;  // an empty loop takes no time, however often it runs
    if (begin.times != 0 && !open_[core].empty()) open_[core].back().has_steps = true;
    o.kind = operation::kind_t::endloop;
    o.partner = loop.begin;
    add(core, std::move(o));
  }

  // "t0 UNPACR addr_mode=1 ..."
  void instruction(unsigned core) {
    const std::string_view name = words_[1];
    const auto code = find_instruction(name);
    if (!code) {
      std::vector<std::string> known = thread_operations();
      const std::vector<std::string> instructions = instruction_names();
      known.insert(known.end(), instructions.begin(), instructions.end());
      fail("unknown operation or instruction " + quoted(name) + did_you_mean(name, known));
    }
    if (core == core_b) fail("b " + std::string(name) + ": BRISC has no push; use t0, t1 or t2");
    std::vector<std::pair<std::string, uint32_t>> fields;
    each_field([&](const std::string& field, size_t i) {
      const bool digits = words_[i][0] >= '0' && words_[i][0] <= '9';
      std::optional<uint32_t> by_name;
      if (!digits) by_name = said([&] { return value_of_names(*code, field, std::string(words_[i])); });
      fields.emplace_back(field, by_name ? *by_name : number32(i, field.c_str()));
    });
    const uint32_t word = said([&] { return encode(*code, fields); });
    push_words(core, &word, 1);
  }

  // "t0 cfg STACC_RELU_ApplyRelu=1": instructions that set these bits; "t0 cfgst": a store of each word, other bits are zero.
  void configuration(unsigned core) {
    const bool store = words_[1] == "cfgst";
    if (words_.size() < 3) fail("too few words; expected: T " + std::string(words_[1]) + " FIELD=VALUE...");
    if (core == core_b && !store) fail("b cfg: BRISC pushes no instructions; use b cfgst, or t0, t1 or t2");
    std::vector<configuration_value> values;
    each_field([&](const std::string& name, size_t i) {
      const configuration_name& field = said([&]() -> const configuration_name& { return configuration_named(name); });
      if (store && field.of_thread) fail("cfgst: " + name + " is a field of ThreadConfig, which takes no stores; use T cfg");
      const uint32_t value = number32(i, name.c_str());
      if (value > field.mask() >> field.lo)
        fail(name + "=" + std::to_string(value) + " does not fit in " + std::to_string(field.width) + " bits");
      for (const auto& other : values)
        if (other.field->of_thread == field.of_thread && other.field->word == field.word && other.field->mask() & field.mask())
          fail("fields " + std::string(other.field->name) + " and " + name + " share bits");
      values.push_back({&field, value});
    });
    if (!store) {
      const std::vector<uint32_t> words = set_configuration(values);
      return push_words(core, words.data(), words.size());
    }
    for (size_t i = 0; i < values.size(); ++i) {  // words in the order in which they are named first
      const uint16_t word = values[i].field->word;
      const auto same = [&](const configuration_value& v) { return v.field->word == word; };
      if (std::find_if(values.begin(), values.end(), same) != values.begin() + static_cast<std::ptrdiff_t>(i)) continue;
      operation o;
      o.what.kind = step::kind_t::store;
      o.what.address = address_map::config_base + 4u * word;
      for (const auto& v : values)
        if (same(v)) o.what.value |= v.value << v.field->lo;
      add(core, std::move(o));
    }
  }

  // FIELD=VALUE from the third word on; `use` gets the name, and the word that is now VALUE.
  template <class function>
  void each_field(function&& use) {
    std::vector<std::string> seen;
    for (size_t i = 2; i < words_.size(); ++i) {
      const size_t equals = words_[i].find('=');
      if (equals == std::string_view::npos || equals == 0) fail("expected FIELD=VALUE, not " + quoted(words_[i]));
      const std::string field(words_[i].substr(0, equals));
      if (std::find(seen.begin(), seen.end(), field) != seen.end()) fail("field '" + field + "' is given twice");
      words_[i].remove_prefix(equals + 1);
      if (words_[i].empty()) fail("field '" + field + "' has no value");
      seen.push_back(field);
      use(field, i);
    }
  }
};

stream_file stream_file::parse(std::string_view text, const std::string& name, const std::string& directory,
                               uint32_t l1_bytes) {
  return stream_parser(name, directory, l1_bytes).run(text);
}

stream_file stream_file::load(const std::string& path, uint32_t l1_bytes) {
  std::string text;
  try {
    text = read_input_file(path);
  } catch (const std::runtime_error& e) {
    throw stream_error(path, 0, e.what());
  }
  const size_t slash = path.rfind('/');
  return parse(text, path, slash == std::string::npos ? std::string() : slash == 0 ? "/" : path.substr(0, slash), l1_bytes);
}

void stream_file::initialise(l1_storage& l1) const {
  for (const auto& p : pieces_) {
    if (p.address > l1.size() || p.bytes > l1.size() - p.address) continue;  // smaller than parse() was told
    const auto at = l1.begin() + p.address;
    if (p.filled) std::fill(at, at + p.bytes, p.fill);
    else std::copy(p.data.begin(), p.data.end(), at);
  }
}

std::unique_ptr<step_source> stream_file::core(unsigned core) const {
  return std::make_unique<program_source>(programs_.at(core));
}

std::vector<int> stream_file::step_lines() const {
  std::vector<int> all;
  for (const auto& p : programs_)
    for (const operation& o : p ? p->operations : std::vector<operation>())
      if (o.kind == operation::kind_t::one_step) all.push_back(o.what.line);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool stream_file::uses(unsigned core) const { return !programs_.at(core)->operations.empty(); }

std::string stream_file::format_output(const output& range, const l1_storage& l1) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "out " + hex_text(range.address) + " ";
  const size_t head = text.size();
  text.resize(head + size_t{2} * range.bytes);
  for (uint32_t i = 0; i < range.bytes; ++i) {
    const uint8_t byte = l1.at(range.address + i);
    text[head + 2 * i] = digits[byte >> 4];
    text[head + 2 * i + 1] = digits[byte & 15];
  }
  return text;
}

void stream_file::write_outputs(std::ostream& os, const l1_storage& l1) const {
  for (const auto& o : outputs_) {
    if (o.file.empty()) {
      os << format_output(o, l1) << '\n';
      continue;
    }
    write_file(o.file, place_of(o) + ": outf", {reinterpret_cast<const char*>(l1.data()) + o.address, o.bytes});
  }
}

}  // namespace tensix
