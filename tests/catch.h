// Catch2 2 and 3 alike.
#pragma once
#ifdef TENSIX_CATCH3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
