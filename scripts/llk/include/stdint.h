// The compiler's own, as there is no C library.
#include "stdint-gcc.h"
