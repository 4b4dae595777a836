// SPDX-License-Identifier: Apache-2.0
#include "timing/scenario.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"

namespace tensix::timing {
namespace {

namespace fs = std::filesystem;

// A folder of this process, gone when it ends.
struct temporary_folder {
  fs::path path = fs::temp_directory_path() / ("tensix_timing_" + std::to_string(getpid()));
  temporary_folder() { fs::create_directories(path); }
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};
const fs::path& folder() {
  static const temporary_folder f;
  return f.path;
}

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string program() {
  const char* other = std::getenv("TENSIX_TLM_PROGRAM");
  return other ? other : TENSIX_TLM_PROGRAM;
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

}  // namespace

uint64_t run_result::mark(const std::string& name, unsigned t) const {
  const auto it = marks.find(name + " t" + std::to_string(t));
  if (it == marks.end()) FAIL("no mark " << name << " of t" << t << " in\n" << text << errors);
  return it->second;
}

uint64_t run_result::stall(const std::string& group, const std::string& who, const std::string& why) const {
  const json& stalls = metrics.at(group).at(who).at("stall");
  return stalls.contains(why) ? stalls.at(why).get<uint64_t>() : 0;
}

uint64_t run_result::diagnosed(const std::string& message) const {
  const size_t line = errors.rfind("cycle ", errors.find(message));
  INFO(errors);
  REQUIRE(errors.find(message) != std::string::npos);
  REQUIRE(line != std::string::npos);
  return std::stoull(errors.substr(line + 6));
}

run_result run_program(const arguments& args, bool metrics) {
  const fs::path out = folder() / "out", err = folder() / "err", measured = folder() / "metrics.json";
  std::string command = "timeout 20 '" + program() + "'";  // a run that hangs ends with status 124
  for (const auto& a : args) command += " '" + a + "'";
  if (metrics) command += " --metrics '" + measured.string() + "'";
  command += " >'" + out.string() + "' 2>'" + err.string() + "'";
  std::error_code ignored;
  fs::remove(measured, ignored);
  const auto began = std::chrono::steady_clock::now();
  const int status = std::system(command.c_str());
  run_result r;
  r.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  r.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  r.text = contents(out);
  r.errors = contents(err);
  std::istringstream lines(r.text);
  for (std::string l; std::getline(lines, l);) {
    if (l.rfind("out ", 0) == 0) r.outs.push_back(l);
    std::istringstream parts(l);
    std::string what, name, who;
    uint64_t cycle;
    if (parts >> what >> name >> who >> cycle && what == "mark") r.marks[name + " " + who] = cycle;
  }
  if (metrics && fs::exists(measured)) r.metrics = json::parse(contents(measured));
  return r;
}

parameter_values::parameter_values(const arguments& args) {
  arguments all = args;
  all.push_back("--dump-config");
  const run_result r = run_program(all, false);
  INFO(r.errors);
  REQUIRE(r.status == 0);
  values_ = json::parse(r.text).flatten();
}

uint64_t parameter_values::operator()(const std::string& dotted) const {
  std::string pointer = "/" + dotted;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return values_.at(pointer).get<uint64_t>();
}

scenario& scenario::line(const std::string& text) {
  text_ += text + "\n";
  return *this;
}
scenario& scenario::thread(unsigned t) {
  who_ = "t" + std::to_string(t);
  return *this;
}
scenario& scenario::push(uint32_t word, unsigned times) {
  for (unsigned i = 0; i < times; ++i) line(who_ + " push " + hex(word));
  return *this;
}
scenario& scenario::store(uint32_t address, uint32_t value) { return line(who_ + " st " + hex(address) + " " + hex(value)); }
scenario& scenario::sync() { return line(who_ + " sync"); }
scenario& scenario::delay(uint64_t cycles) { return line(who_ + " delay " + std::to_string(cycles)); }
scenario& scenario::mark(const std::string& name) { return line(who_ + " mark " + name); }
scenario& scenario::poll(uint32_t address, uint32_t value) {
  return line(who_ + " poll " + hex(address) + " 0xffffffff " + hex(value));
}
scenario& scenario::mop(const mop_program& m) {
  const uint32_t registers[9] = {m.outer, m.inner, m.start, m.end0, m.end1, m.op, m.op1, m.last_outer ? m.last_outer : m.last,
                                 m.last};
  const uint32_t plain = m.op1 == word::nop ? m.op : m.op1;  // the last op of a loop is the plain one
  for (unsigned i = 0; i < 9; ++i) {
    uint32_t w = registers[i];
    if (i >= 7 && w == 0) w = plain;
    store(riscv_address::mop_config + 4 * i, w);
  }
  return *this;
}

run_result scenario::run_any(const arguments& args) const {
  const fs::path file = folder() / "stream.scn";
  std::ofstream(file) << text_;
  arguments all{"stream", file.string()};
  all.insert(all.end(), args.begin(), args.end());
  return run_program(all);
}

run_result scenario::run(const arguments& args) const {
  const run_result r = run_any(args);
  if (r.status != 0) FAIL("exit status " << r.status << "\n" << r.errors << "\n" << text_);
  return r;
}

uint32_t unpacr(unsigned unpacker, bool set_valid) {
  using namespace insn::UNPACR;
  return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | ovrd_thread_id.place(1) |
         set_dat_valid.place(set_valid) | last.place(1);
}
uint32_t mvmul(uint32_t dst_row, unsigned clear) {
  return word_of(opcode::MVMUL) | insn::MVMUL::dst.place(dst_row) | insn::MVMUL::clear_dvalid.place(clear);
}
uint32_t mova2d(uint32_t src_row, uint32_t dst_row) {
  using namespace insn::MOVA2D;
  return word_of(opcode::MOVA2D) | src.place(src_row) | dst.place(dst_row) | instr_mod.place(2);  // eight rows
}
uint32_t clear_dvalid(unsigned which) { return word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(which); }

void configure(scenario& s, const unpack_setup& u) {
  constexpr unsigned srca_set = tcfg::SRCA_SET_Base.reg;
  const uint32_t section = u.unpacker * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
  const uint32_t own = 1u << u.unpacker;
  s.push(word::clear_adc_xy(own)).push(word::clear_adc_zw(own)).push(word::set_adc_x(own, u.datums));
  s.push(word::setc16(srca_set, u.to_dst ? 0 : tcfg::SRCA_SET_SetOvrdWithAddr.place(1)));
  s.push(word::setc16(unpack_misc_cfg_register, 0));
  s.sync();
  const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
  const uint32_t x_dim = u.datums;
  s.config(descriptor, u.in | (u.compressed ? 0u : 1u << 4) | x_dim << 16);
  s.config(descriptor + 1, 1u | 1u << 16);  // Y 1, Z 1
  s.config(descriptor + 2, 0).config(descriptor + 3, 0);
  uint32_t reg2 = cfg::THCON_SEC0_REG2_Out_data_format.place(u.out) |
                  cfg::THCON_SEC0_REG2_Throttle_mode.place(static_cast<uint32_t>(u.wish)) |
                  cfg::THCON_SEC0_REG2_Tileize_mode.place(u.tilize) | cfg::THCON_SEC0_REG2_Upsample_rate.place(u.upsample_rate);
  if (u.tilize)  // the stride in three pieces of four bits
    reg2 |= cfg::THCON_SEC0_REG2_Shift_amount_cntx0.place(u.row_stride >> 4) |
            cfg::THCON_SEC0_REG2_Shift_amount_cntx1.place(u.row_stride >> 8) |
            cfg::THCON_SEC0_REG2_Shift_amount_cntx2.place(u.row_stride >> 12);
  s.config(cfg::THCON_SEC0_REG2_Out_data_format.word + section, reg2);
  s.config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section,
           (u.compressed ? 0u : 0xf000fu) | (u.to_dst ? cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.place(1) : 0u));
  s.config(cfg::THCON_SEC0_REG3_Base_address.word + section, u.address / 16 - 1);
  s.config(cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word + section,
           cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(u.throttle_override));
  if (u.unpacker == 0) s.config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, x_dim | x_dim << 16);
  s.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, 64 | 64 << 16);  // the first four rows do not exist
  s.config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
  s.settle();
}

