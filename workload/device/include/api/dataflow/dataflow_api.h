// The part of the data-movement cores' functions that a compute kernel has, too: this source is compiled for no others.
#pragma once
#include "api/compute/common.h"
