// SPDX-License-Identifier: Apache-2.0
// --gdb: the cores' programs under the control of gdb, one client on the loopback interface.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/gdb_server.h"
#include "app/cli/watched_cores.h"

namespace tensix {

class gdb_stub final : private gdb_target_if {
 public:
  // Before the run, when it is loaded: says on standard error on which port it waits, and waits until gdb is there. All must outlive the
  // run. Throws usage_error without programs on the cores, host_error if there is no such port.
  gdb_stub(uint16_t port, simulation& sim, watched_cores& cores);
  ~gdb_stub();
  gdb_stub(const gdb_stub&) = delete;
  gdb_stub& operator=(const gdb_stub&) = delete;

  // The run is over, with this exit status. If not by its end, gdb may still look.
  void finish(const run_result& r, unsigned status);

 private:
  class socket_line : public gdb_line_if {
   public:
    ~socket_line();
    void wait_for_client(uint16_t port);
    int read(char* bytes, size_t count, int milliseconds) override;
    bool write(const std::string& bytes) override;

   private:
    int client_ = -1;
  };
  simulation& sim_;
  watched_cores& cores_;
  socket_line line_;
  gdb_server server_{*this, line_};
  bool began_ = false, over_ = false;
  size_t here_ = 0;              // the core that stopped last
  std::optional<size_t> looks_;  // the core that stands between two instructions; nothing: the stop came from elsewhere
  // A core that has come to a breakpoint while gdb wanted to hear of another one only, and gone on, as time does; where that was.
  std::optional<std::pair<size_t, uint32_t>> passed_;
  unsigned quiet_ = 0;  // instructions since it was last looked whether gdb wants something
  struct held_word {    // of a data RAM
    size_t core;
    uint32_t address, bytes;
    std::string value;
  };
  std::vector<held_word> ram_words_;
  std::vector<std::pair<uint32_t, uint32_t>> l1_words_;  // address, bytes

  bool executes(size_t core, uint32_t pc);
  bool executed(size_t core);
  bool stand(size_t core, unsigned signal, std::optional<uint32_t> watched = {}, const std::string& text = {});
  bool stand_between(size_t core, unsigned signal, std::optional<uint32_t> watched = {}, const std::string& text = {});
  bool comes_to_breakpoint(size_t core, uint32_t pc) const;
  void written(tensix_tile& tile, uint32_t address, uint32_t bytes);
  const watched_cores::one& core(size_t thread) const { return cores_.all()[thread]; }
  std::string place(size_t thread) const;
  // gdb_target_if
  size_t threads() const override { return cores_.all().size(); }
  std::string thread_text(size_t thread) const override;
  std::optional<uint32_t> reg(size_t thread, unsigned number) const override;
  uint64_t cycle() const override { return now_cycle(); }
  bool set_reg(size_t thread, unsigned number, uint32_t value) override;
  std::string read(size_t thread, uint32_t address, uint32_t count) override;
  bool write(size_t thread, uint32_t address, const std::string& bytes) override;
  bool watch(uint32_t address, uint32_t bytes, bool on) override;
  std::string command(const std::string& text) override;
};

}  // namespace tensix
