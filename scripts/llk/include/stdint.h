// SPDX-License-Identifier: Apache-2.0
// The compiler's own, as there is no C library.
#include "stdint-gcc.h"
