// tensix_program.h, which the compute API's headers include: what a kernel's programs know of the run they are compiled for
// (workload/device/include/tensix/buffer_table.h).
#pragma once
#include <string>

#include "workload/compile/device_layout.h"

namespace tensix {

std::string program_header(const device_kernel& kernel, const device_layout& layout);

}  // namespace tensix
