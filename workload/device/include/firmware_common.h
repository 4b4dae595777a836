// What kernels share with the firmware, at its older place.
#pragma once
#include "internal/firmware_common.h"
