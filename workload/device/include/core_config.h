// Which cores there are: this is one of three.
#pragma once
#include "ckernel_defs.h"
