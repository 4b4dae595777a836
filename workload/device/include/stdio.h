// A core has no files: DPRINT prints.
#pragma once
#include <stddef.h>
