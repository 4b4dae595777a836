// What kernels share with the firmware.
#pragma once
#include "api/compute/common_globals.h"