void fill_sources(scenario& s) {
  for (unsigned u = 0; u < 2; ++u) {
    unpack_setup setup;
    setup.unpacker = u;
    setup.datums = 1024;
    configure(s, setup);
  }
  s.push(unpacr(0, true)).push(unpacr(1, true)).settle();
}

uint64_t span_of(scenario s, const words& w, const arguments& args) {
  const parameter_values p(args);
  s.mark("begin");
  for (uint32_t x : w) s.push(x);
  s.sync().mark("end");
  const run_result r = s.run(args);
  return r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load();
}

three together(const words& t0, const words& t1, const words& t2, const arguments& args) {
  const parameter_values p(args);
  scenario s;
  s.push(word::seminit(2, 3)).push(word::seminit(3, 15)).settle();
  const words* all[] = {&t0, &t1, &t2};
  for (unsigned t = 0; t < 3; ++t) {
    s.thread(t).delay(100).push(word::semwait(block_all, 2, until::not_zero));
    for (uint32_t w : *all[t]) s.push(w);
    if (t == 2) s.delay(200).mark("post").store(riscv_address::semaphores + 8, 0);
    s.sync().mark("end");
  }
  const run_result r = s.run(args);
  const uint64_t g =
      r.mark("post", 2) + p("riscv.store_travel_cycles") + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles");
  three done{};
  for (unsigned t = 0; t < 3; ++t) done[t] = r.mark("end", t) - g - p.sync_load();
  return done;
}

}  // namespace tensix::timing
