// SPDX-License-Identifier: Apache-2.0
// The compiler's own, as there is no C library: a file apart (Debian 12), or what its <stdint.h> is (Debian 13).
#if __has_include("stdint-gcc.h")
#include "stdint-gcc.h"
#else
#include_next <stdint.h>
#endif
