// What kernels share with the firmware.
#pragma once
#include "tensix/core_functions.h"
