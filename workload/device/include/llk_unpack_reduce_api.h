// As in the public kernel library.
#pragma once
#include "api/compute/reduce.h"
