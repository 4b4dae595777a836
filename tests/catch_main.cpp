#ifndef TENSIX_CATCH3
#define CATCH_CONFIG_RUNNER
#endif
#include "catch.h"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
