// A program file (docs/programs.md), read strictly. No SystemC.
#pragma once
#include <string>

#include "workload/program/device_program.h"
#include "workload/program/json_value.h"

namespace tensix {

// Throws std::runtime_error, "FILE, at /kernels/reader/source: what is wrong and what would be right". Of the files that it names, arrays are
// looked at for their shapes, sources must be there.
device_program read_program(const std::string& file);

// Its parts, which need what was read before them.
void read_buffers(const json_value& file, device_program& p);
void read_circular_buffers(const json_value& file, device_program& p);
void read_semaphores(const json_value& file, device_program& p);
void read_kernels(const json_value& file, device_program& p);

// As the process finds a path of the program file.
std::string path_of(const device_program& p, const std::string& path);
// A name of a buffer or semaphore that nothing else has.
void check_name(const json_value& where, const std::string& name, const device_program& p);

}  // namespace tensix
