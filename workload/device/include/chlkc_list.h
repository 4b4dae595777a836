// What TT-Metalium's build puts around a kernel.
#pragma once
#include "api/compute/common_globals.h"
