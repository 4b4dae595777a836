// Instructions by name, as in the public kernel library.
#pragma once
#include "tensix/instruction_names.h"
