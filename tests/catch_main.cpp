#include "catch.h"

int main(int argc, char** argv) { return run_test_cases(argc, argv); }
