// Which initiator does what.
#pragma once
#include "tensix/noc_interface.h"
