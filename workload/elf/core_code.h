// SPDX-License-Identifier: Apache-2.0
// Which functions a core is in, asked for one instruction after the other. No SystemC.
#pragma once
#include "workload/elf/elf_image.h"

namespace tensix {

class core_code {
 public:
  // `program` must outlive it; nullptr: nothing is known of what the core runs.
  explicit core_code(const elf_image* program = nullptr) : program_(program) {}
  // Numbers for name(): the function that was called, then those inlined there, the innermost last.
  const std::vector<uint32_t>& functions(uint32_t pc) {
    if (!here_ || pc < here_->first || pc >= here_->end) here_ = program_ ? &program_->scope_of(pc) : &unknown();
    return here_->functions;
  }
  std::string name(uint32_t function) const { return program_ ? program_->function_name(function) : "(no function)"; }
  // "inner", or "inner (inlined in outer)".
  std::string text(uint32_t inner, uint32_t outer) const {
    return name(inner) + (inner == outer ? "" : " (inlined in " + name(outer) + ")");
  }

 private:
  const elf_image* program_;
  const elf_image::scope* here_ = nullptr;
  static const elf_image::scope& unknown() {
    static const elf_image::scope everywhere{0, ~0u, {elf_image::unknown_function}};
    return everywhere;
  }
};

}  // namespace tensix
