// The subcommands of tensix-tlm that run something. Each returns the exit code (app/options/options.h).
#pragma once
#include "app/options/options.h"

namespace tensix {

int run_kernel_command(const command_line& options);
int run_sampled_command(const command_line& options);  // run --sample
int run_stream_command(const command_line& options);
int run_elf_command(const command_line& options);
int run_device_kernel_command(const command_line& options);
int replay_command(const command_line& options);
// `arguments` behind the word diff-events.
int diff_events_command(const std::vector<std::string>& arguments);
// `arguments` behind the word compare.
int compare_command(const std::vector<std::string>& arguments);

}  // namespace tensix
