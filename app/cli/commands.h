// SPDX-License-Identifier: Apache-2.0
// The subcommands of tensix-tlm that run something. Each returns the exit code (app/options/options.h).
#pragma once
#include "app/options/options.h"

namespace tensix {

int run_command(const run_options& options);
int sample_command(const run_options& options);  // run --sample
int stream_command(const stream_options& options);
int elf_command(const elf_options& options);
int kernel_command(const device_kernel_options& options);
int program_command(const program_options& options);
int serve_command(const serve_options& options);
int replay_command(const replay_options& options);
// `arguments` behind the word diff-events.
int diff_events_command(const std::vector<std::string>& arguments);
// `arguments` behind the word coverage.
int coverage_command(const std::vector<std::string>& arguments);
// `arguments` behind the word compare.
int compare_command(const std::vector<std::string>& arguments);

}  // namespace tensix
