# Random programs: the generator (layer 1), its test.
file(GLOB soak_generator_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/soak/generator*.cpp
     ${CMAKE_CURRENT_SOURCE_DIR}/soak/program.cpp ${CMAKE_CURRENT_SOURCE_DIR}/soak/coverage.cpp)
list(FILTER soak_generator_sources EXCLUDE REGEX "_test.cpp$")
add_library(tensix_soak_generator STATIC ${soak_generator_sources})
target_include_directories(tensix_soak_generator PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(tensix_soak_generator PUBLIC tensix_bench_core PRIVATE tensix_warnings)

add_executable(test_soak_generator soak/generator_function_test.cpp)
target_link_libraries(test_soak_generator PRIVATE tensix_soak_generator tensix_catch_main tensix_warnings)
add_test(NAME soak_generator COMMAND test_soak_generator)
