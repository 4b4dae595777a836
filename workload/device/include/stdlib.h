// Memory is not taken as the program runs (see cstdint).
#pragma once
#include <stddef.h>
