// SPDX-License-Identifier: Apache-2.0
// A program file (docs/programs.md), read strictly. No SystemC.
#pragma once
#include <string>

#include "workload/program/device_program.h"
#include "workload/program/json_value.h"

namespace tensix {

// Throws std::runtime_error, "FILE, at /kernels/reader/source: what is wrong and what would be right". Of the files that it names, arrays are
// looked at for their shapes, sources must be there.
// `home`: where kernels are that say nothing of cores.
device_program read_program(const std::string& file, logical_core home = {});

// Its parts, which need what was read before them.
void read_cores(const json_value& file, device_program& p);
void read_buffers(const json_value& file, device_program& p);
void read_circular_buffers(const json_value& file, device_program& p);
void read_semaphores(const json_value& file, device_program& p);
void read_kernels(const json_value& file, device_program& p);

// As the process finds a path of the program file.
std::string path_of(const device_program& p, const std::string& path);
// Cores by themselves, or by the name of some.
core_set read_core_set(const json_value& v, const device_program& p);
// "cores" of a kernel; without, where the program is at home.
core_set cores_of(const json_value& v, const device_program& p);
// "cores" of what belongs to kernels; without, all of the program.
core_set cores_within(const json_value& v, const device_program& p);
// The value itself, or the elements of a list.
std::vector<json_value> one_or_several(const json_value& v);
// A name of cores, a buffer or a semaphore that nothing else has.
void check_name(const json_value& where, const std::string& name, const device_program& p);

}  // namespace tensix
